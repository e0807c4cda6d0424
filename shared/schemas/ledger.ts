import { z } from 'zod';
import { deliveryStates } from './delivery.ts';

const count = z.number().int().nonnegative();

/**
 * Accepted message x connected destination = the sum over all states, and those deleted. It always
 * balances; when it does not, that is a bug and `balanced` says so.
 */
export const Ledger = z.object({
  /** Messages answered 200, duplicates left out. */
  accepted: count,
  /** Accepted messages that no enabled destination was connected for. */
  unrouted: count,
  duplicates: count,
  rejected: count,
  /** Accepted message x connected destination, counted at the door. */
  routed: count,
  ...(Object.fromEntries(deliveryStates.map((state) => [state, count])) as Record<
    (typeof deliveryStates)[number],
    typeof count
  >),
  /** Deliveries that were deleted; the states count those that are kept. */
  deleted: count,
  balanced: z.boolean(),
});
export type Ledger = z.infer<typeof Ledger>;
