/** Inputs of expectations other than the history: memberships, lookups, certifications, snapshots. */
import { processedCount } from '#main/certification/receiver/look-up.ts';
import type { ExpectationPorts } from '#main/scenarios/expect/evaluate.ts';
import { Inconclusive } from '#main/scenarios/inconclusive.ts';
import type { CertificationCode } from '#shared/certification/receiver.ts';
import { webhooksOf } from '#shared/connections/destination.ts';
import type { JsonValue } from '#shared/kit/json-value.ts';
import type { Run } from './context.ts';
import { timeHeaderOf, urlFor } from './server-state.ts';

/** The items of a list, page by page. */
async function* itemsOf<Item>(
  page: (from: { limit: number; cursor?: string }) => Promise<{
    items: Item[];
    nextCursor: string | null;
  }>,
): AsyncGenerator<Item> {
  for (let cursor: string | null = null; ; ) {
    const read = await page({ limit: 100, ...(cursor !== null && { cursor }) });
    yield* read.items;
    if (read.nextCursor === null) return;
    cursor = read.nextCursor;
  }
}

/** The values of a trait, by user. */
export async function valuesOf({ product }: Run, id: string): Promise<Map<string, JsonValue>> {
  const values = new Map<string, JsonValue>();
  const list = (from: { limit: number; cursor?: string }) =>
    product.client.traits.values.list({ id, ...from });
  for await (const { userId, value } of itemsOf(list)) values.set(userId, value);
  return values;
}

/** The users of an audience, or the values of a trait. */
async function membershipOf(run: Run, name: string) {
  const { kind, id } = run.names.computations.get(name) ?? { kind: 'audience', id: '' };
  const { audiences, traits } = run.product.client;
  if (kind === 'trait')
    return { key: (await traits.get({ id })).key, values: await valuesOf(run, id) };
  const { key } = await audiences.get({ id });
  const values = new Map<string, JsonValue>();
  for await (const { userId } of itemsOf((from) => audiences.members.list({ id, ...from })))
    values.set(userId, true);
  return { key, values };
}

async function countOf({ scenario, product, outgoing }: Run, url: string) {
  const headers = timeHeaderOf(scenario, product.now());
  const request = { method: 'GET', url, headers, body: null, timeoutMs: 5_000 };
  const response = await outgoing.request(request).catch(() => null);
  return response?.status === 200 ? processedCount(response.body) : null;
}

/** How its first destination sends to it, with the secret of a mock endpoint that has one. */
async function receiverOf({ scenario, names, product }: Run, target: string) {
  const url = names.mocks.get(target)?.url ?? names.servers.get(target) ?? '';
  const mock = scenario.given.mocks.find(({ name }) => name === target);
  for (const destination of await product.client.destinations.list()) {
    const webhook = webhooksOf(destination).find((one) => one.url === url);
    if (webhook === undefined) continue;
    const { profile, sharedSecret } = destination;
    return { url, profile, secret: mock?.secret || sharedSecret, headers: webhook.headers };
  }
  return { url, secret: mock?.secret ?? '' };
}

export function expectationInputs(run: Run): ExpectationPorts {
  const { scenario, settings, files, mocks, redact } = run;
  const lookUpOf = (server: string) =>
    scenario.given.servers.find(({ name }) => name === server)?.lookUp;
  return {
    snapshots: {
      read: files.readSnapshot,
      areUpdated: files.areSnapshotsUpdated,
      found: files.snapshotFound,
      redact,
    },
    membership: (name) => membershipOf(run, name),
    async lookUp({ server, message }) {
      const template = lookUpOf(server);
      if (template === undefined) return null;
      return countOf(run, urlFor(scenario, server, message, template, 'look_up_failed'));
    },
    state: run.state,
    async certify(target, skip) {
      const lookupUrl = lookUpOf(target);
      const request = {
        ...(await receiverOf(run, target)),
        skip: skip.map(({ code, reason }) => ({ code: code as CertificationCode, reason })),
        ...(lookupUrl !== undefined && { lookupUrl }),
      };
      return mocks.client.certification.run(request).catch((error: Error) => {
        settings.signal.throwIfAborted();
        throw new Inconclusive('step_failed', error.message);
      });
    },
  };
}
