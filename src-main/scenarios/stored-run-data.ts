/** The data of stored runs, read from their run archives. */
import type { z } from 'zod';
import { notFound } from '#main/kit/app-error.ts';
import { readCursor, writeCursor } from '#main/store/cursor.ts';
import { DeliverySummary } from '#shared/deliveries/delivery.ts';
import { everything } from '#shared/filter/filter.ts';
import type { RunRef } from '#shared/scenarios/schema/run.ts';
import {
  type RunDataQuery,
  type RunDeliveriesQuery,
  type RunDelivery,
  type RunDeliveryRef,
  type RunRequest,
  type RunRequestRef,
  RunRequestSummary,
} from '#shared/scenarios/schema/run-data.ts';
import type { RunInputs } from '#shared/scenarios/schema/workspace.ts';
import { createDeliveryMatcher } from './match-delivery.ts';
import { type OpenedRunArchive, unpackRunArchive } from './run-archive.ts';
import { checkedOf } from './run-checks.ts';
import type { RunHistory } from './run-history.ts';

interface Item {
  readonly id: number;
  readonly messageId: string | null;
}

/** The cursor is the number of items before the page. */
async function pageOf<Summary extends z.ZodType>(
  items: AsyncIterable<Item>,
  summary: Summary,
  { limit, cursor, messageId }: RunDataQuery,
): Promise<{ items: z.output<Summary>[]; nextCursor: string | null }> {
  const start = cursor === undefined ? 0 : readCursor(cursor);
  const page: z.output<Summary>[] = [];
  let count = 0;
  for await (const item of items) {
    if (messageId !== undefined && item.messageId !== messageId) continue;
    if (page.length === limit) return { items: page, nextCursor: writeCursor(count) };
    count += 1;
    if (count > start) page.push(summary.parse(item));
  }
  return { items: page, nextCursor: null };
}

async function* matchingDeliveries(
  { deliveries, manifest, report }: OpenedRunArchive,
  { filter }: RunDeliveriesQuery,
): AsyncGenerator<RunDelivery> {
  const matches = createDeliveryMatcher(filter ?? everything, manifest.startsAt + report.virtualMs);
  for await (const delivery of deliveries()) if (matches(delivery)) yield delivery;
}

async function find<Found extends Item>(
  items: AsyncIterable<Found>,
  id: number,
  noun: string,
): Promise<Found> {
  for await (const item of items) if (item.id === id) return item;
  throw notFound(noun);
}

async function inputsOf(archive: OpenedRunArchive): Promise<RunInputs> {
  const { text } = archive;
  const { file, set, secrets } = archive.manifest;
  const { read, remove } = await unpackRunArchive(archive, { set, environment: {}, isCheck: true });
  await remove();
  const files = archive.files.filter((name) => name !== file);
  const checked = checkedOf(read);
  return { file, text, files, set, secrets, checked };
}

export function createStoredRunData({ withRunArchive }: Pick<RunHistory, 'withRunArchive'>) {
  return {
    deliveries: (query: RunDeliveriesQuery) =>
      withRunArchive(query.id, (archive) =>
        pageOf(matchingDeliveries(archive, query), DeliverySummary, query),
      ),
    delivery: ({ id, deliveryId }: RunDeliveryRef): Promise<RunDelivery> =>
      withRunArchive(id, ({ deliveries }) => find(deliveries(), deliveryId, 'delivery')),
    requests: (query: RunDataQuery) =>
      withRunArchive(query.id, ({ requests }) => pageOf(requests(), RunRequestSummary, query)),
    request: ({ id, requestId }: RunRequestRef): Promise<RunRequest> =>
      withRunArchive(id, ({ requests }) => find(requests(), requestId, 'request')),
    inputs: ({ id }: RunRef): Promise<RunInputs> =>
      withRunArchive(id, (archive) => inputsOf(archive)),
  };
}
