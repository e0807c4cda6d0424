/** One case for each statement of the specification about the library (2.3, 4.3, 7, 8). */
import { Analytics, FieldError } from '#shared/client/index.ts';
import { cases, equal, isTrue, thrown } from './case.ts';
import { batchSizes, play, track, writeKey } from './fake-service.ts';

type Call = 'identify' | 'track' | 'page' | 'group' | 'alias';

/** Each record of spec 2.3 with all its fields, and its message. */
const records: Readonly<Record<Call, { record: object; message: object; required: string[] }>> = {
  identify: {
    record: { userId: 'u', traits: { plan: 'team', logins: 5 } },
    message: { userId: 'u', traits: { plan: 'team', logins: 5 } },
    required: ['userId'],
  },
  track: {
    record: { event: 'E', userId: 'u', properties: { total: 129.9, currency: 'EUR' } },
    message: { event: 'E', userId: 'u', properties: { total: 129.9, currency: 'EUR' } },
    required: ['event', 'userId'],
  },
  page: {
    record: {
      userId: 'u',
      category: 'Docs',
      name: 'Start',
      traits: { url: 'https://a.example/', title: 'T', referrer: '', path: '/', own: 1 },
      anonymousId: 'a',
    },
    message: {
      userId: 'u',
      category: 'Docs',
      name: 'Start',
      properties: { url: 'https://a.example/', title: 'T', referrer: '', path: '/', own: 1 },
      anonymousId: 'a',
    },
    required: ['userId'],
  },
  group: {
    record: { userId: 'u', groupId: 'g', traits: { name: 'Initech', employees: 329 } },
    message: { userId: 'u', groupId: 'g', traits: { name: 'Initech', employees: 329 } },
    required: ['groupId', 'userId'],
  },
  alias: {
    record: { userId: 'new', previousId: 'old' },
    message: { userId: 'new', previousId: 'old' },
    required: ['userId', 'previousId'],
  },
};

const common = {
  integrations: { All: false, Webhooks: true, 'Case Sensitive': { token: 1 } },
  timestamp: '2012-12-02T00:30:08.276Z',
  context: { ip: '203.0.113.9' },
  messageId: 'mine',
};

/** Calls by name, as in untyped code. */
const call = (analytics: Analytics, type: Call, record: unknown): void =>
  (analytics[type] as (given: unknown) => void).call(analytics, record);

const types = Object.keys(records) as Call[];

const without = (record: object, ...fields: readonly string[]) =>
  Object.fromEntries(Object.entries(record).filter(([field]) => !fields.includes(field)));

export const clientFields = cases('spec 2.3, the client', {
  'a client sends its write key as the user of HTTP Basic': play(async ({ analytics, service }) => {
    analytics.track(track);
    await analytics.close();
    equal(service.requests[0]?.headers.Authorization, `Basic ${btoa(`${writeKey}:`)}`);
    equal(service.requests[0]?.headers['Content-Type'], 'application/json');
  }),
  'the defaults are size 20, flushAt 20 and flushAfter 5 seconds': () => {
    const { size, flushAt, flushAfter, endpoint } = new Analytics(writeKey);
    equal([size, flushAt, flushAfter, endpoint], [20, 20, 5_000, 'http://127.0.0.1:8377']);
  },
  'requests go to the endpoint, with or without a trailing slash': play(
    async ({ analytics, service }) => {
      analytics.flushAt = 1;
      for (const endpoint of ['http://one.example:1', 'https://two.example/base/']) {
        analytics.endpoint = endpoint;
        analytics.track(track);
        await analytics.flush();
      }
      equal(
        service.requests.map(({ url }) => url),
        ['http://one.example:1/v1/batch', 'https://two.example/base/v1/batch'],
      );
    },
  ),
  'an invalid write key is rejected by name': () => {
    for (const given of ['', 'with space', 'two:colons:', ':secret', 'ünïcode', undefined, 7])
      equal(thrown(FieldError, () => new Analytics(given as string)).field, 'writeKey');
  },
  'an invalid option is rejected by name': () => {
    const refused: readonly (readonly [string, unknown])[] = [
      ...['size', 'flushAt', 'maxQueued'].flatMap((field) =>
        [0, -1, 1.5, Number.NaN, '20'].map((value) => [field, value] as const),
      ),
      ...[-1, Number.NaN, 2 ** 31, '5s'].map((value) => ['flushAfter', value] as const),
      ...['', 'ftp://a.example', 'a.example', 'http://u:p@a.example', 'http://a.example/?q=1'].map(
        (value) => ['endpoint', value] as const,
      ),
      ['fetch', 'no function'],
      ['onError', 1],
      ['host', 'http://a.example'],
    ];
    for (const [field, value] of refused)
      equal(thrown(FieldError, () => new Analytics(writeKey, { [field]: value })).field, field);
    const analytics = new Analytics(writeKey);
    for (const field of ['size', 'flushAt', 'flushAfter', 'endpoint'])
      equal(thrown(FieldError, () => Object.assign(analytics, { [field]: -1 })).field, field);
    equal(analytics.size, 20);
  },
});

