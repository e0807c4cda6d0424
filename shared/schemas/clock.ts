/** The one clock that everything which schedules asks (D34). */
import { z } from 'zod';
import { Id, Moment, RowId } from './name.ts';

/** Fastest speed: an hour in a second. */
export const maxClockSpeed = 3_600;

/** `real`: the machine's own time. `fast`: ahead of it, at `speed`. `paused`: stands still. */
export const ClockMode = z.enum(['real', 'fast', 'paused'], {
  error: 'Clock mode must be "real", "fast" or "paused".',
});
export type ClockMode = z.infer<typeof ClockMode>;

export const ClockState = z.object({
  mode: ClockMode,
  /** Times real time, as set; 1 unless the mode is `fast`. */
  speed: z.number(),
  /** Times real time just now: 0 while paused, 1 while an attempt is in flight. */
  rate: z.number(),
  now: Moment,
  /** How far it is ahead of the machine's time, in milliseconds. */
  aheadMs: z.number().int(),
  /** When the next attempt is planned, by this clock; null when none is. */
  nextAttemptAt: Moment.nullable(),
});
export type ClockState = z.infer<typeof ClockState>;

export const ClockSetting = z.object({
  mode: ClockMode,
  /** For `fast` only; default 60. */
  speed: z
    .number({ error: 'Speed must be a number.' })
    .min(1, 'Speed must be at least 1.')
    .max(maxClockSpeed, 'Speed must be at most 3,600.')
    .default(60),
});
export type ClockSetting = z.infer<typeof ClockSetting>;

/** What shall have settled: one delivery, those of a destination, or everything. */
export const FastForwardRequest = z.object({
  deliveryId: RowId.optional(),
  destinationId: Id.optional(),
});
export type FastForwardRequest = z.infer<typeof FastForwardRequest>;

/** States in which nothing more happens by itself. */
export const endStates = ['delivered', 'exhausted', 'blocked', 'cancelled'] as const;

/** How many deliveries have come to each of these states. */
export const EndCounts = z.record(z.enum(endStates), z.number().int().nonnegative());
export type EndCounts = z.infer<typeof EndCounts>;

export const FastForwardProgress = z.object({
  /** Deliveries of the request that have not ended yet. */
  open: z.number().int(),
  /** How many were open when it began. */
  total: z.number().int(),
  /** Times the clock was moved so far. */
  steps: z.number().int(),
  now: Moment,
  /** Real time since it started. */
  elapsedMs: z.number().int(),
  /** Real time left, estimated from the recent pace as if every attempt failed; null if unknown. */
  remainingMs: z.number().int().nullable(),
  /** What has become of them since it began, at the end of it; null before. */
  ended: EndCounts.nullable(),
});
export type FastForwardProgress = z.infer<typeof FastForwardProgress>;
