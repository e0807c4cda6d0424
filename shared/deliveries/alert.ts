/** Failed deliveries, grouped: one alert for a destination and a cause. */
import { z } from 'zod';
import { Id, RowId, Timestamp } from '#shared/kit/name.ts';
import { AttemptCode } from './delivery.ts';

/** Finished without an accepted attempt, and not by the user. */
export const alertedStates = ['refused', 'gave_up', 'blocked'] as const;

export const Alert = z.object({
  /** Counts from 1 in each run of the core. */
  id: RowId,
  destinationId: Id,
  destinationName: z.string(),
  /** State of the deliveries. */
  state: z.enum(alertedStates),
  /** Status of the last response; null when there was none. */
  lastStatus: z.number().int().nullable(),
  /** Code of the last attempt; null when none was made. */
  lastCode: AttemptCode.nullable(),
  /** Number of deliveries. One that is retried and fails again counts once. */
  count: z.number().int().positive(),
  /** The latest of them. */
  deliveryId: RowId,
  firstAt: Timestamp,
  lastAt: Timestamp,
});
export type Alert = z.infer<typeof Alert>;
