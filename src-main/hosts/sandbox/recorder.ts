/**
 * Writes the history of a run from what the product and the mock endpoints report. The two are joined by
 * connection and place on it, because webhook requests carry no message id (spec 2.1).
 */

import type { EvaluatedCheck } from '#main/scenarios/expect/evaluate.ts';
import { is2xx } from '#main/scenarios/expect/predicates/duration.ts';
import { createHistory, type DeliveryRecord } from '#main/scenarios/history/history-index.ts';
import type {
  AcceptedMessage,
  CoreActivity,
  MadeAttempt,
} from '#main/scenarios/sandbox-activity.ts';
import { connectionEnd } from '#shared/deliveries/connection-end.ts';
import type { DeliverySummary } from '#shared/deliveries/delivery.ts';
import { firstLineOf } from '#shared/kit/first-line.ts';
import { portOf } from '#shared/kit/webhook-url.ts';
import type { MockEntryDetail } from '#shared/mocks/request.ts';
import type { HistoryEvent } from '#shared/scenarios/schema/history.ts';
import type { InconclusiveReason, RunTimeline } from '#shared/scenarios/schema/report.ts';
import type { RedactSecrets } from '#shared/scenarios/secret-values.ts';
import type { LoggedError, StartedRequest } from './messages.ts';

/** IDs and addresses by name, from the `given` section. */
export interface Names {
  readonly sources: Map<string, { readonly id: string; readonly writeKey: string }>;
  readonly destinations: Map<string, string>;
  readonly mocks: Map<string, { readonly id: string; readonly url: string }>;
  /** URLs of the user's servers. */
  readonly servers: Map<string, string>;
  readonly computations: Map<string, { readonly kind: 'audience' | 'trait'; readonly id: string }>;
}

interface DeliveryName {
  readonly messageId: string;
  readonly destination: string;
}

/** The attempt that a request belongs to. */
interface Sent extends DeliveryName {
  readonly attempt: number;
  readonly copiedBy: string | null;
}

/** The delivery and step of a copy in flight. */
interface CopyInFlight extends DeliveryName {
  readonly step: string;
}

const connectionHeaders = new Set(['host', 'connection', 'content-length']);

const endToEnd = (lines: MadeAttempt['headers']): MadeAttempt['headers'] =>
  lines.filter(([name]) => !connectionHeaders.has(name.toLowerCase()));

const kindOrder: readonly HistoryEvent['kind'][] = [
  'step',
  'message',
  'request',
  'attempt',
  'delivery',
  'alert',
  'problem',
];

const place = (event: HistoryEvent): string =>
  'messageId' in event && event.messageId !== null ? event.messageId : '';

/** Natural order, so that `orders-2` comes before `orders-10`. */
const byText = new Intl.Collator('en', { numeric: true });

/** Events of one moment, in an order that doesn't depend on the machine. */
const inOrder = (events: readonly HistoryEvent[]): readonly HistoryEvent[] =>
  [...events].sort(
    (a, b) =>
      a.at - b.at ||
      kindOrder.indexOf(a.kind) - kindOrder.indexOf(b.kind) ||
      byText.compare(place(a), place(b)),
  );

/** What the two sides report of an advance. */
export interface Advance {
  /** Null while the product is down. */
  readonly activity: CoreActivity | null;
  readonly started: readonly StartedRequest[];
  readonly requests: readonly MockEntryDetail[];
  readonly errors: readonly LoggedError[];
}

