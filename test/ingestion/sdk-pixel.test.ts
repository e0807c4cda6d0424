/** Events in the query of an image, whose response is always an image (D4). */
import { request } from 'undici';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Core } from '#main/app.ts';
import { theSource, writeKey } from '#test/support/builders.ts';
import { sharedCore } from '#test/support/start-core.ts';

const starting = sharedCore();
let core: Core;
beforeAll(async () => {
  core = (await starting).core;
  await theSource(core);
});

/** The smallest possible GIF, one pixel. */
async function loadImage(query: string): Promise<void> {
  const { statusCode, headers, body } = await request(`${core.ingestUrl}/v1/pixel/${query}`);
  const image = Buffer.from(await body.arrayBuffer());
  expect(statusCode).toBe(200);
  expect(headers['content-type']).toBe('image/gif');
  expect(headers['cache-control']).toContain('no-store');
  expect(image.subarray(0, 6).toString()).toMatch(/^GIF8[79]a$/);
  expect([image.readUInt16LE(6), image.readUInt16LE(8)]).toEqual([1, 1]);
}

function newest() {
  const [message] = core.messages.list({ limit: 1 }).items;
  return JSON.parse(core.messages.get({ id: message?.id ?? 0 }).normalizedText);
}

const base64 = (value: unknown, encoding: 'base64' | 'base64url'): string =>
  Buffer.from(JSON.stringify(value)).toString(encoding);

// Its base64 has both characters that differ between the alphabets.
const event = {
  writeKey,
  userId: 'u1',
  event: 'Seen ~~~ ??? >>>',
  properties: { total: 3, é: 'ü' },
};
const { writeKey: _, ...sent } = event;

describe('a pixel request', () => {
  it('contains an event as base64: escaped, unescaped, or URL-safe', async () => {
    const plain = base64(event, 'base64');
    expect(plain).toMatch(/\+.*\/|\/.*\+/);
    for (const data of [
      encodeURIComponent(plain),
      plain,
      plain.replace(/=+$/, ''),
      base64(event, 'base64url'),
    ]) {
      const before = core.ledger.get().accepted;
      await loadImage(`track?data=${data}`);
      expect(core.ledger.get().accepted).toBe(before + 1);
      expect(newest()).toMatchObject({ type: 'track', ...sent });
    }
  });

  it('contains an event as dotted keys', async () => {
    await loadImage(
      `page?writeKey=${writeKey}&anonymousId=a%20b&name=Home&properties.path=/&properties.a.b.c=1&context.page.title=T`,
    );
    expect(newest()).toMatchObject({
      type: 'page',
      anonymousId: 'a b',
      name: 'Home',
      properties: { path: '/', a: { b: { c: '1' } } },
      context: { page: { title: 'T' } },
    });
  });

  it.each([
    ['identify', { userId: 'u' }],
    ['track', { userId: 'u', event: 'E' }],
    ['page', { userId: 'u' }],
    ['screen', { userId: 'u' }],
    ['group', { userId: 'u', groupId: 'g' }],
    ['alias', { userId: 'u', previousId: 'p' }],
  ])('of type %s is accepted, with its type from the path', async (type, message) => {
    await loadImage(`${type}?data=${base64({ writeKey, ...message }, 'base64url')}`);
    expect(newest()).toMatchObject({ type, ...message });
  });

  it('with a key of Object.prototype sets only its own field', async () => {
    await loadImage(
      `track?writeKey=${writeKey}&userId=u&event=E&properties.__proto__.polluted=1&__proto__.polluted=1&constructor.prototype.polluted=1`,
    );
    expect(newest().event).toBe('E');
    expect({}).not.toHaveProperty('polluted');
  });

  it.each<[string, string, number, string]>([
    ['whose data is no base64', 'track?data=%%%', 401, 'unknown_source'],
    ['whose data is no JSON', 'track?data=aGVsbG8', 401, 'unknown_source'],
    ['that is empty', 'track', 401, 'unknown_source'],
    ['of an unknown write key', 'track?writeKey=wrong&userId=u&event=E', 401, 'unknown_source'],
    ['without an event', `track?writeKey=${writeKey}&userId=u`, 400, 'event_not_defined'],
    ['without an id', `page?writeKey=${writeKey}`, 400, 'no_user_anon_id'],
    [
      'whose properties are a text',
      `track?writeKey=${writeKey}&userId=u&event=E&properties=x`,
      400,
      'properties_not_object',
    ],
  ])('%s is an image as well, and shown as rejected', async (_, query, status, code) => {
    const before = core.ledger.get();
    await loadImage(query);
    const { rejected: count, rejectedKept: kept } = before;
    expect(core.ledger.get()).toEqual({ ...before, rejected: count + 1, rejectedKept: kept + 1 });
    const [rejected] = core.rejected.list({ limit: 1 }).items;
    expect(rejected).toMatchObject({ status, code, type: query.split('?')[0] });
    expect(core.rejected.get({ id: rejected?.id ?? 0 }).request).toMatchObject({
      method: 'GET',
      path: `/v1/pixel/${query}`,
    });
  });
});
