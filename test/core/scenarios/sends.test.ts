/** Messages of a session as steps: runs of like messages, or their bodies in a fixture. */
import { expect, it } from 'vitest';
import { sendsOf } from '#core/scenarios/recording/sends.ts';
import type { JsonObject, SessionMessage } from '#core/scenarios/recording/session.ts';

const message = (body: JsonObject, index: number, gapMs: number): SessionMessage => ({
  ...{
    id: index + 1,
    sourceId: 'src_1',
    type: 'track',
    origin: 'sdk',
    userId: null,
    payload: null,
  },
  at: 1_000 + index * gapMs,
  body: { messageId: `m-${index}`, event: 'Order', ...body },
});

const sends = (bodies: readonly JsonObject[], gapMs = 1_000) =>
  sendsOf(
    bodies.map((body, index) => message(body, index, gapMs)),
    { idFor: (id) => id, sourceName: () => 'Shop', fixtureName: (id) => `${id}.jsonl` },
  );

// Escaped, since it is not a template.
const variable = '$\u007bname}';
const uuid = (n: number) => `${n}1111111-1111-4111-8111-111111111111`;

it.each([
  ['the same', [{ userId: 'a' }, { userId: 'a' }], { userId: 'a' }],
  ['an index', [{ userId: 'u-1' }, { userId: 'u-2' }], { userId: 'u-{n}' }],
  ['generated ids', [{ userId: uuid(1) }, { userId: uuid(2) }], { userId: 'userId-order-{n}' }],
])('messages that differ in %s are one step', (_, bodies, body) => {
  const [send, ...others] = sends(bodies);
  expect(others).toEqual([]);
  expect(send).toMatchObject({ fixture: null });
  expect(send?.input).toEqual({
    ...{ source: 'Shop', count: 2, overMs: 2_000 },
    message: { type: 'track', event: 'Order', ...body },
  });
});

it.each([
  ['an index that starts later', [{ userId: 'u-5' }, { userId: 'u-6' }]],
  ['numbers', [{ value: 1 }, { value: 2 }]],
  ['a name of a variable', [{ userId: variable }, { userId: variable }]],
])('messages with %s keep their bodies in a fixture', (_, bodies) => {
  const [send] = sends(bodies);
  const lines = send?.fixture?.text.trim().split('\n') ?? [];
  expect(lines.map((line) => JSON.parse(line))).toEqual(
    bodies.map((body) => ({ type: 'track', event: 'Order', ...body })),
  );
  expect(send?.input).toEqual({ source: 'Shop', fixture: 'order.jsonl', overMs: 2_000 });
});

it('messages after a long gap are steps of their own', () => {
  expect(sends([{ userId: 'a' }, { userId: 'a' }], 60_000)).toHaveLength(2);
});
