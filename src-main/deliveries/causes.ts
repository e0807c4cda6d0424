/** Counts deliveries by state, and those that were not accepted by cause. */
import type { Clock } from '#main/kit/ports.ts';
import type { CodeCount } from '#main/store/delivery-list.ts';
import type { Reader } from '#main/store/reader.ts';
import type { Store } from '#main/store/store.ts';
import {
  type Cause,
  type CauseKey,
  type CountsByCause,
  causeOf,
  type LatestOfCause,
} from '#shared/deliveries/cause.ts';
import { type DeliveryState, deliveryStates } from '#shared/deliveries/delivery.ts';
import { readFilter } from './filter.ts';
import { windowEnd } from './state-machine.ts';

interface Tools {
  readonly store: Store;
  readonly reader: Reader;
  readonly clock: Pick<Clock, 'now'>;
}

/** More can't be distinguished at a glance. */
const maxCauses = 200;

interface CountedCause extends CauseKey {
  readonly deliveries: number;
  /** Of the newest delivery; found by an index without a filter. */
  readonly latestId?: number;
}

type States = CountsByCause['states'];

const statesOf = (countOf: (state: DeliveryState) => number): States =>
  Object.fromEntries(deliveryStates.map((state) => [state, countOf(state)])) as States;

/** By state and by cause, from counts by status and code. */
function grouped(counts: readonly CodeCount[]) {
  const byCause = new Map<string, CountedCause>();
  for (const counted of counts) {
    const cause = causeOf(counted);
    if (cause === null) continue;
    const key = JSON.stringify(cause);
    const { deliveries = 0, latestId = 0 } = byCause.get(key) ?? {};
    byCause.set(key, {
      ...cause,
      deliveries: deliveries + counted.count,
      latestId: Math.max(latestId, counted.latestId),
    });
  }
  const states = statesOf((state) =>
    counts.filter((counted) => counted.state === state).reduce((sum, { count }) => sum + count, 0),
  );
  return { states, causes: [...byCause.values()] };
}

/** Empty if its delivery was deleted in the meantime. */
function latestOf({ deliveries, destinations }: Store, cause: CountedCause): Cause[] {
  const { latestId = deliveries.newestOfCause(cause), ...counted } = cause;
  const summary = latestId === undefined ? undefined : deliveries.summary(latestId);
  const delivery = summary && deliveries.get(summary.id);
  if (summary === undefined || delivery === undefined) return [];
  const { code, status, destinationId } = cause;
  const webhook = delivery.webhooks.find(
    ({ lastResult, lastStatus }) =>
      lastResult?.code === code && (status === null || lastStatus === status),
  );
  const destination = destinations.get(destinationId);
  const end = destination && windowEnd(delivery, destination);
  const latest: LatestOfCause = {
    id: delivery.id,
    url: code === null ? null : (webhook?.url ?? null),
    result: code === null ? null : (webhook?.lastResult ?? null),
    attempts: webhook?.attempts ?? delivery.attempts,
    firstAttemptAt: delivery.firstAttemptAt,
    updatedAt: summary.updatedAt,
    windowEndsAt: end !== undefined && Number.isFinite(end) ? end : null,
  };
  return [{ ...counted, destinationName: summary.destinationName, latest }];
}

export function createCauses({ store, reader, clock }: Tools) {
  async function counted(filter: string | undefined, signal?: AbortSignal) {
    if (filter !== undefined) {
      const query = { filter: readFilter(filter), now: clock.now() };
      return grouped(await reader.run('countCodes', query, signal));
    }
    const ledger = store.counters.ledger();
    const { unrouted } = ledger.notSentBy;
    const states = statesOf((state) => ledger[state]);
    return {
      // No delivery is listed for an unrouted message.
      states: { ...states, not_sent: states.not_sent - unrouted },
      causes: store.counters.causes(),
    };
  }
  return async (
    { filter }: { readonly filter?: string | undefined },
    signal?: AbortSignal,
  ): Promise<CountsByCause> => {
    const { states, causes } = await counted(filter, signal);
    const most = [...causes].sort((a, b) => b.deliveries - a.deliveries).slice(0, maxCauses);
    return { states, causes: store.read(() => most.flatMap((cause) => latestOf(store, cause))) };
  };
}
