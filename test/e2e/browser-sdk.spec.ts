/** The browser SDK of the ecosystem, in a real browser and on another origin than the ingestion endpoint. */
import { createHmac } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { test as base, expect } from './support/launch.ts';
import { complaintsOf, type SdkPage, startSdkPage } from './support/sdk-page.ts';
import { type Host, startHost } from './support/start-host.ts';
import type { ReceivedRequest, TargetServer } from './support/target-server.ts';

const test = base.extend<object, { shop: SdkPage }>({
  shop: [
    async ({ browserName: _ }, use) => {
      const shop = await startSdkPage();
      await use(shop);
      await shop.stop();
    },
    { scope: 'worker' },
  ],
});

const secret = 'a secret with ünïcode';

/** A source connected to the target; returns its write key. */
async function setUp(host: Host, target: TargetServer): Promise<string> {
  const source = (await host.api('POST', '/sources', { name: 'Shop' })) as Record<string, string>;
  await host.api('POST', '/destinations', {
    name: 'Hooks',
    webhookUrl: target.url,
    sharedSecret: secret,
    sourceIds: [source.id],
  });
  return source.writeKey ?? '';
}

function bodyOf({ body, headers }: ReceivedRequest) {
  expect(headers['x-signature']).toBe(createHmac('sha1', secret).update(body).digest('hex'));
  return JSON.parse(body);
}

/** Opens the shop, which loads the SDK with nothing but a write key and an address. */
async function openShop(page: Page, shop: SdkPage, writeKey: string, cdnURL: string, options = {}) {
  await page.goto(shop.url);
  await page.evaluate((given) => loadAnalytics(...given), [
    { writeKey, cdnURL },
    options,
  ] satisfies Parameters<typeof loadAnalytics>);
}

/** One of each, with what is odd about them; resolves when the SDK says that all were sent. */
async function callAll(): Promise<void> {
  await Promise.all([
    // The SDK writes the id of the present user over the new one, so that it must come first.
    analytics.alias('u1', 'visitor'),
    analytics.page('Docs', 'Home', { free: true }),
    analytics.identify('u1', { email: 'a@b.c', 'é<&>': 'ünïcode \u2028' }),
    analytics.track('Order Completed', { revenue: 39.95, items: [{ sku: 'a' }], none: null }),
    analytics.screen('Main', { a: 1 }),
    analytics.group('g1', { name: 'Initech' }),
  ]);
}

function expectAll(requests: readonly ReceivedRequest[], shop: SdkPage): void {
  const bodies = requests.map(bodyOf);
  const byType = Object.fromEntries(bodies.map((body) => [body.type, body]));
  expect(Object.keys(byType)).toHaveLength(bodies.length);
  const { origin } = new URL(shop.url);
  const page = { path: '/products', url: `${origin}/products?utm_source=test`, title: 'Shop' };
  const context = {
    library: { name: 'analytics.js' },
    page: { path: '/products', title: 'Shop' },
    campaign: { source: 'test' },
    userAgent: expect.stringContaining('Chrome'),
  };
  const timestamp = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  const common = { version: 1, timestamp, context };
  expect(byType).toMatchObject({
    page: { ...common, properties: { ...page, name: 'Home', category: 'Docs', free: true } },
    identify: {
      ...common,
      userId: 'u1',
      traits: { email: 'a@b.c', 'é<&>': 'ünïcode \u2028' },
    },
    track: {
      ...common,
      userId: 'u1',
      event: 'Order Completed',
      properties: { revenue: 39.95, items: [{ sku: 'a' }], none: null },
    },
    screen: { ...common, userId: 'u1', name: 'Main', properties: { a: 1 } },
    group: { ...common, userId: 'u1', groupId: 'g1', traits: { name: 'Initech' } },
    alias: { ...common, 'Previous ID': 'visitor', 'User ID': 'u1' },
  });
  expect(Object.keys(byType.track)).toEqual([
    'version',
    'type',
    'userId',
    'event',
    'properties',
    'timestamp',
    'context',
  ]);
}

test('delivers each cross-origin call exactly once, correct and signed', async ({
  page,
  host,
  target,
  shop,
}) => {
  const complaints = complaintsOf(page);
  const writeKey = await setUp(host, target);
  await openShop(page, shop, writeKey, host.ingestUrl);
  await page.evaluate(callAll);
  await target.received(6);
  expect(await host.api('GET', '/ledger')).toMatchObject({
    accepted: 6,
    routed: 6,
    duplicates: 0,
    rejected: 0,
  });
  expectAll(target.requests, shop);
  expect(complaints).toEqual([]);
});

test('accepts batches from a page', async ({ page, host, target, shop }) => {
  const complaints = complaintsOf(page);
  const writeKey = await setUp(host, target);
  const deliveryStrategy = { strategy: 'batching', config: { size: 6 } };
  const batched = page.waitForResponse((response) => response.url().endsWith('/v1/b'));
  await openShop(page, shop, writeKey, host.ingestUrl, {
    integrations: { 'Segment.io': { deliveryStrategy } },
  });
  await page.evaluate(callAll);
  expect((await batched).status()).toBe(200);
  await target.received(6);
  expectAll(target.requests, shop);
  expect(complaints).toEqual([]);
});

test('delivers everything exactly once if the endpoint restarts while a page sends', async ({
  page,
  target,
  shop,
}) => {
  const dataFolder = await mkdtemp(join(tmpdir(), 'hookwright-'));
  const first = await startHost({ dataFolder });
  const complaints = complaintsOf(page);
  const writeKey = await setUp(first, target);
  await openShop(page, shop, writeKey, first.ingestUrl);
  const events = Array.from({ length: 60 }, (_, index) => `Event ${index}`);
  const trackAll = (some: readonly string[]) =>
    page.evaluate((names) => {
      for (const name of names) void analytics.track(name);
    }, some);

  await trackAll(events.slice(0, 20));
  await target.received(1);
  const failed = page.waitForEvent('requestfailed');
  // Some are in flight while it stops, and some arrive while it is down.
  await Promise.all([first.stop(), trackAll(events.slice(20, 40))]);
  await trackAll(events.slice(40, 50));
  await failed;
  const port = new URL(first.ingestUrl).port;
  const second = await startHost({ dataFolder, args: ['--ingest-port', port] });
  await trackAll(events.slice(50));
  await target.received(events.length);

  const delivered = target.requests.map((request) => bodyOf(request).event);
  expect(delivered.sort()).toEqual(events.toSorted());
  expect(await second.api('GET', '/ledger')).toMatchObject({
    accepted: events.length,
    rejected: 0,
    balanced: true,
  });
  expect(complaints.filter((text) => !/net::ERR_|Failed to fetch/.test(text))).toEqual([]);
  await second.stop();
  await rm(dataFolder, { recursive: true });
});
