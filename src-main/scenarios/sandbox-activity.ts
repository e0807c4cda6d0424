/** Activity of a core since the previous read, for the history of a run. */
import type { Alerts } from '#main/deliveries/alerts.ts';
import { retryAfterMsOf } from '#main/deliveries/dispatch/retry-after.ts';
import { windowEnd } from '#main/deliveries/state-machine.ts';
import type { ConfigCache } from '#main/store/config-cache.ts';
import type { Store } from '#main/store/store.ts';
import type { Changed } from '#main/store/write-queue.ts';
import type { Alert } from '#shared/deliveries/alert.ts';
import type { Attempt, DeliverySummary } from '#shared/deliveries/delivery.ts';
import type { HeaderLines, MessageSummary } from '#shared/ingestion/message.ts';
import type { MockEntryDetail } from '#shared/mocks/request.ts';

export interface AcceptedMessage
  extends Pick<
    MessageSummary,
    | 'id'
    | 'messageId'
    | 'sourceName'
    | 'type'
    | 'userId'
    | 'anonymousId'
    | 'receivedAt'
    | 'origin'
    | 'outcome'
  > {
  /** Of its body; null without a text. */
  readonly event: string | null;
  /** The body of its first delivery; null if it has none. */
  readonly body: string | null;
}

export interface MadeAttempt extends Pick<Attempt, 'url' | 'startedAt' | 'result'> {
  readonly deliveryId: number | null;
  readonly messageId: string | null;
  readonly destination: string | null;
  readonly status: number | null;
  readonly durationMs: number;
  readonly headers: HeaderLines;
  /** Body of a response that isn't accepted, as text; empty for others. */
  readonly unacceptedBody: string;
  /** The wait that the response asks for; null for none. */
  readonly retryAfterMs: number | null;
  /** Null for a copy, or if the destination was deleted. */
  readonly windowEndsAt: number | null;
}

/** Row numbers up to which activity was read. */
export interface Reported {
  readonly message: number;
  readonly attempt: number;
  readonly copy: number;
}

export const nothingReported: Reported = { message: 0, attempt: 0, copy: 0 };

export interface CoreActivity {
  readonly messages: readonly AcceptedMessage[];
  /** Current state; each delivery at most once. */
  readonly deliveries: readonly DeliverySummary[];
  readonly attempts: readonly MadeAttempt[];
  /** Copies, including those without a delivery. */
  readonly copies: readonly MadeAttempt[];
  readonly alerts: readonly Alert[];
  /** In the mock endpoints' log. */
  readonly requests: readonly MockEntryDetail[];
  readonly last: Reported;
}

const unacceptedBodyOf = (response: Attempt['response'], { outcome }: Attempt['result']): string =>
  outcome === 'accepted' ? '' : (response?.body.text ?? '');

const isDefined = <T>(value: T | undefined): value is T => value !== undefined;

