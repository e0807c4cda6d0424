/**
 * The ceiling of ingestion: a node:http server that reads the body, returns 200 and stores nothing.
 */
import http from 'node:http';
import type { AddressInfo } from 'node:net';

const accepted = '{"success":true}';

const server = http.createServer((request, response) => {
  request.resume();
  request.on('end', () => {
    response.writeHead(200, {
      'content-type': 'application/json; charset=utf-8',
      'content-length': accepted.length,
    });
    response.end(accepted);
  });
});
server.listen(0, '127.0.0.1', () =>
  process.stdout.write(`${JSON.stringify({ port: (server.address() as AddressInfo).port })}\n`),
);
