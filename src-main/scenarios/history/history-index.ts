/** The history of a run, indexed by message and delivery. Grows during the run. */
import type { DeliveryState } from '#shared/deliveries/delivery.ts';
import type { EventOf, HistoryEvent } from '#shared/scenarios/schema/history.ts';
import { createSharedValues } from './shared-values.ts';

export interface MessageRecord {
  readonly kind: 'message';
  readonly event: EventOf<'message'>;
  /** Position in acceptance order, from 0. */
  readonly place: number;
  readonly deliveries: readonly DeliveryRecord[];
  readonly attempts: readonly AttemptRecord[];
  readonly requests: readonly RequestRecord[];
}

export interface DeliveryRecord {
  readonly message: MessageRecord | null;
  readonly messageId: string;
  readonly destination: string;
  readonly versions: readonly DeliveryVersion[];
  readonly attempts: readonly AttemptRecord[];
}

/** A delivery at the end of a moment in which it changed. */
export interface DeliveryVersion {
  readonly kind: 'delivery';
  readonly event: EventOf<'delivery'>;
  readonly delivery: DeliveryRecord;
  readonly message: MessageRecord | null;
  readonly before: DeliveryVersion | null;
}

export interface AttemptRecord {
  readonly kind: 'attempt';
  readonly event: EventOf<'attempt'>;
  readonly message: MessageRecord | null;
}

export interface RequestRecord {
  readonly kind: 'request';
  readonly event: EventOf<'request'>;
  readonly message: MessageRecord | null;
}

/** An alert at the end of a moment in which it changed. */
export interface AlertVersion {
  readonly kind: 'alert';
  readonly event: EventOf<'alert'>;
  readonly message: null;
  readonly before: AlertVersion | null;
}

/** Possible subjects of an expectation. */
export type SubjectRecord =
  | MessageRecord
  | DeliveryVersion
  | AttemptRecord
  | RequestRecord
  | AlertVersion;

export interface StepTimes {
  readonly startedAt: number;
  /** Null while it runs. */
  readonly endedAt: number | null;
}

export interface HistoryIndex {
  readonly events: readonly HistoryEvent[];
  /** In the order of events; several of a delivery or alert that changed. */
  readonly records: readonly SubjectRecord[];
  readonly messages: ReadonlyMap<string, MessageRecord>;
  readonly deliveries: readonly DeliveryRecord[];
  readonly attempts: readonly AttemptRecord[];
  readonly requests: readonly RequestRecord[];
  readonly alerts: ReadonlyMap<string, AlertVersion>;
  readonly steps: ReadonlyMap<string, StepTimes>;
  readonly problems: readonly EventOf<'problem'>[];
}

export interface GrowingHistory extends HistoryIndex {
  append(event: HistoryEvent): void;
  /** One copy for texts that are equal. */
  sharedText(text: string): string;
}

/** The delivery of a message to a destination; null if there is none. */
export const deliveryOf = (
  { messages, deliveries }: HistoryIndex,
  messageId: string,
  destination: string,
): DeliveryRecord | null => {
  const ofMessage = messages.get(messageId)?.deliveries ?? deliveries;
  return (
    ofMessage.find((one) => one.messageId === messageId && one.destination === destination) ?? null
  );
};

export const stateOf = ({ versions }: DeliveryRecord): DeliveryState | null =>
  versions.at(-1)?.event.state ?? null;

/** The latest attempt at the time of a version, including one that ended in the same moment. */
export const latestAttempt = ({ event, delivery }: DeliveryVersion): AttemptRecord | null =>
  delivery.attempts.findLast((attempt) => attempt.event.at <= event.at) ?? null;

const none: readonly never[] = [];

/**
 * Most lists have one item, and V8 reserves 17 places for an empty array that grows. A list replaced by a longer
 * one would take quadratic time, so longer ones grow in place.
 */
function withItem<Item>(items: readonly Item[], item: Item): readonly Item[] {
  if (items.length === 0) return [item];
  (items as Item[]).push(item);
  return items;
}

type Growing<Item> = { -readonly [Key in keyof Item]: Item[Key] };

