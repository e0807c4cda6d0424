/**
 * Exports of deliveries, produced in pieces on demand. A slow client slows the export, a disconnect
 * stops it, and memory use doesn't depend on the number of deliveries.
 */

import { AppError, fieldError, notFound } from '#main/kit/app-error.ts';
import { createOpenWork } from '#main/kit/open-work.ts';
import type { Clock, Random } from '#main/kit/ports.ts';
import { randomText } from '#main/kit/random.ts';
import { knownSecrets } from '#main/settings/known-secrets.ts';
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
import type { ById } from '#shared/kit/entity.ts';
import type { Mock } from '#shared/mocks/mock.ts';
import { isBodyIncomplete } from '#shared/mocks/request.ts';
import { filterOf } from '../filter.ts';
import type { ExportReads, ExportScope, LogScope } from './write-export.ts';

const noSuchExport = (): AppError =>
  new AppError('not_found', 'Export not found: it has ended or was lost in a restart.', {
    fix: 'Start it again.',
  });

/** They can't be combined with a mock endpoint. */
const deliveryFields = ['state', 'destinationId', 'filter', 'deliveryId', 'attemptId'] as const;

interface OpenExport {
  readonly pieces: AsyncGenerator<ExportChunk, ExportChunk, void>;
  readonly cancelled: AbortController;
}

interface Tools {
  readonly store: Store;
  readonly mockEndpoints: { readonly find: (idOrName: string) => Mock | undefined };
  readonly reader: Reader<ExportReads>;
  readonly clock: Clock;
  readonly machineClock: Pick<Clock, 'now'>;
  readonly random: Random;
  readonly version: string;
}

export function createExports({
  store,
  mockEndpoints,
  reader,
  clock,
  machineClock,
  random,
  version,
}: Tools) {
  const open = createOpenWork<OpenExport>(
    machineClock,
    'The limit of 16 open exports is reached. Cancel one, or wait until one ends.',
    ({ cancelled }) => cancelled.abort(),
  );

  function find(id: string, openExport = open.get(id)): OpenExport {
    if (openExport === undefined) throw noSuchExport();
    return openExport;
  }

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
    create(request: ExportRequest): ExportFile {
      const { format, secrets } = request;
      const scope = scopeOf(request, request.upTo ?? newestOf(request));
      checkBody(format, scope);
      const id = `exp_${randomText(random, 16)}`;
      open.reserve();
      const cancelled = new AbortController();
      const order = {
        scope,
        format,
        secrets,
        version,
        now: clock.now(),
        // Only the main thread can unseal secrets.
        destinations: store.destinations
          .allIds()
          .map((destinationId) => store.destinations.get(destinationId)),
        known: knownSecrets(store),
      };
      const pieces = reader.stream('writeExport', order, cancelled.signal);
      open.add(id, { pieces, cancelled });
      return { id, name: nameOf(request, scope), mediaType: exportFiles[format].mediaType };
    },

    /** Returns the next piece. */
    async read({ id }: ById): Promise<ExportChunk> {
      const exportRun = find(id, open.touch(id));
      try {
        const { value, done } = await exportRun.pieces.next();
        if (done) open.remove(id);
        // A second client requested a piece after the last one.
        if (value === undefined) throw noSuchExport();
        return value;
      } catch (error) {
        open.remove(id);
        throw exportRun.cancelled.signal.aborted ? noSuchExport() : error;
      }
    },

    cancel({ id }: ById): void {
      const { cancelled } = find(id);
      open.remove(id);
      cancelled.abort();
    },
  };
}
