/** Reads the deliveries and requests of a finished run from the data folders of its two cores. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { deliveryDetail } from '#main/deliveries/detail.ts';
import type { Log, SecretBox } from '#main/kit/ports.ts';
import { computedBy } from '#main/store/mock-requests.ts';
import { openStore, type Store } from '#main/store/store.ts';
import type { DeliverySummary } from '#shared/deliveries/delivery.ts';
import { maxCopies, type RunDelivery, type RunRequest } from '#shared/scenarios/schema/run-data.ts';

/** The attempt that sent a request. */
export type RequestSender = Pick<RunRequest, 'messageId' | 'destination' | 'attempt' | 'copiedBy'>;

interface RunDataOptions {
  /** Of the product and the mock endpoints, which have stopped. */
  readonly folders: { readonly product: string; readonly mocks: string };
  readonly secretBox: SecretBox;
  /** By the number of a request in the mock endpoints' log. */
  readonly senders: ReadonlyMap<number, RequestSender>;
}

export interface RunData {
  readonly requests: () => Iterable<RunRequest>;
  readonly deliveries: () => Iterable<RunDelivery>;
  close(): Promise<void>;
}

const silent: Log = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
};

const noSender: RequestSender = {
  messageId: null,
  destination: null,
  attempt: null,
  copiedBy: null,
};

const keyOf = (messageId: string | null, destination: string | null): string =>
  JSON.stringify([messageId, destination]);

function* deliveriesIn(store: Store): Generator<DeliverySummary> {
  for (const id of store.messages.idsAfter(0)) yield* store.deliveries.byMessage(id);
}

const copiesOf = (store: Store, deliveryId: number): RunDelivery['copies'] =>
  store.copies
    .page(deliveryId, maxCopies, undefined)
    .items.map(({ id }) => store.copies.detail(id))
    .filter((copy) => copy !== undefined)
    .reverse();

export function openRunData({ folders, secretBox, senders }: RunDataOptions): RunData {
  const open = (dataFolder: string): Store | null =>
    // A run that could not start has none.
    existsSync(join(dataFolder, 'hookwright.sqlite'))
      ? openStore({
          ...{ dataFolder, secretBox, log: silent, isDurable: false },
          clock: () => null,
          committed: () => undefined,
        })
      : null;
  const product = open(folders.product);
  const mocks = open(folders.mocks);
  const deliveryIds = new Map<string, number>();
  const received = new Map<number, RunDelivery['mockRequests']>();
  if (product !== null)
    for (const { id, messageId, destinationName } of deliveriesIn(product))
      deliveryIds.set(keyOf(messageId, destinationName), id);

  return {
    *requests() {
      if (mocks === null) return;
      const names = new Map(mocks.mocks.all().map(({ id, name }) => [id, name]));
      for (let id = 1; id <= mocks.mockRequests.newest(); id += 1) {
        const summary = mocks.mockRequests.summary(id);
        const entry = summary && mocks.mockRequests.detail(summary.mockId, id);
        if (entry === undefined) continue;
        const sender = senders.get(id) ?? noSender;
        const deliveryId = deliveryIds.get(keyOf(sender.messageId, sender.destination)) ?? null;
        const { mockId, receivedAt, path } = entry;
        if (deliveryId !== null && path !== null) {
          const others = received.get(deliveryId) ?? [];
          received.set(deliveryId, [
            ...others,
            { id, mockId, receivedAt, path, computed: computedBy(entry) },
          ]);
        }
        yield { ...entry, ...sender, deliveryId, mock: names.get(mockId) ?? '' };
      }
    },
    /** Refer to the requests that were read before. */
    *deliveries() {
      if (product === null) return;
      for (const { id, updatedAt } of deliveriesIn(product))
        yield {
          ...deliveryDetail(product, updatedAt, id),
          mockRequests: received.get(id) ?? [],
          copies: copiesOf(product, id),
        };
    },
    async close() {
      await product?.close();
      await mocks?.close();
    },
  };
}
