/** Random messages, both valid and unusual. */
import fc from 'fast-check';
import type { Json } from './expected-body.ts';

const json = fc.jsonValue({ maxDepth: 3 });
const object = fc.dictionary(fc.string(), json, { maxKeys: 5 });
/** Any UTF-16, including lone surrogates. */
const odd = fc
  .array(fc.nat(0xffff), { minLength: 1, maxLength: 8 })
  .map((codes) => String.fromCharCode(...codes));
const text = fc.oneof(fc.string(), odd);
const filled = fc.oneof(fc.string({ minLength: 1 }), odd);
const id = fc.oneof(
  { weight: 4, arbitrary: filled },
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
);
const nothing = fc.constantFrom(undefined, null);
const perhaps = <Value>(value: fc.Arbitrary<Value>) =>
  fc.oneof({ weight: 3, arbitrary: value }, nothing);

const day = fc.date({
  min: new Date('1970-01-02T00:00:00Z'),
  max: new Date('2099-12-30T00:00:00Z'),
  noInvalidDate: true,
});
/** The same time in the formats of several SDKs. */
const timestamp = fc
  .tuple(
    day,
    fc.constantFrom('Z', '+00:00', '+0000', '+05:30', '-0800'),
    fc.constantFrom('', '.5', '.276', '.123456', '.999999999'),
  )
  .map(([date, zone, fraction]) => `${date.toISOString().slice(0, 19)}${fraction}${zone}`);

export const types = ['identify', 'track', 'page', 'screen', 'group', 'alias'] as const;

/** The required fields of a type besides an identity. */
const needs = {
  identify: {},
  track: { event: filled },
  page: {},
  screen: {},
  group: { groupId: id },
  alias: { previousId: id },
};

export const validOf = (type: (typeof types)[number]): fc.Arbitrary<Json> =>
  fc
    .tuple(
      fc.record({
        type: fc.constant(type),
        ...needs[type],
        traits: perhaps(object),
        properties: perhaps(object),
        name: perhaps(text),
        category: perhaps(text),
        context: perhaps(object),
        timestamp: perhaps(timestamp),
        sentAt: perhaps(timestamp),
        channel: perhaps(text),
        _metadata: perhaps(json),
      }),
      type === 'alias'
        ? fc.record({ userId: id })
        : fc.oneof(
            fc.record({ userId: id, anonymousId: fc.oneof(id, nothing, fc.constant('')) }),
            fc.record({ userId: fc.oneof(nothing, fc.constant('')), anonymousId: id }),
          ),
    )
    .map(([fields, ids]) => ({ ...fields, ...ids }));

/** A valid message. */
export const validMessage: fc.Arbitrary<Json> = fc.oneof(...types.map(validOf));

const near = <Value>(value: fc.Arbitrary<Value>) => fc.oneof({ weight: 3, arbitrary: value }, json);

/** A message with missing fields and fields of the wrong type. */
const nearlyValid = fc.record(
  {
    type: near(fc.constantFrom(...types)),
    userId: near(id),
    anonymousId: near(id),
    previousId: near(id),
    groupId: near(id),
    messageId: near(id),
    event: near(filled),
    name: near(text),
    category: near(text),
    traits: near(object),
    properties: near(object),
    context: near(object),
    integrations: near(fc.dictionary(fc.constantFrom('All', 'Webhooks', 'x'), near(fc.boolean()))),
    timestamp: near(timestamp),
    sentAt: near(timestamp),
    originalTimestamp: near(timestamp),
    channel: json,
  },
  { requiredKeys: [] },
);

export const anyMessage = fc.oneof(
  { weight: 3, arbitrary: validMessage },
  { weight: 4, arbitrary: nearlyValid },
  { weight: 1, arbitrary: json },
);

/** A batch of valid messages. */
export const validBatch = fc.record({
  batch: fc.array(validMessage, { minLength: 1, maxLength: 5 }),
  context: perhaps(object),
  sentAt: perhaps(timestamp),
});

export const anyBatch = fc.record(
  {
    batch: fc.oneof({ weight: 8, arbitrary: fc.array(anyMessage, { maxLength: 5 }) }, json),
    context: near(object),
    integrations: near(object),
    sentAt: near(timestamp),
    writeKey: near(fc.string()),
    messageId: json,
  },
  { requiredKeys: [] },
);

export const anyJson = json;
