/** The content of the screenshots: a shop's week, as real messages. */
import type { Destination } from '#shared/connections/destination.ts';
import type { Source } from '#shared/connections/source.ts';
import { addAudience, addMembers, addTrait, sync } from '../e2e/support/audiences.ts';
import { addMock } from '../e2e/support/mocks.ts';
import { addDestination, addSource, ingest } from '../e2e/support/seed.ts';
import type { Host } from '../e2e/support/start-host.ts';

/** Without randomness, so that every run gives the same screenshots. */
const retry = { baseMs: 10_000, capMs: 1_200_000, jitter: 0, windowMs: 14_400_000 };
const shortRetry = { ...retry, windowMs: 60_000 };

const buyers = ['u_8412', 'u_2207', 'u_5190', 'u_7733', 'u_1046'];

interface ScriptedMessage {
  readonly type: 'track' | 'identify' | 'page' | 'screen' | 'group' | 'alias';
  readonly [field: string]: unknown;
}

const firstHour: readonly ScriptedMessage[] = [
  { type: 'page', userId: 'u_8412', name: 'Pricing', properties: { path: '/pricing' } },
  { type: 'identify', userId: 'u_8412', traits: { email: 'jane@example.com', plan: 'team' } },
  { type: 'track', userId: 'u_8412', event: 'Signed Up', properties: { plan: 'team' } },
  { type: 'group', userId: 'u_8412', groupId: 'g_17', traits: { name: 'Initech', seats: 12 } },
  { type: 'track', userId: 'u_2207', event: 'Product Viewed', properties: { sku: 'G-32' } },
  { type: 'track', userId: 'u_2207', event: 'Product Added', properties: { sku: 'G-32' } },
  { type: 'track', userId: 'u_2207', event: 'Heartbeat' },
  { type: 'screen', userId: 'u_5190', name: 'Main Screen' },
  { type: 'track', userId: 'u_5190', event: 'Checkout Started', properties: { cart: 3 } },
  { type: 'alias', userId: 'u_5190', previousId: 'anon_77' },
  { type: 'track', userId: 'u_7733', event: 'Search Performed', properties: { query: 'lamp' } },
  { type: 'track', userId: 'u_7733', event: 'Coupon Applied', properties: { code: 'WELCOME' } },
];

const lastMinutes: readonly ScriptedMessage[] = [
  { type: 'page', userId: 'u_1046', name: 'Home', properties: { path: '/' } },
  { type: 'identify', userId: 'u_1046', traits: { email: 'ada@example.com', plan: 'free' } },
  { type: 'track', userId: 'u_1046', event: 'Trial Started', properties: { days: 14 } },
  {
    type: 'track',
    userId: 'u_2207',
    event: 'Order Completed',
    properties: { orderId: '9f1c-22', total: 129.9, currency: 'EUR', items: 3 },
    context: { ip: '203.0.113.9' },
  },
];

async function send(
  host: Host,
  { writeKey }: Source,
  messages: readonly ScriptedMessage[],
): Promise<void> {
  for (const { type, ...message } of messages) {
    const status = await ingest(host, writeKey, message, `/v1/${type}`);
    if (status !== 200) throw new Error(`The response to the ${type} was ${status}.`);
  }
}

/** Waits until every due attempt is made and the next one is scheduled. */
async function finished(host: Host): Promise<void> {
  const { items } = (await host.api('GET', '/deliveries?state=waiting&limit=500')) as {
    items: { attempts: number; sending: boolean }[];
  };
  const { nextAttemptAt } = (await host.api('GET', '/clock')) as { nextAttemptAt: string | null };
  const isDue = items.some(({ attempts, sending }) => attempts === 0 || sending);
  if (isDue || nextAttemptAt === null) await finished(host);
}

const nowOf = async (host: Host): Promise<number> =>
  Date.parse(((await host.api('GET', '/clock')) as { now: string }).now);

/** Fast-forwards from attempt to attempt until these minutes of virtual time have passed. */
async function fastForward(host: Host, minutes: number): Promise<void> {
  const until = (await nowOf(host)) + minutes * 60_000;
  while ((await nowOf(host)) < until) {
    await host.api('POST', '/clock/fast-forward/next-attempt');
    await finished(host);
  }
}

interface Mocks {
  readonly crm: string;
  readonly billing: string;
  readonly outage: string;
  readonly recovers: string;
  readonly expired: string;
}

