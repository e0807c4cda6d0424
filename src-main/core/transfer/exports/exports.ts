/**
 * Exports of deliveries, produced in pieces on demand. A slow client slows the export, a disconnect
 * stops it, and memory use doesn't depend on the number of deliveries.
 */
import { everything } from '#shared/filter/filter.ts';
import {
  type ExportChunk,
  type ExportFile,
  type ExportPlan,
  type ExportPlanRequest,
  type ExportRequest,
  exportFiles,
} from '#shared/schemas/export.ts';
import { AppError, fieldError, notFound } from '../../app-error.ts';
import { filterOf } from '../../deliveries/filter.ts';
import { createOpenWork } from '../../open-work.ts';
import type { Clock, Random } from '../../ports.ts';
import { randomText } from '../../random-id.ts';
import type { Reader } from '../../reader.ts';
import { writeCursor } from '../../store/cursor.ts';
import type { Store } from '../../store/store.ts';
import type { ExportScope } from './write-export.ts';

const noSuchExport = (): AppError =>
  new AppError('not_found', 'There is no such export: it has ended or was lost in a restart.', {
    fix: 'Start it again.',
  });

interface OpenExport {
  readonly pieces: AsyncGenerator<ExportChunk, ExportChunk, void>;
  readonly cancelled: AbortController;
}

interface Tools {
  readonly store: Store;
  readonly reader: Reader;
  readonly clock: Clock;
  readonly machineClock: Pick<Clock, 'now'>;
  readonly random: Random;
  readonly version: string;
}

export function createExports({ store, reader, clock, machineClock, random, version }: Tools) {
  const open = createOpenWork<OpenExport>(
    machineClock,
    'The limit of 16 open exports is reached. Cancel one, or wait until one ends.',
    ({ cancelled }) => cancelled.abort(),
  );

  function find(id: string, found = open.get(id)): OpenExport {
    if (found === undefined) throw noSuchExport();
    return found;
  }

  function nameOf({ deliveryId, format }: ExportRequest): string {
    const day = new Date(clock.now()).toISOString().slice(0, 10);
    const what = deliveryId === undefined ? `deliveries-${day}` : `delivery-${deliveryId}`;
    return `hookwright-${what}.${exportFiles[format].extension}`;
  }

  /** Throws an AppError if the requested delivery or attempt doesn't exist. */
  function scopeOf(request: ExportPlanRequest, upTo: number): ExportScope {
    const { state, destinationId, filter = everything, deliveryId, attemptId } = request;
    if (deliveryId === undefined) {
      if (attemptId !== undefined)
        throw fieldError(['attemptId'], 'attemptId requires deliveryId. Add it.');
      const wanted = filterOf({ state, destinationId, filter });
      // Excludes deliveries created after the newest one.
      return { search: { filter: wanted, now: clock.now(), cursor: writeCursor(upTo + 1) } };
    }
    if (store.deliveries.summary(deliveryId) === undefined) throw notFound('delivery');
    if (attemptId !== undefined && store.attempts.lastExchanges(deliveryId, attemptId).length === 0)
      throw notFound('attempt of this delivery');
    return { deliveryId, attemptId };
  }

  return {
    async plan(request: ExportPlanRequest, signal?: AbortSignal): Promise<ExportPlan> {
      const upTo = request.upTo ?? store.deliveries.newest();
      const counted = await reader.run('countExport', scopeOf(request, upTo), signal);
      return { ...counted, upTo };
    },

    /** Validates the request immediately. Data is read on demand. */
    create(request: ExportRequest): ExportFile {
      const { format, secrets } = request;
      const scope = scopeOf(request, request.upTo ?? store.deliveries.newest());
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
        destinations: store.destinations.allIds().map((one) => store.destinations.get(one)),
        writeKeys: store.sources.writeKeys(),
        headersToRedact: store.settings.get().headersToRedact,
      };
      const pieces = reader.stream('writeExport', order, cancelled.signal);
      open.add(id, { pieces, cancelled });
      return { id, name: nameOf(request), mediaType: exportFiles[format].mediaType };
    },

    /** Returns the next piece. */
    async read(id: string): Promise<ExportChunk> {
      const one = find(id, open.touch(id));
      try {
        const { value, done } = await one.pieces.next();
        if (done) open.remove(id);
        // A second client requested a piece after the last one.
        if (value === undefined) throw noSuchExport();
        return value;
      } catch (error) {
        open.remove(id);
        throw one.cancelled.signal.aborted ? noSuchExport() : error;
      }
    },

    cancel(id: string): void {
      const { cancelled } = find(id);
      open.remove(id);
      cancelled.abort();
    },
  };
}
