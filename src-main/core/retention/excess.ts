/** Computes what to delete and how much disk space to free (D49). Pure functions. */
import type { Retention } from '#shared/schemas/retention.ts';
import type { Space } from '../store/space.ts';

/** Part of `maxBytes` for the WAL: at this size, SQLite checkpoints it within commits. */
export const logShareBytes = 65_536_000;

/** Fraction of the remaining `maxBytes` to fill, so that the file doesn't exceed the limit. */
const filledShare = 0.9;

/** Above this fraction, deletion takes priority over other work. */
const urgentShare = 0.95;

/** Free pages kept for reuse, up to this many bytes or this fraction of the data. */
const minFreeBytes = 16_000_000;
const minFreeShare = 0.1;

export interface Excess {
  /** Number of deliveries above the limit. */
  readonly deliveries: number;
  readonly isTooLarge: boolean;
  readonly isUrgent: boolean;
  /** Free bytes in the file to give back. */
  readonly freeBytes: number;
}

export function excessOf(
  { maxDeliveries, maxBytes }: Retention,
  keptDeliveries: number,
  { fileBytes, freeBytes }: Space,
): Excess {
  const usedBytes = fileBytes - freeBytes;
  const maxFileBytes = maxBytes === null ? Number.POSITIVE_INFINITY : maxBytes - logShareBytes;
  const isTooLarge = usedBytes > maxFileBytes * filledShare;
  const freeTarget = Math.max(minFreeBytes, usedBytes * minFreeShare);
  const tooManyFree = Math.max(freeBytes - freeTarget, fileBytes - maxFileBytes, 0);
  return {
    deliveries: maxDeliveries === null ? 0 : Math.max(0, keptDeliveries - maxDeliveries),
    isTooLarge,
    isUrgent: usedBytes > maxFileBytes * urgentShare,
    freeBytes: Math.min(freeBytes, tooManyFree),
  };
}
