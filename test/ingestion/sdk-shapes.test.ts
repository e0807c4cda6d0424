/** Unusual requests of real SDKs, and what is delivered. */
import { beforeAll, describe, expect, it } from 'vitest';
import { connect, writeKey } from '#test/support/builders.ts';
import { FakeClock } from '#test/support/fake-clock.ts';
import { basic, post, postBytes, track } from '#test/support/ingest-client.ts';
import { type StartedCore, sharedCore } from '#test/support/start-core.ts';
import { openTarget, type Target } from '#test/support/target-server.ts';

const starting = sharedCore({ clock: new FakeClock() });
let started: StartedCore;
let target: Target;
beforeAll(async () => {
  started = await starting;
  target = await openTarget();
  await connect(started.core, { urls: [target.url] });
  return () => target.close();
});

/** Sends a request and returns the delivered bodies, in order. */
async function delivered(path: string, value: unknown, headers?: Readonly<Record<string, string>>) {
  const { core, followed } = started;
  const before = core.ledger.get();
  const seen = target.requests.length;
  const response = await post(core, path, value, headers);
  expect(response.status, response.text).toBe(200);
  const { routed, notSentBy } = core.ledger.get();
  await followed.ledger((ledger) => ledger.delivered === routed - notSentBy.excluded);
  expect(core.ledger.get().rejected).toBe(before.rejected);
  return target.requests.slice(seen).map(({ body }) => JSON.parse(body.toString()));
}

describe('a path', () => {
  const types = ['identify', 'track', 'page', 'screen', 'group', 'alias'] as const;
  const message = { userId: 'u', event: 'E', groupId: 'g', previousId: 'p' };

  it.each(types)(
    'for %s is recognized by its name and its first letter, with any slashes',
    async (type) => {
      for (const path of [
        `/v1/${type}`,
        `/v1/${type[0]}`,
        `//v1/${type}`,
        `/v1//${type[0]}//`,
        `/v1/${type}/?v=1`,
      ])
        expect(await delivered(path, message), path).toMatchObject([{ type }]);
    },
  );

  it.each(['/v1/batch', '/v1/b', '/v1/import', '//v1/batch', '//v1//b/', '/v1/import/'])(
    '%s accepts a batch',
    async (path) => {
      const [one, two] = await delivered(path, { batch: [track(), track()] });
      expect([one?.type, two?.type]).toEqual(['track', 'track']);
    },
  );
});

describe('null', () => {
  it('counts as absent for optional fields, as the Python SDK writes them', async () => {
    const absent = {
      anonymousId: null,
      context: null,
      integrations: null,
      timestamp: null,
      sentAt: null,
      originalTimestamp: null,
      messageId: null,
      name: null,
      category: null,
      channel: null,
    };
    expect(
      await delivered('/v1/batch', {
        context: null,
        integrations: null,
        sentAt: null,
        batch: [
          { ...absent, type: 'identify', userId: 'u', traits: null },
          { ...absent, type: 'page', userId: null, anonymousId: 'a', properties: null },
          { ...absent, type: 'screen', userId: 'u', properties: null },
        ],
      }),
    ).toEqual(
      expect.arrayContaining([
        { version: 1, type: 'identify', userId: 'u', traits: {}, timestamp: now, context: {} },
        { version: 1, type: 'page', anonymousId: 'a', properties: {}, timestamp: now, context: {} },
        { version: 1, type: 'screen', userId: 'u', timestamp: now, context: {} },
      ]),
    );
  });

  it('is kept as a value within properties and traits', async () => {
    const properties = { a: null, b: [null], c: { d: null } };
    expect(await delivered('/v1/track', track({ properties }))).toMatchObject([{ properties }]);
  });
});

describe('numeric IDs', () => {
  it('are stored as their digits', async () => {
    expect(await delivered('/v1/group', { userId: 42, groupId: 0 })).toMatchObject([
      { userId: '42', groupId: '0' },
    ]);
    expect(await delivered('/v1/alias', { userId: -1.5, previousId: 1e21 })).toMatchObject([
      { 'User ID': '-1.5', 'Previous ID': '1e+21' },
    ]);
    expect(await delivered('/v1/page', { anonymousId: 7 })).toMatchObject([{ anonymousId: '7' }]);
  });
});

describe('a client that retries', () => {
  it('with the same messageIds, a newer count and an older sentAt, changes nothing', async () => {
    const { core } = started;
    const batch = [track({ messageId: 'again-1' }), track({ messageId: 'again-2' })];
    expect(await delivered('/v1/batch', { batch, sentAt: now })).toHaveLength(2);
    const before = core.ledger.get();
    for (const count of ['1', '2', 'many', '']) {
      const body = { batch, sentAt: '2026-11-20T01:00:00Z', _metadata: { retryCount: count } };
      expect(await delivered('/v1/batch', body, { 'x-retry-count': count })).toEqual([]);
    }
    expect(core.ledger.get()).toEqual({ ...before, duplicates: before.duplicates + 8 });
  });

  it('for the first time, with a count, is accepted like any other', async () => {
    expect(await delivered('/v1/t', track(), { 'x-retry-count': '3' })).toHaveLength(1);
  });
});

