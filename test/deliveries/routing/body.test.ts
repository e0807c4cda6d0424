import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { messageText } from '#main/deliveries/routing/body.ts';
import { isInvalid, normalize } from '#main/ingestion/normalize.ts';
import type { PayloadShape } from '#shared/connections/destination.ts';
import { sdkMessageTypes } from '#shared/ingestion/message.ts';

const receivedAt = Date.UTC(2026, 10, 20, 8, 0, 0, 5);
const timestamp = '2012-12-02T00:30:08.276Z';

/** The body of a message, built as for real messages. */
function body(message: object, shape: PayloadShape = 'documented'): string {
  const normalized = normalize(message, {
    pathType: null,
    batchContext: null,
    batchIntegrations: null,
    batchSentAt: undefined,
    receivedAt,
    realNow: receivedAt,
    newMessageId: () => 'made-id',
  });
  if (isInvalid(normalized)) throw new Error(normalized.problem.code);
  return messageText(normalized, shape);
}

const context = { ip: '203.0.113.9' };

describe('the documented body, byte for byte', () => {
  it('of page', () => {
    expect(
      body({
        type: 'page',
        timestamp,
        context,
        properties: {
          path: '/pricing',
          referrer: 'https://example.com',
          title: 'Pricing',
          url: 'https://example.com/pricing',
        },
        userId: '019mr8mf4r',
      }),
    ).toBe(
      '{"version":1,"type":"page","userId":"019mr8mf4r","properties":{"path":"/pricing","referrer":"https://example.com","title":"Pricing","url":"https://example.com/pricing"},"timestamp":"2012-12-02T00:30:08.276Z","context":{"ip":"203.0.113.9"}}',
    );
  });

  it('of screen', () => {
    expect(
      body({
        type: 'screen',
        userId: '019mr8mf4r',
        name: 'Main Screen',
        timestamp,
        context: {
          device: { model: 'Pixel 9', type: 'android' },
          os: { name: 'Android', version: '16' },
          app: { build: '412', name: 'Storefront', version: '4.1.2' },
        },
      }),
    ).toBe(
      '{"version":1,"type":"screen","userId":"019mr8mf4r","name":"Main Screen","timestamp":"2012-12-02T00:30:08.276Z","context":{"device":{"model":"Pixel 9","type":"android"},"os":{"name":"Android","version":"16"},"app":{"build":"412","name":"Storefront","version":"4.1.2"}}}',
    );
  });

  it('of identify', () => {
    expect(
      body({ type: 'identify', userId: '1', traits: { plan: 'team', logins: 5 }, timestamp }),
    ).toBe(
      '{"version":1,"type":"identify","userId":"1","traits":{"plan":"team","logins":5},"timestamp":"2012-12-02T00:30:08.276Z","context":{}}',
    );
  });

  it('of track', () => {
    expect(
      body({
        type: 'track',
        userId: '1',
        event: 'Purchased an Item',
        properties: { revenue: '39.95', shippingMethod: '2-day' },
        timestamp,
      }),
    ).toBe(
      '{"version":1,"type":"track","userId":"1","event":"Purchased an Item","properties":{"revenue":"39.95","shippingMethod":"2-day"},"timestamp":"2012-12-02T00:30:08.276Z","context":{}}',
    );
  });

  it('of alias, with the literal keys of the specification in their order', () => {
    expect(body({ type: 'alias', userId: 'new', previousId: 'old', timestamp })).toBe(
      '{"version":1,"type":"alias","Previous ID":"old","User ID":"new","timestamp":"2012-12-02T00:30:08.276Z","context":{}}',
    );
  });

  it('of group', () => {
    expect(
      body({ type: 'group', userId: '1', groupId: 'g', traits: { name: 'Initech' }, timestamp }),
    ).toBe(
      '{"version":1,"type":"group","groupId":"g","userId":"1","traits":{"name":"Initech"},"timestamp":"2012-12-02T00:30:08.276Z","context":{}}',
    );
  });

  it('of delete, without version and context', () => {
    const message = {
      type: 'delete',
      messageId: 'd-1',
      userId: '019mr8mf4r',
      context: {},
      timestamp,
      receivedAt: timestamp,
    } as const;
    for (const shape of ['documented', 'full'] as const)
      expect(messageText(message, shape)).toBe(
        '{"type":"delete","userId":"019mr8mf4r","timestamp":"2012-12-02T00:30:08.276Z"}',
      );
  });

  it('of a minimal message: empty objects, and the time of the server', () => {
    expect(body({ type: 'track', userId: '1', event: 'E' })).toBe(
      '{"version":1,"type":"track","userId":"1","event":"E","properties":{},"timestamp":"2026-11-20T08:00:00.005Z","context":{}}',
    );
    expect(body({ type: 'identify', userId: '1', timestamp })).toContain('"traits":{}');
    expect(body({ type: 'group', userId: '1', groupId: 'g', timestamp })).toContain('"traits":{}');
    expect(body({ type: 'page', userId: '1', timestamp })).toContain('"properties":{}');
  });

  it('keeps text unchanged: no HTML escaping, no escaping of slashes and non-ASCII letters', () => {
    expect(body({ type: 'track', userId: 'ü', event: '<a&b>/😀\u2028', timestamp })).toContain(
      '"userId":"ü","event":"<a&b>/😀\u2028"',
    );
  });
});

