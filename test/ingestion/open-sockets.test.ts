/** Closes the sockets of clients that never finish and never close. */
import { once } from 'node:events';
import type http from 'node:http';
import net, { type AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createConnectionCounter } from '#main/kit/connections.ts';
import { writeKey } from '#test/support/builders.ts';
import { basic } from '#test/support/ingest-client.ts';
import { startIngest } from '#test/support/ingest-server.ts';

/** The product's limits, but 100 times shorter. */
const times = {
  headersTimeout: 100,
  requestTimeout: 300,
  connectionsCheckingInterval: 20,
  keepAliveTimeout: 650,
  handshakeTimeout: 100,
};

const start = async (maxConnections: number, limits?: typeof times): Promise<http.Server> =>
  (await startIngest({ connections: createConnectionCounter(maxConnections) }, limits)).server;

/** A client that keeps its connection open, whatever the server does. */
function hold(server: http.Server, text: string): net.Socket {
  const { port } = server.address() as AddressInfo;
  const socket = net.connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  onTestFinished(() => void socket.destroy());
  socket.on('error', () => undefined).resume();
  socket.write(text);
  return socket;
}

/** Resolves when the server has closed or reset the connection. */
const ended = (socket: net.Socket): Promise<void> =>
  new Promise((resolve) => {
    socket.once('end', resolve).once('close', resolve);
  });

const openConnections = (server: http.Server): Promise<number> =>
  new Promise((resolve, reject) =>
    server.getConnections((error, count) => (error === null ? resolve(count) : reject(error))),
  );

/** Resolves when the server has opened and closed this many connections. */
function closed(server: http.Server, count: number): Promise<void> {
  return new Promise((resolve) => {
    let left = count;
    server.on('connection', (socket: net.Socket) =>
      socket.once('close', () => {
        left -= 1;
        if (left === 0) resolve();
      }),
    );
  });
}

const post = (path: string, bodyBytes: number, body: string): string =>
  `POST ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: ${basic(writeKey)}\r\nContent-Length: ${bodyBytes}\r\n\r\n${body}`;

const message = '{"type":"page","userId":"u"}';
const whole = post('/v1/page', message.length, message);

const clients: readonly (readonly [string, string])[] = [
  ['say nothing', ''],
  ['stop within their head', 'POST /v1/track HTTP/1.1\r\nHost: '],
  ['stop within their body', post('/v1/track', 1_000, '{"type"')],
  ['speak no HTTP', 'EHLO example.com\r\n\r\n'],
  ['send too many headers', `GET / HTTP/1.1\r\n${'a: b\r\n'.repeat(10_000)}`],
  ['stop within a body that is too large', post('/v1/batch', 900_000, ' '.repeat(600_000))],
  ['stop within a body for an unknown path', post('/unknown', 1_000, '{')],
  [
    'stop within a body that is not read',
    `GET / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n{`,
  ],
  ['are done', whole],
];

describe('ingestion closes the connections of clients that never close', () => {
  it.each(clients)('and %s', async (_, text) => {
    const count = 20;
    const server = await start(count, times);
    const gone = closed(server, count);
    for (let index = 0; index < count; index += 1) hold(server, text);
    await gone;
    expect(await openConnections(server)).toBe(0);
  });
});

describe('beyond the maximum number of connections', () => {
  it('ingestion closes new ones immediately, and accepts more after others end', async () => {
    const server = await start(5);
    const silent = Array.from({ length: 5 }, () => hold(server, ''));
    await Promise.all(silent.map((socket) => once(socket, 'connect')));
    const refused = hold(server, whole);
    let response = '';
    refused.on('data', (chunk) => {
      response += chunk;
    });
    await ended(refused);
    expect(response).toBe('');
    expect(await openConnections(server)).toBeLessThanOrEqual(5);
    for (const socket of silent) socket.destroy();
    await expect.poll(() => openConnections(server)).toBe(0);
    const [head] = await once(hold(server, whole), 'data');
    expect(String(head)).toMatch(/^HTTP\/1\.1 200 /);
  });

  it('ingestion closes idle ones first', async () => {
    const server = await start(5);
    const idle = Array.from({ length: 5 }, () => hold(server, whole));
    await Promise.all(idle.map((socket) => once(socket, 'data')));
    const ends = idle.map(ended);
    await ended(hold(server, whole));
    await Promise.all(ends);
    const [head] = await once(hold(server, whole), 'data');
    expect(String(head)).toMatch(/^HTTP\/1\.1 200 /);
  });
});
