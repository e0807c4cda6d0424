/** Clients that are slow, disconnect or wait do not affect others. */
import { once } from 'node:events';
import net from 'node:net';
import { gzipSync } from 'node:zlib';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createConnectionCounter } from '#main/kit/connections.ts';
import { writeKey } from '#test/support/builders.ts';
import { basic, post, track } from '#test/support/ingest-client.ts';
import { startIngest } from '#test/support/ingest-server.ts';
import { connectRaw, type RawClient, readResponse } from '#test/support/raw-client.ts';

/** No client is too slow. */
const unlimited = {
  headersTimeout: 0,
  requestTimeout: 0,
  connectionsCheckingInterval: 1_000,
  keepAliveTimeout: 0,
  handshakeTimeout: 0,
};

async function start(times = unlimited) {
  const started = await startIngest({ connections: createConnectionCounter(4_096) }, times);
  const counts = () => {
    const { accepted, rejected, duplicates } = started.store.counters.ledger();
    return { accepted, rejected, duplicates };
  };
  return { ...started, counts };
}

const body = JSON.stringify({ type: 'track', userId: 'slow', event: 'Slow' });
const head = (...lines: readonly string[]) =>
  [
    'POST /v1/track HTTP/1.1',
    'Host: x',
    `Authorization: ${basic(writeKey)}`,
    ...lines,
    '',
    '',
  ].join('\r\n');
const whole = `${head(`Content-Length: ${body.length}`)}${body}`;

describe('hundreds of clients that send one byte at a time', () => {
  it('delay no other client, and get a response when complete', async () => {
    const ingest = await start();
    const slow = await Promise.all(
      Array.from({ length: 200 }, async (_, index) => {
        // Every second one has a complete head and a slow body.
        const sent = index % 2 === 0 ? 20 : whole.length - body.length + 5;
        return { client: await connectRaw(ingest, whole.slice(0, sent)), sent };
      }),
    );
    const steps = 10;
    for (let step = 0; step < steps; step += 1) {
      for (const { client, sent } of slow)
        client.socket.write(whole.slice(sent + step, sent + step + 1));
      expect((await post(ingest, '/v1/track', track())).status).toBe(200);
    }
    expect(ingest.counts()).toEqual({ accepted: steps, rejected: 0, duplicates: 0 });
    for (const { client, sent } of slow) client.socket.write(whole.slice(sent + steps));
    const responses = await Promise.all(slow.map(({ client }) => client.until(/success":true}/)));
    for (const response of responses) expect(readResponse(response).status).toBe(200);
    expect(ingest.counts()).toMatchObject({ accepted: steps + slow.length, rejected: 0 });
  });
});

describe('a client that disconnects in the middle of its body', () => {
  const compressed = gzipSync(body);
  it.each<[string, string, Buffer, (client: RawClient) => void]>([
    ['by closing', head('Content-Length: 1000'), Buffer.from(body), ({ socket }) => socket.end()],
    [
      'by a reset',
      head('Content-Length: 1000'),
      Buffer.from(body),
      ({ socket }) => socket.resetAndDestroy(),
    ],
    [
      'between chunks',
      head('Transfer-Encoding: chunked'),
      Buffer.from(`${body.length.toString(16)}\r\n${body}\r\n`),
      ({ socket }) => socket.resetAndDestroy(),
    ],
    [
      'that is compressed',
      head('Content-Encoding: gzip', `Content-Length: ${compressed.length}`),
      compressed.subarray(0, -8),
      ({ socket }) => socket.resetAndDestroy(),
    ],
  ])(
    '%s leaves nothing behind: nothing is accepted, and nothing recorded',
    async (_, lines, part, leave) => {
      const ingest = await start();
      const clients = await Promise.all(
        Array.from({ length: 20 }, () => connectRaw(ingest, lines)),
      );
      for (const { socket } of clients) socket.write(part);
      // A response on another connection: earlier bytes have been read by then.
      expect((await post(ingest, '/v1/track', track())).status).toBe(200);
      for (const client of clients) leave(client);
      await Promise.all(clients.map(({ closed }) => closed));
      expect((await post(ingest, '/v1/track', track())).status).toBe(200);
      expect(ingest.counts()).toEqual({ accepted: 2, rejected: 0, duplicates: 0 });
      expect(ingest.log.errors()).toEqual([]);
    },
  );
});

it('two thousand idle connections are kept, and others are served as before', async () => {
  const ingest = await start();
  const { hostname, port } = new URL(ingest.ingestUrl);
  const count = 2_000;
  const sockets = Array.from({ length: count }, () =>
    net.connect({ host: hostname, port: Number(port) }),
  );
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
  });
  await Promise.all(sockets.map((socket) => once(socket, 'connect')));
  // Some of them have sent a request before.
  const heard = sockets.slice(0, 200);
  const responses = heard.map((socket) => once(socket, 'data'));
  for (const socket of heard) socket.write(whole);
  for (const [response] of await Promise.all(responses))
    expect(String(response)).toMatch(/^HTTP\/1\.1 200 /);

  for (let index = 0; index < 50; index += 1)
    expect((await post(ingest, '/v1/track', track())).status).toBe(200);
  expect(sockets.filter(({ closed }) => closed)).toEqual([]);
  const [last] = sockets.slice(-1);
  if (last === undefined) throw new Error('There is no connection.');
  const response = once(last, 'data');
  last.write(whole);
  expect(String((await response)[0])).toMatch(/^HTTP\/1\.1 200 /);
});

it('an endless head gets 408 in JSON, and the connection is closed', async () => {
  const ingest = await start({
    ...unlimited,
    headersTimeout: 100,
    connectionsCheckingInterval: 20,
  });
  const { closed } = await connectRaw(ingest, 'POST /v1/track HTTP/1.1\r\nHost: x\r\nX-Slow: ');
  expect(readResponse(await closed)).toMatchObject({
    status: 408,
    json: { success: false, code: 'bad_request', message: expect.stringContaining('too long') },
  });
});
