import { describe, expect, it } from 'vitest';
import type { DeliveryDetail } from '#shared/deliveries/delivery.ts';
import { resultText } from '#shared/deliveries/text.ts';
import { connect, steadyRetry } from '#test/support/builders.ts';
import { FakeClock } from '#test/support/fake-clock.ts';
import { send, track } from '#test/support/ingest-client.ts';
import { startCore } from '#test/support/start-core.ts';
import {
  bytes,
  bytesThenEnd,
  hangUp,
  type Responder,
  reply,
  reset,
} from '#test/support/target-responses.ts';
import { deadUrl, startTarget } from '#test/support/target-server.ts';

const chunkedLine = 'Transfer-Encoding: chunked\r\n';
const chunks = '2\r\nok\r\n0\r\n\r\n';
const chunked = `${chunkedLine}\r\n${chunks}`;

/** A delivery after its first response. */
async function deliver(url: string): Promise<DeliveryDetail> {
  const { core, followed } = await startCore({ clock: new FakeClock() });
  await connect(core, { urls: [url], retry: steadyRetry });
  const { delivery } = await send(core, track());
  await followed.until(() => (followed.deliveries.get(delivery.id)?.attempts ?? 0) > 0);
  return core.deliveries.get({ id: delivery.id });
}

async function deliverTo(response: Responder): Promise<DeliveryDetail> {
  const target = await startTarget();
  target.respond(response);
  return deliver(target.url);
}