export function createHistory(): GrowingHistory {
  const events: HistoryEvent[] = [];
  const records: SubjectRecord[] = [];
  const messages = new Map<string, Growing<MessageRecord>>();
  const { sharedText, sharedEvent } = createSharedValues();
  const deliveries: DeliveryRecord[] = [];
  /** Requests of messages that the product reports later, after a crash. */
  const early = new Map<string, Growing<RequestRecord>[]>();
  /** Deliveries of messages that the product did not report, which are few. */
  const withoutMessage: Growing<DeliveryRecord>[] = [];
  const attempts: AttemptRecord[] = [];
  const requests: RequestRecord[] = [];
  const alerts = new Map<string, AlertVersion>();
  const steps = new Map<string, StepTimes>();
  const problems: EventOf<'problem'>[] = [];

  function ensureDelivery(messageId: string, destination: string): Growing<DeliveryRecord> {
    const message = messages.get(messageId) ?? null;
    const siblings: readonly Growing<DeliveryRecord>[] = message?.deliveries ?? withoutMessage;
    const known = siblings.find(
      (sibling) => sibling.messageId === messageId && sibling.destination === destination,
    );
    if (known !== undefined) return known;
    const added = { message, messageId, destination, versions: none, attempts: none };
    deliveries.push(added);
    if (message === null) withoutMessage.push(added);
    else message.deliveries = withItem(message.deliveries, added);
    return added;
  }

  function appendDelivery(event: EventOf<'delivery'>): void {
    const delivery = ensureDelivery(event.messageId, event.destination);
    const before = delivery.versions.at(-1) ?? null;
    const { message } = delivery;
    const version = { kind: 'delivery', event, delivery, message, before } as const;
    delivery.versions = withItem(delivery.versions, version);
    records.push(version);
  }

  function appendAttempt(event: EventOf<'attempt'>): void {
    const delivery = ensureDelivery(event.messageId, event.destination);
    const message = delivery.message && (messages.get(event.messageId) ?? null);
    const record = { kind: 'attempt', event, message } as const;
    if (event.copiedBy === null) delivery.attempts = withItem(delivery.attempts, record);
    if (message !== null) message.attempts = withItem(message.attempts, record);
    attempts.push(record);
    records.push(record);
  }

  function appendRequest(event: EventOf<'request'>): void {
    const message = event.messageId === null ? null : (messages.get(event.messageId) ?? null);
    const record = { kind: 'request' as const, event, message };
    if (message === null && event.messageId !== null)
      early.set(event.messageId, [...(early.get(event.messageId) ?? []), record]);
    if (message !== null) message.requests = withItem(message.requests, record);
    requests.push(record);
    records.push(record);
  }

  function appendMessage(event: EventOf<'message'>): void {
    const requestsBefore = early.get(event.messageId) ?? none;
    const record: MessageRecord = {
      kind: 'message',
      event,
      place: messages.size,
      deliveries: none,
      attempts: none,
      requests: requestsBefore,
    };
    for (const request of requestsBefore) request.message = record;
    early.delete(event.messageId);
    messages.set(event.messageId, record);
    records.push(record);
  }

  function append(appended: HistoryEvent): void {
    const event = sharedEvent(appended);
    events.push(event);
    switch (event.kind) {
      case 'step': {
        const { startedAt = event.at } = steps.get(event.step) ?? {};
        const endedAt = event.phase === 'ended' ? event.at : null;
        steps.set(event.step, { startedAt, endedAt });
        break;
      }
      case 'message':
        appendMessage(event);
        break;
      case 'delivery':
        appendDelivery(event);
        break;
      case 'attempt':
        appendAttempt(event);
        break;
      case 'request':
        appendRequest(event);
        break;
      case 'alert': {
        const before = alerts.get(event.destination) ?? null;
        const version = { kind: 'alert', event, message: null, before } as const;
        alerts.set(event.destination, version);
        records.push(version);
        break;
      }
      case 'problem':
        problems.push(event);
    }
  }

  return {
    events,
    records,
    messages,
    deliveries,
    attempts,
    requests,
    alerts,
    steps,
    problems,
    append,
    sharedText,
  };
}

export function indexHistory(events: Iterable<HistoryEvent>): HistoryIndex {
  const history = createHistory();
  for (const event of events) history.append(event);
  return history;
}
