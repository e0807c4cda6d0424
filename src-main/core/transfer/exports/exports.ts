/**
 * Exports of deliveries, handed out piece by piece as they are asked for: a slow reader slows the
 * work, one that goes away ends it, and a million deliveries take no memory.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  type ExportFile,
  type ExportFormat,
  type ExportPiece,
  type ExportPlan,
  type ExportPlanRequest,
  type ExportRequest,
  exportFiles,
} from '#shared/schemas/export.ts';
import { AppError, fieldError } from '../../app-error.ts';
import { createOpenWork } from '../../open-work.ts';
import type { Clock, Random } from '../../ports.ts';
import { randomText } from '../../random-id.ts';
import type { Store } from '../../store/store.ts';
import type { Chunk } from './format.ts';
import { createLeftOut, type LeftOut } from './left-out.ts';
import { firstCursor, isOne, onlyDelivery, searchOf } from './selection.ts';
import { type Mark, writeExport } from './write-export.ts';

/** Enough for a piece to be worth its way, and a small part of what a socket holds. */
const pieceBytes = 262_144;

/** An answer of a webhook can wait this long; looking for deliveries takes no longer either. */
const longestTurnMs = 12;

/** Deliveries that the size of all is told from. */
const sampled = 200;

/**
 * Bytes of a delivery beside its body and its answers, measured: those that come once, and those of
 * each attempt. An answer's headers are about as long as the request's.
 */
const overhead: Record<ExportFormat, { readonly once: number; readonly attempt: number }> = {
  curl: { once: 420, attempt: 0 },
  har: { once: 0, attempt: 1_650 },
  jsonl: { once: 950, attempt: 900 },
  fixtures: { once: 1_500, attempt: 0 },
};

interface OpenExport {
  readonly chunks: Generator<Chunk | Mark, void, void>;
  deliveries: number;
  bytes: number;
  share: number;
  readonly left: LeftOut;
  /** Pieces are handed out one after the other. */
  last: Promise<unknown>;
}

interface Tools {
  readonly store: Store;
  readonly clock: Clock;
  readonly machineClock: Pick<Clock, 'now'>;
  readonly random: Random;
  readonly version: string;
}

export function createExports({ store, clock, machineClock, random, version }: Tools) {
  const open = createOpenWork<OpenExport>(
    machineClock,
    'Sixteen exports are under way: wait until one of them has ended, or cancel one.',
  );

  function find(id: string, found = open.get(id)): OpenExport {
    if (found === undefined)
      throw new AppError(
        'not_found',
        'This export is not under way: it has ended, or the program was started anew. Begin it again.',
      );
    return found;
  }

  function nameOf(request: ExportRequest): string {
    const day = new Date(clock.now()).toISOString().slice(0, 10);
    const what = isOne(request) ? `delivery-${request.deliveryId}` : `deliveries-${day}`;
    return `hookwright-${what}.${exportFiles[request.format].extension}`;
  }

  /** Takes what fits into one turn. Told `done` when nothing is left. */
  function takePiece(one: OpenExport): ExportPiece {
    const endsAt = performance.now() + longestTurnMs;
    const parts: Uint8Array[] = [];
    let size = 0;
    let isFirst = true;
    let done = false;
    while (size < pieceBytes && performance.now() < endsAt) {
      const next = one.chunks.next();
      if (next.done) {
        done = true;
        break;
      }
      const chunk = next.value;
      if (typeof chunk === 'object' && 'kind' in chunk) {
        if (chunk.kind === 'found') one.share = chunk.share;
        if (chunk.kind === 'delivery') {
          one.deliveries += 1;
          one.left.add(chunk.left);
        }
        // Looking takes a turn of its own.
        if (chunk.kind === 'looking' && !isFirst) break;
      } else {
        const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
        parts.push(bytes);
        size += bytes.length;
      }
      isFirst = false;
    }
    one.bytes += size;
    return {
      base64: Buffer.concat(parts).toString('base64'),
      done,
      deliveries: one.deliveries,
      bytes: one.bytes,
      share: done ? 1 : one.share,
      redacted: one.left.tell(),
    };
  }

  async function readNext(id: string, one: OpenExport): Promise<ExportPiece> {
    await nextTurn();
    if (open.get(id) !== one) find(id);
    try {
      const piece = takePiece(one);
      if (piece.done) open.remove(id);
      return piece;
    } catch (error) {
      open.remove(id);
      throw error;
    }
  }

  /** About how large one of these is in this format. */
  function bytesEach(format: ExportFormat, ids: readonly number[]): number | null {
    if (ids.length === 0) return null;
    const { bodyBytes, answerBytes, attempts } = store.deliveries.sizes(ids);
    const { once, attempt } = overhead[format];
    const bodies = format === 'har' ? (bodyBytes * attempts) / ids.length : bodyBytes;
    const answers = format === 'har' || format === 'jsonl' ? answerBytes : 0;
    return Math.round((bodies * 1.1 + answers + attempts * attempt) / ids.length + once);
  }

  function plan({ cursor, ...request }: ExportPlanRequest): ExportPlan {
    const upTo = request.upTo ?? store.deliveries.newest();
    if (isOne(request)) {
      const { id } = onlyDelivery(store, request);
      const each = bytesEach(request.format, [id]);
      return { count: 1, nextCursor: null, share: 1, upTo, bytesEach: each };
    }
    if (cursor !== undefined) {
      const counted = store.deliveries.countMatching(searchOf(request, clock.now(), cursor));
      return { ...counted, upTo, bytesEach: null };
    }
    const search = searchOf(request, clock.now(), firstCursor(upTo));
    const { items, nextCursor, reach } = store.deliveries.page(search, sampled);
    return {
      count: items.length,
      nextCursor,
      share: reach.share,
      upTo,
      bytesEach: bytesEach(
        request.format,
        items.map(({ id }) => id),
      ),
    };
  }

  return {
    plan,

    /** What is asked for is checked now; it is read as the pieces are. */
    begin(request: ExportRequest): ExportFile {
      if (request.attemptId !== undefined && !isOne(request))
        throw fieldError(['attemptId'], 'Name the delivery too, with deliveryId.');
      if (isOne(request)) onlyDelivery(store, request);
      const id = `exp_${randomText(random, 16)}`;
      const upTo = request.upTo ?? store.deliveries.newest();
      const chunks = writeExport({ store, version }, request, upTo, clock.now());
      open.makeRoom();
      const left = createLeftOut();
      const last = Promise.resolve();
      open.add(id, { chunks, deliveries: 0, bytes: 0, share: 0, left, last });
      return { id, name: nameOf(request), mediaType: exportFiles[request.format].mediaType };
    },

    /** The next piece, in a turn of the event loop of its own. */
    read(id: string): Promise<ExportPiece> {
      const one = find(id, open.touch(id));
      const read = one.last.then(() => readNext(id, one));
      one.last = read.catch(() => undefined);
      return read;
    },

    cancel(id: string): void {
      find(id);
      open.remove(id);
    },
  };
}
