/** Runs the suite beside busy loops, to find tests that depend on how fast the machine is. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { ownNode } from '../../scripts/node-binary.mjs';
import { projectFolder } from '../../scripts/project.mjs';
import { failuresOfLastRun } from '../../scripts/test-counts.mjs';

/** Ends by itself when its parent is gone. */
const busyLoop = 'const parent = process.ppid; while (process.ppid === parent);';

const startLoop = (): ChildProcess => spawn(ownNode, ['--eval', busyLoop], { stdio: 'ignore' });

export async function besideBusyLoops<Result>(
  loops: number,
  work: () => Promise<Result>,
): Promise<Result> {
  const running = Array.from({ length: loops }, startLoop);
  try {
    return await work();
  } finally {
    for (const loop of running) loop.kill('SIGKILL');
  }
}

async function runSuite(): Promise<number | null> {
  const child = spawn(ownNode, [join(projectFolder, 'scripts', 'test.mjs')], {
    cwd: projectFolder,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const [code] = (await once(child, 'exit')) as [number | null];
  return code;
}

/** Reports each step and test that failed at least once, and in how many runs. Whether all passed. */
export async function busyRuns(
  times: number,
  loops: number,
  say: (line: string) => void,
): Promise<boolean> {
  const failedIn = new Map<string, number>();
  await besideBusyLoops(loops, async () => {
    for (let run = 1; run <= times; run += 1) {
      say(`Run ${run} of ${times}, beside ${loops} busy loops`);
      const code = await runSuite();
      for (const name of code === 0 ? [] : failuresOfLastRun())
        failedIn.set(name, (failedIn.get(name) ?? 0) + 1);
    }
  });
  for (const [name, count] of failedIn) say(`failed in ${count} of ${times}: ${name}`);
  if (failedIn.size === 0) say(`All ${times} runs passed.`);
  return failedIn.size === 0;
}
