/**
 * Events of a run: what the product reports (messages, deliveries, attempts, alerts) and, independently,
 * what the mock endpoints logged (requests). Expectations are evaluated on it, and its hash identifies the run.
 *
 * Times are milliseconds of virtual time since the start of the run. Events are sorted by time, then by
 * step, message, webhook and attempt. Nothing depends on the machine: no port, process ID, row ID or real time.
 */
import { z } from 'zod';
import {
  AttemptCode,
  attemptOutcomes,
  DeliveryReason,
  DeliveryState,
} from '#shared/deliveries/delivery.ts';
import { HeaderLines, MessageType } from '#shared/ingestion/message.ts';
import { MockFault } from '#shared/mocks/faults.ts';
import { MockEntryKind, ResponseCause } from '#shared/mocks/request.ts';
import { Offset } from './report.ts';

const At = Offset;

/** A step started or ended. */
export const StepEvent = z.object({
  kind: z.literal('step'),
  at: At,
  step: z.string(),
  phase: z.enum(['started', 'ended']),
});

/** A message the product accepted. */
export const MessageEvent = z.object({
  kind: z.literal('message'),
  at: At,
  messageId: z.string(),
  /** Id of the step that sent it; null if no step did, such as a scheduled sync. */
  step: z.string().nullable(),
  source: z.string(),
  type: MessageType.or(z.literal('delete')),
  event: z.string().nullable(),
  /** `userId`, else `anonymousId`. */
  user: z.string().nullable(),
  /** The body that webhooks get, as JSON text; null if it was routed nowhere. */
  body: z.string().nullable(),
});

/** The state of a delivery at the end of a millisecond in which it changed. */
export const DeliveryEvent = z.object({
  kind: z.literal('delivery'),
  at: At,
  messageId: z.string(),
  destination: z.string(),
  state: DeliveryState,
  /** Why it gave up or is not sent; null in other states. */
  reason: DeliveryReason.nullable(),
  attempts: z.number().int(),
  /** Of the latest attempt, or the one that decided its final state; null without a response. */
  status: z.number().int().nullable(),
  /** Of the same attempt; null if it was accepted, or there is none. */
  code: AttemptCode.nullable(),
  /** Whether its body has a number that a double can't represent. */
  warning: z.literal(true).optional(),
  /** Null without a planned attempt. */
  nextAt: At.nullable(),
});

/** An attempt the product made, recorded when it ended. `at` is its end. */
export const AttemptEvent = z.object({
  kind: z.literal('attempt'),
  at: At,
  startedAt: At,
  messageId: z.string(),
  destination: z.string(),
  /** `mock:NAME`, `server:NAME`, or the URL. */
  webhook: z.string(),
  /** From 1, per delivery and webhook. */
  attempt: z.number().int(),
  outcome: z.enum(attemptOutcomes),
  code: AttemptCode.nullable(),
  status: z.number().int().nullable(),
  durationMs: z.number(),
  /** Sent by a `retry` or `copy` step. */
  byUser: z.boolean(),
  /** Id of the `copy` step; its filter is `step:ID`. Null for attempts of the delivery itself. */
  copiedBy: z.string().nullable(),
  /** When the window of retries ends; null for a copy. */
  windowEndsAt: At.nullable(),
  /** The wait that the response asks for with Retry-After. */
  retryAfterMs: z.number().int().optional(),
  /**
   * First line of a response that isn't accepted; absent if it has none. Not in the hash or the run archive: servers
   * write times and IDs into it.
   */
  responseLine: z.string().optional(),
  /** Header lines sent, without those of the connection. */
  headers: HeaderLines,
});

/** A request or connection in a mock endpoint's log. `at` is its arrival. */
export const RequestEvent = z.object({
  kind: z.literal('request'),
  at: At,
  mock: z.string(),
  entry: MockEntryKind,
  /** Of the attempt on the same connection with the same request number; null if there is none. */
  messageId: z.string().nullable(),
  destination: z.string().nullable(),
  attempt: z.number().int().nullable(),
  copiedBy: z.string().nullable(),
  /** Responded status; null without a status line. */
  status: z.number().int().nullable(),
  fault: MockFault,
  cause: ResponseCause.nullable(),
  /** Copies that it forwarded; absent for one or none. */
  copies: z.number().int().optional(),
  /** Copies that a server didn't respond to completely in time; absent without any. */
  timeouts: z.number().int().optional(),
  /** The server accepted a copy, although `status` is another; absent otherwise. */
  isAcceptedByServer: z.literal(true).optional(),
  /** The server didn't accept each copy, although `status` is 2xx; absent otherwise. */
  hasUnacceptedCopy: z.literal(true).optional(),
  /** Null if the mock endpoint has no secret. */
  signature: z.enum(['valid', 'invalid', 'missing']).nullable(),
  method: z.string().nullable(),
  path: z.string().nullable(),
  headers: HeaderLines,
  /** The body as text; base64 with `bodyIsBase64` if it isn't UTF-8. */
  body: z.string(),
  bodyIsBase64: z.boolean(),
  /** `body` is only the beginning; absent if it is whole. */
  bodyIsCut: z.literal(true).optional(),
});

/** The state of an alert after it changed. */
export const AlertEvent = z.object({
  kind: z.literal('alert'),
  at: At,
  destination: z.string(),
  deliveries: z.number().int(),
});

/** An error that the product or a mock endpoint logged. */
export const ProblemEvent = z.object({
  kind: z.literal('problem'),
  at: At,
  message: z.string(),
});

export const HistoryEvent = z.discriminatedUnion('kind', [
  StepEvent,
  MessageEvent,
  DeliveryEvent,
  AttemptEvent,
  RequestEvent,
  AlertEvent,
  ProblemEvent,
]);
export type HistoryEvent = z.infer<typeof HistoryEvent>;
/** Kinds of events. */
export const historyKinds = HistoryEvent.options.map((option) => option.shape.kind.value);

export type EventOf<Kind extends HistoryEvent['kind']> = Extract<HistoryEvent, { kind: Kind }>;