describe('a response', () => {
  for (const status of [200, 201, 202, 204, 299])
    it(`with ${status} is accepted`, async () => {
      const detail = await deliverTo(reply(status));
      expect(detail).toMatchObject({ state: 'delivered', lastStatus: status, lastCode: null });
      expect(detail.attemptList[0]?.result).toEqual({
        outcome: 'accepted',
        code: null,
        params: {},
      });
    });

  it.each([300, 304, 400, 401, 404, 410, 429, 499])(
    'with %i is refused, and is not retried',
    async (status) => {
      const detail = await deliverTo(reply(status));
      const code = status < 400 ? 'redirect' : 'client_error';
      expect(detail).toMatchObject({
        ...{ state: 'refused', reason: null, lastStatus: status, lastCode: code },
        nextAttemptAt: null,
      });
      const result = { outcome: 'refused', code, params: { status } };
      expect(detail.attemptList[0]?.result).toMatchObject(result);
    },
  );

  it.each([600, 999])('with %i is unexpected: it failed, and is not retried', async (status) => {
    const detail = await deliverTo(reply(status));
    expect(detail).toMatchObject({
      ...{ state: 'gave_up', reason: 'not_retryable', lastStatus: status },
      ...{ lastCode: 'unexpected_status', nextAttemptAt: null },
    });
  });

  for (const status of [500, 501, 502, 503, 504, 599])
    it(`with ${status} is a failure, and is retried`, async () => {
      const detail = await deliverTo(reply(status, 'broken'));
      expect(detail).toMatchObject({
        state: 'waiting',
        lastStatus: status,
        lastCode: 'server_error',
      });
      expect(detail.attemptList[0]?.response?.body.text).toBe('broken');
    });

  for (const status of [301, 302, 303, 307, 308])
    it(`with ${status} is refused and not followed`, async () => {
      const elsewhere = await startTarget();
      const detail = await deliverTo(reply(status, '', { Location: elsewhere.url }));
      expect(detail.attemptList[0]?.result).toMatchObject({
        outcome: 'refused',
        code: 'redirect',
        params: { status },
      });
      expect(elsewhere.connections).toBe(0);
    });

  const early = 'HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n';
  const continueText = 'HTTP/1.1 100 Continue\r\n\r\n';
  const named = 'HTTP/1.1 100 \r\nX-A: b\r\nX-B: c\r\n\r\n';
  it.for([
    ['103', early],
    ['100', continueText],
    ['100 with headers', named],
    ['100 in HTTP/1.0', 'HTTP/1.0 100\r\n\r\n'],
    ['100, 103 and 100', `${continueText}${early}${continueText}${named}`],
  ] as const)('with %s is interim: the final response decides the outcome', async ([, interim]) => {
    const detail = await deliverTo(
      bytes(`${interim}HTTP/1.1 500 No\r\nContent-Length: 2\r\n\r\nno`),
    );
    expect(detail).toMatchObject({ state: 'waiting', lastStatus: 500 });
    expect(detail.attemptList[0]?.response?.body.text).toBe('no');
  });

  it('skips a 100 on each request of a connection, however it is split into packets', async () => {
    const target = await startTarget();
    const text = `${continueText}${named}HTTP/1.1 201 Created\r\nContent-Length: 2\r\n\r\nok`;
    target.onConnection((socket) => socket.setNoDelay());
    target.always(async ({ socket }) => {
      for (const character of text) {
        await new Promise((resolve) => socket.write(character, resolve));
        await new Promise((resolve) => setImmediate(resolve));
      }
    });
    const { core, followed } = await startCore({ clock: new FakeClock() });
    await connect(core, { urls: [target.url] });
    for (const _ of [1, 2, 3]) {
      const { delivery } = await send(core, track());
      await followed.until(() => (followed.deliveries.get(delivery.id)?.attempts ?? 0) > 0);
      const { attemptList } = core.deliveries.get({ id: delivery.id });
      expect(attemptList[0]).toMatchObject({ response: { status: 201, body: { text: 'ok' } } });
    }
    expect(target.connections).toBe(1);
  });

  it.each([
    ['two lines', 'Content-Length: 2\r\nX-A: b\r\ncontent-length:2 '],
    ['a list', 'Content-Length: 2, 2,2'],
    ['lines and lists', 'Content-Length: 2\r\nContent-Length: 2, 2'],
  ])('with equal lengths in %s has this length', async (_, lines) => {
    const detail = await deliverTo(bytes(`HTTP/1.1 200 OK\r\n${lines}\r\n\r\nok`));
    expect(detail).toMatchObject({ state: 'delivered', lastStatus: 200, lastCode: null });
    expect(detail.attemptList[0]?.response?.body.text).toBe('ok');
  });

  it('over HTTP/1.0 that ends with the connection is accepted', async () => {
    const detail = await deliverTo(bytesThenEnd('HTTP/1.0 200 OK\r\n\r\nbye'));
    expect(detail).toMatchObject({ state: 'delivered', lastStatus: 200 });
    expect(detail.attemptList[0]?.response?.body.text).toBe('bye');
  });

  it('with a truncated body keeps the outcome of its status', async () => {
    const success = await deliverTo(
      bytesThenEnd('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhal'),
    );
    expect(success).toMatchObject({ state: 'delivered', lastStatus: 200 });
    expect(success.attemptList[0]?.response?.body).toMatchObject({ text: 'hal', truncated: true });
    const failure = await deliverTo(
      bytesThenEnd('HTTP/1.1 503 No\r\nContent-Length: 9\r\n\r\nhal'),
    );
    expect(failure).toMatchObject({ state: 'waiting', lastStatus: 503 });
  });

  it('with malformed chunks keeps the outcome of its status', async () => {
    const detail = await deliverTo(
      bytesThenEnd('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nnot a length\r\n'),
    );
    expect(detail).toMatchObject({ state: 'delivered', lastStatus: 200 });
  });
});

