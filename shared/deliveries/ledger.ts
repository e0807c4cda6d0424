import { z } from 'zod';
import { deliveryStates, NotSentReason } from './delivery.ts';

const count = z.number().int().nonnegative();

const countsOf = <Name extends string>(names: readonly Name[]) =>
  Object.fromEntries(names.map((name) => [name, count])) as Record<Name, typeof count>;

/**
 * Accepted messages × connected destinations, plus one per unrouted message = the sum over all states plus deleted.
 * `balanced` is false only after a bug.
 */
export const Ledger = z.object({
  /** Accepted messages without duplicates. */
  accepted: count,
  duplicates: count,
  rejected: count,
  /** Stored rejected requests, as listed. */
  rejectedKept: count,
  /** Stored copies, as listed. */
  copiesKept: count,
  /** Accepted messages × connected destinations, counted at ingestion. */
  routed: count,
  ...countsOf(deliveryStates),
  /** The parts of `not_sent`. Unrouted messages have no delivery. */
  notSentBy: z.object(countsOf(NotSentReason.options)),
  /** Deleted deliveries; the states count those that are kept. */
  deleted: count,
  balanced: z.boolean(),
});
export type Ledger = z.infer<typeof Ledger>;
