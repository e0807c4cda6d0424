/** What the limits demand to be deleted, and what disk space to be given back (D49). Pure. */
import type { Retention } from '#shared/schemas/retention.ts';
import type { Space } from '../store/space.ts';

/** The log's share of `maxBytes`: at this size, commits copy it into the database themselves. */
export const logShareBytes = 65_536_000;

/** The rest of `maxBytes` is filled up to here, so that the file grows no further than to the limit. */
const filledShare = 0.9;

/** From here up, deleting goes before everything else. */
const urgentShare = 0.95;

/** Free pages are kept for what comes next, up to this many bytes or this share of the data. */
const keptFreeBytes = 16_000_000;
const keptFreeShare = 0.1;

export interface Excess {
  /** Deliveries that are too many. */
  readonly deliveries: number;
  readonly isTooLarge: boolean;
  readonly isUrgent: boolean;
  /** Free bytes in the file that are to be given back. */
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
  const keptFree = Math.max(keptFreeBytes, usedBytes * keptFreeShare);
  const tooManyFree = Math.max(freeBytes - keptFree, fileBytes - maxFileBytes, 0);
  return {
    deliveries: maxDeliveries === null ? 0 : Math.max(0, keptDeliveries - maxDeliveries),
    isTooLarge,
    isUrgent: usedBytes > maxFileBytes * urgentShare,
    freeBytes: Math.min(freeBytes, tooManyFree),
  };
}
