/**
 * Exports of deliveries, handed out piece by piece as they are asked for: a slow reader slows the
 * work, one that goes away ends it, and a million deliveries take no memory.
 */
import { everything } from '#shared/filter/filter.ts';
import {
  type ExportFile,
  type ExportPiece,
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

const notUnderWay = (): AppError =>
  new AppError('not_found', 'There is no such export: it has ended or was lost in a restart.', {
    fix: 'Start it again.',
  });

interface OpenExport {
  readonly pieces: AsyncGenerator<ExportPiece, ExportPiece, void>;
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
    'Sixteen exports are under way: wait until one of them has ended, or cancel one.',
    ({ cancelled }) => cancelled.abort(),
  );

  function find(id: string, found = open.get(id)): OpenExport {
    if (found === undefined) throw notUnderWay();
    return found;
  }

  function nameOf({ deliveryId, format }: ExportRequest): string {
    const day = new Date(clock.now()).toISOString().slice(0, 10);
    const what = deliveryId === undefined ? `deliveries-${day}` : `delivery-${deliveryId}`;
    return `hookwright-${what}.${exportFiles[format].extension}`;
  }

  /** Throws an AppError when the one delivery, or its attempt, that is asked for is not there. */
  function scopeOf(request: ExportPlanRequest, upTo: number): ExportScope {
    const { state, destinationId, filter = everything, deliveryId, attemptId } = request;
    if (deliveryId === undefined) {
      if (attemptId !== undefined)
        throw fieldError(['attemptId'], 'attemptId requires deliveryId. Add it.');
      const wanted = filterOf({ state, destinationId, filter });
      // What comes later than the newest delivery there was is left out.
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

    /** What is asked for is checked now; it is read as the pieces are. */
    create(request: ExportRequest): ExportFile {
      const { format, secrets } = request;
      const scope = scopeOf(request, request.upTo ?? store.deliveries.newest());
      const id = `exp_${randomText(random, 16)}`;
      open.makeRoom();
      const cancelled = new AbortController();
      const order = {
        scope,
        format,
        secrets,
        version,
        now: clock.now(),
        // Only this thread can open what is sealed.
        destinations: store.destinations.allIds().map((one) => store.destinations.get(one)),
        writeKeys: store.sources.writeKeys(),
        headersToRedact: store.settings.get().headersToRedact,
      };
      const pieces = reader.stream('writeExport', order, cancelled.signal);
      open.add(id, { pieces, cancelled });
      return { id, name: nameOf(request), mediaType: exportFiles[format].mediaType };
    },

    /** The next piece. */
    async read(id: string): Promise<ExportPiece> {
      const one = find(id, open.touch(id));
      try {
        const { value, done } = await one.pieces.next();
        if (done) open.remove(id);
        // Asked for beyond the last one, by a second reader.
        if (value === undefined) throw notUnderWay();
        return value;
      } catch (error) {
        open.remove(id);
        throw one.cancelled.signal.aborted ? notUnderWay() : error;
      }
    },

    cancel(id: string): void {
      const { cancelled } = find(id);
      open.remove(id);
      cancelled.abort();
    },
  };
}
