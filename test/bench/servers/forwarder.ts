/**
 * The ceiling of forwarding: a bare node:http server that streams each request to a URL with undici
 * and streams the response back: `forwarder.ts <url>`.
 */
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { Pool } from 'undici';

const target = new URL(process.argv[2] ?? '');
const pool = new Pool(target.origin, { pipelining: 1 });

const server = http.createServer(async (request, response) => {
  const { statusCode, headers, body } = await pool.request({
    method: 'POST',
    path: target.pathname,
    headers: {
      'content-type': request.headers['content-type'],
      'content-length': request.headers['content-length'],
    },
    body: request,
  });
  response.writeHead(statusCode, headers as http.OutgoingHttpHeaders);
  body.pipe(response);
});
server.listen(0, '127.0.0.1', () =>
  process.stdout.write(`${JSON.stringify({ port: (server.address() as AddressInfo).port })}\n`),
);
