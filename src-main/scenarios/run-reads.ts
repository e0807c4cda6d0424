/** Reads of the data of a finished run, on a thread of their own: its run archive may come from anyone (D62). */
import type { z } from 'zod';
import { recordedDelivery } from '#main/deliveries/detail.ts';
import { AppError, notFound } from '#main/kit/app-error.ts';
import { readCursor, writeCursor } from '#main/store/cursor.ts';
import { createDeliveryReads } from '#main/store/delivery-reads.ts';
import type { Search } from '#main/store/filter/search.ts';
import type { Reading, Reads } from '#main/store/reader/reading.ts';
import { openRunStore, type RunStore, unreadableRun } from '#main/store/reader/run-store.ts';
import type { Store } from '#main/store/store.ts';
import { DeliverySummary } from '#shared/deliveries/delivery.ts';
import { pageOf } from '#shared/kit/page.ts';
import {
  maxCopies,
  type RunDataQuery,
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

type PageQuery = Pick<RunDataQuery, 'limit' | 'cursor' | 'messageId'>;

const DeliveryPage = pageOf(DeliverySummary);

/** As JSON. Several times what 500 rows of most runs have: a page is sent at once. */
const maxPageLength = 2 * 1024 ** 2;

interface Page<Item> {
  readonly items: Item[];
  readonly nextCursor: string | null;
}

/** The page up to the row that exceeds the limit; the next one begins after it. */
function bounded<Item extends { readonly id: number }>(page: Page<Item>): Page<Item> {
  let length = 0;
  for (const [index, item] of page.items.entries()) {
    length += JSON.stringify(item).length;
    if (length > maxPageLength && index < page.items.length - 1)
      return { items: page.items.slice(0, index + 1), nextCursor: writeCursor(item.id) };
  }
  return page;
}

function* deliveries(
  store: RunStore,
  query: PageQuery & Search,
): Reading<z.infer<typeof DeliveryPage>> {
  const { messageId, cursor, limit } = query;
  if (messageId === undefined) {
    const page = yield* createDeliveryReads(store).deliveryPage(query);
    return validValue(DeliveryPage, 'a delivery', bounded(page));
  }
  const { items, nextCursor } = store.deliveriesOf(messageId, readCursor(cursor), limit);
  const summaries = store.deliveries.summaries(items.map(({ id }) => id));
  return validValue(DeliveryPage, 'a delivery', bounded({ items: summaries, nextCursor }));
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
function* check(_: RunStore, _query: null): Reading<void> {}

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

/** Oldest first. The cursor is the number of the last one. */
function* requests(
  store: RunStore,
  {
    messageId = null,
    cursor,
    limit,
  }: Omit<PageQuery, 'messageId'> & { messageId?: string | null | undefined },
): Reading<Page<RunRequestSummary>> {
  const after = cursor === undefined ? 0 : readCursor(cursor);
  const ids = store.requestIds({ after, messageId, limit: limit + 1 });
  const items: RunRequestSummary[] = [];
  for (const id of ids.slice(0, limit)) {
    const value = { ...store.mockRequests.summary(id), ...senderOf(store, id) };
    items.push(validValue(RunRequestSummary, 'a request', value));
    // Finds the message in its body.
    yield;
  }
  const last = items.at(-1);
  return bounded({ items, nextCursor: last && ids.length > limit ? writeCursor(last.id) : null });
}

/** Whatever a row breaks is a problem of the file. */
const problemOf = (error: unknown): AppError =>
  error instanceof AppError
    ? error
    : unreadableRun(error instanceof ZipProblem ? error.message : 'its database is damaged');

/** The first read opens and checks the database. */
export function createRunReads(file: string) {
  let store: RunStore | null = null;
  const over = <Query, Result>(read: (store: RunStore, query: Query) => Reading<Result>) =>
    function* (query: Query): Reading<Result> {
      try {
        store ??= openRunStore(file);
        return yield* read(store, query);
      } catch (error) {
        throw problemOf(error);
      }
    };
  return {
    reads: {
      deliveries: over(deliveries),
      delivery: over(delivery),
      requests: over(requests),
      request: over(request),
      /** Only opens it. */
      check: over(check),
    } satisfies Reads,
    close: (): void => store?.close(),
  };
}
export type RunReads = ReturnType<typeof createRunReads>['reads'];
