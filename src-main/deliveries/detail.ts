import { notFound } from '#main/kit/app-error.ts';
import { withProblem } from '#main/store/config-cache.ts';
import type { Delivery } from '#main/store/deliveries.ts';
import type { Store } from '#main/store/store.ts';
import { type Destination, webhooksOf } from '#shared/connections/destination.ts';
import {
  type Attempt,
  type DeliveryDetail,
  type DeliverySummary,
  isFinishedState,
  type MessageDetail,
  type SentRequest,
  type WebhookProgress,
} from '#shared/deliveries/delivery.ts';
import type { MessageOrigin, OriginSync } from '#shared/ingestion/message.ts';
import { backoffOf, profileOf } from '#shared/profiles/profiles.ts';
import { type AttemptFacts, signatureOf, webhookRequest } from './routing/request-headers.ts';
import { finished, isOpen, newWebhook, windowEnd } from './state-machine.ts';

/**
 * Webhooks for display. Webhooks without an attempt aren't stored with the delivery, and a cancel
 * changes only the delivery.
 */
function webhooksWithWaiting(
  delivery: Delivery,
  destination: Pick<Destination, 'webhookUrl' | 'webhooks'>,
): WebhookProgress[] {
  const storedUrls = new Set(delivery.webhooks.map(({ url }) => url));
  const waiting = isFinishedState(delivery.state)
    ? []
    : webhooksOf(destination).filter(({ url }) => !storedUrls.has(url));
  return [
    ...delivery.webhooks.map((webhook) =>
      delivery.state === 'cancelled' && isOpen(webhook) ? finished(webhook, 'cancelled') : webhook,
    ),
    ...waiting.map(({ url }) => ({ ...newWebhook(url), nextAttemptAt: delivery.nextAttemptAt })),
  ];
}

/** The next request to the first webhook. */
function nextRequest(
  destination: Destination,
  body: Uint8Array | null,
  facts: AttemptFacts,
): SentRequest | null {
  const [webhook] = webhooksOf(destination);
  if (webhook === undefined || body === null) return null;
  return { method: 'POST', ...webhookRequest(destination, webhook, body, facts) };
}

/** The signature of the latest attempt, or of the next one, with the current secret. */
function expectedSignature(
  destination: Destination,
  body: Uint8Array,
  latest: Attempt | undefined,
  facts: AttemptFacts,
): string | null {
  const url = latest?.request.url ?? webhooksOf(destination)[0]?.url ?? '';
  return (
    signatureOf(destination, url, body, { ...facts, at: latest?.startedAt ?? facts.at })?.[1] ??
    null
  );
}

/**
 * The deletion request for its user that was started while it was waiting. Deletion can race with
 * retries.
 */
function racingDeletion(
  store: Store,
  { type, state, createdAt, updatedAt }: DeliverySummary,
  userId: string | null,
): DeliveryDetail['deletion'] {
  if (userId === null || type === 'delete') return null;
  const until = isFinishedState(state) ? updatedAt : Number.MAX_SAFE_INTEGER;
  const deletions = store.deletions.startedBetween(userId, createdAt, until);
  const cancelling = deletions.find(({ cancelPending }) => cancelPending && state === 'cancelled');
  const deletion = cancelling ?? deletions[0];
  if (deletion === undefined) return null;
  return { id: deletion.id, startedAt: deletion.startedAt, cancelled: cancelling !== undefined };
}

function originSync(store: Store, { kind, id }: MessageOrigin): OriginSync | null {
  const sync = kind === 'sync' ? store.syncs.get(Number(id)) : undefined;
  return sync === undefined ? null : { computationId: sync.computationId, number: sync.number };
}

/** The parts of a store that a recorded delivery is read from. */
export interface RecordedStore {
  readonly deliveries: Pick<Store['deliveries'], 'summary' | 'bodyOf'>;
  readonly messages: Pick<Store['messages'], 'detail'>;
  readonly attempts: Pick<Store['attempts'], 'byDelivery'>;
  readonly mockRequests: Pick<Store['mockRequests'], 'ofDelivery'>;
}

/** What was stored of a delivery: nothing that settings, secrets or the time of reading change. */
export function recordedDelivery(store: RecordedStore, id: number) {
  const summary = store.deliveries.summary(id);
  const message = summary && store.messages.detail(summary.messageRowId);
  if (!summary || !message) throw notFound('delivery');
  const { request, receivedText, normalizedText: _, ...messageSummary } = message;
  const body = store.deliveries.bodyOf(id);
  return {
    ...summary,
    message: messageSummary,
    request,
    receivedText,
    bodyText: body.bytes === null ? null : Buffer.from(body.bytes).toString('utf8'),
    bodyBytes: body.byteLength,
    attemptList: store.attempts.byDelivery(id),
    mockRequests: store.mockRequests.ofDelivery(id),
  };
}

type Recorded = ReturnType<typeof recordedDelivery>;

/** What a run archive has as it was at the end of the run. */
export type DeliveryFacts = Omit<DeliveryDetail, keyof Recorded>;

export function deliveryFacts(store: Store, now: number, recorded: Recorded): DeliveryFacts {
  const { id, message, attemptList } = recorded;
  const delivery = store.deliveries.get(id);
  const stored = store.destinations.get(recorded.destinationId);
  if (!delivery || !stored) throw notFound('delivery');
  const destination = withProblem(stored);
  const { bytes } = store.deliveries.bodyOf(id);
  const end = windowEnd(delivery, destination);
  const facts: AttemptFacts = {
    at: delivery.nextAttemptAt ?? now,
    retry: delivery.windowRounds,
    message: () => ({ id: message.messageId, event: message.label || message.type }),
  };
  return {
    firstAttemptAt: delivery.firstAttemptAt,
    windowEndsAt: Number.isFinite(end) ? end : null,
    destination: {
      enabled: destination.enabled,
      problem: destination.problem,
      fanOut: destination.fanOut,
      payloadShape: destination.payloadShape,
      profile: profileOf(destination).name,
      backoff: backoffOf(destination),
      signed: destination.sharedSecret !== '',
    },
    sync: originSync(store, message.origin),
    nextRequest: nextRequest(destination, bytes, facts),
    webhooks: webhooksWithWaiting(delivery, destination),
    canUndoCancel: delivery.state === 'cancelled' && store.deliveries.cancelledBy(id) === 'command',
    deletion: racingDeletion(store, recorded, message.userId),
    expectedSignature:
      bytes === null ? null : expectedSignature(destination, bytes, attemptList.at(-1), facts),
  };
}

export function deliveryDetail(store: Store, now: number, id: number): DeliveryDetail {
  const recorded = recordedDelivery(store, id);
  return { ...recorded, ...deliveryFacts(store, now, recorded) };
}

export function messageDetail(store: Store, id: number): MessageDetail {
  const message = store.messages.detail(id);
  if (message === undefined) throw notFound('message');
  const sync = originSync(store, message.origin);
  return { ...message, sync, deliveries: store.deliveries.byMessage(id) };
}
