/** Ports for programs that can't choose a free one themselves. */
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below the ports that systems give out for port 0, so that no other program gets one meanwhile. */
const range = { first: 20_000, last: 32_000 };

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
  const first = randomInt(range.first, range.last - count);
  const ports = Array.from({ length: count }, (_, index) => first + index);
  const unused = await Promise.all(ports.map(isUnused));
  return unused.every(Boolean) ? first : unusedPort(count);
}
