/** Copies of a delivery over real sockets, to a receiver that checks signatures. */
import { describe, expect, it } from 'vitest';
import type { Core } from '#main/app.ts';
import { CopyEdit } from '#shared/deliveries/copy.ts';
import { connect } from '#test/support/builders.ts';
import { makeAuthority, makeCertificate } from '#test/support/certificate.ts';
import { send, track } from '#test/support/ingest-client.ts';
import { startCore } from '#test/support/start-core.ts';
import { bytesThenEnd, hangUp, reply } from '#test/support/target-responses.ts';
import { deadUrl, startTarget } from '#test/support/target-server.ts';
import { accepts, hmac, strict } from './strict-receiver.ts';

const secret = 'wh_s3cret';

/** A delivery that was delivered to a receiver that checks signatures. */
async function delivered(settings: Parameters<typeof connect>[1] = {}) {
  const started = await startCore();
  const target = await startTarget();
  target.always(strict(secret));
  const destination = await connect(started.core, {
    webhooks: [{ url: target.url, headers: { 'X-Env': 'prod' } }],
    sharedSecret: secret,
    ...settings,
  });
  const { delivery } = await send(started.core, track({ properties: { total: 12.5 } }));
  await started.followed.state(delivery.id, 'delivered');
  const original = await target.received(1);
  const sendCopy = (edit: object = {}) =>
    edited(started.core, { deliveryId: delivery.id, ...edit });
  return { ...started, target, destination, id: delivery.id, original, sendCopy };
}

const edited = (core: Core, edit: object) => core.copies.send(CopyEdit.parse(edit));

describe('a copy', () => {
  it('equals the request of the delivery when nothing is edited', async () => {
    const { target, original, sendCopy } = await delivered();
    const sent = await sendCopy();
    const { method, path, headers, body } = await target.received(2);
    expect({ method, path, headers, body }).toEqual({
      method: original.method,
      path: original.path,
      headers: original.headers,
      body: original.body,
    });
    expect(sent).toMatchObject({
      label: JSON.parse(original.body.toString()).event,
      state: 'accepted',
      status: 200,
      signing: 'valid',
      signatureFit: 'valid',
      secretOrigin: 'destination',
      request: { method: 'POST', url: target.url, headers },
      body: { text: body.toString() },
      attempt: { result: { outcome: 'accepted', code: null, params: {} } },
    });
  });

  it('uses the edited body, headers, URL and secret, re-signed', async () => {
    const { target, original, sendCopy } = await delivered();
    const other = await startTarget();
    const body = '{ "größe": "☃", "n": 1e400 }\n';
    const headers = [
      ['content-type', 'text/plain'],
      ['X-Twice', '1'],
      ['X-Twice', '2'],
      ['user-agent', 'Somebody/2'],
    ];
    const url = `${other.url}/else?x=1`;
    const sent = await sendCopy({ url, headers, body, secret: ' new ' });
    const request = await other.received(1);
    expect(request.path).toBe('/hook/else?x=1');
    expect(request.body.toString()).toBe(body);
    expect(request.headers).toEqual([
      ['host', `127.0.0.1:${other.port}`],
      ['connection', 'keep-alive'],
      ['content-type', 'text/plain'],
      ['X-Signature', hmac('sha1', ' new ', body)],
      ...headers.slice(1),
      ['content-length', String(Buffer.byteLength(body))],
    ]);
    expect(sent).toMatchObject({ secretOrigin: 'typed', signatureFit: 'valid' });
    expect(JSON.stringify(sent)).not.toContain('" new "');
    expect(target.requests).toEqual([original]);
  });

  it('uses the headers of the webhook with its URL', async () => {
    const { core, id, target, destination, sendCopy } = await delivered();
    const other = await startTarget();
    await core.destinations.update({
      id: destination.id,
      webhooks: [
        { url: target.url, headers: { 'X-Env': 'prod' } },
        { url: other.url, headers: { 'X-Env': 'other' } },
      ],
    });
    await sendCopy({ url: other.url });
    expect((await other.received(1)).header('x-env')).toBe('other');
    expect(core.copies.list({ deliveryId: id, limit: 9 }).items).toMatchObject([
      { url: other.url },
    ]);
  });

  it('is not signed without a secret', async () => {
    const { target, sendCopy } = await delivered();
    const sent = await sendCopy({ secret: '' });
    expect((await target.received(2)).header('x-signature')).toBeUndefined();
    expect(sent).toMatchObject({
      secretOrigin: 'none',
      signatureFit: 'unsigned',
      expectedSignature: null,
    });
  });

  it('may have an empty body, and one up to the maximum size', async () => {
    const { target, sendCopy } = await delivered();
    expect(await sendCopy({ body: '' })).toMatchObject({ status: 200, body: { byteLength: 0 } });
    const body = 'é'.repeat(1_000_000);
    expect(await sendCopy({ body })).toMatchObject({
      status: 200,
      body: { byteLength: 2_000_000 },
    });
    expect((await target.received(3)).body.toString()).toBe(body);
  });
});

