/** Collects facts for the checks while settings change. */

import type { DestinationFacts, EngineObservations, RunFacts } from '#main/scenarios/run-facts.ts';
import type { Destination } from '#shared/connections/destination.ts';
import { webhooksOf as plannedWebhooks } from '#shared/connections/destination.ts';
import type { Ledger } from '#shared/deliveries/ledger.ts';
import { jitterFraction } from '#shared/profiles/backoff.ts';
import { backoffOf, profileOf } from '#shared/profiles/profiles.ts';
import type { Scenario } from '#shared/scenarios/scenario.ts';
import type { Mocks } from './mocks.ts';
import type { Product } from './product.ts';
import type { Names, Recorder } from './recorder.ts';

/** Periods in which a condition held for a pair of names, sampled on each update. */
function createSpans<Pair extends Readonly<Record<string, string>>>() {
  type Span = Pair & { readonly from: number; until: number | null };
  const spans: Span[] = [];
  const lasting = new Map<string, Span>();
  return {
    spans: spans as readonly Span[],
    sample(at: number, pairs: readonly Pair[]): void {
      const present = new Map(pairs.map((pair) => [JSON.stringify(pair), pair]));
      for (const [key, span] of lasting) {
        if (present.has(key)) continue;
        span.until = at;
        lasting.delete(key);
      }
      for (const [key, pair] of present) {
        if (lasting.has(key)) continue;
        const span: Span = { ...pair, from: at, until: null };
        spans.push(span);
        lasting.set(key, span);
      }
    },
  };
}

export function createFacts({
  scenario,
  seed,
  names,
  startsAt,
  recorder,
}: {
  readonly scenario: Scenario;
  /** Of the run. */
  readonly seed: number;
  readonly names: Names;
  readonly startsAt: number;
  readonly recorder: Recorder;
}) {
  const connections = createSpans<{ source: string; destination: string }>();
  const differentSecrets = createSpans<{ destination: string; mock: string }>();
  const ledgers: { readonly at: number; readonly ledger: Ledger }[] = [];
  const accepted: { messageId: string; at: number }[] = [];
  let destinations: readonly DestinationFacts[] = [];

  /** Reads the settings of both sides, at the start and after a change. */
  async function look(
    now: number,
    { client }: Pick<Product, 'client'>,
    mocks: Mocks,
  ): Promise<void> {
    const at = now - startsAt;
    const endpoints = await mocks.client.mocks.list();
    recorder.setWebhookNames(
      new Map([
        ...endpoints.flatMap(({ url, name }) =>
          url === null ? [] : [[url, `mock:${name}`] as const],
        ),
        ...[...names.servers].map(([name, url]) => [url, `server:${name}`] as const),
      ]),
    );
    const configured = await client.destinations.list();
    mocks.setSenders(configured);
    const sources = await client.sources.list();
    destinations = configured.map((destination) => ({
      name: destination.name,
      fanOut: destination.fanOut,
      backoff: backoffOf(destination),
      retryAfter: profileOf(destination).retryAfter,
      minDelay: profileOf(destination).minDelay,
      success: profileOf(destination).success,
      webhooks: urlsOf(destination).map(recorder.webhookName),
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
            .map((source) => ({ source, destination: name })),
        ),
    );
    differentSecrets.sample(
      at,
      configured.flatMap((destination) =>
        endpoints
          .filter(({ url }) => url !== null && urlsOf(destination).includes(url))
          .filter(({ secret }) => secret !== destination.sharedSecret)
          .map(({ name }) => ({ destination: destination.name, mock: name })),
      ),
    );
  }

  return {
    look,
    recordLedger(now: number, ledger: Ledger): void {
      // The last one of a moment counts.
      if (ledgers.at(-1)?.at === now - startsAt) ledgers.pop();
      ledgers.push({ at: now - startsAt, ledger });
    },
    /** The product was killed: what happened in this moment is reported after its restart. */
    forgetLedger(now: number): void {
      if (ledgers.at(-1)?.at === now - startsAt) ledgers.pop();
    },
    recordAccepted(now: number, messageId: string): void {
      accepted.push({ messageId, at: now - startsAt });
    },
    at: (now: number): RunFacts => ({
      startsAt,
      now: now - startsAt,
      resolutionMs: scenario.clock.resolutionMs,
      steps: scenario.when,
      mocks: [...names.mocks.keys()],
      destinations,
      jitterFraction(messageId, destination, retry) {
        const id = recorder.deliveryId(messageId, destination);
        return id === undefined ? null : jitterFraction(id, retry, seed);
      },
    }),
    observations: (): EngineObservations => ({
      ledgers,
      accepted,
      connections: connections.spans,
      differentSecrets: differentSecrets.spans,
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
