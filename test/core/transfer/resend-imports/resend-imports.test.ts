/** Imports of requests, sent over real sockets to receivers that check them. */
import { existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { accepts, hmac, strict } from '#test/core/deliveries/strict-receiver.ts';
import { exported } from '#test/core/transfer/exports/exported.ts';
import { connect } from '#test/support/builders.ts';
import { FakeClock } from '#test/support/fake-clock.ts';
import { send, track } from '#test/support/ingest-client.ts';
import { startCore } from '#test/support/start-core.ts';
import { reply, when } from '#test/support/target-responses.ts';
import { deadUrl, startTarget } from '#test/support/target-server.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { read, resumed, sendAll } from './imported.ts';

const secret = 'wh_s3cret';
const hostileTexts = [
  `it's "so" \\ !!`,
  'line\nbreak\ttab\u0000',
  '☃ 🦄 é \u2028',
  '%s%%',
  '\u{10ffff}',
];

async function delivered(headers: Record<string, string> = {}) {
  const started = await startCore();
  const target = await startTarget();
  target.always(strict(secret));
  const destination = await connect(started.core, {
    name: 'Hooks',
    webhooks: [{ url: target.url, headers }],
    sharedSecret: secret,
  });
  for (const text of hostileTexts) {
    const { delivery } = await send(
      started.core,
      track({ event: text, properties: { [text]: 1 } }),
    );
    await started.followed.state(delivery.id, 'delivered');
  }
  const bodies = target.requests.map(({ body }) => body.toString('base64')).sort();
  return { ...started, target, destination, bodies };
}

const origin = (url: string): string => new URL(url).origin;

/** A line as written by an export, with the fields needed for sending. */
const line = (url: string, data: string, headers: [string, string][] = []): string =>
  JSON.stringify({
    kind: 'hookwright.delivery',
    version: 1,
    body: { encoding: 'utf8', data },
    requests: [{ method: 'POST', url, headers }],
  });

const har = (...requests: object[]): string =>
  JSON.stringify({
    log: {
      version: '1.2',
      creator: { name: 'a browser', version: '1' },
      pages: [{ entries: [{ request: {} }], id: '"entries":[{' }],
      entries: requests.map((request) => ({ request, response: { status: 200, text: '}]"\\"' } })),
    },
  });

describe('an exported request', () => {
  it.for(['jsonl', 'har'] as const)(
    'as %s has the same bytes when resent, and a valid signature',
    async (format) => {
      const { core, target, bodies } = await delivered({ 'X-Env': 'prod' });
      const ledger = core.ledger.get();
      const { bytes } = await exported(core, { format });
      const plan = await read(core, bytes.toString(), 777);
      expect(plan).toMatchObject({
        state: 'planned',
        format,
        entries: hostileTexts.length,
        bodies: hostileTexts.length,
        requests: hostileTexts.length,
        origins: [{ origin: origin(target.url), requests: hostileTexts.length, loopback: true }],
        badEntryCount: 0,
      });
      const before = target.requests.length;
      expect(before).toBe(hostileTexts.length);
      const done = await sendAll(core, {
        id: plan.id,
        to: { kind: 'file', origins: [origin(target.url)] },
      });
      expect(done).toMatchObject({
        state: 'completed',
        doneCount: hostileTexts.length,
        counts: { delivered: hostileTexts.length },
      });
      const again = target.requests.slice(before);
      expect(again.map(({ body }) => body.toString('base64')).sort()).toEqual(bodies);
      expect(again.every((request) => accepts(secret, request))).toBe(true);
      expect(again[0]?.headers).toEqual(
        target.requests.find(({ body }) => body.equals(again[0]?.body ?? body))?.headers,
      );
      expect(core.ledger.get()).toEqual(ledger);
      const { items } = core.resends.pageOfAll({ limit: 50 });
      expect(items).toHaveLength(hostileTexts.length);
      expect(items[0]).toMatchObject({
        deliveryId: null,
        imported: { file: 'requests.jsonl' },
        signing: 'as_is',
        signatureFit: 'valid',
        status: 200,
      });
    },
  );

  it('can be sent to another webhook, re-signed with its secret, each body once', async () => {
    const { core } = await delivered({ Authorization: 'Bearer of-the-first' });
    const other = await startTarget();
    other.always(strict('another'));
    const destination = await connect(core, {
      webhooks: [{ url: other.url, headers: { 'X-Mine': '1' } }],
      sharedSecret: 'another',
    });
    const plan = await read(core, (await exported(core, { format: 'jsonl' })).bytes.toString());
    expect(plan.redactedHeaders).toEqual([
      { name: 'Authorization', requests: hostileTexts.length },
    ]);
    const done = await sendAll(core, {
      id: plan.id,
      to: { kind: 'webhook', destinationId: destination.id, signing: 're_sign' },
    });
    expect(done).toMatchObject({
      state: 'completed',
      totalCount: hostileTexts.length,
      counts: { delivered: hostileTexts.length },
    });
    expect(other.requests.every((request) => accepts('another', request))).toBe(true);
    expect(other.requests[0]?.header('x-mine')).toBe('1');
    expect(other.requests[0]?.header('authorization')).toBeUndefined();
    const [made] = core.resends.pageOfAll({ limit: 1 }).items;
    expect(made).toMatchObject({ signing: 'valid', signatureFit: 'valid', url: other.url });
  });

  it('can be sent elsewhere with the bytes and headers of the file, with or without redacted ones', async () => {
    const { core } = await delivered({ Authorization: 'Bearer secret-1', 'X-Api-Key': 'secret-2' });
    const other = await startTarget();
    const destination = await connect(core, { urls: [other.url] });
    const plan = await read(core, (await exported(core, { format: 'jsonl' })).bytes.toString());
    const to = { kind: 'webhook' as const, destinationId: destination.id };
    const asIs = {
      id: plan.id,
      to: { ...to, signing: 'as_is' as const },
      headers: { authorization: 'Bearer given' },
    };
    expect(core.resendImports.plan(asIs)).toEqual({
      requestCount: hostileTexts.length,
      origins: [{ origin: origin(other.url), requests: hostileTexts.length, loopback: true }],
      omittedHeaders: ['X-Api-Key'],
      estimatedMs: null,
    });
    expect(
      core.resendImports.plan({ ...asIs, to: { ...to, signing: 're_sign' } }).omittedHeaders,
    ).toEqual([]);
    await sendAll(core, asIs);
    const [request] = other.requests;
    expect(request?.header('authorization')).toBe('Bearer given');
    expect(request?.header('x-api-key')).toBeUndefined();
    expect(request?.header('x-signature')).toBe(hmac('sha1', secret, request?.body ?? ''));
  });
});

describe('the plan of an import', () => {
  it('lists every origin, and sends only to allowed ones', async () => {
    const { core } = await startCore();
    const here = await startTarget();
    const there = await startTarget();
    const text = [
      line(here.url, '1'),
      line(there.url, '2'),
      line('https://hooks.example.com/x', '3'),
      line('http://localhost.example.com/x', '4'),
    ].join('\n');
    const plan = await read(core, text);
    expect(plan.origins.map(({ origin: one, loopback }) => [one, loopback])).toEqual([
      [origin(here.url), true],
      [origin(there.url), true],
      ['https://hooks.example.com', false],
      ['http://localhost.example.com', false],
    ]);
    const done = await sendAll(core, {
      id: plan.id,
      to: { kind: 'file', origins: [origin(there.url)] },
    });
    expect(done).toMatchObject({ totalCount: 1, doneCount: 1, counts: { delivered: 1 } });
    expect(here.requests).toHaveLength(0);
    expect(there.requests.map(({ body }) => body.toString())).toEqual(['2']);
  });

  it('reports bad lines by number, and continues with the others', async () => {
    const { core } = await startCore();
    const target = await startTarget();
    const text = [
      '',
      '{"kind":"hookwright.delivery"',
      line('ftp://example.com/', '1'),
      '[1]',
      line(target.url, 'x', [['Bad Name', '1']]),
      JSON.stringify({ ...JSON.parse(line(target.url, '1')), body: null }),
      JSON.stringify({ ...JSON.parse(line(target.url, '1')), body: { encoding: 'hex', data: '' } }),
      line(target.url, 'x', [['X-Signature', 'a\r\nX-Other: b']]),
      line(target.url, 'good', [['X-Env', 'é']]),
      '',
    ].join('\r\n');
    const plan = await read(core, text, 5);
    expect(plan).toMatchObject({ entries: 8, bodies: 1, requests: 1, badEntryCount: 6 });
    expect(plan.badEntries).toMatchObject([
      { line: 2, problem: { code: 'not_json' } },
      { line: 3, problem: { code: 'invalid_url', params: { url: 'ftp://example.com/' } } },
      { line: 4, problem: { code: 'not_a_delivery' } },
      { line: 5, problem: { code: 'invalid_header_name', params: { name: 'Bad Name' } } },
      { line: 7, problem: { code: 'invalid_field', params: { field: 'body.encoding' } } },
      { line: 8, problem: { code: 'invalid_header_value', params: { name: 'X-Signature' } } },
    ]);
    expect(plan.skippedEntries).toEqual([{ code: 'no_request', count: 1 }]);
  });

  it.for([1, 3, 64, 100_000])(
    'reads the POSTs of a HAR, whatever else is in it, in chunks of %i',
    async (pieceLength) => {
      const { core } = await startCore();
      const target = await startTarget();
      const headers = [
        { name: ':method', value: 'POST' },
        { name: 'Content-Length', value: '9' },
        { name: 'content-encoding', value: 'gzip' },
        { name: 'Content-Type', value: 'text/x' },
      ];
      const bytes = Buffer.from([0, 255, 128]);
      const text = har(
        { method: 'GET', url: target.url, headers: [] },
        {
          method: 'POST',
          url: target.url,
          headers,
          postData: { mimeType: 'text/x', text: '{"]}' },
        },
        { method: 'POST', url: target.url, headers: [] },
        { method: 'POST', url: 'wss://a.test/', headers: [], postData: { text: 'x' } },
        {
          method: 'POST',
          url: `${target.url}#f`,
          headers: [],
          postData: { text: bytes.toString('base64'), _encoding: 'base64' },
        },
        { method: 'POST', url: target.url, postData: { params: [{ name: 'a b', value: '&' }] } },
        { url: 5 },
      );
      const plan = await read(core, text, pieceLength, 'browser.har');
      expect(plan).toMatchObject({ format: 'har', entries: 7, requests: 3, badEntryCount: 1 });
      expect(plan.skippedEntries).toEqual([
        { code: 'not_post', count: 1 },
        { code: 'no_body', count: 1 },
        { code: 'not_http', count: 1 },
      ]);
      expect(plan.badEntries).toMatchObject([{ line: 7 }]);
      await sendAll(core, { id: plan.id, to: { kind: 'file', origins: [origin(target.url)] } });
      const bodies = target.requests.map(({ body }) => body.toString('latin1')).sort();
      expect(bodies).toEqual(['{"]}', bytes.toString('latin1'), 'a+b=%26'].sort());
      const first = target.requests.find(({ body }) => body.toString() === '{"]}');
      expect(first?.header('content-encoding')).toBeUndefined();
      expect(first?.header('content-length')).toBe('4');
    },
  );

  it('lets other work run between the bad lines of a chunk', async () => {
    const { core } = await startCore();
    const { id } = core.resendImports.create({ name: 'bad.jsonl' });
    let turns = 0;
    let isOver = false;
    const turn = () => {
      turns += 1;
      if (!isOver) setImmediate(turn);
    };
    setImmediate(turn);
    await core.resendImports.append({ id, text: 'x\n'.repeat(100_000), last: true });
    isOver = true;
    expect(core.resendImports.get(id)).toMatchObject({ entries: 100_000, badEntryCount: 100_000 });
    expect(turns).toBeGreaterThan(5);
  });

  it('is cancelled when the file cannot be stored', async () => {
    const { core, dataFolder } = await startCore({ expectedErrors: /Can't store the file/ });
    writeFileSync(join(dataFolder, 'resend-imports'), '');
    const { id } = core.resendImports.create({ name: 'a.jsonl' });
    // Long enough to detect its format.
    const text = `${line('http://127.0.0.1:9/', '1'.repeat(5_000))}\n`;
    const [first, second] = await Promise.allSettled([
      core.resendImports.append({ id, text, last: false }),
      core.resendImports.append({ id, text, last: true }),
    ]);
    expect(first).toMatchObject({ reason: { code: 'unavailable' } });
    expect(second).toMatchObject({ reason: { code: 'not_found' } });
    expect(() => core.resendImports.get(id)).toThrow('Import not found');
  });

  it('reports a truncated HAR, and keeps the complete entries', async () => {
    const { core } = await startCore();
    const text = har({ method: 'POST', url: 'http://a.test/', postData: { text: 'x' } });
    const plan = await read(core, text.slice(0, -3), 1_000, 'cut.har');
    expect(plan.requests).toBe(1);
    expect(plan.badEntries[0]?.problem.code).toBe('file_incomplete');
  });

  const log = (field: string): string =>
    `{${field}"log":{"entries":[{"request":{"method":"POST","url":"http://a.test/","postData":{"text":"x"}}}]}}`;

  it.each([
    ['with its log first', log('')],
    ['with a byte order mark, and spaces', `\ufeff \n${log('')}`],
    ['with another field first', log('"$schema":"https://a.test/har.json",')],
    ['with a nested one first, that has a log and brackets', log('"_m":{"log":[1],"}":"\\"{"},')],
    ['on many lines', JSON.stringify(JSON.parse(log('"a":{"b":[1,2]},')), null, 2)],
    ['with its log last, far behind', log(`"comment":"${'x'.repeat(200_000)}",`)],
  ])('knows a HAR %s', async (_how, text) => {
    const { core } = await startCore();
    expect(await read(core, text, 100_000, 'a.har')).toMatchObject({ format: 'har', requests: 1 });
  });

  it.each([
    ['that speak of a log', `${line('http://a.test/', '"log": {}')}\n`],
    ['of which the first one is broken off', `{"a": "b\n${line('http://a.test/', '1')}`],
    ['of which the first one is none', `log: {\n${line('http://a.test/', '1')}`],
    [
      'of which the first one opens what it does not close',
      `{"a":\n${line('http://a.test/', '1')}`,
    ],
    ['of which the first one is empty', `\n{}\n${line('http://a.test/', '1')}`],
  ])('recognizes lines %s', async (_how, text) => {
    const { core } = await startCore();
    expect(await read(core, text, 7)).toMatchObject({ format: 'jsonl', requests: 1 });
  });

  it('limits the list of redacted headers, whatever the data', async () => {
    const { core } = await startCore();
    const headers = Array.from({ length: 70 }, (_, n): [string, string] => [
      `X-${n}`,
      '[redacted]',
    ]);
    const plan = await read(core, line('http://127.0.0.1:9/', '1', headers));
    expect(plan.redactedHeaders).toHaveLength(50);
    expect(plan.otherRedactedHeaders).toBe(20);
  });

  it('counts URLs with redactions separately: they can only go to a webhook', async () => {
    const { core } = await startCore();
    const target = await startTarget();
    const plan = await read(core, line(`${target.url}?token=%5Bredacted%5D`, '1'));
    expect(plan).toMatchObject({ bodies: 1, requests: 0, redactedUrls: 1, origins: [] });
    const destination = await connect(core, { urls: [target.url] });
    await sendAll(core, {
      id: plan.id,
      to: { kind: 'webhook', destinationId: destination.id, signing: 're_sign' },
    });
    expect((await target.received(1)).path).toBe('/hook');
  });
});

describe('sending', () => {
  const many = (url: string, count: number): string =>
    Array.from({ length: count }, (_, number) => line(url, `body ${number}`)).join('\n');

  it('can be cancelled: requests in flight are recorded, the rest is not sent', async () => {
    const { core } = await startCore({ clock: new FakeClock() });
    const target = await startTarget();
    const cancelled = Promise.withResolvers<void>();
    target.always(when(cancelled.promise, reply(200)));
    const plan = await read(core, many(target.url, 500));
    const { id } = await core.resendImports.start({
      id: plan.id,
      to: { kind: 'file', origins: [origin(target.url)] },
      headers: {},
      perSecond: 5,
    });
    await target.received(1);
    const { state, doneCount } = await core.jobs.command(id, 'cancel');
    cancelled.resolve();
    expect(state).toBe('cancelled');
    expect(doneCount).toBe(1);
    await expect.poll(() => core.jobs.get(id).counts.delivered).toBe(doneCount);
    const { items } = core.resends.pageOfAll({ limit: 50 });
    expect(items.map((one) => one.state)).toEqual(items.map(() => 'delivered'));
    expect(items).toHaveLength(doneCount);
  });

  it('counts failed requests', async () => {
    const { core } = await startCore();
    const url = await deadUrl();
    const plan = await read(core, many(url, 3));
    const done = await sendAll(core, { id: plan.id, to: { kind: 'file', origins: [origin(url)] } });
    expect(done).toMatchObject({ state: 'completed', doneCount: 3, counts: { failed: 3 } });
  });

  it('is rejected with a message that names the field', async () => {
    const { core } = await startCore();
    const plan = await read(core, many('http://127.0.0.1:9/', 1));
    const start = (request: object) =>
      core.resendImports.start({ id: plan.id, headers: {}, ...request } as never);
    const refused = (request: object, sentence: string) =>
      expect(start(request)).rejects.toThrow(sentence);
    await refused({ to: { kind: 'file', origins: [] } }, 'Nothing would be sent');
    await refused({ to: { kind: 'file', origins: ['http://b.test'] } }, 'no requests to');
    const nowhere = { kind: 'webhook', destinationId: 'dst_none', signing: 're_sign' };
    await refused({ to: nowhere }, 'Destination not found');
    const here = { kind: 'file', origins: ['http://127.0.0.1:9'] };
    await refused({ to: here, headers: { 'a b': '' } }, 'HTTP does not allow');
    await expect(core.resendImports.append({ id: plan.id, text: '', last: true })).rejects.toThrow(
      'already appended',
    );
    core.resendImports.cancel(plan.id);
    expect(() => core.resendImports.get(plan.id)).toThrow('Import not found');
  });

  it('pauses and resumes without losing or repeating a request, and deletes the file', async () => {
    const clock = new FakeClock();
    const { core, dataFolder } = await startCore({ clock });
    const target = await startTarget();
    const plan = await read(core, many(target.url, 20));
    const spool = join(dataFolder, 'resend-imports', `${plan.id}.jsonl`);
    expect(statSync(spool).mode & 0o777).toBe(0o600);
    const { id } = await core.resendImports.start({
      id: plan.id,
      to: { kind: 'file', origins: [origin(target.url)] },
      headers: {},
      perSecond: 20,
    });
    expect(() => core.resendImports.get(plan.id)).toThrow('Import not found');
    await clock.scheduled(clock.now() + 50);
    clock.advance(50);
    await target.received(2);
    const paused = await core.jobs.command(id, 'pause');
    expect(paused).toMatchObject({
      state: 'paused',
      doneCount: 2,
      error: null,
      commands: ['resume', 'cancel'],
    });
    expect(existsSync(spool)).toBe(true);
    const resuming = resumed(core, id);
    await clock.scheduled(clock.now() + 50);
    clock.advance(1_000);
    expect(await resuming).toMatchObject({
      kind: 'resend_import',
      state: 'completed',
      doneCount: 20,
      counts: { delivered: 20 },
    });
    expect(new Set(target.requests.map(({ body }) => body.toString())).size).toBe(20);
    expect(target.requests).toHaveLength(20);
    await expect.poll(() => existsSync(spool)).toBe(false);
  });

  it('pauses with a code if the webhook was deleted before it is resumed', async () => {
    const { core } = await startCore({ clock: new FakeClock() });
    const target = await startTarget();
    const destination = await connect(core, { urls: [target.url] });
    const plan = await read(core, many('http://127.0.0.1:9/', 5));
    const { id } = await core.resendImports.start({
      id: plan.id,
      to: { kind: 'webhook', destinationId: destination.id, signing: 're_sign' },
      headers: {},
      perSecond: 0.1,
    });
    await target.received(1);
    await core.jobs.command(id, 'pause');
    await core.destinations.remove(destination.id);
    expect(await resumed(core, id)).toMatchObject({
      state: 'paused',
      doneCount: 1,
      error: { code: 'webhook_unavailable', params: {} },
    });
  });

  it('starts without the data of a killed run', async () => {
    const dataFolder = temporaryFolder();
    const left = join(dataFolder, 'resend-imports', 'rim_left.jsonl');
    mkdirSync(join(dataFolder, 'resend-imports'));
    writeFileSync(left, '{}');
    await startCore({ dataFolder });
    expect(existsSync(left)).toBe(false);
  });

  it('removes the oldest when sixteen are waiting', async () => {
    const { core } = await startCore();
    const ids = Array.from({ length: 17 }, (_, number) => {
      const { id } = core.resendImports.create({ name: `${number}.har` });
      return id;
    });
    expect(() => core.resendImports.get(ids[0] ?? '')).toThrow('Import not found');
    expect(core.resendImports.get(ids[1] ?? '')).toMatchObject({ state: 'reading' });
    expect(core.resendImports.get(ids[16] ?? '').name).toBe('16.har');
  });

  it('leaves no timer after a stop', async () => {
    const clock = new FakeClock();
    const { core, stop } = await startCore({ clock });
    clock.advance(1_000);
    core.resendImports.create({ name: 'a.har' });
    expect(clock.nextAt).toBe(clock.now() + 3_600_000);
    await stop();
    expect(clock.nextAt).toBeNull();
  });
});