describe('a copy with a deliberately wrong signature is rejected by a strict receiver', () => {
  const edit = { body: '{"type":"track","total":19,"open":true}' };

  it('with the signature of the previous body', async () => {
    const { target, original, sendCopy } = await delivered();
    const sent = await sendCopy({ ...edit, signing: 'stale' });
    const request = await target.received(2);
    expect(request.header('x-signature')).toBe(hmac('sha1', secret, original.body));
    expect(request.header('x-signature')).toBe(original.header('x-signature'));
    expect(request.body.toString()).toBe(edit.body);
    expect(sent).toMatchObject({ status: 401, signatureFit: 'invalid' });
  });

  it('with the signature of another secret', async () => {
    const { target, sendCopy } = await delivered();
    const sent = await sendCopy({ ...edit, signing: 'wrong_secret' });
    const request = await target.received(2);
    expect(request.header('x-signature')).toBe(hmac('sha1', `${secret}-wrong`, edit.body));
    expect(sent).toMatchObject({ status: 401, signatureFit: 'invalid' });
  });

  it('with an upper-case signature', async () => {
    const { target, sendCopy } = await delivered();
    const sent = await sendCopy({ ...edit, signing: 'upper_case' });
    const signature = (await target.received(2)).header('x-signature');
    expect(signature).toMatch(/^[0-9A-F]{40}$/);
    expect(signature?.toLowerCase()).toBe(hmac('sha1', secret, edit.body));
    expect(sent).toMatchObject({ status: 401, signatureFit: 'invalid' });
  });

  it('without a signature', async () => {
    const { target, original, sendCopy } = await delivered();
    const sent = await sendCopy({ signing: 'missing' });
    const request = await target.received(2);
    expect(request.body).toEqual(original.body);
    expect(request.headers).toEqual(original.headers.filter(([name]) => name !== 'X-Signature'));
    expect(sent).toMatchObject({
      status: 401,
      signatureFit: 'invalid',
      expectedSignature: original.header('x-signature'),
    });
  });

  it('with an HMAC-SHA256 signature', async () => {
    const { target, sendCopy } = await delivered();
    const sent = await sendCopy({ ...edit, signing: 'sha256' });
    const request = await target.received(2);
    expect(request.header('x-signature')).toBe(hmac('sha256', secret, edit.body));
    expect(sent).toMatchObject({ status: 401, signatureFit: 'invalid' });
  });

  it('with one byte of the body changed after signing, and no other difference', async () => {
    const { target, sendCopy } = await delivered();
    const sent = await sendCopy({ ...edit, signing: 'tampered' });
    const request = await target.received(2);
    expect(request.header('x-signature')).toBe(hmac('sha1', secret, edit.body));
    expect(request.body.toString()).toBe('{"type":"track","total":10,"open":true}');
    expect(sent).toMatchObject({
      status: 401,
      signatureFit: 'invalid',
      body: { text: request.body.toString() },
      expectedSignature: hmac('sha1', secret, request.body),
    });
  });

  it('but not if it is accidentally right: an unchanged body keeps its signature', async () => {
    const { sendCopy } = await delivered();
    expect(await sendCopy({ signing: 'stale' })).toMatchObject({
      status: 200,
      signatureFit: 'valid',
    });
  });

  it('and is accepted when signed correctly', async () => {
    const { target, sendCopy } = await delivered();
    await sendCopy({ ...edit, signing: 'upper_case' });
    expect(await sendCopy(edit)).toMatchObject({ status: 200, signatureFit: 'valid' });
    expect(target.requests.map((request) => accepts(secret, request))).toEqual([true, false, true]);
  });
});

