/**
 * End to end next to node:http and BullMQ on Redis, where Redis is installed: on one that syncs
 * every write, as the product does, and on one that syncs every second, which may lose a second.
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

type AppendFsync = 'always' | 'everysec';

/** A socket in a temporary folder. */
async function startRedis(appendFsync: AppendFsync) {
  const folder = await mkdtemp(join(tmpdir(), 'hookwright-redis-'));
  const socket = join(folder, 'redis.sock');
  const child = spawn(
    'redis-server',
    [
      ...['--port', '0', '--unixsocket', socket, '--dir', folder, '--save', ''],
      ...['--appendonly', 'yes', '--appendfsync', appendFsync],
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

async function besideBullMq(appendFsync: AppendFsync): Promise<Row> {
  const redis = await startRedis(appendFsync);
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
  return {
    name: `end to end, beside node:http and BullMQ on Redis, appendfsync ${appendFsync}`,
    unit: '/s',
    ours,
    beside,
    is: 'peer',
  };
}

export async function bullMq(): Promise<readonly Row[]> {
  if (spawnSync('redis-server', ['--version']).error !== undefined) {
    process.stdout.write('Not measured: bull-mq. redis-server is not installed.\n');
    return [];
  }
  return [await besideBullMq('always'), await besideBullMq('everysec')];
}
