/**
 * The ceiling of a drain: undici posting the same bytes over as many connections as the product
 * has, storing nothing: `poster.ts <url> <body>`. A line with a number on stdin posts that many.
 */
import { createInterface } from 'node:readline';
import { Pool } from 'undici';

const [, , address = '', body = ''] = process.argv;
const target = new URL(address);
const connections = 64;
const pool = new Pool(target.origin, { connections, pipelining: 1 });

async function post(count: number): Promise<void> {
  let next = 0;
  async function one(): Promise<void> {
    while (next < count) {
      next += 1;
      const response = await pool.request({
        method: 'POST',
        path: target.pathname,
        headers: { 'content-type': 'application/json', 'user-agent': 'Hookwright/1.0' },
        body,
      });
      await response.body.dump();
    }
  }
  await Promise.all(Array.from({ length: connections }, one));
}

const tell = (value: object): void => void process.stdout.write(`${JSON.stringify(value)}\n`);

createInterface({ input: process.stdin }).on('line', (line) => {
  const startedAt = performance.now();
  void post(Number(line)).then(() => tell({ seconds: (performance.now() - startedAt) / 1_000 }));
});
tell({ ready: true });
