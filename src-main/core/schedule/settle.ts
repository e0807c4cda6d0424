/** Jumping from attempt to attempt until what was asked for has ended: hours of retries in seconds. */
import type { SettleProgress, SettleRequest } from '#shared/schemas/clock.ts';
import type { Dispatcher } from '../dispatch/dispatcher.ts';
import { Refusal } from '../refusal.ts';
import type { Store } from '../store/store.ts';
import type { ProductClock } from './product-clock.ts';

const openStates = ['pending', 'sending', 'retrying'] as const;

export interface SettleTools {
  readonly store: Store;
  readonly clock: ProductClock;
  readonly dispatcher: Dispatcher;
  readonly nextAttemptAt: () => number | null;
  /** Stores where the clock stands, so that a crash does not put it behind the records. */
  readonly remember: () => Promise<void>;
}

/** Deliveries of the request that have not ended; those of a destination that is off wait for it. */
function countOpen(store: Store, request: SettleRequest): number {
  if (request.deliveryId !== undefined) {
    const delivery = store.deliveries.get(request.deliveryId);
    if (delivery === undefined) throw new Refusal('not_found', 'There is no such delivery.');
    return openStates.some((state) => state === delivery.state) ? 1 : 0;
  }
  const { destinationId } = request;
  return openStates.reduce(
    (sum, state) =>
      sum +
      (destinationId === undefined
        ? store.ledger.get()[state]
        : store.deliveries.count(destinationId, state)),
    0,
  );
}

/** Yields how far it is after every jump; ends early when `signal` is aborted. */
export function settle(
  tools: SettleTools,
  request: SettleRequest,
  signal?: AbortSignal,
): AsyncGenerator<SettleProgress, void, void> {
  return run(tools, request, countOpen(tools.store, request), signal);
}

async function* run(
  { store, clock, dispatcher, nextAttemptAt, remember }: SettleTools,
  request: SettleRequest,
  total: number,
  signal: AbortSignal | undefined,
): AsyncGenerator<SettleProgress, void, void> {
  let jumps = 0;
  for (;;) {
    await dispatcher.whenQuiet(signal);
    const open = countOpen(store, request);
    yield { open, total, jumps, now: clock.now() };
    const nextAt = nextAttemptAt();
    if (open === 0 || nextAt === null || signal?.aborted === true) return;
    clock.jumpTo(nextAt);
    await remember();
    jumps += 1;
  }
}
