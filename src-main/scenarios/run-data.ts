/** Saves what a finished run left in the data folders of its two cores. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { deliveryFacts, recordedDelivery } from '#main/deliveries/detail.ts';
import type { Log, SecretBox } from '#main/kit/ports.ts';
import { writeRunDatabase } from '#main/store/run-database.ts';
import { openStore, type Store } from '#main/store/store.ts';
import type { DeliverySummary } from '#shared/deliveries/delivery.ts';
import type { RunSender } from '#shared/scenarios/schema/run-data.ts';
import type { RedactSecrets } from '#shared/scenarios/secret-values.ts';
import { copiesOf } from './run-reads.ts';
import { isReadable, maxValues } from './unpack-files.ts';

/** The attempt that sent a request. */
export type RequestSender = Pick<RunSender, 'messageId' | 'destination' | 'attempt' | 'copiedBy'>;

interface RunDataOptions {
  /** Of the product and the mock endpoints, which have stopped. */
  readonly folders: { readonly product: string; readonly mocks: string };
  readonly secretBox: SecretBox;
  /** By the number of a request in the mock endpoints' log. */
  readonly senders: ReadonlyMap<number, RequestSender>;
}

export interface RunData {
  /** Writes a new database file with deliveries and requests that can be read. Replaces secrets. */
  write(file: string, redact: RedactSecrets): void;
  close(): Promise<void>;
}

/** For deliveries and for requests, as JSON; the rest is left out. */
const maxDataBytes = 50 * 1024 ** 2;

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

/** Those that can be read, up to a size in total. */
function* readable<Item>(items: Iterable<Item>): Generator<Item> {
  let bytes = 0;
  for (const item of items) {
    const line = JSON.stringify(item);
    bytes += Buffer.byteLength(line) + 1;
    if (bytes > maxDataBytes) return;
    if (isReadable(line, maxValues)) yield item;
  }
}

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

  function* deliveries(redact: RedactSecrets) {
    if (product === null) return;
    for (const { id, updatedAt } of deliveriesIn(product)) {
      const recorded = recordedDelivery(product, id);
      const facts = deliveryFacts(product, updatedAt, recorded);
      yield redact({ id, recorded, facts, copies: copiesOf(product.copies, id) });
    }
  }

  function* requests(redact: RedactSecrets) {
    if (mocks === null) return;
    const deliveryIds = new Map<string, number>();
    if (product !== null)
      for (const { id, messageId, destinationName } of deliveriesIn(product))
        deliveryIds.set(keyOf(messageId, destinationName), id);
    const names = new Map(mocks.mocks.all().map(({ id, name }) => [id, name]));
    for (let id = 1; id <= mocks.mockRequests.newest(); id += 1) {
      const summary = mocks.mockRequests.summary(id);
      const entry = summary && mocks.mockRequests.detail(summary.mockId, id);
      if (entry === undefined) continue;
      const sent = senders.get(id) ?? noSender;
      const deliveryId = deliveryIds.get(keyOf(sent.messageId, sent.destination)) ?? null;
      const sender: RunSender = { ...sent, mock: names.get(entry.mockId) ?? '', deliveryId };
      yield redact({ id, entry, messageId: sent.messageId, sender });
    }
  }

  return {
    write: (file, redact) =>
      writeRunDatabase(file, {
        product: product?.file ?? null,
        mocks: mocks?.file ?? null,
        deliveries: readable(deliveries(redact)),
        requests: readable(requests(redact)),
        redact,
      }),
    async close() {
      await product?.close();
      await mocks?.close();
    },
  };
}
