/** Inputs of expectations other than the history: memberships, lookups, certifications, snapshots. */

import type { ExpectationPorts } from '#main/scenarios/expect/evaluate.ts';
import { isWithin } from '#main/scenarios/expect/report-text.ts';
import { type CertificationCode, messageIdPlaceholder } from '#shared/certification/receiver.ts';
import type { JsonValue } from '#shared/kit/json-value.ts';
import { processedCount } from '#shared/scenarios/processed-count.ts';
import type { Scenario } from '#shared/scenarios/scenario.ts';
import type { RedactSecrets } from '#shared/scenarios/secret-values.ts';
import type { Names } from './names.ts';
import type { MocksPort, ProductPort, RunPorts } from './ports.ts';

/** Time between lookups: many receivers respond first and process the message afterwards. */
const againMs = 200;

interface OutsideTools {
  readonly scenario: Scenario;
  readonly redact: RedactSecrets;
  readonly names: Names;
  readonly product: () => ProductPort;
  readonly mocks: MocksPort;
  readonly ports: RunPorts;
}

/** All pages of a list. */
async function allOf<Item>(
  page: (cursor: string | undefined) => Promise<{ items: Item[]; nextCursor: string | null }>,
): Promise<readonly Item[]> {
  const items: Item[] = [];
  for (let cursor: string | undefined; ; ) {
    const { items: some, nextCursor } = await page(cursor);
    items.push(...some);
    if (nextCursor === null) return items;
    cursor = nextCursor;
  }
}

const pageSize = 100;

export function createExpectationPorts(tools: OutsideTools): ExpectationPorts {
  const { scenario, redact, names, product, mocks, ports } = tools;

  async function membership(name: string) {
    const { kind, id } = names.computations.get(name) ?? { kind: 'audience', id: '' };
    const { audiences, traits } = product().client;
    const from = (cursor: string | undefined) => ({
      id,
      limit: pageSize,
      ...(cursor !== undefined && { cursor }),
    });
    if (kind === 'audience') {
      const { key } = await audiences.get({ id });
      const members = await allOf((cursor) => audiences.members.list(from(cursor)));
      return { key, values: new Map(members.map(({ userId }) => [userId, true as JsonValue])) };
    }
    const { key } = await traits.get({ id });
    const values = await allOf((cursor) => traits.values.list(from(cursor)));
    return { key, values: new Map(values.map(({ userId, value }) => [userId, value])) };
  }

  async function countOf(template: string, messageId: string): Promise<number | null> {
    const url = template.replaceAll(messageIdPlaceholder, encodeURIComponent(messageId));
    const request = { method: 'GET', url, headers: {}, body: null, timeoutMs: 5_000 };
    const response = await ports.request(request).catch(() => null);
    return response?.status === 200 ? processedCount(response.body) : null;
  }

  const lookUp: ExpectationPorts['lookUp'] = async (request) => {
    const { lookUp: template } =
      scenario.given.servers.find(({ name }) => name === request.server) ?? {};
    if (template === undefined) return null;
    for (;;) {
      const count = await countOf(template, request.messageId);
      if (count === null) return null;
      if (count > request.expected.max || request.signal.aborted) return count;
      await ports.pause(againMs);
      // Once more, since a second effect may follow the first.
      if (isWithin(request.expected, count)) return countOf(template, request.messageId);
    }
  };

  const certify: ExpectationPorts['certify'] = async (target, skip) => {
    const mock = names.mocks.get(target);
    const url = mock?.url ?? names.servers.get(target) ?? '';
    const secret = await secretOf(target);
    const lookupUrl = scenario.given.servers.find(({ name }) => name === target)?.lookUp;
    return mocks.client.certification.run({
      url,
      secret,
      skip: skip.map(({ code, reason }) => ({ code: code as CertificationCode, reason })),
      ...(lookupUrl !== undefined && { lookupUrl }),
    });
  };

  /** Of the mock endpoint, or of the first destination that sends to the server. */
  async function secretOf(target: string): Promise<string> {
    const mock = scenario.given.mocks.find(({ name }) => name === target);
    if (mock?.secret !== undefined && mock.secret !== '') return mock.secret;
    const url = names.servers.get(target);
    const destinations = await product().client.destinations.list();
    return (
      destinations.find(({ webhooks }) => webhooks.some((webhook) => webhook.url === url))
        ?.sharedSecret ?? ''
    );
  }

  return {
    snapshots: { read: ports.readSnapshot, found: ports.snapshotFound, redact },
    membership,
    lookUp,
    certify,
  };
}
