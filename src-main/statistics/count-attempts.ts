/** Counts the attempts in a time range by bucket and webhook, with their durations. */

import type { Reading } from '#main/store/reader/reading.ts';
import type { AttemptCounts } from '#shared/statistics/statistics.ts';
import { type AttemptChunk, isBlocked, outcomeNumbered } from './attempt-columns.ts';
import type { MatchingDeliveries } from './count-deliveries.ts';
import { blockOf } from './delivery-blocks.ts';
import { bucketAt, bucketCount, type TimeRange } from './time-range.ts';
import { addAttempt, emptyHistory, type WebhookHistory } from './webhook-history.ts';

/** Takes about a millisecond to count. */
const rowsPerChunk = 16_384;

type Counts = { -readonly [Outcome in keyof AttemptCounts]: AttemptCounts[Outcome] };

export interface Counted {
  readonly counts: Counts;
  readonly durationMicros: number[];
}

export interface CountedWebhook extends Counted {
  readonly history: WebhookHistory;
  readonly buckets: readonly Counts[];
}

export interface CountedAttempts {
  readonly all: Counted;
  readonly buckets: readonly Counted[];
  /** By webhook index. */
  readonly webhooks: readonly CountedWebhook[];
  /** Attempts after the range, because the clock was set back. */
  readonly ahead: number;
}

export interface AttemptPart {
  readonly chunk: AttemptChunk;
  /** Number of attempts to count. More may be added in the meantime. */
  readonly length: number;
}

const noCounts = (): Counts => ({ accepted: 0, refused: 0, failed: 0, blocked: 0 });

const noAttempts = (): Counted => ({ counts: noCounts(), durationMicros: [] });

export const noWebhookAttempts = (length: number): CountedWebhook => ({
  ...noAttempts(),
  history: emptyHistory(),
  buckets: Array.from({ length }, noCounts),
});

function add({ counts, durationMicros: tookMicros }: Counted, code: number, micros: number): void {
  counts[outcomeNumbered(code)] += 1;
  if (!isBlocked(code)) tookMicros.push(micros);
}

/** Blocks of the deliveries with attempts in the range. */
export function* blocksAttempted(
  parts: readonly AttemptPart[],
  range: TimeRange,
): Reading<ReadonlySet<number>> {
  const blocks = new Set<number>();
  for (const { chunk, length } of parts) {
    for (let at = 0; at < length; at += 1)
      if (bucketAt(range, chunk.startedAt[at] ?? 0) >= 0)
        blocks.add(blockOf(chunk.deliveryId[at] ?? 0));
    yield;
  }
  return blocks;
}

export function* countAttempts(
  parts: readonly AttemptPart[],
  webhookCount: number,
  range: TimeRange,
  matching: MatchingDeliveries,
): Reading<CountedAttempts> {
  const length = bucketCount(range);
  const all = noAttempts();
  const buckets = Array.from({ length }, noAttempts);
  const webhooks = Array.from({ length: webhookCount }, () => noWebhookAttempts(length));
  let ahead = 0;

  function count(chunk: AttemptChunk, at: number): void {
    const startedAt = chunk.startedAt[at] ?? 0;
    if (startedAt >= range.to) {
      ahead += 1;
      return;
    }
    const code = chunk.code[at] ?? 0;
    const webhook = webhooks[chunk.webhook[at] ?? 0];
    if (webhook === undefined) return;
    addAttempt(webhook.history, startedAt, code, chunk.status[at] ?? 0, range);
    const number = bucketAt(range, startedAt);
    const bucket = buckets[number];
    if (bucket === undefined || !matching.has(chunk.deliveryId[at] ?? 0)) return;
    const micros = chunk.durationMicros[at] ?? 0;
    add(all, code, micros);
    add(bucket, code, micros);
    add(webhook, code, micros);
    const webhookBucket = webhook.buckets[number];
    if (webhookBucket !== undefined) webhookBucket[outcomeNumbered(code)] += 1;
  }

  for (const { chunk, length: partLength } of parts)
    for (let from = 0; from < partLength; from += rowsPerChunk) {
      const upTo = Math.min(partLength, from + rowsPerChunk);
      for (let at = from; at < upTo; at += 1) count(chunk, at);
      yield;
    }
  return { all, buckets, webhooks, ahead };
}
