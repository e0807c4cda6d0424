/** Reads of the data of a finished run, on a thread of their own: its run archive may come from anyone (D62). */
import type { z } from 'zod';
import { recordedDelivery } from '#main/deliveries/detail.ts';
import { AppError, notFound } from '#main/kit/app-error.ts';
import { readCursor, writeCursor } from '#main/store/cursor.ts';
import { createDeliveryReads } from '#main/store/delivery-reads.ts';
import type { Search } from '#main/store/filter/search.ts';
import type { Reading, Reads } from '#main/store/reader/reading.ts';
import { RunDatabaseProblem, type RunStore } from '#main/store/reader/run-store.ts';
import type { Store } from '#main/store/store.ts';
import { DeliverySummary } from '#shared/deliveries/delivery.ts';
import { pageOf } from '#shared/kit/page.ts';
import {
  maxCopies,
  RunDelivery,
  RunRequest,
  RunRequestSummary,
  RunSender,
} from '#shared/scenarios/schema/run-data.ts';
import { parsedJson, validValue } from './unpack-files.ts';
import { maxLineLength, ZipProblem } from './zip-file.ts';

/** Oldest first. */
export const copiesOf = (
  copies: Pick<Store['copies'], 'page' | 'detail'>,
  deliveryId: number,
): RunDelivery['copies'] =>
  copies
    .page(deliveryId, maxCopies, undefined)
    .items.map(({ id }) => copies.detail(id))
    .filter((copy) => copy !== undefined)
    .reverse();

export interface PageQuery {
  readonly limit: number;
  readonly cursor: string | undefined;
  /** Only those of one message. */
  readonly messageId: string | undefined;
}

const DeliveryPage = pageOf(DeliverySummary);

function* deliveries(
  store: RunStore,
  query: PageQuery & Search,
): Reading<z.infer<typeof DeliveryPage>> {
  const { messageId, cursor, limit } = query;
  if (messageId === undefined) {
    const page = yield* createDeliveryReads(store).deliveryPage(query);
    return validValue(DeliveryPage, 'a delivery', page);
  }
  const { items, nextCursor } = store.deliveriesOf(messageId, readCursor(cursor), limit);
  const summaries = store.deliveries.summaries(items.map(({ id }) => id));
  return validValue(DeliveryPage, 'a delivery', { items: summaries, nextCursor });
}

/** Bounded as the lines of a run archive. */
function checked<Schema extends z.ZodType>(schema: Schema, name: string, value: unknown) {
  const text = JSON.stringify(value);
  if (text.length > maxLineLength) throw new ZipProblem(`${name} is too large`);
  return parsedJson(schema, name, text);
}

const senderOf = (store: RunStore, id: number): RunSender =>
  parsedJson(RunSender, 'a request', store.senderOf(id) ?? '');

// biome-ignore-start lint/correctness/useYield: short reads have no slices
function* delivery(store: RunStore, id: number): Reading<RunDelivery> {
  const facts = store.factsOf(id);
  if (facts === undefined) throw notFound('delivery');
  const copies = copiesOf(store.copies, id);
  const value = { ...JSON.parse(facts), ...recordedDelivery(store, id), copies };
  return checked(RunDelivery, 'a delivery', value);
}

function* request(store: RunStore, id: number): Reading<RunRequest> {
  const summary = store.mockRequests.summary(id);
  const entry = summary && store.mockRequests.detail(summary.mockId, id);
  if (entry === undefined) throw notFound('request');
  return checked(RunRequest, 'a request', { ...entry, ...senderOf(store, id) });
}
// biome-ignore-end lint/correctness/useYield: short reads have no slices

/** Oldest first. A page is short if its requests are long. The cursor is the number of the last one. */
function* requests(
  store: RunStore,
  { messageId, cursor, limit }: PageQuery,
): Reading<{ items: RunRequestSummary[]; nextCursor: string | null }> {
  const after = cursor === undefined ? 0 : readCursor(cursor);
  const ids = store.requestIds({ after, messageId: messageId ?? null, limit: limit + 1 });
  const items: RunRequestSummary[] = [];
  let length = 0;
  for (const id of ids) {
    const value = { ...store.mockRequests.summary(id), ...senderOf(store, id) };
    const item = validValue(RunRequestSummary, 'a request', value);
    length += JSON.stringify(item).length;
    const last = items.at(-1);
    if (last !== undefined && (items.length === limit || length > maxLineLength))
      return { items, nextCursor: writeCursor(last.id) };
    items.push(item);
    yield;
  }
  return { items, nextCursor: null };
}

/** Whatever a row breaks is a problem of the file. */
const problemOf = (error: unknown): unknown =>
  error instanceof AppError || error instanceof RunDatabaseProblem
    ? error
    : new RunDatabaseProblem(
        error instanceof ZipProblem ? error.message : 'its database is damaged',
      );

/** The database is opened and checked by the first read. */
export function createRunReads(open: () => RunStore) {
  const over = <Query, Result>(read: (store: RunStore, query: Query) => Reading<Result>) =>
    function* (query: Query): Reading<Result> {
      try {
        return yield* read(open(), query);
      } catch (error) {
        throw problemOf(error);
      }
    };
  return {
    /** Only opens it. */
    // biome-ignore lint/correctness/useYield: it is short
    check: over(function* (_: RunStore, _query: null): Reading<null> {
      return null;
    }),
    deliveries: over(deliveries),
    delivery: over(delivery),
    requests: over(requests),
    request: over(request),
  } satisfies Reads;
}
export type RunReads = ReturnType<typeof createRunReads>;