export function createRecorder({
  startsAt,
  names,
  redact,
}: {
  readonly startsAt: number;
  readonly names: Names;
  readonly redact: RedactSecrets;
}) {
  const history = createHistory();
  const { sharedText } = history;
  /** Ids of the steps that sent messages, and that started syncs and deletion requests. */
  const stepsOfMessages = new Map<string, string>();
  const origins = new Map<string, string>();
  /** By URL: `mock:NAME` or `server:NAME`. */
  let webhookNames: ReadonlyMap<string, string> = new Map();
  const lastVersions = new Map<number, string>();
  /** By destination and message. */
  const idsByName = new Map<string, Map<string, number>>();
  /** By URL and delivery. */
  const attemptCounts = new Map<string, Map<number | null, number>>();
  /** Deliveries whose next attempt a step requested. */
  const retried = new Set<number>();
  const sent = new Map<string, Sent>();
  const senders = new Map<number, Sent>();
  /** Attempts whose connection is known. */
  const connected = new Set<string>();
  let timeouts = 0;
  /** Copies are sent one at a time. */
  let copyInFlight: CopyInFlight | null = null;
  let storageCode: string | null = null;

  const since = (time: number): number => time - startsAt;

  const webhookName = (url: string): string => webhookNames.get(url) ?? url;

  const mockName = (id: string): string =>
    [...names.mocks].find(([, mock]) => mock.id === id)?.[0] ?? id;

  /** From 1, per delivery and webhook; they are never in flight at the same time. */
  const nextAttempt = (deliveryId: number | null, url: string): number =>
    (attemptCounts.get(url)?.get(deliveryId) ?? 0) + 1;

  function countAttempt(deliveryId: number | null, url: string, attempt: number): void {
    const ofUrl = attemptCounts.get(url) ?? new Map();
    attemptCounts.set(url, ofUrl.set(deliveryId, attempt));
    connected.delete(`${deliveryId} ${url} ${attempt}`);
  }

  const versionOf = (
    { state, sending, attempts }: DeliverySummary,
    nextAt: number | null,
  ): string => sharedText(`${state} ${sending} ${attempts} ${nextAt}`);

  function recordStarted(started: StartedRequest): void {
    const { deliveryId, url, end, requestNumber } = started;
    const copy = deliveryId === null ? copyInFlight : null;
    const { messageId, destination } = copy ?? started;
    if (messageId === null || destination === null) return;
    const attempt = nextAttempt(deliveryId, url);
    connected.add(`${deliveryId} ${url} ${attempt}`);
    sent.set(`${end} ${requestNumber}`, {
      messageId: sharedText(messageId),
      destination: sharedText(destination),
      attempt,
      copiedBy: copy?.step ?? null,
    });
  }

  function messageEvent(message: AcceptedMessage): HistoryEvent {
    return {
      kind: 'message',
      at: since(message.receivedAt),
      messageId: message.messageId,
      step:
        stepsOfMessages.get(message.messageId) ??
        origins.get(`${message.origin.kind} ${message.origin.id}`) ??
        null,
      source: message.sourceName,
      type: message.type,
      event: message.event,
      user: message.userId ?? message.anonymousId,
      body: message.body,
    };
  }

  function attemptEvent(made: MadeAttempt, copy: CopyInFlight | null): HistoryEvent {
    const of = copy === null ? made.deliveryId : null;
    const attempt = nextAttempt(of, made.url);
    countAttempt(of, made.url, attempt);
    const isRetried = of !== null && retried.delete(of);
    const responseLine = made.unacceptedBody === '' ? '' : firstLineOf(redact(made.unacceptedBody));
    return {
      kind: 'attempt',
      at: since(Math.round(made.startedAt + made.durationMs)),
      startedAt: since(made.startedAt),
      messageId: made.messageId ?? '',
      destination: made.destination ?? '',
      webhook: webhookName(made.url),
      attempt,
      outcome: made.result.outcome,
      code: made.result.code,
      status: made.status,
      durationMs: Math.round(made.durationMs),
      byUser: copy !== null || isRetried,
      copiedBy: copy?.step ?? null,
      windowEndsAt: made.windowEndsAt === null ? null : since(made.windowEndsAt),
      ...(made.retryAfterMs !== null && { retryAfterMs: made.retryAfterMs }),
      ...(responseLine !== '' && { responseLine }),
      headers: [...endToEnd(made.headers)],
    };
  }

  /**
   * Attempts whose connection was reset before the product knew that it was open: it has no local end.
   * They were made one after another, so the log has them in the same order.
   */
  function unconnectedOf(part: CoreActivity | null): (Sent & { readonly webhook: string })[] {
    return (part?.attempts ?? []).flatMap(({ deliveryId, url, messageId, destination }) => {
      const attempt = nextAttempt(deliveryId, url);
      const isConnected = connected.has(`${deliveryId} ${url} ${attempt}`);
      if (isConnected || messageId === null || destination === null) return [];
      return [{ messageId, destination, attempt, copiedBy: null, webhook: webhookName(url) }];
    });
  }

  function takeUnconnected(
    unconnected: (Sent & { readonly webhook: string })[],
    { mockId, connection }: MockEntryDetail,
  ): Sent | undefined {
    if (connection.requestNumber > 0) return undefined;
    const webhook = `mock:${mockName(mockId)}`;
    const index = unconnected.findIndex((one) => one.webhook === webhook);
    return index === -1 ? undefined : unconnected.splice(index, 1)[0];
  }

  function requestEvent(
    entry: MockEntryDetail,
    unconnected: (Sent & { readonly webhook: string })[],
  ): HistoryEvent {
    const { remoteAddress, remotePort, requestNumber } = entry.connection;
    const mock = mockName(entry.mockId);
    const url = names.mocks.get(mock)?.url;
    const mockPort = url === undefined ? undefined : portOf(new URL(url));
    const end = connectionEnd(remoteAddress, remotePort, mockPort);
    // A connection that ended before its request was read.
    const key = `${end} ${Math.max(1, requestNumber)}`;
    const of = sent.get(key) ?? takeUnconnected(unconnected, entry);
    if (of !== undefined) senders.set(entry.id, of);
    // A request with a response is logged once.
    if (entry.kind === 'request' && entry.status !== null) sent.delete(key);
    const { signature, body } = entry;
    const exchanges = entry.forwarded?.exchanges ?? [];
    const ofRequest = exchanges.filter(({ error }) => error?.code === 'timeout').length;
    timeouts += ofRequest;
    const accepted = exchanges.filter(({ response }) => is2xx(response?.status ?? null)).length;
    return {
      kind: 'request',
      at: since(entry.receivedAt),
      mock,
      entry: entry.kind,
      messageId: of?.messageId ?? null,
      destination: of?.destination ?? null,
      attempt: of?.attempt ?? null,
      copiedBy: of?.copiedBy ?? null,
      status: entry.status,
      fault: entry.fault,
      cause: entry.cause,
      ...(exchanges.length > 1 && { copies: exchanges.length }),
      ...(ofRequest > 0 && { timeouts: ofRequest }),
      ...(accepted > 0 && !is2xx(entry.status) && { isAcceptedByServer: true as const }),
      ...(accepted < exchanges.length &&
        is2xx(entry.status) && { hasUnacceptedCopy: true as const }),
      signature:
        signature === null || signature.raw === 'not_checked'
          ? null
          : signature.raw === 'match'
            ? 'valid'
            : signature.raw === 'missing'
              ? 'missing'
              : 'invalid',
      method: entry.method,
      path: entry.path,
      headers: [...endToEnd(entry.headers)],
      body: body.text ?? body.base64 ?? '',
      bodyIsBase64: body.text === null,
      ...(body.truncated && { bodyIsCut: true as const }),
    };
  }

  function deliveryEvents(now: number, part: CoreActivity): HistoryEvent[] {
    return part.deliveries.flatMap((delivery) => {
      const { id, messageId, destinationName: destination, state, reason, attempts } = delivery;
      const ids = idsByName.get(destination) ?? new Map();
      idsByName.set(destination, ids.set(sharedText(messageId), id));
      const nextAt = delivery.nextAttemptAt === null ? null : since(delivery.nextAttemptAt);
      const version = versionOf(delivery, nextAt);
      if (lastVersions.get(id) === version) return [];
      lastVersions.set(id, version);
      return [
        {
          kind: 'delivery',
          at: since(now),
          messageId,
          destination,
          ...{ state, reason, attempts },
          ...{ status: delivery.lastStatus, code: delivery.lastCode },
          ...(delivery.warnings.length > 0 && { warning: true }),
          nextAt,
        } as const,
      ];
    });
  }

  return {
    /** Of requests, by their number in the mock endpoints' log. */
    senders: senders as ReadonlyMap<number, Sent>,
    history,
    /** Of `check` steps, then of the end. */
    checks: [] as EvaluatedCheck[],
    /** Why the run is inconclusive: steps that waited in vain. */
    unmetWaits: [] as InconclusiveReason[],
    /** For the timeline of the report. */
    outages: [] as RunTimeline['outages'],
    /** Deliveries of each `cancel` step, by its id. */
    cancelled: new Map<string, readonly DeliveryRecord[]>(),
    webhookName,
    /** Requests that servers didn't respond to in time. */
    timeouts: () => timeouts,
    /** After a change of settings. */
    setWebhookNames(named: ReadonlyMap<string, string>): void {
      webhookNames = named;
    },
    step(now: number, step: string, phase: 'started' | 'ended'): void {
      history.append({ kind: 'step', at: since(now), step, phase });
    },
    /** A step sends a message. A duplicate belongs to the step that sent it first. */
    sendsMessage(messageId: string, step: string): void {
      if (!stepsOfMessages.has(messageId)) stepsOfMessages.set(messageId, step);
    },
    /** Messages of this sync or deletion request belong to the step. */
    ownsOrigin: (kind: 'sync' | 'deletion', id: string, step: string): void =>
      void origins.set(`${kind} ${id}`, step),
    /** A step has requested the next attempt of a delivery. */
    expectRetry: (deliveryId: number): void => void retried.add(deliveryId),
    /** The copy that is about to be sent. */
    expectCopy(copy: CopyInFlight): void {
      copyInFlight = copy;
    },
    /** Row number of a delivery in the product. */
    deliveryId: (messageId: string, destination: string): number | undefined =>
      idsByName.get(destination)?.get(messageId),
    /** Why the product or the mock endpoints could not store something; null if they could. */
    storageCode: (): string | null => storageCode,
    /** Everything that happened in an advance. */
    advance(now: number, { activity: part, started, requests, errors }: Advance): void {
      const changed = part === null ? [] : deliveryEvents(now, part);
      storageCode ??= errors.find((error) => error.storageCode !== null)?.storageCode ?? null;
      for (const request of started) recordStarted(request);
      const unconnected = unconnectedOf(part);
      const events = [
        ...(part?.messages ?? [])
          .filter(({ outcome }) => outcome === 'routed' || outcome === 'unrouted')
          .map(messageEvent),
        ...requests.map((entry) => requestEvent(entry, unconnected)),
        ...(part?.attempts ?? []).map((made) => attemptEvent(made, null)),
        ...(part?.copies ?? []).map((made) => attemptEvent(made, copyInFlight)),
        ...changed,
        ...(part?.alerts ?? []).map((alert) => ({
          kind: 'alert' as const,
          at: since(now),
          destination: alert.destinationName,
          deliveries: alert.count,
        })),
        ...errors.map(({ at, message }) => ({
          kind: 'problem' as const,
          at: since(at),
          message,
        })),
      ];
      for (const event of inOrder(events)) history.append(event);
    },
  };
}

export type Recorder = ReturnType<typeof createRecorder>;
