/** One line of an export as JSON lines. */
import { z } from 'zod';
import { HeaderLines, MessageType } from '#shared/ingestion/message.ts';
import {
  AttemptResult,
  AttemptTimings,
  DeliveryReason,
  DeliveryState,
  SentRequest,
} from './delivery.ts';

/** Exact bytes: as text where they are UTF-8, else as base64. */
export const ExactBytes = z.object({
  encoding: z.enum(['utf8', 'base64'], { error: 'encoding must be "utf8" or "base64".' }),
  data: z.string({ error: 'data must be a string.' }),
});
export type ExactBytes = z.infer<typeof ExactBytes>;

/** ISO 8601; version 1 had milliseconds since the epoch. */
const Timestamp = z.iso.datetime();

export const ExportedAttempt = z.object({
  /** Rounds count from 1. */
  round: z.number().int(),
  startedAt: Timestamp,
  request: SentRequest,
  /** Null without a response; the result says why. */
  response: z
    .object({
      status: z.number().int(),
      headers: HeaderLines,
      body: ExactBytes,
      /** All bytes that arrived; 64 KB of them are kept. */
      byteLength: z.number().int(),
      truncated: z.boolean(),
    })
    .nullable(),
  result: AttemptResult,
  timings: AttemptTimings,
});
export type ExportedAttempt = z.infer<typeof ExportedAttempt>;

export const ExportedDelivery = z.object({
  kind: z.literal('hookwright.delivery'),
  version: z.literal(2),
  id: z.number().int(),
  state: DeliveryState,
  /** Why it gave up or is not sent; null in other states. */
  reason: DeliveryReason.nullable(),
  createdAt: Timestamp,
  source: z.object({ id: z.string(), name: z.string() }),
  destination: z.object({
    id: z.string(),
    name: z.string(),
    /** Only in an export with secrets; empty if requests are not signed. */
    sharedSecret: z.string().optional(),
  }),
  message: z.object({
    messageId: z.string(),
    type: MessageType,
    label: z.string(),
    userId: z.string().nullable(),
    anonymousId: z.string().nullable(),
    timestamp: z.string(),
    receivedAt: Timestamp,
  }),
  /** Sent with every attempt; null if nothing is sent. */
  body: ExactBytes.nullable(),
  /** Per webhook, the request of its last attempt or the next one; `[redacted]` replaces secrets. */
  requests: z.array(SentRequest).max(1_000),
  attempts: z.array(ExportedAttempt),
  /** What was redacted, such as `header Authorization`. */
  redacted: z.array(z.string()),
});
export type ExportedDelivery = z.infer<typeof ExportedDelivery>;