describe('an attempt without a valid response', () => {
  const failed = async (responding: Promise<DeliveryDetail>, reason: string) => {
    const detail = await responding;
    expect(detail).toMatchObject({ state: 'waiting', lastStatus: null, lastCode: reason });
    expect(detail.nextAttemptAt).toBe((detail.firstAttemptAt ?? 0) + steadyRetry.baseMs);
    expect(detail.attemptList[0]).toMatchObject({
      response: null,
      result: { outcome: 'failed', code: reason },
    });
  };

  it('is a refused connection and retried if nothing listens', async () => {
    await failed(deliver(await deadUrl()), 'connection_refused');
  });

  it('is an unknown host and retried', async () => {
    await failed(deliver('http://no-such-host.invalid/hook'), 'host_not_found');
  });

  it('is retried if the connection is reset after the request was read', async () => {
    await failed(deliverTo(reset), 'connection_reset');
  });

  it('is retried if the connection closes without a response', async () => {
    await failed(deliverTo(hangUp), 'connection_reset');
  });

  it('is retried if the connection is reset before the request was read', async () => {
    const target = await startTarget();
    target.onConnection((socket) => void socket.resetAndDestroy());
    await failed(deliver(target.url), 'connection_reset');
    expect(target.requests).toEqual([]);
  });

  it('is retried if the connection closes after a 100', async () => {
    await failed(deliverTo(bytesThenEnd('HTTP/1.1 100 Continue\r\n\r\n')), 'connection_reset');
  });

  it('is retried if a 100 never ends', async () => {
    const endless = `HTTP/1.1 100 Continue\r\n${'X-Filler: aaaa\r\n'.repeat(3_000)}`;
    await failed(deliverTo(bytes(endless)), 'headers_too_large');
  });

  it('is retried if the head is truncated', async () => {
    await failed(deliverTo(bytesThenEnd('HTTP/1.1 200 OK\r\nContent-Le')), 'connection_reset');
  });

  it('is retried if the response is not HTTP', async () => {
    await failed(deliverTo(bytesThenEnd('220 mail.example.com ESMTP\r\n')), 'malformed_response');
  });

  for (const [what, text] of [
    ['a header without a colon', 'HTTP/1.1 200 OK\r\nno colon here\r\n\r\n'],
    ['a header with a NUL', 'HTTP/1.1 200 OK\r\nX-A: a\0b\r\n\r\n'],
    ['a status that is no number', 'HTTP/1.1 abc OK\r\n\r\n'],
    ['an unrequested 101', 'HTTP/1.1 101 X\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n'],
  ] as const)
    it(`is retried if the response has ${what}`, async () => {
      await failed(deliverTo(bytesThenEnd(text)), 'malformed_response');
    });

  it.each(['000', '099'])('is retried, and named, if the status is %s', async (status) => {
    const text = `HTTP/1.1 ${status} OK\r\nContent-Length: 0\r\n\r\n`;
    const detail = await deliverTo(bytesThenEnd(text));
    const params = { detail: expect.stringContaining(status) };
    expect(detail.attemptList[0]).toMatchObject({
      result: { outcome: 'failed', code: 'malformed_response', params },
      response: null,
    });
  });

  for (const [what, lines, code] of [
    [
      'two different lengths',
      'Content-Length: 2\r\nContent-Length: 3\r\n\r\nok',
      'ambiguous_length',
    ],
    ['a list of different lengths', 'Content-Length: 2, 3\r\n\r\nok', 'ambiguous_length'],
    ['a length and chunks', `Content-Length: 2\r\n${chunked}`, 'ambiguous_length'],
    ['chunks and a length', `${chunkedLine}Content-Length: 2\r\n\r\n${chunks}`, 'ambiguous_length'],
    ['headers of 40 KB', `X-A: ${'a'.repeat(40_000)}\r\n\r\n`, 'headers_too_large'],
  ] as const)
    it(`is retried if the response has ${what}, with a sentence from Hookwright`, async () => {
      const detail = await deliverTo(bytesThenEnd(`HTTP/1.1 200 OK\r\n${lines}`));
      const result = detail.attemptList[0]?.result;
      expect(result).toMatchObject({ outcome: 'failed', code });
      expect(result && resultText(result)).not.toMatch(/UND_ERR|HPE_|protocol/);
    });

  it('is retried if the server responds to plain HTTP with a TLS alert', async () => {
    await failed(deliverTo(bytesThenEnd('\x15\x03\x01\0\x02\x02\x28')), 'https_expected');
  });

  it('is retried if the head is endless', async () => {
    const endless = `HTTP/1.1 200 OK\r\n${'X-Filler: aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\r\n'.repeat(3_000)}`;
    await failed(deliverTo(bytes(endless)), 'headers_too_large');
  });
});
