/** The common Node SDK, configured only with the host and a write key. */
import { createHmac } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { connect, writeKey } from '#test/support/builders.ts';
import { FakeClock, startOfTests } from '#test/support/fake-clock.ts';
import { startCore } from '#test/support/start-core.ts';
import type { TargetRequest } from '#test/support/target-responses.ts';
import { startTarget } from '#test/support/target-server.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { expectedBody, type Json } from './support/expected-body.ts';
import { type NodeSdk, startNodeSdk } from './support/node-sdk.ts';

const secret = 'a secret with ünïcode';

function expectSigned({ body, header }: TargetRequest): void {
  expect(header('x-signature')).toBe(createHmac('sha1', secret).update(body).digest('hex'));
}

/** One of each kind, with unusual content. */
function callAll({ analytics }: NodeSdk): readonly object[] {
  const context = { ip: '203.0.113.7' };
  analytics.identify({ userId: 'u1', traits: { email: 'a@b.c', 'é<&>': 'ünïcode \u2028' } });
  analytics.track({
    userId: 'u1',
    event: 'Order Completed',
    properties: { revenue: 39.95, items: [{ sku: 'a' }], none: null },
    timestamp: new Date('2012-12-02T00:30:08.276Z'),
    context,
  });
  analytics.page({
    anonymousId: 'anon',
    category: 'Docs',
    name: 'Home',
    properties: { path: '/' },
  });
  analytics.screen({ userId: 'u1', name: 'Main', properties: { a: 1 } });
  analytics.group({
    userId: 'u1',
    groupId: 'g1',
    traits: { name: 'Initech' },
    integrations: { All: false, Webhooks: true },
  });
  analytics.alias({ userId: 'u1', previousId: 'anon' });
  return [
    { type: 'identify', userId: 'u1', traits: { email: 'a@b.c', 'é<&>': 'ünïcode \u2028' } },
    {
      type: 'track',
      userId: 'u1',
      event: 'Order Completed',
      properties: { revenue: 39.95, items: [{ sku: 'a' }], none: null },
      context,
    },
    {
      type: 'page',
      anonymousId: 'anon',
      properties: { path: '/', name: 'Home', category: 'Docs' },
    },
    { type: 'screen', userId: 'u1', name: 'Main', properties: { a: 1 } },
    { type: 'group', groupId: 'g1', userId: 'u1', traits: { name: 'Initech' } },
    { type: 'alias', 'Previous ID': 'anon', 'User ID': 'u1' },
  ];
}

const typeOf = (body: string): string => JSON.parse(body).type;
const byType = (one: string, other: string) => typeOf(one).localeCompare(typeOf(other));

it.each([
  ['one request for each', 1],
  ['one batch', 15],
])(
  'each call, sent as %s, is delivered exactly once with the right body and signature',
  async (_, flushAt) => {
    const { core, followed } = await startCore({ clock: new FakeClock() });
    const target = await startTarget();
    await connect(core, { urls: [target.url], sharedSecret: secret });
    const sdk = startNodeSdk({ writeKey, host: core.ingestUrl ?? '', flushAt, flushInterval: 50 });
    const calls = callAll(sdk);
    await sdk.analytics.closeAndFlush();
    await followed.ledger(({ delivered }) => delivered === calls.length);

    const bodies = target.requests.map(({ body }) => body.toString()).sort(byType);
    const expected = sdk.requests.flatMap(({ body }) =>
      body.batch.map((message: Json) =>
        expectedBody(message, { receivedAt: startOfTests, batch: body }),
      ),
    );
    expect(bodies).toEqual(expected.sort(byType));
    for (const call of calls)
      expect(bodies.map((body) => JSON.parse(body))).toContainEqual(expect.objectContaining(call));
    for (const request of target.requests) expectSigned(request);

    expect(sdk.requests.map(({ outcome }) => outcome)).toEqual(
      Array.from({ length: flushAt === 1 ? calls.length : 1 }, () => 200),
    );
    expect(sdk.complaints).toEqual([]);
    expect(core.ledger.get()).toMatchObject({ accepted: 6, duplicates: 0, rejected: 0, routed: 6 });
  },
);

it('a restart of the ingestion endpoint during a run loses and repeats nothing', async () => {
  const dataFolder = temporaryFolder();
  const first = await startCore({ dataFolder });
  const target = await startTarget();
  await connect(first.core, { urls: [target.url], sharedSecret: secret });
  const host = first.core.ingestUrl ?? '';
  const sdk = startNodeSdk({ writeKey, host, flushAt: 3, flushInterval: 20 });
  const events = Array.from({ length: 150 }, (_, index) => `Event ${index}`);
  const trackAll = async (some: readonly string[]) => {
    for (const event of some) {
      sdk.analytics.track({ userId: 'u1', event });
      await nextTurn();
    }
  };

  await trackAll(events.slice(0, 60));
  await sdk.until((requests) => requests.some(({ outcome }) => outcome === 200));
  // Requests are in flight, and more arrive, while it stops.
  await Promise.all([first.stop(), trackAll(events.slice(60, 120))]);
  await sdk.until((requests) => requests.some(({ outcome }) => outcome === 'ECONNREFUSED'));
  const { followed, core } = await startCore({
    dataFolder,
    ingest: { host: '127.0.0.1', port: Number(new URL(host).port), explicit: true },
  });
  await trackAll(events.slice(120));
  await sdk.analytics.closeAndFlush();
  await followed.ledger(({ delivered }) => delivered === events.length);

  const delivered = target.requests.map(({ body }) => JSON.parse(body.toString()).event);
  expect(delivered.sort()).toEqual(events.toSorted());
  for (const request of target.requests) expectSigned(request);
  expect(core.ledger.get()).toMatchObject({ accepted: events.length, rejected: 0, balanced: true });
  expect(sdk.complaints).toEqual([]);
  // Only the outage caused retries.
  expect(sdk.requests.filter(({ outcome }) => outcome === 200)).toHaveLength(
    new Set(sdk.requests.map(({ body }) => body.batch[0]?.messageId)).size,
  );
  for (const { outcome } of sdk.requests)
    expect(outcome).toBeOneOf([200, 'ECONNREFUSED', 'ECONNRESET', 'UND_ERR_SOCKET']);
});

it('a wrong write key fails immediately, and Deliveries shows why', async () => {
  const { core } = await startCore();
  await connect(core);
  const sdk = startNodeSdk({ writeKey: 'wrong', host: core.ingestUrl ?? '', flushAt: 1 });
  sdk.analytics.track({ userId: 'u1', event: 'E' });
  await sdk.analytics.closeAndFlush();
  expect(sdk.requests.map(({ outcome }) => outcome)).toEqual([401]);
  expect(sdk.complaints).toMatchObject([{ code: 'delivery_failure' }]);
  expect(core.rejected.list({ limit: 10 }).items).toMatchObject([{ code: 'unknown_source' }]);
});
