/** Of thousands of requests that a client sends without waiting, each listener handles a few at a time. */
import { once } from 'node:events';
import net, { type AddressInfo } from 'node:net';
import tls from 'node:tls';
import { expect, it, onTestFinished, vi } from 'vitest';
import { createConnectionCounter } from '#main/kit/connections.ts';
import { createListener, type ListenerEvents, type ListenerKind } from '#main/mocks/listener.ts';
import type { KeyPair } from '#main/settings/certificates/create-certificate.ts';
import { startInterface, token } from '#test/hosts/headless/support/start-interface.ts';
import { writeKey } from '#test/support/builders.ts';
import { makeCertificate } from '#test/support/certificate.ts';
import { basic } from '#test/support/ingest-client.ts';
import { startIngest } from '#test/support/ingest-server.ts';
import { connectRaw } from '#test/support/raw-client.ts';

const requestCount = 3_000;
/** The limit. */
const maxOpen = 128;

/** Counts requests, each open until a later turn of the event loop. */
function createMeter() {
  let open = 0;
  const counts = { started: 0, mostOpen: 0 };
  async function handled(): Promise<void> {
    counts.started += 1;
    open += 1;
    counts.mostOpen = Math.max(counts.mostOpen, open);
    await new Promise(setImmediate);
    open -= 1;
  }
  return { counts, handled };
}
type Meter = ReturnType<typeof createMeter>;

interface Target {
  readonly port: number;
  readonly request: string;
}

const post = (path: string, body: string, authorization = ''): string =>
  `POST ${path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: ${authorization}\r\nContent-Length: ${body.length}\r\n\r\n${body}`;

const page = post('/v1/page', '{"type":"page","userId":"u"}', basic(writeKey));

function keyPair(): KeyPair {
  const { cert, key } = makeCertificate();
  return { certificate: cert, privateKey: key };
}

async function ingestion({ handled }: Meter, keys: KeyPair | null): Promise<Target> {
  const { server, store } = await startIngest({}, undefined, keys);
  const write = store.write.bind(store);
  vi.spyOn(store, 'write').mockImplementation(async (...args: Parameters<typeof write>) => {
    await handled();
    return write(...args);
  });
  return { port: (server.address() as AddressInfo).port, request: page };
}

async function listen(kind: ListenerKind, events: ListenerEvents): Promise<Target> {
  const listener = createListener(kind, events, createConnectionCounter(10));
  await once(listener.server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => listener.close());
  const { port } = listener.server.address() as AddressInfo;
  return { port, request: post('/mock/any', 'hi') };
}

const mockEndpoint = ({ handled }: Meter, kind: ListenerKind): Promise<Target> =>
  listen(kind, {
    request({ request, response }) {
      request.resume();
      void handled().then(() => response.end());
    },
  });

async function userInterface({ handled }: Meter): Promise<Target> {
  const { core, port } = await startInterface();
  const { get } = core.clock;
  vi.spyOn(core.clock, 'get').mockImplementation((async () => {
    await handled();
    return get();
  }) as unknown as typeof get);
  const request = `GET /api/clock HTTP/1.1\r\nHost: localhost:${port}\r\nAuthorization: Bearer ${token}\r\n\r\n`;
  return { port, request };
}

/** Resolves with the statuses of this many responses. */
function statusesOn(socket: net.Socket, count: number): Promise<string[]> {
  const { promise, resolve } = Promise.withResolvers<string[]>();
  let received = '';
  socket.on('data', (chunk) => {
    received += chunk.toString('latin1');
    const statuses = Array.from(
      received.matchAll(/HTTP\/1\.1 (\d+)/g),
      ([, status]) => status ?? '',
    );
    if (statuses.length === count) resolve(statuses);
  });
  return promise;
}

const listeners: readonly (readonly [string, boolean, (meter: Meter) => Promise<Target>])[] = [
  ['ingestion', false, (meter) => ingestion(meter, null)],
  ['ingestion over https', true, (meter) => ingestion(meter, keyPair())],
  ['a mock endpoint', false, (meter) => mockEndpoint(meter, { kind: 'http' })],
  [
    'a mock endpoint with https',
    true,
    (meter) => mockEndpoint(meter, { kind: 'https', keys: keyPair(), floor: '1.2' }),
  ],
  ['the interface', false, userInterface],
];

