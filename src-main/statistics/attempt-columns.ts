/**
 * In-memory columns of all attempts. Attempts never change, so each is read once. Uses 27 bytes per
 * attempt, or 27 MB per million, and the times that retried deliveries had ended.
 */

import { createSlice, type Reading } from '#main/store/reader/reading.ts';
import type { AttemptRow, StatisticsStore } from '#main/store/statistics.ts';
import { AttemptCode, type AttemptOutcome, outcomeOf } from '#shared/deliveries/delivery.ts';

const chunkRows = 65_536;

/** Outcome of an attempt, by its number in the columns. */
interface CodedOutcome {
  readonly outcome: AttemptOutcome;
  readonly code: AttemptCode | null;
}

const codedOutcomes: readonly CodedOutcome[] = [null, ...AttemptCode.options].map((code) => ({
  outcome: outcomeOf(code),
  code,
}));

const acceptedCode = 0;

export const isAccepted = (code: number): boolean => code === acceptedCode;
export const outcomeNumbered = (code: number): AttemptOutcome =>
  codedOutcomes[code]?.outcome ?? 'failed';
export const codeNumbered = (code: number): AttemptCode | null => codedOutcomes[code]?.code ?? null;
export const isRefused = (code: number): boolean => outcomeNumbered(code) === 'refused';
export const isBlocked = (code: number): boolean => outcomeNumbered(code) === 'blocked';

export interface AttemptChunk {
  length: number;
  readonly startedAt: Float64Array;
  readonly deliveryId: Float64Array;
  /** Index of the webhook. */
  readonly webhook: Uint32Array;
  readonly code: Uint8Array;
  /** 0 if there was no response. */
  readonly status: Uint16Array;
  /** Whole microseconds, limited to about an hour. */
  readonly durationMicros: Uint32Array;
}

const emptyChunk = (): AttemptChunk => ({
  length: 0,
  startedAt: new Float64Array(chunkRows),
  deliveryId: new Float64Array(chunkRows),
  webhook: new Uint32Array(chunkRows),
  code: new Uint8Array(chunkRows),
  status: new Uint16Array(chunkRows),
  durationMicros: new Uint32Array(chunkRows),
});

export interface NumberedWebhook {
  readonly destinationId: string;
  readonly url: string;
}

/** Outcome numbers by code. An accepted attempt has none. */
const numbersByCode = new Map<AttemptCode | null, number>(
  codedOutcomes.map(({ code }, number) => [code, number]),
);

/** A time in which a delivery had ended, until it was retried. */
export interface EndedSpan {
  readonly from: number;
  readonly to: number;
}

const noSpans: readonly EndedSpan[] = [];

export function createAttemptColumns(
  store: StatisticsStore,
  /** Called with the delivery of each attempt that is read. */
  attempted: (deliveryId: number) => void,
) {
  let chunks: AttemptChunk[] = [];
  let lastId = 0;
  let first = Number.POSITIVE_INFINITY;
  let last = Number.NEGATIVE_INFINITY;
  let endedSpans = new Map<number, readonly EndedSpan[]>();
  const webhooks: NumberedWebhook[] = [];
  const numbers = new Map<string, Map<string, number>>();

  function numberOf(destinationId: string, url: string): number {
    const byUrl = numbers.get(destinationId) ?? new Map<string, number>();
    numbers.set(destinationId, byUrl);
    const existing = byUrl.get(url);
    if (existing !== undefined) return existing;
    webhooks.push({ destinationId, url });
    byUrl.set(url, webhooks.length - 1);
    return webhooks.length - 1;
  }

  function openChunk(): AttemptChunk {
    const open = chunks.at(-1);
    if (open !== undefined && open.length < chunkRows) return open;
    const added = emptyChunk();
    chunks.push(added);
    return added;
  }

  function add(row: AttemptRow): void {
    const [id, deliveryId, destinationId, url, startedAt, status, code, totalMs, endedBefore] = row;
    const chunk = openChunk();
    const at = chunk.length;
    chunk.startedAt[at] = startedAt;
    chunk.deliveryId[at] = deliveryId;
    chunk.webhook[at] = numberOf(destinationId, url);
    chunk.code[at] = numbersByCode.get(code) ?? acceptedCode;
    chunk.status[at] = status ?? 0;
    chunk.durationMicros[at] = Math.min(0xffff_ffff, Math.round(totalMs * 1_000));
    chunk.length = at + 1;
    if (endedBefore !== null) {
      const earlier = endedSpans.get(deliveryId) ?? [];
      // The other URLs of a round start later.
      if (!earlier.some(({ from }) => from === endedBefore))
        endedSpans.set(deliveryId, [...earlier, { from: endedBefore, to: startedAt }]);
    }
    attempted(deliveryId);
    lastId = id;
    first = Math.min(first, startedAt);
    last = Math.max(last, startedAt);
  }

  function clear(): void {
    chunks = [];
    endedSpans = new Map();
    lastId = 0;
    first = Number.POSITIVE_INFINITY;
    last = Number.NEGATIVE_INFINITY;
  }

  function* readNew(): Reading<void> {
    for (let isComplete = false; !isComplete; ) {
      const isSliceOver = createSlice();
      isComplete = true;
      for (const row of store.attemptsAfter(lastId)) {
        add(row);
        if (isSliceOver()) {
          isComplete = false;
          break;
        }
      }
      if (!isComplete) yield;
    }
  }

  return {
    /** Reads new attempts. */
    readNew,
    /** The attempts read so far, in storage order. */
    parts: (): readonly { readonly chunk: AttemptChunk; readonly length: number }[] =>
      chunks.map((chunk) => ({ chunk, length: chunk.length })),
    webhooks: (): readonly NumberedWebhook[] => webhooks,
    /** When a delivery had ended before it was retried. */
    endedSpansOf: (deliveryId: number): readonly EndedSpan[] =>
      endedSpans.get(deliveryId) ?? noSpans,
    /** Start of the earliest and latest attempt; null if there are none. */
    span: (): { first: number; last: number } | null => (first > last ? null : { first, last }),
    /** Frees the memory. The next query reads all attempts again. */
    clear,
  };
}
