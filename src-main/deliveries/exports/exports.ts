/**
 * Exports of deliveries, produced in pieces on demand. A slow client slows the export, a disconnect
 * stops it, and memory use doesn't depend on the number of deliveries.
 */

import { AppError, fieldError, notFound } from '#main/kit/app-error.ts';
import type { Clock } from '#main/kit/ports.ts';
import { createTransfers, type TransferTools } from '#main/kit/transfers.ts';
import { writeCursor } from '#main/store/cursor.ts';
import type { Reader } from '#main/store/reader.ts';
import type { Store } from '#main/store/store.ts';
import {
  type ExportChunk,
  type ExportFile,
  type ExportPlan,
  type ExportPlanRequest,
  type ExportRequest,
  exportFiles,
} from '#shared/deliveries/export.ts';
import type { KnownSecrets } from '#shared/deliveries/redaction.ts';
import type { ById } from '#shared/kit/entity.ts';
import type { Mock } from '#shared/mocks/mock.ts';
import { isBodyIncomplete } from '#shared/mocks/request.ts';
import { filterOf } from '../filter.ts';
import type { ExportReads, ExportScope, LogScope } from './write-export.ts';

/** They can't be combined with a mock endpoint. */
const deliveryFields = ['state', 'destinationId', 'filter', 'deliveryId', 'attemptId'] as const;

interface Tools extends TransferTools {
  readonly store: Store;
  readonly knownSecrets: () => KnownSecrets;
  readonly mockEndpoints: { readonly find: (idOrName: string) => Mock | undefined };
  readonly reader: Reader<ExportReads>;
  readonly clock: Clock;
  readonly version: string;
}

export function createExports(tools: Tools) {
  const { store, mockEndpoints, reader, clock, version } = tools;
  const transfers = createTransfers<AsyncGenerator<ExportChunk, ExportChunk, void>>(
    tools,
    'export',
  );

  function nameOf({ deliveryId, requestId, format }: ExportRequest, scope: ExportScope): string {
    const day = new Date(clock.now()).toISOString().slice(0, 10);
    const missingText =
      'mock' in scope
        ? `${scope.mock.name}-${requestId === undefined ? day : `request-${requestId}`}`
        : deliveryId === undefined
          ? `deliveries-${day}`
          : `delivery-${deliveryId}`;
    return `hookwright-${missingText}.${exportFiles[format].extension}`;
  }

  /** Throws an AppError if the mock endpoint or request doesn't exist. */
  function logScopeOf(request: ExportPlanRequest, idOrName: string, upTo: number): LogScope {
    const { requestId } = request;
    const conflictingField = deliveryFields.find((field) => request[field] !== undefined);
    if (conflictingField !== undefined)
      throw fieldError(
        [conflictingField],
        `${conflictingField} selects deliveries, not requests of a mock endpoint. Remove it.`,
      );
    const mock = mockEndpoints.find(idOrName);
    if (mock === undefined) throw notFound('mock endpoint');
    const { id, name, secret } = mock;
    if (requestId !== undefined && store.mockRequests.detail(mock.id, requestId) === undefined)
      throw notFound('request');
    return { mock: { id, name, secret }, requestId, upTo };
  }

  /** A fixture or command with part of a body would be misleading. */
  function checkBody(format: ExportRequest['format'], scope: ExportScope): void {
    if (!('mock' in scope) || scope.requestId === undefined) return;
    const entry = store.mockRequests.detail(scope.mock.id, scope.requestId);
    if (entry === undefined || format === 'jsonl') return;
    if (entry.method === null)
      throw new AppError('conflict', 'The connection had no request to export.', {
        fix: 'Export it as JSON lines.',
      });
    if (format !== 'har' && isBodyIncomplete(entry))
      throw new AppError('body_truncated', 'The body was not recorded completely.', {
        fix: 'Export it as HAR or JSON lines.',
      });
  }

  /** Throws an AppError if what is requested doesn't exist. */
  function scopeOf(request: ExportPlanRequest, upTo: number): ExportScope {
    const { state, destinationId, filter, deliveryId, attemptId } = request;
    const { mockId, requestId } = request;
    if (mockId !== undefined) return logScopeOf(request, mockId, upTo);
    if (requestId !== undefined)
      throw fieldError(['requestId'], 'requestId requires mockId. Add it.');
    if (deliveryId === undefined) {
      if (attemptId !== undefined)
        throw fieldError(['attemptId'], 'attemptId requires deliveryId. Add it.');
      const combined = filterOf({ state, destinationId, filter });
      // Excludes deliveries created after the newest one.
      return { search: { filter: combined, now: clock.now(), cursor: writeCursor(upTo + 1) } };
    }
    if (store.deliveries.summary(deliveryId) === undefined) throw notFound('delivery');
    if (attemptId !== undefined && store.attempts.lastExchanges(deliveryId, attemptId).length === 0)
      throw notFound('attempt');
    return { deliveryId, attemptId };
  }

  const newestOf = ({ mockId }: ExportPlanRequest): number =>
    mockId === undefined ? store.deliveries.newest() : store.mockRequests.newest();

  return {
    async plan(request: ExportPlanRequest, signal?: AbortSignal): Promise<ExportPlan> {
      const upTo = request.upTo ?? newestOf(request);
      const counted = await reader.run('countExport', scopeOf(request, upTo), signal);
      return { ...counted, upTo };
    },

    /** Validates the request immediately. Data is read on demand. */
    async create(request: ExportRequest): Promise<ExportFile> {
      const { format, secrets } = request;
      const scope = scopeOf(request, request.upTo ?? newestOf(request));
      checkBody(format, scope);
      const order = {
        ...{ scope, format, secrets, version, now: clock.now() },
        // Only the main thread can unseal secrets.
        destinations: store.destinations
          .allIds()
          .map((destinationId) => store.destinations.get(destinationId)),
        known: tools.knownSecrets(),
      };
      const id = await transfers.start((signal) => reader.stream('writeExport', order, signal));
      return { id, name: nameOf(request, scope), mediaType: exportFiles[format].mediaType };
    },

    /** Returns the next piece. */
    read: ({ id }: ById): Promise<ExportChunk> =>
      transfers.piece(id, async (pieces) => {
        const { value, done } = await pieces.next();
        if (done) await transfers.end(id);
        return value;
      }),

    cancel: transfers.cancel,
  };
}
