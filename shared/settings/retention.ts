/** How much stored data is kept (D49). */

import { z } from 'zod';
import { bytesPerGb, formatCount } from '#shared/kit/format.ts';

export const maxRetentionDays = 3_650;
const maxRetentionDeliveries = 1_000_000_000;

/** SQLite's log takes up to 64 MB of this. */
export const minRetentionBytes = 100_000_000;

const limit = (name: string, min: number, max: number) => {
  const message = `${name} must be a whole number from ${formatCount(min)} to ${formatCount(max)}, or null for no limit.`;
  return z.int({ error: message }).min(min, message).max(max, message).nullable();
};

/** Finished data beyond a limit is deleted, oldest first; null: no limit. */
export const Retention = z.strictObject(
  {
    /** In real time: fast-forwarding does not age data. */
    maxAgeDays: limit('maxAgeDays', 1, maxRetentionDays),
    maxDeliveries: limit('maxDeliveries', 1, maxRetentionDeliveries),
    /** Of the database and its log. */
    maxBytes: limit('maxBytes', minRetentionBytes, Number.MAX_SAFE_INTEGER),
  },
  { error: 'retention must have maxAgeDays, maxDeliveries and maxBytes; null means no limit.' },
);
export type Retention = z.infer<typeof Retention>;

/** Of new installations. */
export const defaultRetention: Retention = {
  maxAgeDays: 30,
  maxDeliveries: 250_000,
  maxBytes: 5 * bytesPerGb,
};

export const unlimitedRetention: Retention = {
  maxAgeDays: null,
  maxDeliveries: null,
  maxBytes: null,
};

export const Storage = z.object({
  /** The database and its log, on disk. */
  bytes: z.number().int().nonnegative(),
  /**
   * `disk_full` and `write_failed`: nothing can be stored until the disk has space or takes writes again.
   * `storage_limit_exceeded`: unfinished deliveries alone exceed maxBytes.
   */
  alert: z.enum(['disk_full', 'write_failed', 'storage_limit_exceeded']).nullable(),
});
export type Storage = z.infer<typeof Storage>;
