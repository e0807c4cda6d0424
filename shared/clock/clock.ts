/** The virtual clock, used for all scheduling (D34). */
import { z } from 'zod';
import { Id, RowId, Timestamp } from '#shared/kit/name.ts';

/** Fastest speed: an hour in a second. */
export const maxClockSpeed = 3_600;

/** `real`: the machine's own time. `fast`: ahead of it, at `speed`. `paused`: stands still. */
export const ClockMode = z.enum(['real', 'fast', 'paused'], {
  error: 'Clock mode must be "real", "fast" or "paused".',
});
export type ClockMode = z.infer<typeof ClockMode>;

export const ClockState = z.object({
  mode: ClockMode,
  /** Factor of real time as set; 1 unless the mode is `fast`. */
  speed: z.number(),
  /** Current factor of real time: 0 while paused, 1 while an attempt is in flight. */
  rate: z.number(),
  now: Timestamp,
  /** How far it is ahead of the machine's time, in milliseconds. */
  aheadMs: z.number().int(),
  /** When the next attempt is planned, by this clock; null when none is. */
  nextAttemptAt: Timestamp.nullable(),
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

const FastForwardSpeed = z
  .number({ error: 'Speed must be a number.' })
  .min(1, 'Speed must be at least 1.')
  .max(maxClockSpeed, 'Speed must be at most 3,600.');

/** Which deliveries must finish: one, those of a destination, or all. */
export const FastForwardRequest = z.object({
  /** Plays the time between attempts at this speed; without one, it skips from attempt to attempt. */
  speed: FastForwardSpeed.optional(),
  deliveryId: RowId.optional(),
  destinationId: Id.optional(),
});
export type FastForwardRequest = z.infer<typeof FastForwardRequest>;

/** Applies to all fast-forwards that run. Null: skip from attempt to attempt. */
export const FastForwardPlayback = z.object({ speed: FastForwardSpeed.nullable() });
export type FastForwardPlayback = z.infer<typeof FastForwardPlayback>;

/** Finished states of deliveries that were routed. */
export const endStates = ['delivered', 'refused', 'gave_up', 'blocked', 'cancelled'] as const;

/** Number of deliveries per state. */
export const EndCounts = z.record(z.enum(endStates), z.number().int().nonnegative());
export type EndCounts = z.infer<typeof EndCounts>;

export const FastForwardProgress = z.object({
  /** Deliveries that are not finished yet. */
  open: z.number().int(),
  /** Deliveries that were not finished at the start. */
  total: z.number().int(),
  /** How often the clock was moved. */
  steps: z.number().int(),
  now: Timestamp,
  /** Real time since it started. */
  elapsedMs: z.number().int(),
  /** Real time left, estimated from the recent pace as if every attempt failed; null if unknown. */
  remainingMs: z.number().int().nullable(),
  /** How they finished; null until the end. */
  ended: EndCounts.nullable(),
});
export type FastForwardProgress = z.infer<typeof FastForwardProgress>;
