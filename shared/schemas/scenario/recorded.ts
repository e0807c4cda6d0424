/** Lines of fixtures with what deliveries sent and got, as JSON lines. */
import { z } from 'zod';
import { MockRule } from '../mock-step.ts';

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
