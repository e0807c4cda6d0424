/** Large bodies cost a mock endpoint little: they are hashed once per key, and not parsed (D62). */
import { createHmac } from 'node:crypto';
import { expect, it, onTestFinished } from 'vitest';
import { NewDestination } from '#shared/connections/destination.ts';
import type { Mock } from '#shared/mocks/mock.ts';
import { makeMock, urlOf } from '#test/support/mock-client.ts';
import { sign } from '#test/support/sign.ts';
import { sharedCore } from '#test/support/start-core.ts';

const starting = sharedCore();

/** Bytes that were hashed with a key, and the length of the longest text that was parsed. */
function countWork() {
  const work = { hashedBytes: 0, parsedLength: 0 };
  const { parse } = JSON;
  const hmac = Object.getPrototypeOf(createHmac('sha1', ''));
  const { update } = hmac;
  JSON.parse = (text: string, ...rest) => {
    work.parsedLength = Math.max(work.parsedLength, text.length);
    return parse(text, ...rest);
  };
  hmac.update = function (content: Uint8Array, ...rest: unknown[]) {
    work.hashedBytes += content.length;
    return update.call(this, content, ...rest);
  };
  onTestFinished(() => {
    JSON.parse = parse;
    hmac.update = update;
  });
  return work;
}

const post = async (mock: Mock, body: string, signature: string) =>
  (await fetch(urlOf(mock), { method: 'POST', headers: { 'x-signature': signature }, body }))
    .status;

async function verdictsOf(mock: Mock) {
  const { core, followed } = await starting;
  const [entry] = await followed.until(() => {
    const { items } = core.mockRequests.list({ id: mock.id, limit: 1 });
    return items.length === 1 && items;
  });
  return entry?.signature;
}

const numbers = `[${'1e999,'.repeat(600_000)}1]`;
const event = '{"type":"track"}';

it.each([
  ['an object', `{"a":${numbers}}`, `{"a":${numbers}}`],
  ['a batch, of which the first event is signed', `[${event},${numbers}]`, event],
] as const)('%s', async (_, body, signed) => {
  const { core } = await starting;
  const mock = await makeMock(core, { secret: 's3cret', strict: true });
  const work = countWork();
  expect(await post(mock, body, sign('s3cret', signed))).toBe(200);
  expect(await verdictsOf(mock)).toEqual({ raw: 'match', parsed: 'not_checked' });
  expect(work.parsedLength).toBeLessThan(512_000);
});

it('many signatures of one request', async () => {
  const { core } = await starting;
  const body = JSON.stringify({ text: 'x'.repeat(400_000) });
  const mock = await makeMock(core, { secret: 's3cret', strict: true });
  const settings = { webhookUrl: urlOf(mock), sharedSecret: 's3cret', profile: 'stripe' };
  await core.destinations.create(NewDestination.parse({ name: 'Rotating', ...settings }));
  const entries = Array.from({ length: 20 }, () => `v1=${'a'.repeat(64)}`).join(',');
  const work = countWork();
  const response = await fetch(urlOf(mock), {
    method: 'POST',
    headers: { 'stripe-signature': `t=1700000000,${entries}` },
    body,
  });
  expect(response.status).toBe(401);
  // Raw, and parsed.
  expect(work.hashedBytes).toBeLessThan(3 * body.length);
});

it('rules are not checked, which is no "no match"', async () => {
  const { core } = await starting;
  const mock = await makeMock(core, { rules: [{ match: { a: 1 }, status: 418 }] });
  const work = countWork();
  expect(await post(mock, `{"a":1,"b":${numbers}}`, '')).toBe(500);
  expect(work.parsedLength).toBeLessThan(512_000);
});
