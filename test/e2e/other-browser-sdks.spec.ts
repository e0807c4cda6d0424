/** The browser SDKs of other services, pointed here with a host and a write key, in a real browser. */
import { test as base, expect } from './support/launch.ts';
import { complaintsOf, type SdkPage, startSdkPage } from './support/sdk-page.ts';
import type { Host } from './support/start-host.ts';
import type { TargetServer } from './support/target-server.ts';

const jitsuScript = new URL('./support/jitsu-page-script.ts', import.meta.url);
const rudderScript = new URL('./support/rudderstack-page-script.ts', import.meta.url);

const test = base.extend<object, { startShop: (script: URL) => Promise<SdkPage> }>({
  startShop: [
    async ({ browserName: _ }, use) => {
      const shops = new Map<string, Promise<SdkPage>>();
      await use((script) => {
        const shop = shops.get(script.href) ?? startSdkPage(script);
        shops.set(script.href, shop);
        return shop;
      });
      for (const shop of shops.values()) await (await shop).stop();
    },
    { scope: 'worker' },
  ],
});

/** A source connected to the target; returns its write key. */
async function setUp(host: Host, target: TargetServer, writeKey?: string): Promise<string> {
  const source = (await host.api('POST', '/sources', { name: 'Shop', writeKey })) as {
    id: string;
    writeKey: string;
  };
  const settings = { name: 'Hooks', webhookUrl: target.url, sourceIds: [source.id] };
  await host.api('POST', '/destinations', settings);
  return source.writeKey;
}

const bodiesByType = (target: TargetServer): Readonly<Record<string, object>> =>
  Object.fromEntries(
    target.requests.map(({ body }) => [
      (JSON.parse(body) as { type: string }).type,
      JSON.parse(body),
    ]),
  );

const common = { version: 1, context: { userAgent: expect.stringContaining('Chrome') } };

const traits = { email: 'a@b.c', 'é<&>': 'ünïcode \u2028' };

const expectedCalls = {
  page: { ...common, properties: { path: '/products', name: 'Home' } },
  identify: { ...common, userId: 'u1', traits },
  track: {
    ...common,
    userId: 'u1',
    event: 'Order Completed',
    properties: { revenue: 39.95, items: [{ sku: 'a' }] },
  },
  group: { ...common, userId: 'u1', groupId: 'g1', traits: { name: 'Initech' } },
};

test('Jitsu: each call is delivered exactly once', async ({ page, host, target, startShop }) => {
  const complaints = complaintsOf(page);
  const writeKey = await setUp(host, target, 'shop:s3cret');
  await page.goto((await startShop(jitsuScript)).url);
  await page.evaluate(
    async ([ingestUrl, key]) => {
      loadJitsu(ingestUrl, key);
      await jitsu.page('Home', {});
      await jitsu.identify('u1', { email: 'a@b.c', 'é<&>': 'ünïcode \u2028' });
      await jitsu.track('Order Completed', { revenue: 39.95, items: [{ sku: 'a' }] });
      await jitsu.group('g1', { name: 'Initech' });
    },
    [host.ingestUrl, writeKey] as const,
  );
  await target.received(4);
  expect(bodiesByType(target)).toMatchObject(expectedCalls);
  expect(await host.api('GET', '/ledger')).toMatchObject({ accepted: 4, rejected: 0 });
  expect(complaints).toEqual([]);
});

for (const [transport, options] of [
  ['requests', {}],
  ['beacons', { useBeacon: true, beaconQueueOptions: { maxItems: 1 } }],
  ['batches', { queueOptions: { batch: { enabled: true, maxItems: 5 } } }],
] as const)
  test(`RudderStack: each call, sent as ${transport}, is delivered exactly once`, async ({
    page,
    host,
    target,
    startShop,
  }) => {
    const complaints = complaintsOf(page);
    const writeKey = await setUp(host, target);
    await page.goto((await startShop(rudderScript)).url);
    await page.evaluate(
      ([ingestUrl, key, more]) => {
        loadRudder(ingestUrl, key, more);
        rudder.page('Docs', 'Home');
        rudder.identify('u1', { email: 'a@b.c', 'é<&>': 'ünïcode \u2028' });
        rudder.track('Order Completed', { revenue: 39.95, items: [{ sku: 'a' }] });
        rudder.group('g1', { name: 'Initech' });
        rudder.alias('u2', 'u1');
      },
      [host.ingestUrl, writeKey, options] as const,
    );
    await target.received(5);
    expect(bodiesByType(target)).toMatchObject({
      ...expectedCalls,
      // RudderStack keeps a user's traits in the context.
      identify: { ...common, userId: 'u1', context: { traits } },
      alias: { 'Previous ID': 'u1', 'User ID': 'u2' },
    });
    expect(await host.api('GET', '/ledger')).toMatchObject({ accepted: 5, rejected: 0 });
    expect(complaints).toEqual([]);
  });
