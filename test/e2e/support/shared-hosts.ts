/** Hosts that are only looked at, so that all specs of a worker can share them. */
import { test as base } from '@playwright/test';
import type { DeliverySummary } from '#shared/deliveries/delivery.ts';
import { addAudience, addMembers, addTrait, sync } from './audiences.ts';
import { bringIntoLastingStates } from './lasting-states.ts';
import { addMock, post } from './mocks.ts';
import { addDestination, addSource, ingest, trackMany } from './seed.ts';
import { type Host, startHost } from './start-host.ts';
import { startTargetServer, type TargetServer } from './target-server.ts';

/** Longer than any pane is wide. */
const longName =
  'A name that somebody thought about for a long time, and that no list has room for';

interface SharedHosts {
  readonly emptyHost: Host;
  readonly fullHost: FullHost;
}

export interface FullHost extends Host {
  /** A copy of the newest delivered one. */
  readonly copyPlace: string;
  /** Addresses of the newest delivery in each state, such as `#/deliveries/3`. */
  readonly placeOf: ReadonlyMap<string, string>;
}

async function fill(host: Host, target: TargetServer): Promise<() => Promise<void>> {
  const { source, secureTarget } = await bringIntoLastingStates(host, target);
  const long = await addSource(host, longName);
  const headers = { 'X-Environment': 'staging', 'X-Team': 'x'.repeat(200) };
  await addDestination(host, {
    name: longName,
    sourceIds: [long.id],
    fanOut: 'each',
    webhookUrl: `${target.url}/200`,
    webhooks: [{ url: `${target.url}/404?${'query='.repeat(40)}`, headers }],
    trackFilter: { mode: 'block', events: ['Heartbeat', longName] },
  });
  await trackMany(host, source, 40);
  const message = { type: 'identify', userId: 'ada', traits: { bio: 'é'.repeat(2_000) } };
  await ingest(host, long.writeKey, message, '/v1/identify');
  await ingest(host, long.writeKey, { userId: 'ada', event: longName });
  await ingest(host, source.writeKey, { event: 'Unknown' });
  await ingest(host, 'no-such-key', '{"broken": ');
  await fillMocks(host);
  await addAudiences(host, long.id);
  await finished(host);
  return () => secureTarget.stop();
}

async function fillMocks(host: Host): Promise<void> {
  const signed = await addMock(host, { name: 'signed', secret: 's3cret' });
  await post(signed, '{"a": 1}', 's3cret');
  await post(signed, 'not json');
  await addMock(host, { name: 'refused', steps: [{ fault: 'refuse_connection' }] });
  await addMock(host, {
    name: 'many-steps',
    outage: { from: '00:10', to: '02:30' },
    rateLimit: { perSecond: 10 },
    tls: 'expired',
    steps: [{ status: 503, times: 3, headers: { 'X-Why': 'busy' } }, { fault: 'hang' }, {}],
  });
  await addMock(host, { name: `a-${'long-'.repeat(12)}n` });
}

/** Audiences with and without syncs and members, values of every kind, a request and a draft. */
async function addAudiences(host: Host, sourceId: string): Promise<void> {
  const audience = await addAudience(host, sourceId, { schedule: { everyMinutes: 60 } });
  const path = `/audiences/${audience.id}`;
  await addMembers(host, audience, ['ada', 'bob', longName]);
  await sync(host, path);
  await addMembers(host, audience, ['cyd']);
  await sync(host, path);
  await addMembers(host, audience, ['dan']);
  await host.api('POST', `${path}/members/remove`, { userIds: ['bob'] });
  await addAudience(host, sourceId, { name: longName });
  const trait = await addTrait(host, sourceId);
  const values = [longName, 42.5, { plan: ['pro', null] }].map((value, index) => ({
    userId: `user_${index}`,
    value,
  }));
  await host.api('POST', `/traits/${trait.id}/values`, { values });
  await host.api('POST', '/deletions', { userIds: ['eve', longName] });
  await host.api('POST', '/deletions', { userIds: ['eve'], draft: true });
}

/** Nothing is in flight, so that screens don't change. */
async function finished(host: Host): Promise<void> {
  const { items } = (await host.api('GET', '/deliveries?state=waiting&limit=500')) as {
    items: DeliverySummary[];
  };
  if (items.some(({ attempts, sending }) => attempts === 0 || sending)) await finished(host);
}

async function placesOf(host: Host): Promise<ReadonlyMap<string, string>> {
  const { items } = (await host.api('GET', '/deliveries?limit=500')) as {
    items: DeliverySummary[];
  };
  return new Map(items.map(({ state, id }) => [state, `#/deliveries/${id}`]));
}

/** Signed wrongly on purpose, to a mock endpoint that takes it all the same. */
async function copyPlaceOf(host: Host, deliveryPlace: string): Promise<string> {
  const [, path] = deliveryPlace.split('#');
  const { id } = (await host.api('POST', `${path}/copies`, {
    body: `{"edited": "${'long '.repeat(200)}"}`,
    headers: [['X-By-User', 'x'.repeat(200)]],
    secret: 'another',
    signing: 'sha256',
  })) as { id: number };
  return `${deliveryPlace}/copies/${id}`;
}

export const test = base.extend<object, SharedHosts>({
  emptyHost: [
    async ({ browserName: _ }, use) => {
      const host = await startHost();
      await use(host);
      await host.stop();
    },
    { scope: 'worker' },
  ],
  fullHost: [
    async ({ browserName: _ }, use) => {
      const host = await startHost();
      const target = await startTargetServer();
      const stopSecureTarget = await fill(host, target);
      const placeOf = await placesOf(host);
      const copyPlace = await copyPlaceOf(host, placeOf.get('delivered') ?? '');
      await use({ ...host, placeOf, copyPlace });
      await host.stop();
      await Promise.all([target.stop(), stopSecureTarget()]);
    },
    { scope: 'worker' },
  ],
});
