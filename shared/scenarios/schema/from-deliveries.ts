/** A scenario that sends the messages of selected deliveries again. */
import { z } from 'zod';
import { RowId } from '#shared/kit/name.ts';
import { MockRule } from '#shared/mocks/step.ts';

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

export const leftOutLabels: Readonly<Record<LeftOutReason, string>> = {
  missing: 'deleted',
  not_sent: 'not sent',
  deleted_source: 'its source was deleted',
  deleted_destination: 'its destination was deleted',
  no_url: 'its destination has no URL',
  changed_urls: 'sent to other URLs than the newest',
  deletion_notice: 'notifies of a deleted user',
  secret_in_message: 'its message contains a secret',
  unfinished: 'not finished yet',
  cancelled: 'cancelled',
  blocked: 'its certificate was not trusted',
  retried: 'retried after it had finished',
  copy: 'its copies',
};

// Lines of fixtures with what deliveries sent and got, as JSON lines.

const ReceivedAt = z.iso.datetime();

/** A message of an SDK, which is sent unchanged. */
export const RecordedMessage = z.strictObject({
  kind: z.literal('hookwright.message'),
  receivedAt: ReceivedAt,
  message: z.record(z.string(), z.unknown()),
});
export type RecordedMessage = z.infer<typeof RecordedMessage>;

/** An event of a provider, with its exact body. */
export const RecordedPayload = z.strictObject({
  kind: z.literal('hookwright.payload'),
  receivedAt: ReceivedAt,
  event: z.string(),
  body: z.string(),
});
export type RecordedPayload = z.infer<typeof RecordedPayload>;

/** As a step of a mock endpoint; the body is known, so no fault can occur before it. */
const RecordedResponse = MockRule.omit({ match: true });
export type RecordedResponse = z.output<typeof RecordedResponse>;

/** Responses to the requests with a body, in order. The last one is repeated. */
export const RecordedResponses = z.strictObject({
  kind: z.literal('hookwright.responses'),
  /** SHA-256 of `comparableBody`, as hex. */
  body: z.string().regex(/^[\da-f]{64}$/, 'body must be a SHA-256 digest as lowercase hex.'),
  responses: z.array(RecordedResponse).min(1, 'responses is empty. Add at least one.'),
});
export type RecordedResponses = z.input<typeof RecordedResponses>;
