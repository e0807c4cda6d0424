import { z } from 'zod';
import { deliveryStates } from './delivery.ts';

const count = z.number().int().nonnegative();

/**
 * Accepted messages × connected destinations = the sum over all states plus deleted. `balanced` is false
 * only after a bug.
 */
export const Ledger = z.object({
  /** Accepted messages without duplicates. */
  accepted: count,
  /** Accepted messages without an enabled destination. */
  unrouted: count,
  duplicates: count,
  rejected: count,
  /** Stored rejected requests, as listed; not in runs of earlier versions. */
  rejectedKept: count.default(0),
  /** Accepted messages × connected destinations, counted at ingestion. */
  routed: count,
  ...(Object.fromEntries(deliveryStates.map((state) => [state, count])) as Record<
    (typeof deliveryStates)[number],
    typeof count
  >),
  /** Delivered deliveries whose response was not 2xx (D25); not in runs of earlier versions. */
  deliveredNon2xx: count.default(0),
  /** Deleted deliveries; the states count those that are kept. */
  deleted: count,
  balanced: z.boolean(),
});
export type Ledger = z.infer<typeof Ledger>;
