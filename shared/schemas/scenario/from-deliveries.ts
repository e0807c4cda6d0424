/** A scenario that sends the messages of selected deliveries again. */
import { z } from 'zod';
import { RowId } from '../name.ts';

/** Why something is not part of the scenario. */
export const leftOutReasons = [
  'missing',
  'not_sent',
  'deleted_source',
  'deleted_destination',
  'no_url',
  'changed_urls',
  'deletion_notice',
  'secret_in_message',
  'unfinished',
  'cancelled',
  'blocked',
  'retried',
  'copy',
] as const;
export const LeftOutReason = z.enum(leftOutReasons);
export type LeftOutReason = z.infer<typeof LeftOutReason>;

export const maxScenarioDeliveries = 10_000;

export const FromDeliveries = z.object({
  ids: z
    .array(RowId)
    .min(1, 'ids is empty. Select at least one delivery.')
    .max(maxScenarioDeliveries, {
      error: ({ input }) =>
        `A scenario can have at most 10,000 deliveries; these are ${(input as readonly unknown[]).length.toLocaleString('en')}.`,
    }),
  /**
   * `recorded`: mock endpoints that respond as recorded; the scenario passes. `server`: your server, which must accept
   * every request.
   */
  against: z.enum(['recorded', 'server'], { error: 'against must be "recorded" or "server".' }),
});
export type FromDeliveries = z.infer<typeof FromDeliveries>;

export const DeliveriesScenario = z.object({
  /** The scenario file. */
  text: z.string(),
  /** Names are relative to the scenario. */
  fixtures: z.array(z.object({ name: z.string(), text: z.string() })),
  /** Number of deliveries in the scenario. */
  deliveries: z.number().int(),
  /** Deliveries by the reason why they, or for `copy` their copies, are not part of it. */
  leftOut: z.array(z.object({ reason: LeftOutReason, ids: z.array(RowId) })),
});
export type DeliveriesScenario = z.infer<typeof DeliveriesScenario>;
