/**
 * The ceiling of end to end: a bare node:http server that forwards each request with undici, over
 * as many connections as the product has, and stores and signs nothing: `relay.ts <url>`.
 */
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { Pool } from 'undici';

const target = new URL(process.argv[2] ?? '');
const pool = new Pool(target.origin, { connections: 64, pipelining: 1 });
const accepted = '{"success":true}';

async function passOn(body: Buffer): Promise<void> {
  const response = await pool.request({
    method: 'POST',
    path: target.pathname,
    headers: { 'content-type': 'application/json' },
    body,
  });
  await response.body.dump();
}

const server = http.createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    response.writeHead(200, {
      'content-type': 'application/json; charset=utf-8',
      'content-length': accepted.length,
    });
    response.end(accepted);
    void passOn(Buffer.concat(chunks));
  });
});
server.listen(0, '127.0.0.1', () =>
  process.stdout.write(`${JSON.stringify({ port: (server.address() as AddressInfo).port })}\n`),
);