describe('an anonymous message', () => {
  it('has anonymousId instead of userId', () => {
    expect(body({ type: 'track', anonymousId: 'anon', event: 'E', timestamp })).toBe(
      '{"version":1,"type":"track","anonymousId":"anon","event":"E","properties":{},"timestamp":"2012-12-02T00:30:08.276Z","context":{}}',
    );
    expect(body({ type: 'group', anonymousId: 'anon', groupId: 'g', timestamp })).toContain(
      '"type":"group","groupId":"g","anonymousId":"anon","traits"',
    );
  });

  it('with a userId is not anonymous: anonymousId is omitted', () => {
    expect(
      body({ type: 'track', userId: 'u', anonymousId: 'anon', event: 'E', timestamp }),
    ).not.toContain('anon');
  });
});

describe('a page message', () => {
  it('has its name and category in the properties, after the given ones', () => {
    expect(
      body({
        type: 'page',
        userId: '1',
        name: 'Home',
        category: 'Docs',
        properties: { a: 1 },
        timestamp,
      }),
    ).toContain('"properties":{"a":1,"name":"Home","category":"Docs"},"timestamp"');
  });

  it('keeps given properties with those names', () => {
    expect(
      body({
        type: 'page',
        userId: '1',
        name: 'Home',
        category: 'Docs',
        properties: { name: null, category: 'Own' },
        timestamp,
      }),
    ).toContain('"properties":{"name":null,"category":"Own"}');
  });
});

describe('a screen message', () => {
  it('has its properties after its name', () => {
    expect(
      body({ type: 'screen', userId: '1', name: 'S', properties: { a: 1 }, timestamp }),
    ).toContain('"name":"S","properties":{"a":1},"timestamp"');
  });

  it('omits a missing name and missing properties', () => {
    expect(body({ type: 'screen', userId: '1', timestamp })).toBe(
      '{"version":1,"type":"screen","userId":"1","timestamp":"2012-12-02T00:30:08.276Z","context":{}}',
    );
  });
});

describe('the full body', () => {
  const given = {
    messageId: 'm-1',
    anonymousId: 'anon',
    integrations: { All: true },
    channel: 'server',
    sentAt: '2026-11-20T08:00:00.000Z',
    timestamp: '2026-11-20T07:59:59.000Z',
  };

  it('adds the fields of the live system before the context', () => {
    expect(body({ type: 'track', userId: 'u', event: 'E', ...given }, 'full')).toBe(
      '{"version":1,"type":"track","userId":"u","event":"E","properties":{},"timestamp":"2026-11-20T07:59:59.000Z","messageId":"m-1","anonymousId":"anon","integrations":{"All":true},"channel":"server","originalTimestamp":"2026-11-20T07:59:59.000Z","sentAt":"2026-11-20T08:00:00.000Z","receivedAt":"2026-11-20T08:00:00.005Z","context":{}}',
    );
  });

  it('of alias has the identities under both kinds of names', () => {
    const parsed = JSON.parse(body({ type: 'alias', userId: 'new', previousId: 'old' }, 'full'));
    expect(parsed).toMatchObject({
      'Previous ID': 'old',
      'User ID': 'new',
      previousId: 'old',
      userId: 'new',
    });
  });

  it('includes an anonymous user once', () => {
    const text = body({ type: 'track', anonymousId: 'anon', event: 'E' }, 'full');
    expect(text.match(/"anonymousId"/g)).toHaveLength(1);
  });

  it('omits missing fields', () => {
    const parsed = JSON.parse(body({ type: 'track', userId: 'u', event: 'E' }, 'full'));
    expect(Object.keys(parsed)).toEqual([
      'version',
      'type',
      'userId',
      'event',
      'properties',
      'timestamp',
      'messageId',
      'receivedAt',
      'context',
    ]);
  });
});

describe('any body', () => {
  const json = fc.jsonValue({ maxDepth: 4, noUnicodeString: false });
  const object = fc.dictionary(fc.string({ unit: 'binary' }), json);
  const message = fc.record({
    type: fc.constantFrom(...sdkMessageTypes),
    userId: fc.string({ minLength: 1, unit: 'binary' }),
    previousId: fc.string({ minLength: 1 }),
    groupId: fc.string({ minLength: 1 }),
    event: fc.string({ minLength: 1, unit: 'binary' }),
    properties: object,
    traits: object,
    context: object,
  });

  it('is the same text after parsing and re-serializing', () => {
    fc.assert(
      fc.property(message, fc.constantFrom('documented', 'full'), (given, shape) => {
        // As it arrives over the network.
        const text = body(JSON.parse(JSON.stringify(given)), shape as PayloadShape);
        expect(JSON.stringify(JSON.parse(text))).toBe(text);
      }),
      { numRuns: 500 },
    );
  });

  it('is unchanged by UTF-8', () => {
    fc.assert(
      fc.property(message, (given) => {
        const text = body(JSON.parse(JSON.stringify(given)));
        expect(Buffer.from(text, 'utf8').toString('utf8')).toBe(text);
      }),
    );
  });
});