async function addMocks(host: Host): Promise<Mocks> {
  const add = async (name: string, settings: object): Promise<string> =>
    (await addMock(host, { name, ...settings })).url ?? '';
  const outage = [{ status: 503, times: 100, body: '{"error":"maintenance"}' }];
  return {
    crm: await add('crm', { secret: 's3cret-12345', steps: [{ body: '{"ok":true}' }] }),
    billing: await add('billing', { secret: 'abc123', steps: [{ status: 404 }] }),
    outage: await add('outage', { secret: 'whsec_9f1c', steps: outage }),
    recovers: await add('recovers', {
      secret: 'whsec_9f1c',
      steps: [{ status: 503, times: 2, headers: { 'Retry-After': '30' } }, { status: 200 }],
      then: 'repeat',
    }),
    expired: await add('expired', { tls: 'expired' }),
  };
}

function addDestinations(
  host: Host,
  { crm, billing, outage, recovers, expired }: Mocks,
  [website, app, audiences]: readonly [Source, Source, Source],
): Promise<readonly Destination[]> {
  const all = [website.id, app.id, audiences.id];
  const settings = [
    { name: 'CRM sync', sharedSecret: 's3cret-12345', webhookUrl: crm, sourceIds: all, retry },
    {
      name: 'Billing',
      sharedSecret: 'abc123',
      webhookUrl: billing,
      sourceIds: [website.id],
      trackFilter: { mode: 'block' as const, events: ['Heartbeat'] },
      retry,
    },
    {
      name: 'Staging hooks',
      sharedSecret: 'whsec_9f1c',
      webhookUrl: outage,
      webhooks: [{ url: recovers, headers: { 'X-Env': 'staging' } }],
      fanOut: 'each' as const,
      sourceIds: [website.id],
      retry,
    },
    { name: 'Search index', webhookUrl: outage, sourceIds: [app.id], retry: shortRetry },
    { name: 'Partner', webhookUrl: expired, sourceIds: [app.id], retry },
  ];
  return Promise.all(settings.map((one) => addDestination(host, one)));
}

async function addUsers(host: Host, { id: sourceId }: Source): Promise<void> {
  const audience = await addAudience(host, sourceId);
  await addMembers(host, audience, buyers);
  await sync(host, `/audiences/${audience.id}`);
  const further = Array.from({ length: 240 }, (_, index) => `user_${index + 1}`);
  await addMembers(host, audience, further);
  await host.api('POST', `/audiences/${audience.id}/members/remove`, { userIds: ['u_1046'] });
  const dormant = await addAudience(host, sourceId, {
    name: 'Dormant for 30 days',
    schedule: { everyMinutes: 60 },
  });
  await addMembers(host, dormant, buyers.slice(2));
  const trait = await addTrait(host, sourceId);
  const values = buyers.map((userId, index) => ({
    userId,
    value: [129.9, 84, 0, 512.5, 36.2][index],
  }));
  await host.api('POST', `/traits/${trait.id}/values`, { values });
}

/** Copied from the examples; a picture shows the first one's run. */
const scenarios = ['outage', 'retry-gave-up', 'secret-rotation', 'crash', 'maintenance'];

async function runScenarios({ api, apiUrl, token }: Host): Promise<void> {
  for (const example of scenarios) {
    const file = `${example}.yaml`;
    await api('POST', '/scenarios', { file, example: file });
    const response = await fetch(`${apiUrl}/scenarios/run`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ file }),
    });
    // A stream that ends with the run.
    if (!(await response.text()).includes('finished')) throw new Error(`${file} did not end.`);
  }
}

/** Fills an empty host. */
export async function fill(host: Host): Promise<void> {
  const website = await addSource(host, 'Website');
  const app = await addSource(host, 'Mobile app');
  const audiences = await addSource(host, 'Audiences');
  await addDestinations(host, await addMocks(host), [website, app, audiences]);
  await addUsers(host, audiences);
  await send(host, app, firstHour.slice(7, 10));
  await send(host, website, firstHour);
  await finished(host);
  await fastForward(host, 120);
  await ingest(host, website.writeKey, { event: 'Cart Viewed' });
  await send(host, website, lastMinutes);
  await finished(host);
  await fastForward(host, 1);
  await runScenarios(host);
}
