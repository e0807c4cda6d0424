/** The change feed of a core, so that tests wait for events instead of time. */
import type { Core } from '#main/app.ts';
import type { ChangeBatch } from '#shared/changes.ts';
import type { DeliveryState, DeliverySummary } from '#shared/deliveries/delivery.ts';
import type { Ledger } from '#shared/deliveries/ledger.ts';

export interface Followed {
  readonly deliveries: ReadonlyMap<number, DeliverySummary>;
  /** Resolves with the result of `find`, as soon as it is defined. */
  until<Found>(find: () => Found | undefined | false | null): Promise<Found>;
  /** The delivery, once it is in the state. */
  state(deliveryId: number, state: DeliveryState): Promise<DeliverySummary>;
  /** The delivery, once an attempt was made and another one follows. */
  waitsForRetry(deliveryId: number): Promise<DeliverySummary>;
  /** How many deliveries wait for a retry. */
  retrying(): number;
  /** Resolves when so many deliveries wait for a retry. */
  retries(count: number): Promise<void>;
  /** Resolves when the ledger has these counts. */
  ledger(is: (ledger: Ledger) => boolean): Promise<Ledger>;
  stop(): Promise<void>;
}

/** All deliveries, without waiting for the reader thread. */
export function storedDeliveries(core: Core): readonly DeliverySummary[] {
  const deliveries: DeliverySummary[] = [];
  let cursor: string | undefined;
  do {
    const page = core.messages.list({ limit: 500, ...(cursor !== undefined && { cursor }) });
    for (const { id } of page.items) deliveries.push(...core.messages.get({ id }).deliveries);
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  return deliveries;
}

export function follow(core: Core): Followed {
  const deliveries = new Map(storedDeliveries(core).map((delivery) => [delivery.id, delivery]));
  const listeners = new Set<() => void>();
  const stopping = new AbortController();
  let ledger = core.ledger.get();

  function take(batch: ChangeBatch): void {
    ledger = batch.ledger;
    // A burst of more changes than a batch has, on a busy machine.
    if (batch.resync) for (const one of storedDeliveries(core)) deliveries.set(one.id, one);
    for (const change of batch.changes)
      if (change.kind === 'delivery') deliveries.set(change.delivery.id, change.delivery);
    for (const listener of listeners) listener();
  }

  async function run(): Promise<void> {
    for await (const batch of core.changes.follow({}, stopping.signal)) take(batch);
  }

  function until<Found>(find: () => Found | undefined | false | null): Promise<Found> {
    return new Promise((resolve, reject) => {
      const look = () => {
        try {
          const found = find();
          if (found === undefined || found === false || found === null) return;
          listeners.delete(look);
          resolve(found);
        } catch (error) {
          listeners.delete(look);
          reject(error);
        }
      };
      listeners.add(look);
      look();
    });
  }

  const isWaitingForRetry = ({ state, attempts, sending }: DeliverySummary): boolean =>
    state === 'waiting' && attempts > 0 && !sending;

  const retrying = (): number => [...deliveries.values()].filter(isWaitingForRetry).length;

  const running = run();
  return {
    deliveries,
    until,
    state: (deliveryId, state) =>
      until(() => {
        const delivery = deliveries.get(deliveryId);
        return delivery?.state === state && delivery;
      }),
    waitsForRetry: (deliveryId) =>
      until(() => {
        const delivery = deliveries.get(deliveryId);
        return delivery !== undefined && isWaitingForRetry(delivery) && delivery;
      }),
    retrying,
    async retries(count) {
      await until(() => retrying() === count);
    },
    ledger: (is) => until(() => is(ledger) && ledger),
    async stop() {
      stopping.abort();
      await running;
    },
  };
}
