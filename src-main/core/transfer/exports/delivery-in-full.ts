/** One delivery with all that an export tells of it, read when its turn comes, its secrets left out. */
import { createRedaction, noRedaction, type Redaction } from '#shared/lib/redaction.ts';
import { sentUrl } from '#shared/lib/webhook-url.ts';
import type {
  Attempt,
  AttemptResult,
  DeliverySummary,
  SentRequest,
} from '#shared/schemas/delivery.ts';
import { webhooksOf } from '#shared/schemas/destination.ts';
import type { MessageSummary } from '#shared/schemas/message.ts';
import { requestHeaders } from '../../routing/request-headers.ts';
import type { Exchange } from '../../store/attempts.ts';
import type { StoredDestination } from '../../store/destinations.ts';
import type { Store } from '../../store/store.ts';

/** Attempts read at once: with the longest answers some 300 KB. */
const attemptsAtOnce = 4;

export interface DeliveryInFull {
  readonly summary: DeliverySummary;
  readonly message: MessageSummary;
  readonly destination: StoredDestination;
  /** Null where nothing is ever sent. */
  readonly body: Uint8Array | null;
  /** To each webhook the request of its last attempt, or the one that would be made. */
  readonly requests: readonly SentRequest[];
  readonly redaction: Redaction;
  /** In the order in which they were made. */
  readonly attempts: () => Generator<Attempt, void, void>;
}

/** What is set up, looked up once for many deliveries. */
export interface KnownSetup {
  readonly destination: (id: string) => StoredDestination | undefined;
  readonly writeKeys: readonly string[];
  readonly headersToRedact: readonly string[];
}

export function readSetup(store: Store): KnownSetup {
  const destinations = new Map<string, StoredDestination | undefined>();
  return {
    destination(id) {
      if (!destinations.has(id)) destinations.set(id, store.destinations.get(id));
      return destinations.get(id);
    },
    headersToRedact: store.settings.get().headersToRedact,
    writeKeys: store.sources.writeKeys(),
  };
}

export interface ReadOptions {
  readonly setup: KnownSetup;
  readonly secrets: boolean;
  /** The one attempt that is asked for. */
  readonly attemptId?: number | undefined;
}

function planned(destination: StoredDestination, body: Uint8Array): Exchange[] {
  return webhooksOf(destination).map(({ url, headers: given }) => {
    const headers = requestHeaders(url, given, destination.sharedSecret, body);
    return { request: { method: 'POST', url, headers }, response: null };
  });
}

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
    response: response && {
      ...response,
      headers: redaction.headers(response.headers),
      body: redaction.bytes(response.body),
    },
    result: withDetail(result, redaction.text),
  };
}

function* readAttempts(
  store: Store,
  deliveryId: number,
  redaction: Redaction,
  only: number | undefined,
): Generator<Attempt, void, void> {
  let after = only === undefined ? 0 : only - 1;
  for (;;) {
    const attempts = store.attempts.ofDeliveryAfter(
      deliveryId,
      after,
      only === undefined ? attemptsAtOnce : 1,
    );
    for (const attempt of attempts)
      if (only === undefined || attempt.id === only) yield redactedAttempt(redaction, attempt);
    const last = attempts.at(-1);
    if (last === undefined || only !== undefined) return;
    after = last.id;
  }
}

/** Undefined when it is not there. */
export function readInFull(
  store: Store,
  summary: DeliverySummary,
  { setup, secrets, attemptId }: ReadOptions,
): DeliveryInFull | undefined {
  const { id } = summary;
  const message = store.messages.summary(summary.messageRowId);
  const destination = setup.destination(summary.destinationId);
  if (message === undefined || destination === undefined) return undefined;
  const { bytes: body } = store.deliveries.bodyOf(id);
  const known = [destination.sharedSecret, ...setup.writeKeys];
  const redaction = secrets ? noRedaction : createRedaction(known, setup.headersToRedact);
  const made = store.attempts.lastExchanges(id, attemptId);
  const exchanges = body === null ? [] : made.length > 0 ? made : planned(destination, body);
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
