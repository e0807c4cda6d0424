/**
 * Converts deliveries, or requests in a mock endpoint's log, to pieces of a file on the reader thread. Nothing is
 * read before it is requested.
 */

import { AppError } from '#main/kit/app-error.ts';
import type { Found, Search } from '#main/store/filter/search.ts';
import type { ReadStore } from '#main/store/reader/read-store.ts';
import { createSlice, type Reading } from '#main/store/reader/reading.ts';
import {
  type ExportChunk,
  type ExportFormat,
  type ExportRequest,
  exportFormats,
  maxFixtures,
  maxRedacted,
  type Redacted,
} from '#shared/deliveries/export.ts';
import { createRedactions, noRedaction } from '#shared/deliveries/redaction.ts';
import { formatCount } from '#shared/kit/format.ts';
import { createCurlWriter } from './curl.ts';
import { createFixturesWriter } from './fixtures.ts';
import type { Chunk, FormatWriter, WriterOptions } from './format.ts';
import { type ExportSettings, findDestinations, readFullDelivery } from './full-delivery.ts';
import { type ExportedMock, readFullRequest } from './full-request.ts';
import { createHarWriter } from './har.ts';
import { createJsonLinesWriter } from './json-lines.ts';

/** Counts the redacted values by kind. */
interface RedactionSummary {
  /** Adds the redacted kinds of one delivery. */
  add(kinds: readonly string[]): void;
  list(): Redacted[];
}

/**
 * Kinds are names of headers and fields, which anyone can make up. The rest is counted together.
 */
const others = 'others';

function createRedactionSummary(): RedactionSummary {
  const counts = new Map<string, number>();
  let rest = 0;
  return {
    add(kinds) {
      for (const kind of kinds) {
        const count = counts.get(kind);
        if (count !== undefined || counts.size < maxRedacted) counts.set(kind, (count ?? 0) + 1);
        else rest += 1;
      }
    },
    list: () => [
      ...[...counts].map(([name, count]) => ({ name, count })),
      ...(rest === 0 ? [] : [{ name: others, count: rest }]),
    ],
  };
}

/** Large enough to be efficient, and small compared with the buffer of a socket. */
const pieceBytes = 262_144;

/** Maximum time between pieces. An empty piece shows progress if few deliveries match. */
const longestWaitMs = 500;

/** Deliveries searched for before they are written. */
const idsPerSearch = 100;

/** Sample size for estimating the total size. */
const sampled = 200;

/**
 * Measured bytes per delivery without body and responses: once, and per attempt. Response headers
 * are about as long as request headers.
 */
const overhead: Record<ExportFormat, { readonly once: number; readonly attempt: number }> = {
  curl: { once: 420, attempt: 0 },
  har: { once: 0, attempt: 1_650 },
  jsonl: { once: 950, attempt: 900 },
  fixtures: { once: 1_500, attempt: 0 },
};

/** A mock endpoint's log, newest first, or one request of it. */
export interface LogScope {
  readonly mock: ExportedMock;
  readonly requestId: number | undefined;
  readonly upTo: number;
}

/** One delivery, the results of a search, or a log. */
export type ExportScope =
  | LogScope
  | { readonly deliveryId: number; readonly attemptId: number | undefined }
  | { readonly search: Search & { readonly cursor: string } };

export interface ExportOrder extends ExportSettings {
  readonly scope: ExportScope;
  readonly format: ExportRequest['format'];
  readonly secrets: boolean;
  readonly now: number;
  readonly version: string;
}

const writers: Record<ExportFormat, (options: WriterOptions) => FormatWriter> = {
  curl: createCurlWriter,
  har: createHarWriter,
  jsonl: createJsonLinesWriter,
  fixtures: createFixturesWriter,
};

/** Estimated size of a delivery in each format. */
function bytesPerDelivery({ deliveries }: ReadStore, ids: readonly number[]) {
  if (ids.length === 0) return null;
  const { bodyBytes, responseBytes, attempts } = deliveries.sizes(ids);
  const sizeOf = (format: ExportFormat): number => {
    const { once, attempt } = overhead[format];
    const bodies = format === 'har' ? (bodyBytes * attempts) / ids.length : bodyBytes;
    const responses = format === 'har' || format === 'jsonl' ? responseBytes : 0;
    return Math.round((bodies * 1.1 + responses + attempts * attempt) / ids.length + once);
  };
  return Object.fromEntries(exportFormats.map((format) => [format, sizeOf(format)])) as Record<
    ExportFormat,
    number
  >;
}

export type CountedExport = {
  count: number;
  bytesPerDelivery: Record<ExportFormat, number> | null;
};

export function* countExport(store: ReadStore, scope: ExportScope): Reading<CountedExport> {
  if ('mock' in scope) {
    const { mock, requestId, upTo } = scope;
    const count = requestId === undefined ? store.mockRequests.count(mock.id, upTo) : 1;
    return { count, bytesPerDelivery: null };
  }
  if ('deliveryId' in scope)
    return { count: 1, bytesPerDelivery: bytesPerDelivery(store, [scope.deliveryId]) };
  const newest: number[] = [];
  let count = 0;
  for (const { id, matches } of store.search.scan(scope.search)) {
    if (!matches) yield;
    else if (++count <= sampled) newest.push(id);
  }
  return { count, bytesPerDelivery: bytesPerDelivery(store, newest) };
}

