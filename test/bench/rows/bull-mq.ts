/**
 * End to end next to node:http and BullMQ on a Redis that syncs every write, where Redis is
 * installed.
 */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { startProcess } from '../processes.ts';
import type { Row } from '../table.ts';
import { besideProduct, post } from './end-to-end.ts';

/** A socket in a temporary folder. Accepted means on disk, as in the product. */
async function startRedis() {
  const folder = await mkdtemp(join(tmpdir(), 'hookwright-redis-'));
  const socket = join(folder, 'redis.sock');
  const child = spawn(
    'redis-server',
    [
      ...['--port', '0', '--unixsocket', socket, '--dir', folder, '--save', ''],
      ...['--appendonly', 'yes', '--appendfsync', 'always'],
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const killWithUs = () => void child.kill();
  process.once('exit', killWithUs);
  for await (const line of createInterface({ input: child.stdout }))
    if (/ready to accept connections/i.test(line)) break;
  child.stdout.resume();
  return {
    socket,
    async stop() {
      child.kill();
      await once(child, 'exit');
      process.off('exit', killWithUs);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

export async function bullMq(): Promise<readonly Row[]> {
  if (spawnSync('redis-server', ['--version']).error !== undefined) {
    process.stdout.write('Not measured: bull-mq. redis-server is not installed.\n');
    return [];
  }
  const redis = await startRedis();
  const { ours, beside } = await besideProduct(async (receiver) => {
    const relay = await startProcess<{ port: number }>('test/bench/servers/bull-mq.ts', [
      redis.socket,
      receiver.url,
    ]);
    let completed = 0;
    return {
      async run(count) {
        completed += count;
        const startedAt = performance.now();
        await post(relay.ready.port, '/', count);
        await relay.ask(String(completed));
        return (1_000 * count) / (performance.now() - startedAt);
      },
      stop: relay.stop,
    };
  });
  await redis.stop();
  return [
    {
      name: 'end to end, beside node:http and BullMQ on Redis, appendfsync always',
      unit: '/s',
      ours,
      beside,
      is: 'peer',
    },
  ];
}
