/** Jumping from attempt to attempt until what was asked for has ended: hours of retries in seconds. */
import {
  type EndCounts,
  endStates,
  type SettleProgress,
  type SettleRequest,
} from '#shared/schemas/clock.ts';
import { isOpenState, openStates } from '#shared/schemas/delivery.ts';
import type { Dispatcher } from '../dispatch/dispatcher.ts';
import { Refusal } from '../refusal.ts';
import type { Store } from '../store/store.ts';
import type { ProductClock } from './product-clock.ts';

export interface SettleTools {
  readonly store: Store;
  readonly clock: ProductClock;
  readonly dispatcher: Dispatcher;
}

/** Deliveries of the request that have not ended; those of a destination that is off wait for it. */
function countOpen(store: Store, { deliveryId, destinationId }: SettleRequest): number {
  if (deliveryId !== undefined) {
    const delivery = store.deliveries.get(deliveryId);
    if (delivery === undefined) throw new Refusal('not_found', 'There is no such delivery.');
    return isOpenState(delivery.state) ? 1 : 0;
  }
  const ledger = store.ledger.get();
  return openStates.reduce(
    (sum, state) =>
      sum +
      (destinationId === undefined ? ledger[state] : store.deliveries.count(destinationId, state)),
    0,
  );
}

function countEnded(store: Store, { deliveryId, destinationId }: SettleRequest): EndCounts {
  const ledger = store.ledger.get();
  const one = deliveryId === undefined ? undefined : store.deliveries.get(deliveryId)?.state;
  const counts = endStates.map((state) => {
    if (deliveryId !== undefined) return [state, one === state ? 1 : 0];
    if (destinationId !== undefined) return [state, store.deliveries.count(destinationId, state)];
    return [state, ledger[state]];
  });
  return Object.fromEntries(counts) as EndCounts;
}

/** What was retried by hand meanwhile is in its former state no more, and has not come to it. */
const endedSince = (now: EndCounts, before: EndCounts): EndCounts =>
  Object.fromEntries(
    endStates.map((state) => [state, Math.max(0, now[state] - before[state])]),
  ) as EndCounts;

/** Yields how far it is after every jump; ends early when `signal` is aborted. */
export function settle(
  tools: SettleTools,
  request: SettleRequest,
  signal?: AbortSignal,
): AsyncGenerator<SettleProgress, void, void> {
  const { store } = tools;
  if (
    request.destinationId !== undefined &&
    !store.destinations.allIds().includes(request.destinationId)
  )
    throw new Refusal('not_found', 'There is no such destination.');
  const total = countOpen(store, request);
  return run(tools, request, { total, ended: countEnded(store, request) }, signal);
}

async function* run(
  { store, clock, dispatcher }: SettleTools,
  request: SettleRequest,
  before: { readonly total: number; readonly ended: EndCounts },
  signal: AbortSignal | undefined,
): AsyncGenerator<SettleProgress, void, void> {
  const isAborted = (): boolean => signal?.aborted === true;
  let jumps = 0;
  for (;;) {
    await dispatcher.whenQuiet(request, signal);
    const open = countOpen(store, request);
    const nextAt = open === 0 ? null : dispatcher.nextLaterAttemptAt();
    const ended =
      nextAt === null || isAborted() ? endedSince(countEnded(store, request), before.ended) : null;
    yield { open, total: before.total, jumps, now: clock.now(), ended };
    if (nextAt === null || isAborted()) return;
    // Where the clock stands is stored with what the attempts come to.
    clock.jumpTo(nextAt);
    jumps += 1;
  }
}