export const recordFields = cases('spec 2.3, records', {
  ...Object.fromEntries(
    types.map((type) => [
      `${type} has every field of its record`,
      play(async ({ analytics, service }) => {
        const { record, message } = records[type];
        call(analytics, type, { ...record, ...common });
        await analytics.close();
        equal(service.requests[0]?.body.batch, [{ type, ...message, ...common }]);
      }),
    ]),
  ),
  ...Object.fromEntries(
    types.map((type) => [
      `${type} without a field it requires is refused, naming the field`,
      play(async ({ analytics, service }) => {
        const { record, required } = records[type];
        for (const field of required)
          for (const missing of [without(record, field), { ...record, [field]: null }]) {
            const given = without(missing, 'anonymousId');
            equal(thrown(FieldError, () => call(analytics, type, given)).field, field);
          }
        await analytics.close();
        equal(service.requests.length, 0);
      }),
    ]),
  ),
  'identify, track and group accept an anonymousId instead of a userId': play(
    async ({ analytics, service }) => {
      analytics.identify({ anonymousId: 'a' });
      analytics.track({ anonymousId: 'a', event: 'E' });
      analytics.group({ anonymousId: 'a', groupId: 'g' });
      await analytics.close();
      const ids = service.requests[0]?.body.batch.map(({ userId, anonymousId }) => [
        userId ?? null,
        anonymousId,
      ]);
      equal(ids, [
        [null, 'a'],
        [null, 'a'],
        [null, 'a'],
      ]);
    },
  ),
  'a value that JSON would lose or change is rejected with its path': play(
    async ({ analytics, service }) => {
      const circular: Record<string, unknown> = {};
      circular.self = { again: circular };
      const shared = { ok: true };
      const wrong: readonly (readonly [unknown, string])[] = [
        [{ scores: [1, 2, Number.NaN] }, 'traits.scores[2]'],
        [{ a: { b: Number.POSITIVE_INFINITY } }, 'traits.a.b'],
        [{ tags: [shared, shared, new Map([['a', 1]])] }, 'traits.tags[2]'],
        [{ 'my tags': new Set(['a']) }, 'traits["my tags"]'],
        [{ format: () => 'x' }, 'traits.format'],
        [{ sign: Symbol('s') }, 'traits.sign'],
        [{ id: BigInt(7) }, 'traits.id'],
        [{ seen: [new Date(Number.NaN)] }, 'traits.seen[0]'],
        [{ bytes: new Uint8Array(2) }, 'traits.bytes'],
        [{ first: shared, deep: circular }, 'traits.deep.self.again'],
      ];
      for (const type of ['identify', 'page'] as const)
        for (const [traits, field] of wrong)
          equal(
            thrown(FieldError, () => call(analytics, type, { userId: 'u', traits })).field,
            field,
          );
      await analytics.close();
      equal(service.requests.length, 0);
    },
  ),
  'a Date, a toJSON method and undefined are converted as by JSON': play(
    async ({ analytics, service }) => {
      const traits = {
        at: new Date(0),
        price: { toJSON: () => ({ amount: 7 }) },
        absent: undefined,
        list: [undefined, null],
      };
      analytics.identify({ userId: 'u', traits });
      await analytics.close();
      equal(service.requests[0]?.body.batch[0]?.traits, {
        at: '1970-01-01T00:00:00.000Z',
        price: { amount: 7 },
        list: [null, null],
      });
    },
  ),
  'page requires a userId even with an anonymousId': play(async ({ analytics }) => {
    equal(thrown(FieldError, () => call(analytics, 'page', { anonymousId: 'a' })).field, 'userId');
  }),
  'a field of the wrong type is rejected by name, and nothing is queued': play(
    async ({ analytics, service }) => {
      const texts = ['', 7, true, {}, []];
      const objects = ['text', 7, [], new Map(), new Date(), () => 1];
      const times = [
        '',
        'yesterday',
        '2026-02-30T00:00:00Z',
        '2026-01-01T24:01:00Z',
        '2026-W47-5',
        7,
        new Date(Number.NaN),
      ];
      const wrong: readonly (readonly [Call, string, readonly unknown[]])[] = [
        ...types.map((type) => [type, 'userId', texts] as const),
        ...types.map((type) => [type, 'messageId', texts] as const),
        ...types.map((type) => [type, 'integrations', objects] as const),
        ...types.map((type) => [type, 'context', objects] as const),
        ...types.map((type) => [type, 'timestamp', times] as const),
        ['identify', 'traits', objects],
        ['track', 'properties', objects],
        ['track', 'event', texts],
        ['page', 'traits', objects],
        ['page', 'name', [7, {}]],
        ['page', 'category', [7, {}]],
        ['group', 'groupId', texts],
        ['group', 'traits', objects],
        ['alias', 'previousId', texts],
        ['page', 'anonymousId', texts],
      ];
      for (const [type, field, values] of wrong)
        for (const value of values) {
          const given = { ...records[type].record, [field]: value };
          const error = thrown(FieldError, () => call(analytics, type, given));
          equal(error.field, field);
          isTrue(error.message.startsWith(`${type}: ${field} must be`), `"${error.message}" tells`);
        }
      await analytics.close();
      equal(service.requests.length, 0);
    },
  ),
  'an unknown field is rejected': play(async ({ analytics }) => {
    for (const type of types) {
      const given = { ...records[type].record, propertys: {} };
      equal(thrown(FieldError, () => call(analytics, type, given)).field, 'propertys');
      const hostile = JSON.parse('{"userId":"u","__proto__":{}}');
      equal(thrown(FieldError, () => call(analytics, type, hostile)).field, '__proto__');
    }
    for (const given of [null, undefined, 'track', []])
      equal(thrown(FieldError, () => call(analytics, 'track', given)).field, 'track');
  }),
  'a field nested too deep is rejected by name': play(async ({ analytics }) => {
    let deep: unknown = 1;
    for (let level = 0; level < 300; level += 1) deep = { deep };
    equal(
      thrown(FieldError, () => analytics.track({ ...track, context: { deep } })).field,
      'context',
    );
  }),
  "later changes to the caller's objects are not sent": play(async ({ analytics, service }) => {
    const properties = { step: 1 };
    analytics.track({ ...track, properties });
    properties.step = 2;
    await analytics.close();
    equal(service.requests[0]?.body.batch[0]?.properties, { step: 1 });
  }),
});

