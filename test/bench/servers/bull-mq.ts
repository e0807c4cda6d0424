/**
 * The same work with common components: node:http, BullMQ on Redis, undici. A request gets its
 * response when Redis has its job on disk; the job signs and posts it: `bull-mq.ts <redis socket>
 * <url>`. A count on stdin is echoed as soon as that many jobs are completed.
 */
import { createHmac } from 'node:crypto';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';
import { Queue, Worker } from 'bullmq';
import { Redis } from 'ioredis';
import { Pool } from 'undici';

const [socket = '', url = ''] = process.argv.slice(2);
const target = new URL(url);
const pool = new Pool(target.origin, { connections: 64, pipelining: 1 });
const connect = () => new Redis({ path: socket, maxRetriesPerRequest: null });
const accepted = '{"success":true}';

let completed = 0;
let wanted = Number.POSITIVE_INFINITY;

function reportIfReached(): void {
  if (completed < wanted) return;
  wanted = Number.POSITIVE_INFINITY;
  process.stdout.write(`${JSON.stringify({ completed })}\n`);
}

const queue = new Queue<{ body: string }>('deliveries', { connection: connect() });
const worker = new Worker<{ body: string }>(
  'deliveries',
  async ({ data: { body } }) => {
    const response = await pool.request({
      method: 'POST',
      path: target.pathname,
      headers: {
        'content-type': 'application/json',
        'x-signature': createHmac('sha1', 's3cret').update(body).digest('hex'),
      },
      body,
    });
    await response.body.dump();
    return response.statusCode;
  },
  { connection: connect(), concurrency: 64 },
);
worker.on('completed', () => {
  completed += 1;
  reportIfReached();
});

const server = http.createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', async () => {
    await queue.add('delivery', { body: Buffer.concat(chunks).toString() });
    response.writeHead(200, {
      'content-type': 'application/json; charset=utf-8',
      'content-length': accepted.length,
    });
    response.end(accepted);
  });
});

createInterface({ input: process.stdin }).on('line', (line) => {
  wanted = Number(line);
  reportIfReached();
});
await Promise.all([queue.waitUntilReady(), worker.waitUntilReady()]);
server.listen(0, '127.0.0.1', () =>
  process.stdout.write(`${JSON.stringify({ port: (server.address() as AddressInfo).port })}\n`),
);
