/** Sockets of clients that never finish and never close are closed. */
import { once } from 'node:events';
import net, { type AddressInfo } from 'node:net';
import tls from 'node:tls';
import { describe, it, onTestFinished } from 'vitest';
import { createConnectionCounter } from '#main/kit/connections.ts';
import { realClock } from '#main/kit/real-clock.ts';
import type { Decision } from '#main/mocks/decide.ts';
import { respondNotFound } from '#main/mocks/endpoint.ts';
import { createListener, type ListenerEvents, type ListenerKind } from '#main/mocks/listener.ts';
import { sendResponse } from '#main/mocks/response.ts';
import { makeCertificate } from '#test/support/certificate.ts';

/** The product's limits, but 100 times shorter. */
const times = {
  headersTimeout: 100,
  requestTimeout: 300,
  connectionsCheckingInterval: 20,
  keepAliveTimeout: 650,
  handshakeTimeout: 100,
};

const count = 20;

/** Responds with the fault named by the path; other paths belong to no mock endpoint. */
function arrivalsWith(ended: () => void): ListenerEvents {
  return {
    ended,
    request(exchange) {
      const { request, response } = exchange;
      const fault = (request.url ?? '').slice('/mock/'.length) as Decision['fault'];
      if (fault === ('' as string)) return respondNotFound(response, 'Not here.');
      const decision: Decision = {
        cause: 'step',
        step: 0,
        status: 200,
        headers: [],
        body: 'Hello',
        forward: null,
        delayMs: 0,
        fault,
        bytesPerSecond: undefined,
      };
      request.resume();
      void sendResponse(realClock, decision, exchange);
    },
  };
}

/** Holds connections on which `text` was sent; resolves when the mock endpoint has closed all. */
async function openAll(kind: ListenerKind, text: string): Promise<void> {
  const allEnded = Promise.withResolvers<void>();
  let ended = 0;
  const arrivals = arrivalsWith(() => {
    ended += 1;
    if (ended === count) allEnded.resolve();
  });
  const listener = createListener(kind, arrivals, createConnectionCounter(count), times);
  await once(listener.server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => listener.close());
  const { port } = listener.server.address() as AddressInfo;
  for (let index = 0; index < count; index += 1) {
    const socket = net.connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    onTestFinished(() => void socket.destroy());
    socket.on('error', () => undefined).resume();
    socket.write(text);
  }
  await allEnded.promise;
}

function https(): ListenerKind {
  const { cert, key } = makeCertificate();
  return { kind: 'https', keys: { certificate: cert, privateKey: key }, floor: '1.2' };
}

const post = (path: string): string =>
  `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\nhi`;

describe('a mock endpoint closes the connections of clients that never close', () => {
  it.each([
    ['say nothing', ''],
    ['stop within their head', 'POST /mock/none HTTP/1.1\r\nHost: '],
    ['stop within their body', post('/mock/none').replace('2', '100')],
    ['speak no HTTP', 'EHLO example.com\r\n\r\n'],
    ['stop within a body for no mock endpoint', post('/').replace('2', '100')],
    ['are done', post('/mock/none')],
    ['are closed without a response', post('/mock/close')],
    ['get half of a body', post('/mock/truncated_body')],
    ['get no status line', post('/mock/malformed_status_line')],
    ['get no headers', post('/mock/malformed_headers')],
  ])('and %s', async (_, text) => {
    await openAll({ kind: 'http' }, text);
  });

  it('without starting a handshake that will be reset', () =>
    openAll({ kind: 'handshake_reset' }, ''));

  it.each([
    ['begin no handshake', ''],
    ['speak no TLS', 'EHLO example.com\r\n\r\n'],
  ])('and %s', async (_, text) => {
    await openAll(https(), text);
  });
});

const hourMs = 3_600_000;

it('a mock endpoint with https closes idle connections when there are too many', async () => {
  const arrivals = arrivalsWith(() => undefined);
  const listener = createListener(https(), arrivals, createConnectionCounter(1), {
    ...{ headersTimeout: hourMs, requestTimeout: hourMs, connectionsCheckingInterval: hourMs },
    ...{ keepAliveTimeout: hourMs, handshakeTimeout: hourMs },
  });
  await once(listener.server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => listener.close());
  const { port } = listener.server.address() as AddressInfo;
  const idle = tls.connect({ port, host: '127.0.0.1', rejectUnauthorized: false });
  idle.write(post('/mock/none'));
  await once(idle, 'data');
  const ended = once(idle, 'end');
  net.connect({ port, host: '127.0.0.1' }).on('error', () => undefined);
  await ended;
});