export function createActivityLog({
  store,
  configCache,
  alerts,
}: {
  readonly store: Store;
  readonly configCache: ConfigCache;
  readonly alerts: Pick<Alerts, 'get'>;
}) {
  let changed = new Map<Changed['kind'], Set<number>>();
  let last = nothingReported;

  /** Sorted, so that the order of commits doesn't matter. */
  const idsOf = (kind: Changed['kind']): readonly number[] =>
    [...(changed.get(kind) ?? [])].sort((a, b) => a - b);

  function toAcceptedMessage(id: number): AcceptedMessage | undefined {
    const message = store.messages.detail(id);
    if (message === undefined) return undefined;
    const [first] = store.deliveries.byMessage(id);
    const bytes = first === undefined ? null : store.deliveries.bodyOf(first.id).bytes;
    const { messageId, sourceName, type, userId, anonymousId, receivedAt, origin, outcome } =
      message;
    const { event } = JSON.parse(message.normalizedText) as { event?: unknown };
    return {
      ...{ id, messageId, sourceName, type, userId, anonymousId, receivedAt, origin, outcome },
      event: typeof event === 'string' ? event : null,
      body: bytes === null ? null : Buffer.from(bytes).toString('utf8'),
    };
  }

  function nameOf(deliveryId: number | null) {
    const summary = deliveryId === null ? undefined : store.deliveries.summary(deliveryId);
    return {
      messageId: summary?.messageId ?? null,
      destination: summary?.destinationName ?? null,
    };
  }

  function nameAndWindow(deliveryId: number | null) {
    const delivery = deliveryId === null ? undefined : store.deliveries.get(deliveryId);
    const destination = delivery && configCache.destination(delivery.destinationId);
    const end = delivery && destination ? windowEnd(delivery, destination) : null;
    return {
      deliveryId,
      ...nameOf(deliveryId),
      windowEndsAt: end === null || !Number.isFinite(end) ? null : end,
    };
  }

  const toMadeAttempt = ({
    deliveryId,
    url,
    startedAt,
    request,
    response,
    result,
    timings,
  }: Pick<Attempt, 'url' | 'startedAt' | 'request' | 'response' | 'result' | 'timings'> & {
    readonly deliveryId: number | null;
  }): MadeAttempt => ({
    ...nameAndWindow(deliveryId),
    url,
    startedAt,
    result,
    status: response?.status ?? null,
    durationMs: timings.totalMs,
    headers: request.headers,
    unacceptedBody: unacceptedBodyOf(response, result),
    retryAfterMs: retryAfterMsOf(response, startedAt + timings.totalMs),
  });

  function findReceivedRequest(id: number): MockEntryDetail | undefined {
    const entry = store.mockRequests.summary(id);
    return entry && store.mockRequests.detail(entry.mockId, id);
  }

  function toCopyAttempt(id: number): MadeAttempt | undefined {
    const copy = store.copies.detail(id);
    if (copy?.attempt == null || id <= last.copy) return undefined;
    const { deliveryId, url, sentAt: startedAt, request, attempt } = copy;
    return {
      ...toMadeAttempt({ ...attempt, deliveryId, url, startedAt, request }),
      windowEndsAt: null,
    };
  }

  return {
    nameOf,
    record(changes: readonly Changed[]): void {
      for (const { kind, ...change } of changes) {
        if (!('id' in change) || typeof change.id !== 'number') continue;
        const ids = changed.get(kind) ?? new Set();
        changed.set(kind, ids.add(change.id));
      }
    },
    /** What changed since the last read. */
    readNew(): CoreActivity {
      const attempts = store.attempts.after(last.attempt);
      const messages = idsOf('message').map(toAcceptedMessage).filter(isDefined);
      const finished = idsOf('copy').filter((id) => store.copies.detail(id)?.attempt != null);
      const copies = finished.map(toCopyAttempt).filter(isDefined);
      const part = {
        messages,
        deliveries: store.deliveries.summaries(idsOf('delivery')),
        attempts: attempts.map(toMadeAttempt),
        copies,
        alerts: idsOf('alert').map(alerts.get).filter(isDefined),
        requests: idsOf('mockRequest').map(findReceivedRequest).filter(isDefined),
      };
      last = {
        message: Math.max(last.message, ...messages.map(({ id }) => id)),
        attempt: attempts.at(-1)?.id ?? last.attempt,
        copy: Math.max(last.copy, ...finished),
      };
      changed = new Map();
      return { ...part, last };
    },
    /** After a crash: what was committed since the last read becomes part of the next one. */
    resume(reported: Reported): void {
      last = reported;
      const messages = store.messages.idsAfter(reported.message);
      const deliveries = [
        ...messages.flatMap((id) => store.deliveries.byMessage(id)).map(({ id }) => id),
        ...store.attempts.after(reported.attempt).map(({ deliveryId }) => deliveryId),
        ...store.destinations
          .allIds()
          .flatMap((id) => store.deliveries.idsIn(id, 'waiting', Number.MAX_SAFE_INTEGER)),
      ];
      changed = new Map([
        ['message', new Set(messages)],
        ['delivery', new Set(deliveries)],
      ]);
    },
  };
}