export const operations = cases('spec 4.3, operations', {
  'identify, track, page, group and alias queue, and return immediately': play(
    async ({ analytics, service, time }) => {
      for (const type of types) call(analytics, type, records[type].record);
      await time.advance(4_999);
      equal(service.requests.length, 0);
      await time.advance(1);
      equal(
        service.requests[0]?.body.batch.map(({ type }) => type),
        types,
      );
    },
  ),
  'every message has a unique messageId by default': play(async ({ analytics, service }) => {
    for (let index = 0; index < 100; index += 1) analytics.track(track);
    analytics.track({ ...track, messageId: 'mine' });
    await analytics.close();
    const ids = service.requests.flatMap(({ body }) =>
      body.batch.map(({ messageId }) => messageId),
    );
    equal(new Set(ids).size, 101);
    isTrue(
      ids.slice(0, 100).every((id) => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(id)),
      'they are UUIDs',
    );
    equal(ids[100], 'mine');
  }),
  'messages have a messageId in a page without a secure context': play(
    async ({ analytics, service }) => {
      Object.defineProperty(crypto, 'randomUUID', { value: undefined, configurable: true });
      try {
        for (let index = 0; index < 20; index += 1) analytics.track(track);
      } finally {
        Reflect.deleteProperty(crypto, 'randomUUID');
      }
      await analytics.close();
      const ids = service.requests[0]?.body.batch.map(({ messageId }) => messageId) ?? [];
      equal(new Set(ids).size, 20);
      const uuid4 = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/;
      isTrue(
        ids.every((id) => uuid4.test(id)),
        'they are UUIDs',
      );
    },
  ),
  'integrations are sent unchanged': play(async ({ analytics, service }) => {
    const integrations = { All: false, Webhooks: true, webhooks: false };
    analytics.track({ ...track, integrations });
    analytics.track(track);
    await analytics.close();
    const [first, second] = service.requests[0]?.body.batch ?? [];
    equal(first?.integrations, integrations);
    // By default all destinations are enabled and nothing is sent.
    isTrue(second !== undefined && !('integrations' in second), 'nothing is said of them');
  }),
  'a timestamp imports past data, as text or as a Date': play(async ({ analytics, service }) => {
    const texts = [
      '2012-12-02',
      '2026-11-20T14:07:37+0530',
      '2026-11-20T08:37:37.123456+00:00',
      '2024-02-29T00:00:00Z',
      '20261120T083737Z',
      '2026-01-01T24:00:00Z',
    ];
    for (const timestamp of texts) analytics.track({ ...track, timestamp });
    analytics.track({ ...track, timestamp: new Date(Date.UTC(2012, 11, 2)) });
    await analytics.close();
    equal(
      service.requests[0]?.body.batch.map(({ timestamp }) => timestamp),
      [...texts, '2012-12-02T00:00:00.000Z'],
    );
  }),
  'a missing timestamp is left to the server': play(async ({ analytics, service }) => {
    analytics.track(track);
    await analytics.close();
    equal(Object.keys(service.requests[0]?.body.batch[0] ?? {}).sort(), [
      'event',
      'messageId',
      'type',
      'userId',
    ]);
  }),
  'size 1 flushes on every message': play(async ({ analytics, service }) => {
    analytics.size = 1;
    for (let index = 0; index < 3; index += 1) analytics.track(track);
    await analytics.close();
    equal(batchSizes(service), [1, 1, 1]);
  }),
  'flushAt 1 turns batching off: requests are sent immediately': play(
    async ({ analytics, service, time }) => {
      for (let index = 0; index < 3; index += 1) analytics.track(track);
      await time.advance(0);
      equal(batchSizes(service), [1, 1, 1]);
    },
    { flushAt: 1 },
  ),
  'the full example is sent in order: anonymous track, alias, identify, track': play(
    async ({ analytics, service }) => {
      analytics.flushAt = 1;
      analytics.track({ anonymousId: 'anon', event: 'Viewed' });
      analytics.alias({ previousId: 'anon', userId: 'u' });
      analytics.identify({ userId: 'u', traits: { plan: 'team' } });
      analytics.track({ userId: 'u', event: 'Bought' });
      await analytics.close();
      equal(
        service.requests.flatMap(({ body }) => body.batch.map(({ type }) => type)),
        ['track', 'alias', 'identify', 'track'],
      );
    },
  ),
  "a request contains the library's name, and the time": play(async ({ analytics, service }) => {
    analytics.track(track);
    const before = Date.now();
    await analytics.close();
    const { context, sentAt, messageId } = service.requests[0]?.body ?? {};
    equal(context, { library: { name: 'hookwright', version: '0.1.0' } });
    isTrue(Date.parse(sentAt ?? '') >= before, 'sentAt is the time of sending');
    isTrue(messageId !== undefined && messageId.length === 36, 'the request has an id');
  }),
});