describe('the response to a copy', () => {
  it('is kept completely, with its timings', async () => {
    const { core, target, sendCopy } = await delivered();
    target.respond(reply(404, 'no such hook', { 'X-Reason': 'gone' }));
    const sent = await sendCopy();
    expect(sent.attempt).toMatchObject({
      result: { outcome: 'refused', code: 'client_error', params: { status: 404 } },
      response: { status: 404, body: { text: 'no such hook', truncated: false } },
      timings: { tlsMs: null, totalMs: expect.any(Number) },
    });
    expect(sent.attempt?.response?.headers).toContainEqual(['X-Reason', 'gone']);
    expect(core.copies.get({ id: sent.id })).toEqual(sent);
  });

  const failures = [
    ['a 503', reply(503), 'server_error', 503],
    ['a connection that is closed', hangUp, 'connection_reset', null],
    ['what is not HTTP', bytesThenEnd('nonsense\r\n\r\n'), 'malformed_response', null],
  ] as const;
  for (const [what, response, reason, status] of failures)
    it(`fails with ${what} once, without a retry`, async () => {
      const { target, sendCopy } = await delivered();
      target.respond(response);
      const sent = await sendCopy();
      expect(sent).toMatchObject({ state: 'failed', status });
      expect(sent.attempt?.result).toMatchObject({ outcome: 'failed', code: reason });

      expect(target.requests).toHaveLength(2);
    });

  it('is missing while the certificate cannot be verified, until its authority is trusted', async () => {
    const { core, sendCopy } = await delivered();
    const authority = makeAuthority();
    const secure = await startTarget({ tls: makeCertificate({ issuer: authority }) });
    const refused = await sendCopy({ url: secure.url });
    expect(refused).toMatchObject({
      state: 'blocked',
      status: null,
      attempt: { result: { outcome: 'blocked', code: 'unknown_issuer' }, response: null },
    });
    expect(secure.bytesReceived).toBe(0);
    await core.certificateAuthorities.create({ pem: authority.cert });
    expect(await sendCopy({ url: secure.url })).toMatchObject({ state: 'accepted', status: 200 });
  });

  it('is a failure when nothing listens', async () => {
    const { sendCopy } = await delivered();
    expect(await sendCopy({ url: await deadUrl() })).toMatchObject({
      state: 'failed',
      status: null,
      attempt: { result: { code: 'connection_refused' }, response: null },
    });
  });
});

