/** Starting the npm package's command in a new data folder, until the interface is ready. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cli, freePorts } from '../../e2e/support/start-host.ts';
import { limitRow, median, type Row } from '../table.ts';

const limits = { firstMs: 1_500, againMs: 1_500 };
const rounds = 9;

async function startMs(folder: string, round: number): Promise<number> {
  const startedAt = performance.now();
  const args = ['--json', ...freePorts, '--data', join(folder, `data-${round}`)];
  const child = spawn(process.execPath, [cli, ...args], {
    stdio: ['ignore', 'pipe', 'ignore'],
    // As bin/hookwright.cjs sets it.
    env: { ...process.env, NODE_COMPILE_CACHE: join(folder, 'compiled') },
  });
  await once(child.stdout, 'data');
  const ms = performance.now() - startedAt;
  child.kill();
  await once(child, 'exit');
  return ms;
}

export async function startup(): Promise<readonly Row[]> {
  const folder = await mkdtemp(join(tmpdir(), 'hookwright-bench-'));
  const first = await startMs(folder, 0);
  const again: number[] = [];
  for (let round = 1; round <= rounds; round += 1) again.push(await startMs(folder, round));
  await rm(folder, { recursive: true, force: true });
  return [
    limitRow('first start of the command, until ready', 'ms', first, limits.firstMs),
    limitRow('starting the command again', 'ms', median(again), limits.againMs),
  ];
}