function connect(port: number, isTls: boolean): net.Socket {
  const address = { host: '127.0.0.1', port };
  const socket = isTls
    ? tls.connect({ ...address, rejectUnauthorized: false })
    : net.connect(address);
  socket.allowHalfOpen = true;
  onTestFinished(() => void socket.destroy());
  return socket;
}

it.each(listeners)(
  '%s responds to all, and has at most 128 open at once',
  async (_, isTls, start) => {
    const meter = createMeter();
    const { port, request } = await start(meter);
    const socket = connect(port, isTls);
    const responses = statusesOn(socket, requestCount);
    socket.write(request.repeat(requestCount));
    expect(new Set(await responses)).toEqual(new Set(['200']));
    expect(meter.counts.started).toBe(requestCount);
    expect(meter.counts.mostOpen).toBeLessThanOrEqual(maxOpen);
  },
);

it.each(
  listeners.flatMap(([name, isTls, start]) =>
    (
      [
        [1, 'no HTTP', '400'],
        [300, 'no HTTP', '400'],
        [300, 'CONNECT a:1 HTTP/1.1', '405'],
      ] as const
    ).map((what) => [name, ...what, isTls, start] as const),
  ),
)(
  '%s responds to %i requests before it rejects %s',
  async (_, count, text, status, isTls, start) => {
    const meter = createMeter();
    const { port, request } = await start(meter);
    const socket = connect(port, isTls);
    const ended = once(socket, 'end');
    const responses = statusesOn(socket, count + 1);
    socket.write(`${request.repeat(count)}${text}\r\n\r\n`);
    expect(await responses).toEqual([...Array<string>(count).fill('200'), status]);
    expect(meter.counts.started).toBe(count);
    await ended;
  },
);

const twoLengths = 'GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n';

/** The others, whose responses may take long, take a client that ends its side for one that has left. */
const keepHalfClosed = listeners.filter(([name]) => name.startsWith('ingestion'));

it.each(
  keepHalfClosed.flatMap(([name, isTls, start]) =>
    (
      [
        ['requests', 2, '', ['200', '200']],
        ['a request, and one that is invalid', 1, twoLengths, ['200', '400']],
        ['an invalid request', 0, twoLengths, ['400']],
      ] as const
    ).map((sent) => [name, ...sent, isTls, start] as const),
  ),
)(
  '%s responds to a client that ends its side after %s',
  async (_, __, count, text, statuses, isTls, start) => {
    const { port, request } = await start(createMeter());
    const socket = connect(port, isTls);
    const responses = statusesOn(socket, statuses.length);
    const ended = once(socket, 'end');
    await once(socket, isTls ? 'secureConnect' : 'connect');
    socket.end(request.repeat(count) + text);
    expect(await Promise.race([responses, ended])).toEqual(statuses);
    await ended;
  },
);

it('no more are read while others wait, though their bodies are', async () => {
  const { server, ingestUrl } = await startIngest({});
  let pending = 0;
  let mostPending = 0;
  server.on('request', (_, response) => {
    pending += 1;
    mostPending = Math.max(mostPending, pending);
    response.once('close', () => {
      pending -= 1;
    });
  });
  const { socket } = await connectRaw({ ingestUrl });
  const responses = statusesOn(socket, requestCount + 1);
  const message = { type: 'page', userId: 'u', properties: { text: 'x'.repeat(30_000) } };
  const batch = JSON.stringify({ batch: Array(15).fill(message) });
  socket.write(page.repeat(requestCount) + post('/v1/batch', batch, basic(writeKey)));
  expect(new Set(await responses)).toEqual(new Set(['200']));
  // What Node has read at once.
  expect(mostPending).toBeLessThanOrEqual(maxOpen + Math.ceil(65_536 / page.length));
});

it('requests that wait are not handled once the connection is closed', async () => {
  const ended = Promise.withResolvers<void>();
  let started = 0;
  const events: ListenerEvents = {
    request({ request }) {
      started += 1;
      if (started === maxOpen) setImmediate(() => request.socket.destroy());
    },
    ended: () => ended.resolve(),
  };
  const { port, request } = await listen({ kind: 'http' }, events);
  const socket = net.connect(port, '127.0.0.1').on('error', () => undefined);
  socket.write(request.repeat(requestCount));
  await ended.promise;
  await new Promise(setImmediate);
  expect(started).toBe(maxOpen);
});
