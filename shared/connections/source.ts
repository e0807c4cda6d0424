import { z } from 'zod';
import { Id, Name, Timestamp } from '#shared/kit/name.ts';

/** The key SDKs authenticate with (spec 5): printable ASCII; Jitsu's are of the form `id:secret` (D5). */
export const WriteKey = z
  .string({ error: 'Write key is missing.' })
  .min(1, 'Write key is empty. Enter at least one character.')
  .max(128, 'Write key is too long: at most 128 characters.')
  .regex(
    /^[!-9;-~]+(:[!-9;-~]+)?$/,
    'Write key must be printable ASCII without spaces, with at most one colon (id:secret).',
  );
export type WriteKey = z.infer<typeof WriteKey>;

/** A source of events, identified by its write key. */
export const Source = z.object({
  id: Id,
  name: Name,
  writeKey: WriteKey,
  /** A disabled source gets 403 `source_disabled` (D5). */
  enabled: z.boolean(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
});
export type Source = z.infer<typeof Source>;

export const NewSource = z.object({
  name: Name,
  /** Random if absent. */
  writeKey: WriteKey.optional(),
  enabled: z.boolean().default(true),
});
export type NewSource = z.infer<typeof NewSource>;

export const SourcePatch = z.object({
  name: Name.optional(),
  writeKey: WriteKey.optional(),
  enabled: z.boolean().optional(),
});
export type SourcePatch = z.infer<typeof SourcePatch>;

/** Messages accepted in the hour from `hourAt`. */
export const UsageHour = z.object({ hourAt: Timestamp, accepted: z.number().int() });
export type UsageHour = z.infer<typeof UsageHour>;

/**
 * API usage of a source: accepted messages, filtered and unrouted ones included, duplicates not
 * (spec 4.3).
 */
export const SourceUsage = z.object({
  total: z.number().int(),
  /** Hours of the last day with messages, oldest first. */
  hours: z.array(UsageHour),
});
export type SourceUsage = z.infer<typeof SourceUsage>;

/** API usage of a source; `hours` has this hour and the one before it. */
export const RecentUsage = SourceUsage.extend({ sourceId: z.string() });
export type RecentUsage = z.infer<typeof RecentUsage>;
