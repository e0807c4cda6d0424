/** How the deliveries of a run went over virtual time. */
import { type DeliveryState, deliveryStates } from '#shared/deliveries/delivery.ts';
import { mostWaiting } from '#shared/scenarios/most-waiting.ts';
import type { RunFilm, RunTimeline } from '#shared/scenarios/schema/report.ts';
import { is2xx } from './expect/predicates/duration.ts';
import { type DeliveryRecord, type HistoryIndex, stateOf } from './history/history-index.ts';
import type { RunFacts } from './run-facts.ts';

type Lane = RunFilm['lanes'][number];
type Bucket = Lane['buckets'][number];

const lostStates: readonly (DeliveryState | null)[] = ['refused', 'gave_up', 'blocked'];

function lanesOf({ attempts }: HistoryIndex, facts: RunFacts, bucketMs: number): readonly Lane[] {
  // URLs without an attempt have a lane, too.
  const webhooks = facts.destinations.flatMap((destination) => destination.webhooks);
  const lanes = new Map(webhooks.map((webhook) => [webhook, new Map<number, Bucket>()]));
  for (const { event } of attempts) {
    const buckets = lanes.get(event.webhook) ?? new Map<number, Bucket>();
    lanes.set(event.webhook, buckets);
    const index = Math.floor(event.startedAt / bucketMs);
    const bucket = buckets.get(index) ?? { index, accepted: 0, refused: 0, failed: 0, blocked: 0 };
    buckets.set(index, bucket);
    bucket[event.outcome] += 1;
  }
  return [...lanes].map(([webhook, buckets]) => ({
    webhook,
    buckets: [...buckets.values()].sort((a, b) => a.index - b.index),
  }));
}

function waitingOf({ deliveries }: HistoryIndex, now: number, bucketMs: number): number[] {
  const changes = deliveries.flatMap(({ versions }) =>
    versions.map(({ event, before }) => ({
      at: event.at,
      by: Number(event.state === 'waiting') - Number(before?.event.state === 'waiting'),
    })),
  );
  return mostWaiting(changes, bucketMs, Math.floor(now / bucketMs) + 1);
}

/** Of a delivery that waited: its first wait, and when its state became final; null while it isn't. */
function waitOf({ versions }: DeliveryRecord): { readonly endedAt: number | null } | null {
  if (!versions.some(({ event }) => event.state === 'waiting')) return null;
  const last = versions.at(-1)?.event;
  const isOpen = last === undefined || last.state === 'waiting' || last.state === 'paused';
  return { endedAt: isOpen ? null : last.at };
}

/** A request without a response may have been processed. */
function twiceOf({ messages, attempts }: HistoryIndex): number {
  let twice = 0;
  for (const { requests } of messages.values()) {
    const counts = new Map<string, number>();
    for (const { event } of requests) {
      const isProcessed =
        event.status === null
          ? event.entry === 'request' && event.cause !== 'outage'
          : is2xx(event.status);
      // A copy that was asked for is no accident.
      if (!isProcessed || event.copiedBy !== null) continue;
      const key = `${event.destination} ${event.mock}`;
      counts.set(key, (counts.get(key) ?? 0) + (event.copies ?? 1));
    }
    if ([...counts.values()].some((count) => count > 1)) twice += 1;
  }
  const accepted = new Set<string>();
  const atServers = new Set<string>();
  for (const { event } of attempts) {
    if (event.outcome !== 'accepted' || event.copiedBy !== null) continue;
    if (event.webhook.startsWith('mock:')) continue;
    const key = `${event.messageId} ${event.destination} ${event.webhook}`;
    if (accepted.has(key)) atServers.add(event.messageId);
    accepted.add(key);
  }
  return twice + atServers.size;
}

export function filmOf(
  history: HistoryIndex,
  facts: RunFacts,
  outages: RunTimeline['outages'],
  bucketMs: number,
): RunFilm {
  const { now } = facts;
  const states = Object.fromEntries(deliveryStates.map((state) => [state, 0])) as RunFilm['states'];
  const lastOutageEnd = Math.max(...outages.map(({ until }) => until));
  let [held, heldDelivered, lost, longestWaitMs, clearedAt] = [0, 0, 0, 0, lastOutageEnd];
  for (const delivery of history.deliveries) {
    const state = stateOf(delivery);
    if (state !== null) states[state] += 1;
    if (lostStates.includes(state)) lost += 1;
    const wait = waitOf(delivery);
    if (wait === null) continue;
    held += 1;
    if (state === 'delivered') heldDelivered += 1;
    const endedAt = wait.endedAt ?? now;
    const acceptedAt = delivery.message?.event.at ?? endedAt;
    longestWaitMs = Math.max(longestWaitMs, endedAt - acceptedAt);
    clearedAt = Math.max(clearedAt, wait.endedAt ?? Number.POSITIVE_INFINITY);
  }
  const isCleared = outages.length > 0 && lastOutageEnd <= now && clearedAt <= now;
  return {
    startsAt: facts.startsAt,
    waiting: waitingOf(history, now, bucketMs),
    lanes: [...lanesOf(history, facts, bucketMs)],
    ...{ states, held, heldDelivered, lost, longestWaitMs },
    twice: twiceOf(history),
    clearedAfterMs: isCleared ? clearedAt - lastOutageEnd : null,
  };
}