describe('a wrong content type', () => {
  it.each([
    ['text/plain', 'as sendBeacon and the browser SDK write it'],
    ['text/plain;charset=UTF-8', 'as a browser completes it'],
    ['application/x-www-form-urlencoded', 'as one Node SDK writes it beside gzip'],
    ['', 'as no SDK writes it'],
  ])('("%s", %s) does not prevent the delivery of the JSON', async (type) => {
    const event = `Lied about ${type}`;
    expect(await delivered('/v1/track', track({ event }), { 'content-type': type })).toMatchObject([
      { event },
    ]);
  });
});

describe('the write key in the body', () => {
  it.each<[string, Readonly<Record<string, string>>, string]>([
    ['the same as that of Basic', { authorization: basic(writeKey) }, writeKey],
    ['alone', { authorization: '' }, writeKey],
    ['masked, beside X-Write-Key', { authorization: '', 'x-write-key': writeKey }, 'test:***'],
    ['masked, beside Basic', { authorization: basic(writeKey) }, 'test:***'],
    ['masked, beside Bearer', { authorization: `Bearer ${writeKey}` }, 'test:***'],
  ])('%s lets a batch in', async (_, headers, key) => {
    expect(await delivered('/v1/batch', { writeKey: key, batch: [track()] }, headers)).toHaveLength(
      1,
    );
  });

  it('grants nothing if it is masked', async () => {
    const body = JSON.stringify({ writeKey: 'test:***', batch: [track()] });
    const response = await postBytes(started.core, '/v1/batch', body, { authorization: '' });
    expect(response).toMatchObject({ status: 401, json: { code: 'unknown_source' } });
  });
});

/** 20 November 2026, 08:00 UTC: the time of the clock. */
const now = '2026-11-20T08:00:00.000Z';

describe('the delivered timestamp', () => {
  /** The time of the event, a minute before it was sent, in the formats of real SDKs. */
  const forms: readonly (readonly [timestamp: string, sentAt: string])[] = [
    ['2026-11-20T08:30:30.276Z', '2026-11-20T08:31:30.276Z'],
    ['2026-11-20T14:00:30+0530', '2026-11-20T14:01:30+0530'],
    ['2026-11-20T08:30:30.123456+00:00', '2026-11-20T08:31:30.123456+00:00'],
    ['2026-11-20T08:30:30.368562465Z', '2026-11-20T08:31:30.368000001Z'],
    ['2026-11-20T08:30:30Z', '2026-11-20T14:01:30+0530'],
    ['2026-11-20T03:30:30-05:00', '2026-11-20T08:31:30Z'],
  ];

  it.each(forms)(
    'of %s, sent at %s by a wrong clock, is a minute before it was received',
    async (timestamp, sentAt) => {
      expect(await delivered('/v1/track', track({ timestamp, sentAt }))).toMatchObject([
        { timestamp: '2026-11-20T07:59:00.000Z' },
      ]);
    },
  );

  it.each([
    ['2012-12-02T00:30:08.276Z', '2012-12-02T00:30:08.276Z'],
    ['2012-12-02T06:00:08+0530', '2012-12-02T00:30:08.000Z'],
    ['2012-12-02T00:30:08.276999+00:00', '2012-12-02T00:30:08.276Z'],
    ['2012-12-02T00:30:08.276999999Z', '2012-12-02T00:30:08.276Z'],
  ])('of %s without sentAt is %s: past data is imported unchanged', async (timestamp, expected) => {
    expect(await delivered('/v1/import', { batch: [track({ timestamp })] })).toMatchObject([
      { timestamp: expected },
    ]);
  });

  it('prefers the sentAt of the batch to that of the item, and uses originalTimestamp alone', async () => {
    const timestamp = '2026-11-20T09:00:00Z';
    const bodies = await delivered('/v1/batch', {
      sentAt: '2026-11-20T09:10:00Z',
      batch: [
        track({ event: 'batch', timestamp }),
        track({ event: 'item', timestamp, sentAt: '2026-11-20T09:01:00Z' }),
        track({ event: 'null', timestamp, sentAt: null }),
        track({ event: 'original', originalTimestamp: timestamp }),
        track({ event: 'none' }),
      ],
    });
    expect(Object.fromEntries(bodies.map((body) => [body.event, body.timestamp]))).toEqual({
      batch: '2026-11-20T07:50:00.000Z',
      item: '2026-11-20T07:50:00.000Z',
      null: '2026-11-20T07:50:00.000Z',
      original: '2026-11-20T07:50:00.000Z',
      none: now,
    });
  });
});

it('context and integrations of a batch apply to its messages, whose own keys take precedence', async () => {
  const bodies = await delivered('/v1/batch', {
    context: { ip: 'batch', library: { name: 'sdk', version: '1' } },
    integrations: { Webhooks: false },
    batch: [
      track({ event: 'silenced' }),
      track({
        event: 'own',
        integrations: { Webhooks: true },
        context: { library: { name: 'own' } },
      }),
    ],
  });
  expect(bodies).toMatchObject([{ event: 'own' }]);
  expect(bodies[0]?.context).toEqual({ ip: 'batch', library: { name: 'own' } });
});
