/** A line of an exported mock endpoint log (JSON lines). Times are ISO 8601. */
import { z } from 'zod';
import { Bytes } from '#shared/deliveries/delivery.ts';
import { ExactBytes } from '#shared/deliveries/exported-delivery.ts';
import { HeaderLines } from '#shared/ingestion/message.ts';
import { ForwardedRequest, MockEntryDetail } from './request.ts';

const Timestamp = z.iso.datetime();

export const ExportedRequest = MockEntryDetail.pick({
  id: true,
  deliveryId: true,
  method: true,
  bodyBytes: true,
  message: true,
  signature: true,
  status: true,
  fault: true,
  cause: true,
  connection: true,
}).extend({
  kind: z.literal('hookwright.request'),
  version: z.literal(1),
  /** Whether there was a request, or why not. */
  entry: MockEntryDetail.shape.kind,
  receivedAt: Timestamp,
  mock: z.object({
    id: z.string(),
    name: z.string(),
    /** Only in an export with secrets; empty if signatures are not checked. */
    secret: z.string().optional(),
  }),
  /** As the sender wrote it; null without a request. */
  url: z.string().nullable(),
  headers: HeaderLines,
  body: ExactBytes,
  /** Whether `body` is only the beginning. */
  truncated: z.boolean(),
  response: z
    .object({ status: z.number().int(), headers: HeaderLines, body: Bytes, delayMs: z.number() })
    .nullable(),
  forwarded: ForwardedRequest.nullable(),
  /** What was redacted, such as `header Authorization`. */
  redacted: z.array(z.string()),
});
export type ExportedRequest = z.infer<typeof ExportedRequest>;
