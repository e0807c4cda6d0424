/** Collects facts for the checks while settings change. */

import type { DestinationFacts, EngineObservations, RunFacts } from '#main/scenarios/run-facts.ts';
import type { Destination } from '#shared/connections/destination.ts';
import { webhooksOf as plannedWebhooks } from '#shared/connections/destination.ts';
import type { Ledger } from '#shared/deliveries/ledger.ts';
import { seededFraction } from '#shared/kit/seeded-fraction.ts';
import { backoffOf, profileOf } from '#shared/profiles/profiles.ts';
import type { Scenario } from '#shared/scenarios/scenario.ts';
import type { Names } from './names.ts';
import type { MocksPort, ProductPort } from './ports.ts';

interface Span {
  readonly key: string;
  readonly from: number;
  until: number | null;
}

/** Periods in which a condition held, sampled on each update. */
function createSpans() {
  const spans: Span[] = [];
  return {
    sample(at: number, keys: readonly string[]): void {
      for (const span of spans)
        if (span.until === null && !keys.includes(span.key)) span.until = at;
      const lasting = new Set(spans.filter(({ until }) => until === null).map(({ key }) => key));
      for (const key of keys) if (!lasting.has(key)) spans.push({ key, from: at, until: null });
    },
    all: (): readonly Span[] => spans,
  };
}

const pairKey = (a: string, b: string): string => JSON.stringify([a, b]);
const pairOf = (key: string): readonly [string, string] => JSON.parse(key);

export function createFacts(options: {
  readonly scenario: Scenario;
  readonly names: Names;
  readonly startsAt: number;
  readonly now: () => number;
  readonly deliveryId: (messageId: string, destination: string) => number | undefined;
}) {
  const { scenario, names, startsAt, now } = options;
  const connections = createSpans();
  const differentSecrets = createSpans();
  const ledgers: { readonly at: number; readonly ledger: Ledger }[] = [];
  const accepted: { messageId: string; at: number }[] = [];
  let destinations: readonly DestinationFacts[] = [];
  let webhookNames: ReadonlyMap<string, string> = new Map();

  const sinceStart = (): number => now() - startsAt;

  const webhookName = (url: string): string => webhookNames.get(url) ?? url;

  async function look(product: ProductPort, mocks: MocksPort): Promise<void> {
    const at = sinceStart();
    const endpoints = await mocks.client.mocks.list();
    webhookNames = new Map([
      ...endpoints.flatMap(({ url, name }) =>
        url === null ? [] : [[url, `mock:${name}`] as const],
      ),
      ...[...names.servers].map(([name, url]) => [url, `server:${name}`] as const),
    ]);
    const configured = await product.client.destinations.list();
    mocks.setSenders(configured);
    const sources = await product.client.sources.list();
    destinations = configured.map((destination) => ({
      name: destination.name,
      fanOut: destination.fanOut,
      backoff: backoffOf(destination),
      retryAfter: profileOf(destination).retryAfter,
      minDelay: profileOf(destination).minDelay,
      success: profileOf(destination).success,
      webhooks: urlsOf(destination).map(webhookName),
    }));
    const enabledSources = new Map(
      sources.filter(({ enabled }) => enabled).map(({ id, name }) => [id, name]),
    );
    connections.sample(
      at,
      configured
        .filter(({ enabled }) => enabled)
        .flatMap(({ name, sourceIds }) =>
          sourceIds
            .map((id) => enabledSources.get(id))
            .filter((source) => source !== undefined)
            .map((source) => pairKey(source, name)),
        ),
    );
    differentSecrets.sample(
      at,
      configured.flatMap((destination) =>
        endpoints
          .filter(({ url }) => url !== null && urlsOf(destination).includes(url))
          .filter(({ secret }) => secret !== destination.sharedSecret)
          .map(({ name }) => pairKey(destination.name, name)),
      ),
    );
  }

  return {
    look,
    webhookName,
    recordLedger(ledger: Ledger): void {
      // The last one of a moment counts.
      if (ledgers.at(-1)?.at === sinceStart()) ledgers.pop();
      ledgers.push({ at: sinceStart(), ledger });
    },
    /** The process was killed: what happened in this moment is reported after its restart. */
    forgetLedgerOfNow(): void {
      if (ledgers.at(-1)?.at === sinceStart()) ledgers.pop();
    },
    recordAccepted(messageId: string): void {
      accepted.push({ messageId, at: sinceStart() });
    },
    facts: (): RunFacts => ({
      startsAt,
      now: sinceStart(),
      resolutionMs: scenario.clock.resolutionMs,
      steps: scenario.when,
      mocks: [...names.mocks.keys()],
      destinations,
      jitterFraction(messageId, destination, retry) {
        const id = options.deliveryId(messageId, destination);
        return id === undefined ? null : seededFraction(id, retry);
      },
    }),
    observations: (): EngineObservations => ({
      ledgers,
      accepted,
      connections: connections.all().map(({ key, from, until }) => {
        const [source, destination] = pairOf(key);
        return { source, destination, from, until };
      }),
      differentSecrets: differentSecrets.all().map(({ key, from, until }) => {
        const [destination, mock] = pairOf(key);
        return { destination, mock, from, until };
      }),
      tamperedBy: scenario.when
        .filter(
          (step) =>
            step.action === 'copy' && (step.input.signing !== 'valid' || step.input.body !== null),
        )
        .map(({ id }) => id),
    }),
  };
}

export type Facts = ReturnType<typeof createFacts>;

const urlsOf = (destination: Destination): readonly string[] =>
  plannedWebhooks(destination).map(({ url }) => url);
