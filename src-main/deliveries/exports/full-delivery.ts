/** A delivery with everything an export contains, read on demand and with secrets redacted. */

import type { Exchange } from '#main/store/attempts.ts';
import type { StoredDestination } from '#main/store/destinations.ts';
import type { ReadStore } from '#main/store/reader/read-store.ts';
import { webhooksOf } from '#shared/connections/destination.ts';
import type {
  Attempt,
  AttemptResult,
  DeliverySummary,
  SentRequest,
} from '#shared/deliveries/delivery.ts';
import type { KnownSecrets, Redaction } from '#shared/deliveries/redaction.ts';
import type { MessageSummary } from '#shared/ingestion/message.ts';
import { sentUrl } from '#shared/kit/webhook-url.ts';
import { type AttemptFacts, webhookRequest } from '../routing/request-headers.ts';

/** Attempts read per query: about 300 KB with the longest responses. */
const attemptsPerRead = 4;

export interface FullDelivery {
  readonly summary: DeliverySummary;
  readonly message: MessageSummary;
  readonly destination: StoredDestination;
  /** Null if nothing is ever sent. */
  readonly body: Uint8Array | null;
  /** The request of the last attempt per webhook, or the one that would be sent. */
  readonly requests: readonly SentRequest[];
  readonly redaction: Redaction;
  readonly attempts: () => Generator<Attempt, void, void>;
}

/** Configuration at the start of the export. */
export interface ExportSettings {
  /** All destinations, including deleted ones. */
  readonly destinations: readonly (StoredDestination | undefined)[];
  readonly known: KnownSecrets;
}

type FindDestination = (id: string) => StoredDestination | undefined;

export function findDestinations(destinations: ExportSettings['destinations']): FindDestination {
  const byId = new Map(destinations.map((destination) => [destination?.id, destination]));
  return (id) => byId.get(id);
}

export interface ReadOptions {
  readonly destination: FindDestination;
  /** A redaction for each delivery. */
  readonly redactionOf: () => Redaction;
  /** Restricts the export to one attempt. */
  readonly attemptId?: number | undefined;
}

const planned = (
  destination: StoredDestination,
  body: Uint8Array,
  facts: AttemptFacts,
): Exchange[] =>
  webhooksOf(destination).map((webhook) => ({
    request: { method: 'POST', ...webhookRequest(destination, webhook, body, facts) },
    response: null,
  }));

function redacted(redaction: Redaction, { method, url, headers }: SentRequest): SentRequest {
  return { method, url: redaction.url(sentUrl(url)), headers: redaction.headers(headers) };
}

function withDetail(result: AttemptResult, redacted: (text: string) => string): AttemptResult {
  const { detail } = result.params;
  return detail === undefined
    ? result
    : { ...result, params: { ...result.params, detail: redacted(detail) } };
}

function redactedAttempt(redaction: Redaction, attempt: Attempt): Attempt {
  redaction.learn(attempt);
  const request = redacted(redaction, attempt.request);
  const { response, result } = attempt;
  return {
    ...attempt,
    url: request.url,
    request,
    response: response && redaction.response(response),
    result: withDetail(result, redaction.text),
  };
}

function* readAttempts(
  store: ReadStore,
  deliveryId: number,
  redaction: Redaction,
  only: number | undefined,
): Generator<Attempt, void, void> {
  let after = only === undefined ? 0 : only - 1;
  for (;;) {
    const attempts = store.attempts.byDeliveryAfter(
      deliveryId,
      after,
      only === undefined ? attemptsPerRead : 1,
    );
    for (const attempt of attempts)
      if (only === undefined || attempt.id === only) yield redactedAttempt(redaction, attempt);
    const last = attempts.at(-1);
    if (last === undefined || only !== undefined) return;
    after = last.id;
  }
}

/** Returns undefined if its message or destination doesn't exist. */
export function readFullDelivery(
  store: ReadStore,
  summary: DeliverySummary,
  { destination: find, redactionOf, attemptId }: ReadOptions,
): FullDelivery | undefined {
  const { id } = summary;
  const message = store.messages.summary(summary.messageRowId);
  const destination = find(summary.destinationId);
  if (message === undefined || destination === undefined) return undefined;
  const { bytes: body } = store.deliveries.bodyOf(id);
  const redaction = redactionOf();
  const attempted = store.attempts.lastExchanges(id, attemptId);
  const facts: AttemptFacts = {
    at: summary.nextAttemptAt ?? summary.updatedAt,
    retry: 0,
    message: () => ({ id: message.messageId, event: message.label || message.type }),
  };
  const exchanges =
    body === null ? [] : attempted.length > 0 ? attempted : planned(destination, body, facts);
  for (const exchange of exchanges) redaction.learn(exchange);
  return {
    summary,
    message,
    destination,
    body,
    requests: exchanges.map(({ request }) => redacted(redaction, request)),
    redaction,
    attempts: () => readAttempts(store, id, redaction, attemptId),
  };
}
