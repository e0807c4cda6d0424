/** Ports for programs that can't choose a free one themselves. */
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below the ports that systems give out for port 0, so that no other program gets one meanwhile. */
const range = { first: 20_000, last: 32_000 };

/** Workers that run at the same time have no ports in common, and none gives out a port twice. */
const maxWorkers = 6;
const share = (range.last - range.first) / maxWorkers;
const first = range.first + (Number(process.env.VITEST_POOL_ID ?? 0) % maxWorkers) * share;
let given = randomInt(share);

async function isUnused(port: number): Promise<boolean> {
  const server = createServer();
  try {
    await once(server.listen(port, '127.0.0.1'), 'listening');
  } catch {
    return false;
  }
  await once(server.close(), 'close');
  return true;
}

/** The first of `count` consecutive ports on 127.0.0.1 without listeners. */
export async function unusedPort(count = 1): Promise<number> {
  if (given + count > share) given = 0;
  const port = first + given;
  given += count;
  const unused = await Promise.all(
    Array.from({ length: count }, (_, index) => isUnused(port + index)),
  );
  return unused.every(Boolean) ? port : unusedPort(count);
}