/**
 * Throws an AppError if there are more deliveries than a zip allows, before anything is written.
 */
function* checkFixtures(store: ReadStore, scope: ExportScope): Reading<void> {
  if ('deliveryId' in scope) return;
  const count =
    'mock' in scope
      ? store.mockRequests.count(scope.mock.id, scope.upTo)
      : (yield* store.search.find({ ...scope.search, limit: maxFixtures + 1 })).ids.length;
  if (count > maxFixtures)
    throw new AppError(
      'conflict',
      `A zip of fixtures can hold at most ${formatCount(maxFixtures)} requests.`,
      { fix: `Narrow the filter or export JSON lines.` },
    );
}

/** Row numbers in groups, newest first. */
function* idGroups(
  { search }: ReadStore,
  scope: Exclude<ExportScope, LogScope>,
): Generator<readonly number[] | undefined, void, void> {
  if ('deliveryId' in scope) {
    yield [scope.deliveryId];
    return;
  }
  for (let { cursor }: { cursor: string | null } = scope.search; cursor !== null; ) {
    const page: Found = yield* search.find({ ...scope.search, cursor, limit: idsPerSearch });
    yield page.ids;
    cursor = page.nextCursor;
  }
}

/** Row numbers of log entries, newest first. */
function* logIds(store: ReadStore, { mock, requestId, upTo }: LogScope): Generator<number> {
  if (requestId !== undefined) return yield requestId;
  for (let before = upTo + 1; ; ) {
    const ids = store.mockRequests.idsBefore(mock.id, before, idsPerSearch);
    yield* ids;
    const last = ids.at(-1);
    if (last === undefined) return;
    before = last;
  }
}

/** A written delivery or request with the kinds of its redacted values. */
interface Written {
  readonly redactedKinds: readonly string[];
}

function* writeChunks(
  store: ReadStore,
  { scope, format, secrets, now, version, known, destinations }: ExportOrder,
): Generator<Chunk | Written | undefined, void, void> {
  const writer = writers[format]({ version, secrets, now });
  const redactionOf = secrets ? () => noRedaction : createRedactions(known);
  const options = {
    destination: findDestinations(destinations),
    redactionOf,
    attemptId: 'deliveryId' in scope ? scope.attemptId : undefined,
  };
  if (format === 'fixtures') yield* checkFixtures(store, scope);
  yield* writer.start();
  if ('mock' in scope) {
    const { mock } = scope;
    for (const id of logIds(store, scope)) {
      const request = readFullRequest(store, id, mock, redactionOf());
      if (request === undefined) continue;
      yield* writer.request(request);
      yield { redactedKinds: request.redaction.redactedKinds };
    }
    yield* writer.end();
    return;
  }
  for (const ids of idGroups(store, scope)) {
    if (ids === undefined) yield;
    else
      for (const summary of store.deliveries.summaries(ids)) {
        const delivery = readFullDelivery(store, summary, options);
        if (delivery === undefined) continue;
        yield* writer.delivery(delivery);
        yield { redactedKinds: delivery.redaction.redactedKinds };
      }
  }
  yield* writer.end();
}

/** Writes the file in pieces. The last piece is the result. */
export function* writeExport(
  store: ReadStore,
  order: ExportOrder,
): Reading<ExportChunk, ExportChunk> {
  const redactionSummary = createRedactionSummary();
  let parts: Uint8Array[] = [];
  let size = 0;
  let deliveries = 0;
  let bytes = 0;
  let yieldedAt = performance.now();
  let isOver = createSlice();

  function piece(done: boolean): ExportChunk {
    const base64 = Buffer.concat(parts).toString('base64');
    bytes += size;
    parts = [];
    size = 0;
    return { base64, done, deliveries, bytes, redacted: redactionSummary.list() };
  }

  for (const step of writeChunks(store, order)) {
    if (typeof step === 'object' && 'redactedKinds' in step) {
      deliveries += 1;
      redactionSummary.add(step.redactedKinds);
    } else if (step !== undefined) {
      const chunk = typeof step === 'string' ? Buffer.from(step) : step;
      parts.push(chunk);
      size += chunk.length;
    }
    if (size >= pieceBytes || performance.now() - yieldedAt >= longestWaitMs) {
      yield piece(false);
      yieldedAt = performance.now();
    } else if (step !== undefined && !isOver()) continue;
    else yield;
    isOver = createSlice();
  }
  return piece(true);
}

/** On the reader thread. */
export const createExportReads = (store: ReadStore) => ({
  countExport: (scope: ExportScope) => countExport(store, scope),
  writeExport: (order: ExportOrder) => writeExport(store, order),
});

export type ExportReads = ReturnType<typeof createExportReads>;
