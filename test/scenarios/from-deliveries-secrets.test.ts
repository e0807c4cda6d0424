/** No file of a scenario that is made of deliveries has a secret of the setup. */
import { createRouterClient } from '@orpc/server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createRouter } from '#main/hosts/api/index.ts';
import type { JsonValue } from '#shared/kit/json-value.ts';
import { FakeClock } from '#test/support/fake-clock.ts';
import { openCore, type StartedCore } from '#test/support/start-core.ts';
import { openTarget, type Target } from '#test/support/target-server.ts';

const secret = 'sh4red/Secret "é" +1';
const otherSecret = 'Other-Secret-2';
const mockSecret = 'mock-s3cret';
const token = 'url-t0ken-of-a-webhook';
const header = 'h34der "value" ü';

const clock = new FakeClock();
let started: StartedCore;
let target: Target;
beforeAll(async () => {
  started = await openCore({ clock });
  target = await openTarget();
});
afterAll(async () => {
  await Promise.all([started.stop(), target.close()]);
});

const open = () => createRouterClient(createRouter(started.core), {});
type Client = ReturnType<typeof open>;

const base64 = (text: string): string => Buffer.from(text).toString('base64');
const json = (text: string): string => JSON.stringify({ text });

async function setUp(client: Client) {
  const source = await client.sources.create({ name: 'Shop' });
  await client.mocks.create({ name: 'mine', secret: mockSecret });
  await client.destinations.create({
    ...{ name: 'Other', sharedSecret: otherSecret, sourceIds: [] },
    webhooks: [{ url: `${target.url}/?token=${token}`, headers: { 'X-Api-Key': header } }],
  });
  await client.destinations.create({
    ...{ name: 'Orders', sharedSecret: secret, sourceIds: [source.id] },
    webhooks: [
      {
        url: `${target.url}/${encodeURIComponent(secret)}/hook`,
        headers: { 'X-Note': `of ${otherSecret}`, 'X-Plain': 'plain' },
      },
    ],
  });
  return source;
}

/** Its delivery. */
async function send(
  client: Client,
  source: string,
  key: JsonValue,
  event: string,
): Promise<number> {
  const message = { type: 'track', userId: 'u1', event, properties: { key } } as const;
  await client.send.now({ source, message });
  const filter = `event=${event} destination=Orders state:delivered`;
  await expect.poll(async () => (await client.deliveries.count({ filter })).count).toBe(1);
  return (await client.deliveries.list({ filter })).items[0]?.id ?? 0;
}

describe('a scenario made of deliveries', () => {
  it('has no secret of the setup', async () => {
    const client = open();
    const source = await setUp(client);
    const withSecrets: readonly JsonValue[] = [
      secret,
      encodeURIComponent(secret),
      base64(secret),
      `Basic ${base64(`u:${secret}`)}`,
      json(json(secret)),
      `Basic ${base64(`${source.writeKey}:`)}`,
      mockSecret,
      token,
      encodeURIComponent(header),
      { [otherSecret]: 1 },
    ];
    const ids: number[] = [];
    for (const [index, key] of withSecrets.entries())
      ids.push(await send(client, source.id, key, `secret_${index}`));
    // Not a secret of the setup: messages may have URLs with values of their own.
    const kept = await send(client, source.id, 'https://a.test/?gclid=EAIaIQobChMI012345', 'kept');
    for (const against of ['recorded', 'server'] as const) {
      const made = await client.scenarios.fromDeliveries({ ids: [...ids, kept], against });
      expect(made.leftOut).toEqual([{ reason: 'secret_in_message', ids }]);
      expect(made.deliveries).toBe(1);
      const files = JSON.stringify(made);
      for (const text of [encodeURIComponent(secret), otherSecret, 'sh4red'])
        expect(files).not.toContain(text);
      expect(made.text).toContain('plain');
      expect(/_URL, secret: true/i.test(made.text)).toBe(against === 'server');
    }
  });
});