describe('copies', () => {
  it('do not change the ledger or the delivery', async () => {
    const { core, id, target, sendCopy } = await delivered();
    const ledger = core.ledger.get();
    const delivery = core.deliveries.get({ id });
    target.respond(reply(503), reply(200));
    await sendCopy();
    await sendCopy({ signing: 'missing' });
    expect(core.ledger.get()).toEqual({ ...ledger, copiesKept: 2 });
    expect(core.deliveries.get({ id })).toEqual(delivery);
    expect((await core.deliveries.list({ limit: 9 })).items).toHaveLength(1);
  });

  it('are listed only with their delivery, newest first, page by page', async () => {
    const { core, id, sendCopy } = await delivered();
    const other = await send(core, track());
    for (const signing of ['valid', 'missing', 'sha256']) await sendCopy({ signing });
    const first = core.copies.list({ deliveryId: id, limit: 2 });
    expect(first.items.map(({ signing }) => signing)).toEqual(['sha256', 'missing']);
    const second = core.copies.list({
      deliveryId: id,
      limit: 2,
      cursor: first.nextCursor ?? undefined,
    });
    expect(second).toMatchObject({ items: [{ signing: 'valid' }], nextCursor: null });
    expect(core.copies.list({ deliveryId: other.delivery.id, limit: 2 }).items).toEqual([]);
  });

  it('are in the change feed, in flight and with their response', async () => {
    const { core, id, target, sendCopy } = await delivered();
    const stopping = new AbortController();
    const states: string[] = [];
    const released = Promise.withResolvers<void>();
    target.respond(async (exchange) => {
      await released.promise;
      reply(200)(exchange);
    });
    const following = (async () => {
      for await (const { changes } of core.changes.follow({}, stopping.signal))
        for (const change of changes)
          if (change.kind === 'copy' && change.copy.deliveryId === id) {
            states.push(change.copy.state);
            if (change.copy.state === 'sending') released.resolve();
            else stopping.abort();
          }
    })();
    await sendCopy();
    await following;
    expect(states).toEqual(['sending', 'accepted']);
  });

  it('are possible for a delivery whose destination is disabled, deleted or without a URL', async () => {
    const { core, destination, target, sendCopy } = await delivered();
    await core.destinations.update({ id: destination.id, enabled: false });
    expect(await sendCopy()).toMatchObject({ status: 200 });
    await core.destinations.update({ id: destination.id, webhooks: [] });
    await expect(sendCopy()).rejects.toMatchObject({
      issues: [{ path: ['url'], message: expect.stringContaining('no URL') }],
    });
    expect(await sendCopy({ url: target.url })).toMatchObject({ status: 200 });
    await core.destinations.remove({ id: destination.id });
    expect(await sendCopy({ url: target.url })).toMatchObject({ status: 200 });
  });

  it('are rejected for deliveries that are not sent, which have no request', async () => {
    const { core } = await startCore();
    await connect(core, { trackFilter: { mode: 'allow', events: [] }, urls: [await deadUrl()] });
    const { delivery } = await send(core, track());
    await expect(edited(core, { deliveryId: delivery.id })).rejects.toThrow('is not sent');
    await expect(edited(core, { deliveryId: 99 })).rejects.toThrow('Delivery not found');
    expect(() => core.copies.list({ deliveryId: 99, limit: 1 })).toThrow('Delivery not found');
    expect(() => core.copies.get({ id: 99 })).toThrow('Copy not found');
  });

  it('need a secret to be signed wrongly, and a body to change a byte', async () => {
    const { target, sendCopy } = await delivered();
    for (const signing of ['stale', 'wrong_secret', 'upper_case', 'sha256', 'tampered'])
      await expect(sendCopy({ signing, secret: '' })).rejects.toMatchObject({
        issues: [{ path: ['secret'], message: expect.stringContaining('needs a secret') }],
      });
    await expect(sendCopy({ signing: 'tampered', body: '' })).rejects.toMatchObject({
      issues: [{ path: ['body'], message: expect.stringContaining('empty') }],
    });
    expect(target.requests).toHaveLength(1);
  });

  it('have a byte-exact preview, which sends and stores nothing', async () => {
    const { core, id, target, sendCopy } = await delivered();
    const edit = CopyEdit.parse({ deliveryId: id, body: '{"n":9}', signing: 'tampered' });
    const { request, body, ...rest } = core.copies.preview(edit);
    expect(core.copies.list({ deliveryId: id, limit: 1 }).items).toEqual([]);
    expect(target.requests).toHaveLength(1);
    expect(await sendCopy(edit)).toMatchObject({ request, body, ...rest });
    expect((await target.received(2)).headers).toEqual(request.headers);
  });
});

describe('an invalid edit is rejected with the field and the fix', () => {
  const cases: readonly (readonly [string, object, (string | number)[], string])[] = [
    ['the URL is none', { url: 'nowhere' }, ['url'], 'http://'],
    ['a name is no token', { headers: [['X Y', '1']] }, ['headers', 0], 'does not allow'],
    ['a value breaks the line', { headers: [['X', 'a\r\nb']] }, ['headers', 0], 'line break'],
    ['a value is not Latin-1', { headers: [['X', '☃']] }, ['headers', 0], 'Latin-1'],
    [
      'a name is missing',
      {
        headers: [
          ['A', ''],
          ['', '1'],
        ],
      },
      ['headers', 1],
      'empty',
    ],
    ['the signature is typed', { headers: [['x-signature', 'f']] }, ['headers', 0], 'signing'],
    ['the connection sets it', { headers: [['Host', 'x']] }, ['headers', 0], '"Host"'],
    ['there are too many', { headers: Array(51).fill(['X', '1']) }, ['headers'], 'at most 50'],
    ['the body is too long', { body: 'x'.repeat(1_000_001) }, ['body'], 'at most 1,000,000'],
    ['the secret is too long', { secret: 'x'.repeat(1_025) }, ['secret'], 'at most 1,024'],
    ['there is no such signing', { signing: 'odd' }, ['signing'], 'Signing must be one of'],
  ];
  for (const [what, edit, path, sentence] of cases)
    it(what, () => {
      const { error } = CopyEdit.safeParse({ deliveryId: 1, ...edit });
      expect(error?.issues).toMatchObject([{ path, message: expect.stringContaining(sentence) }]);
    });
});
