/** Deliveries that came to nothing, told together: one notice for a destination and a cause. */
import { z } from 'zod';
import { BlockedCode, FailureCode } from './delivery.ts';
import { Id, Moment, RowId } from './name.ts';

export const Notice = z.object({
  /** Counts from 1 in each run of the core. */
  id: RowId,
  destinationId: Id,
  destinationName: z.string(),
  /** What became of them. */
  state: z.enum(['exhausted', 'blocked']),
  /** Status of the last answer; null when there was none. */
  lastStatus: z.number().int().nullable(),
  /** Why the last attempt failed or was blocked; null when no attempt was made. */
  lastFailure: z.union([FailureCode, BlockedCode]).nullable(),
  /** How many deliveries: one that is retried by hand to no avail counts once. */
  count: z.number().int().positive(),
  /** The latest of them. */
  deliveryId: RowId,
  firstAt: Moment,
  lastAt: Moment,
});
export type Notice = z.infer<typeof Notice>;
