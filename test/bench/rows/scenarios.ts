/** Scenarios in the terminal, from the start of the command to its end. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { peakResidentMb } from '../resident-memory.ts';
import { limitRow, median, type Row } from '../table.ts';

const root = join(import.meta.dirname, '..', '..', '..');
const cli = join(root, 'out', 'node', 'cli.js');
const small = join(import.meta.dirname, 'one-delivery.yaml');
const example = (name: string): string => join(root, 'examples', 'scenarios', name);

const memoryIntervalMs = 50;

interface Measured {
  readonly seconds: number;
  /** Peak resident memory of the command's own process, in MB. */
  readonly peakMb: number;
}

async function run(...args: readonly string[]): Promise<Measured> {
  const startedAt = performance.now();
  const child = spawn(process.execPath, [cli, 'run', '--quiet', ...args], { stdio: 'ignore' });
  let code: number | null = null;
  const exited = once(child, 'exit').then(([exitCode]) => {
    code = exitCode;
    return performance.now();
  });
  let peakMb = 0;
  while (child.exitCode === null && child.signalCode === null) {
    const now = await peakResidentMb(child.pid ?? 0);
    peakMb = Math.max(peakMb, Number.isNaN(now) ? 0 : now);
    await Promise.race([exited, wait(memoryIntervalMs)]);
  }
  const seconds = ((await exited) - startedAt) / 1_000;
  if (code !== 0) throw new Error(`hookwright run ${args.join(' ')} exited with ${code}.`);
  return { seconds, peakMb };
}

async function several(times: number, ...args: readonly string[]): Promise<Measured> {
  const runs: Measured[] = [];
  for (let turn = 0; turn < times; turn += 1) runs.push(await run(...args));
  return {
    seconds: median(runs.map(({ seconds }) => seconds)),
    peakMb: median(runs.map(({ peakMb }) => peakMb)),
  };
}

export async function scenarios(): Promise<readonly Row[]> {
  const one = await several(7, small);
  const outage = await several(5, example('outage.yaml'));
  const fifty = await several(3, small, '--repeat', '50', '--workers', '2');
  const sync = await run(example('audience.yaml'));
  return [
    limitRow('scenario with one message', 's', one.seconds, 0.8),
    limitRow('two-hour outage, 600 messages', 's', outage.seconds, 3),
    limitRow('… memory of the runner', 'MB', outage.peakMb, 250),
    limitRow('50 scenarios with one message, two workers', 's', fifty.seconds, 30),
    limitRow('first sync of 100,000 members, then of 10,000 changes', 's', sync.seconds, 60),
    limitRow('… memory of the runner', 'MB', sync.peakMb, 250),
  ];
}
