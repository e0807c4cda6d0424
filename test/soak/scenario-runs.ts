/**
 * `npm run soak -- scenarios [times]`: each conformance scenario on 1, 2 and 8 workers and in the app,
 * with both cores busy. All its runs must pass with the history hash that is committed.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { createORPCClient } from '@orpc/client';
import { createRestLink } from '#main/hosts/cli/rest-link.ts';
import type { ContractClient } from '#shared/contract.ts';
import type { RunReport } from '#shared/scenarios/schema/report.ts';
import {
  committedReports,
  conformanceFiles,
  nameOfRun,
  project,
} from '#test/scenarios/sandbox/conformance-files.ts';
import { startLife } from './host-life.ts';

const hashes: Readonly<Record<string, string>> = Object.fromEntries(
  committedReports().map((report) => [nameOfRun(report), report.historyHash]),
);

interface Runs {
  readonly name: string;
  readonly reports: readonly RunReport[];
}

async function inTerminal(folder: string, workers: number, times: number): Promise<Runs> {
  const file = join(folder, `${workers}.json`);
  const flags = ['--workers', `${workers}`, '--repeat', `${times}`, '--quiet', '--json', file];
  const child = spawn(
    process.execPath,
    [join(project, 'out/node/cli.js'), 'run', ...flags, ...conformanceFiles],
    { cwd: project, stdio: ['ignore', 'inherit', 'inherit'] },
  );
  await once(child, 'exit');
  return { name: `${workers} workers`, reports: JSON.parse(readFileSync(file, 'utf8')).reports };
}

async function inApp(folder: string): Promise<Runs> {
  const life = startLife({ dataFolder: join(folder, 'data'), scenarios: project });
  const ready = await life.ready;
  if (ready === null) throw new Error('The host did not start.');
  const client: ContractClient = createORPCClient(
    createRestLink({
      url: ready.api,
      headers: { authorization: `Bearer ${ready.token}` },
    }),
  );
  const reports: RunReport[] = [];
  for (const file of conformanceFiles) {
    const { text } = await client.scenarios.get({ file });
    const { cases } = await client.scenarios.check({ file, text });
    for (const name of cases.length === 0 ? [null] : cases) {
      const updates = await client.scenarios.run({
        file,
        ...(name === null ? {} : { case: name }),
      });
      for await (const update of updates)
        if (update.kind === 'finished')
          reports.push((await client.scenarios.report({ id: update.run.id })).report);
    }
  }
  await life.stop();
  return { name: 'app', reports };
}

/** Returns whether every run passed with its history hash. */
export async function scenarioRuns(times: number, say: (line: string) => void): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), 'hookwright-soak-'));
  const busy = Array.from(
    { length: availableParallelism() },
    () => new Worker('for (;;);', { eval: true }),
  );
  let passed = true;
  const check = ({ name, reports }: Runs): void => {
    const odd = reports.filter((one) => one.historyHash !== hashes[nameOfRun(one)]);
    const failed = reports.filter(({ verdict }) => verdict !== 'passed');
    const missing = Object.keys(hashes).filter(
      (run) => !reports.some((one) => nameOfRun(one) === run),
    );
    const holds = odd.length + failed.length + missing.length === 0;
    passed = passed && holds;
    say(`${holds ? 'ok    ' : 'FAILED'} ${name}: ${reports.length} runs`);
    for (const one of failed) say(`  ${one.verdict}: ${nameOfRun(one)}`);
    for (const one of odd) say(`  other history hash: ${nameOfRun(one)}`);
    for (const run of missing) say(`  not run: ${run}`);
  };
  for (const workers of [1, 2, 8]) check(await inTerminal(folder, workers, times));
  check(await inApp(folder));
  await Promise.all(busy.map((worker) => worker.terminate()));
  rmSync(folder, { recursive: true, force: true });
  return passed;
}
