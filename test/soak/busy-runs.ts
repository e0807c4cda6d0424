/** Runs the suite beside busy loops, to find tests that depend on how fast the machine is. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { ownNode } from '../../scripts/node-binary.mjs';
import { projectFolder } from '../../scripts/project.mjs';
import { failedTests } from '../../scripts/test-counts.mjs';

/** Ends by itself when its parent is gone. */
const busyLoop = 'const parent = process.ppid; while (process.ppid === parent);';

const startLoop = (): ChildProcess => spawn(ownNode, ['--eval', busyLoop], { stdio: 'ignore' });

async function runSuite(): Promise<number | null> {
  const child = spawn(ownNode, [join(projectFolder, 'scripts', 'test.mjs')], {
    cwd: projectFolder,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const [code] = (await once(child, 'exit')) as [number | null];
  return code;
}

/** Reports each test that failed at least once, and in how many runs. Whether all passed. */
export async function busyRuns(
  times: number,
  loops: number,
  say: (line: string) => void,
): Promise<boolean> {
  const running = Array.from({ length: loops }, startLoop);
  const failedIn = new Map<string, number>();
  try {
    for (let run = 1; run <= times; run += 1) {
      say(`Run ${run} of ${times}, beside ${loops} busy loops`);
      const code = await runSuite();
      const failed = code === 0 ? [] : failedTests();
      // A failed check that is not a test, such as the linter.
      const names = code !== 0 && failed.length === 0 ? ['a check before the tests'] : failed;
      for (const name of names) failedIn.set(name, (failedIn.get(name) ?? 0) + 1);
    }
  } finally {
    for (const loop of running) loop.kill('SIGKILL');
  }
  for (const [name, count] of failedIn) say(`failed in ${count} of ${times}: ${name}`);
  if (failedIn.size === 0) say(`All ${times} runs passed.`);
  return failedIn.size === 0;
}
