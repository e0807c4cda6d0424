/** Copies of requests in a mock endpoint's log, over real sockets. */
import { createHmac, generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { ReceivedCopyEdit } from '#shared/deliveries/copy.ts';
import { redactedMark } from '#shared/kit/redacted.ts';
import type { Mock } from '#shared/mocks/mock.ts';
import type { MockEntry } from '#shared/mocks/request.ts';
import { profileOf } from '#shared/profiles/profiles.ts';
import { connect } from '#test/support/builders.ts';
import { makeMock, speak, urlOf } from '#test/support/mock-client.ts';
import { sharedCore } from '#test/support/start-core.ts';
import { reply } from '#test/support/target-responses.ts';
import { startTarget } from '#test/support/target-server.ts';
import { hmac } from './strict-receiver.ts';

const starting = sharedCore();

type Settings = Parameters<typeof makeMock>[1];

async function entries(mock: Mock, count: number): Promise<readonly MockEntry[]> {
  const { core, followed } = await starting;
  return followed.until(() => {
    const { items } = core.mockRequests.list({ id: mock.id, limit: 10 });
    return items.length === count && items;
  });
}

const sendCopy = async (edit: z.input<typeof ReceivedCopyEdit>) =>
  (await starting).core.copies.sendReceived(ReceivedCopyEdit.parse(edit));

const detail = async ({ mockId, id }: MockEntry) =>
  (await starting).core.mockRequests.get({ id: mockId, requestId: id });

/** A mock endpoint with one recorded request, sent with these bytes. */
async function recorded(bytes: string, settings: Settings = {}) {
  const { core } = await starting;
  const mock = await makeMock(core, settings);
  await speak(urlOf(mock), {
    bytes: (host, path) => bytes.replace('PATH', path).replace('HOST', host),
    enough: /\r\n\r\n/,
  });
  const [entry] = await entries(mock, 1);
  return { mock, edit: { id: mock.id, requestId: entry?.id ?? 0 } };
}

const put = [
  'PUT PATH/orders/7?a=1&b=%20 HTTP/1.1',
  'Host: HOST',
  'x-ONE: 1',
  'X-Signature: 00ff',
  'Stripe-Signature: t=1,v1=ab',
  'x-one: é',
  'Transfer-Encoding: chunked',
  '',
  '2\r\nhi\r\n0\r\n\r\n',
].join('\r\n');

describe('a request in a log', () => {
  it('is copied as recorded: method, path, query, headers and body', async () => {
    const { mock, edit } = await recorded(put, {
      steps: [{ status: 503 }, { status: 201, body: 'made' }],
    });
    const sent = await sendCopy(edit);
    const [again, first] = await Promise.all((await entries(mock, 2)).map(detail));
    const endToEnd = (lines: readonly (readonly [string, string])[] = []) =>
      lines.filter(([name]) => !/^(host|connection|transfer-encoding|content-length)$/i.test(name));
    expect(endToEnd(again?.headers)).toEqual(endToEnd(first?.headers));
    expect(again).toMatchObject({
      method: 'PUT',
      path: first?.path,
      body: { text: 'hi' },
      deliveryId: null,
      response: { status: 201, step: 1 },
    });
    expect(sent).toMatchObject({
      deliveryId: null,
      received: { mockId: mock.id, mock: mock.name, requestId: edit.requestId },
      method: 'PUT',
      request: { method: 'PUT' },
      url: `${urlOf(mock)}/orders/7?a=1&b=%20`,
      signing: 'as_is',
      signatureFit: 'unknown',
      state: 'accepted',
      status: 201,
      attempt: { response: { body: { text: 'made' } } },
    });
    const { core } = await starting;
    expect(core.copies.listAll({ limit: 1 }).items[0]).toMatchObject({
      id: sent.id,
      received: sent.received,
    });
  });

  it('goes through forwarding again', async () => {
    const target = await startTarget();
    target.always(reply(202));
    const whole = put.replace(/Transfer-Encoding.*/s, 'Content-Length: 2\r\n\r\nhi');
    const { edit } = await recorded(whole, { forward: { url: target.url } });
    expect(await sendCopy(edit)).toMatchObject({ status: 202 });
    const [first, again] = [await target.received(1), await target.received(2)];
    expect(again).toMatchObject({ method: 'PUT', path: first.path, body: first.body });
  });

  it('is copied to another URL with edited method, headers and body', async () => {
    const target = await startTarget();
    const { edit } = await recorded(put);
    const sent = await sendCopy({
      ...edit,
      url: `${target.url}?x`,
      method: 'patch',
      headers: [['X-Env', 'dev']],
      body: '{"é":1}',
    });
    const request = await target.received(1);
    expect(request).toMatchObject({ method: 'PATCH', path: '/hook?x' });
    expect(request.body.toString()).toBe('{"é":1}');
    expect(request.headers).toEqual([
      ['host', `127.0.0.1:${target.port}`],
      ['connection', 'keep-alive'],
      ['X-Env', 'dev'],
      ['X-Signature', '00ff'],
      ['Stripe-Signature', 't=1,v1=ab'],
      ['content-length', '8'],
    ]);
    expect(sent.request.headers).toEqual(request.headers);
  });

  it('without a body gets none', async () => {
    const target = await startTarget();
    const { edit } = await recorded('GET PATH HTTP/1.1\r\nHost: HOST\r\n\r\n');
    const sent = await sendCopy({ ...edit, url: target.url });
    const request = await target.received(1);
    expect(request.method).toBe('GET');
    expect(request.header('content-length')).toBeUndefined();
    expect(sent.request.headers).toEqual(request.headers);
  });

  it('keeps every byte, including a byte order mark and invalid UTF-8', async () => {
    const target = await startTarget();
    const { core } = await starting;
    const mock = await makeMock(core);
    for (const body of [Buffer.from('\ufeff{}'), Buffer.from([0, 255, 254, 10])]) {
      await fetch(urlOf(mock), { method: 'POST', body });
      const [entry] = await entries(mock, target.requests.length + 1);
      await sendCopy({ id: mock.name, requestId: entry?.id ?? 0, url: target.url });
      expect(target.requests.at(-1)?.body).toEqual(body);
    }
  });

  it('is signed with the secret of a destination only if chosen', async () => {
    const { core } = await starting;
    const target = await startTarget();
    const { id: destinationId } = await connect(core, {
      webhooks: [{ url: target.url }],
      sharedSecret: 'wh_copied',
    });
    const { edit } = await recorded(put);
    const to = { ...edit, url: target.url };
    const signed = await sendCopy({ ...to, destinationId, signing: 'valid' });
    expect(signed).toMatchObject({ signatureFit: 'valid', secretOrigin: 'destination' });
    const request = await target.received(1);
    expect(request.headers.filter(([name]) => name.toLowerCase() === 'x-signature')).toEqual([
      ['X-Signature', hmac('sha1', 'wh_copied', 'hi')],
    ]);
    expect(await sendCopy({ ...to, signing: 'missing' })).toMatchObject({
      signatureFit: 'unsigned',
    });
    expect((await target.received(2)).header('x-signature')).toBeUndefined();
    await expect(sendCopy({ ...to, signing: 'stale' })).rejects.toMatchObject({ field: 'secret' });
  });

  it("is signed like the chosen destination's other requests", async () => {
    const { core } = await starting;
    const target = await startTarget();
    const key = Buffer.from('0123456789abcdef0123456789abcdef');
    const { id: destinationId } = await connect(core, {
      webhooks: [{ url: target.url }],
      sharedSecret: `whsec_${key.toString('base64')}`,
      profile: 'standard-webhooks',
    });
    const { edit } = await recorded(
      put.replace(
        'x-ONE: 1',
        'webhook-id: msg_1\r\nwebhook-timestamp: 1\r\nwebhook-signature: v1,x',
      ),
    );
    expect(await sendCopy({ ...edit, url: target.url })).toMatchObject({ signatureFit: 'unknown' });
    expect((await target.received(1)).header('webhook-signature')).toBe('v1,x');
    await sendCopy({ ...edit, url: target.url, destinationId, signing: 'valid' });
    const { header, body } = await target.received(2);
    const timestamp = header('webhook-timestamp');
    const content = `msg_1.${timestamp}.${body}`;
    expect(Number(timestamp)).toBeGreaterThan(1);
    expect(header('webhook-signature')).toBe(
      `v1,${createHmac('sha256', key).update(content).digest('base64')}`,
    );
  });

  it('is valid with a signature that differs each time', async () => {
    const { core } = await starting;
    const target = await startTarget();
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
    const { id: destinationId } = await connect(core, {
      webhooks: [{ url: target.url }],
      sharedSecret: privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64'),
      profile: { ...profileOf({ profile: 'sendgrid' }), id: 'own', body: 'message' },
    });
    const { edit } = await recorded(put);
    const signed = { ...edit, url: target.url, destinationId };
    expect(await sendCopy({ ...signed, signing: 'valid' })).toMatchObject({
      signatureFit: 'valid',
    });
    expect(await sendCopy({ ...signed, signing: 'wrong_secret' })).toMatchObject({
      signatureFit: 'invalid',
    });
  });
});

describe('a request that was not recorded completely', () => {
  it('is copied only with a new body', async () => {
    const { core } = await starting;
    const target = await startTarget();
    const mock = await makeMock(core);
    await fetch(urlOf(mock), { method: 'POST', body: 'x'.repeat(65_537) });
    const [entry] = await entries(mock, 1);
    const edit = { id: mock.id, requestId: entry?.id ?? 0, url: target.url };
    await expect(sendCopy(edit)).rejects.toMatchObject({ code: 'body_truncated' });
    expect(await sendCopy({ ...edit, body: 'short' })).toMatchObject({ status: 200 });
    const cut = await recorded(put, { steps: [{ fault: 'reset_during_request' }] });
    await expect(sendCopy(cut.edit)).rejects.toMatchObject({ code: 'body_truncated' });
  });

  it('is copied only with new headers if one was redacted', async () => {
    const target = await startTarget();
    const { edit } = await recorded(put.replace('x-ONE: 1', `Cookie: a=${redactedMark}`));
    const to = { ...edit, url: target.url };
    await expect(sendCopy(to)).rejects.toMatchObject({ code: 'header_redacted' });
    expect(await sendCopy({ ...to, headers: [['Cookie', 'a=1']] })).toMatchObject({ status: 200 });
  });

  it('is rejected if the connection had no request', async () => {
    const { core } = await starting;
    const mock = await makeMock(core, { steps: [{ fault: 'reset_before_request' }] });
    await speak(urlOf(mock));
    const [entry] = await entries(mock, 1);
    const edit = { id: mock.id, requestId: entry?.id ?? 0 };
    await expect(sendCopy(edit)).rejects.toMatchObject({ code: 'conflict' });
  });
});
