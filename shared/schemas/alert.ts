/** Failed deliveries, grouped: one alert for a destination and a cause. */
import { z } from 'zod';
import { BlockedCode, FailureCode } from './delivery.ts';
import { Id, RowId, Timestamp } from './name.ts';

export const Alert = z.object({
  /** Counts from 1 in each run of the core. */
  id: RowId,
  destinationId: Id,
  destinationName: z.string(),
  /** State of the deliveries. */
  state: z.enum(['exhausted', 'blocked']),
  /** Status of the last response; null when there was none. */
  lastStatus: z.number().int().nullable(),
  /** Why the last attempt failed or was blocked; null when no attempt was made. */
  lastFailure: z.union([FailureCode, BlockedCode]).nullable(),
  /** Number of deliveries. One that is retried and fails again counts once. */
  count: z.number().int().positive(),
  /** The latest of them. */
  deliveryId: RowId,
  firstAt: Timestamp,
  lastAt: Timestamp,
});
export type Alert = z.infer<typeof Alert>;
