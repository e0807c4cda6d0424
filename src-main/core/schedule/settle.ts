/** Jumping from attempt to attempt until what was asked for has ended: hours of retries in seconds. */
import type { SettleProgress, SettleRequest } from '#shared/schemas/clock.ts';
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
  return run(tools, request, countOpen(store, request), signal);
}

async function* run(
  { store, clock, dispatcher }: SettleTools,
  request: SettleRequest,
  total: number,
  signal: AbortSignal | undefined,
): AsyncGenerator<SettleProgress, void, void> {
  let jumps = 0;
  for (;;) {
    await dispatcher.whenQuiet(request, signal);
    const open = countOpen(store, request);
    yield { open, total, jumps, now: clock.now() };
    const nextAt = dispatcher.nextLaterAttemptAt();
    if (open === 0 || nextAt === null || signal?.aborted === true) return;
    // Where the clock stands is stored with what the attempts come to.
    clock.jumpTo(nextAt);
    jumps += 1;
  }
}
