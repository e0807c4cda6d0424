/** A message on its way to a destination: states, rounds, attempts and results (D23 to D33). */
import { z } from 'zod';
import { FanOut, PayloadShape } from './destination.ts';
import {
  HeaderLines,
  MessageSummary,
  MessageType,
  OriginSync,
  ReceivedRequest,
} from './message.ts';
import { Id, Moment, RowId } from './name.ts';
import { RetryPolicy } from './retry-policy.ts';

export const deliveryStates = [
  'pending',
  'sending',
  'retrying',
  'paused',
  'delivered',
  'exhausted',
  'blocked',
  'cancelled',
  'filtered',
  'excluded',
] as const;

/** The states of the ledger. `filtered` and `excluded` never became a request. */
export const DeliveryState = z.enum(deliveryStates, {
  error: `State must be one of ${deliveryStates.join(', ')}.`,
});
export type DeliveryState = z.infer<typeof DeliveryState>;

/** States of a delivery on its way: an attempt is due, under way or planned. */
export const openStates = ['pending', 'sending', 'retrying'] as const satisfies DeliveryState[];

export const isOpenState = (state: DeliveryState): boolean =>
  openStates.some((open) => open === state);

/** No attempt is under way, due or planned: not even when the destination is enabled again. */
export const isSettledState = (state: DeliveryState): boolean =>
  !isOpenState(state) && state !== 'paused';

/** Why an attempt got no usable response; it is retried (spec 7, D27). */
export const FailureCode = z.enum([
  'server_error',
  'timeout',
  'connection_refused',
  'connection_reset',
  'host_not_found',
  'malformed_response',
  'network_error',
]);
export type FailureCode = z.infer<typeof FailureCode>;

/** Why no request was sent; it is not retried (spec 4.1 rule 2, D30, D50). */
export const BlockedCode = z.enum([
  'self_signed',
  'expired',
  'not_yet_valid',
  'wrong_host',
  'unknown_issuer',
  'untrusted',
  'own_endpoint',
]);
export type BlockedCode = z.infer<typeof BlockedCode>;

export const attemptOutcomes = ['delivered', 'failed', 'blocked'] as const;

/** Every code that an attempt can have. */
export const AttemptCode = z.enum(['non_2xx', ...FailureCode.options, ...BlockedCode.options]);
export type AttemptCode = z.infer<typeof AttemptCode>;

export const ResultParams = z.object({
  status: z.number().int().optional(),
  /** The time limit that ended the attempt. */
  limitMs: z.number().optional(),
  /** Code of Node, OpenSSL or the HTTP client, such as `ECONNREFUSED`. */
  errorCode: z.string().optional(),
  /** What the HTTP client said about the error. */
  detail: z.string().optional(),
});
export type ResultParams = z.infer<typeof ResultParams>;

/** Result of an attempt (D52); `shared/labels/attempt-result` has its text. */
export const AttemptResult = z.discriminatedUnion('outcome', [
  z.object({
    outcome: z.literal('delivered'),
    /** A 3xx or 4xx that counts as success (D25); null for a 2xx. */
    code: z.literal('non_2xx').nullable(),
    params: ResultParams,
  }),
  z.object({ outcome: z.literal('failed'), code: FailureCode, params: ResultParams }),
  z.object({ outcome: z.literal('blocked'), code: BlockedCode, params: ResultParams }),
]);
export type AttemptResult = z.infer<typeof AttemptResult>;

/** Why no further attempt is made (D52). */
export const ExhaustedReason = z.enum([
  'window_ended',
  'attempts_used',
  'not_retryable',
  'endpoint_disabled',
]);
export type ExhaustedReason = z.infer<typeof ExhaustedReason>;

/** Bytes for display: as text where they are UTF-8, else as base64. */
export const Bytes = z.object({
  text: z.string().nullable(),
  base64: z.string().nullable(),
  /** All bytes that arrived, also those not kept. */
  byteLength: z.number().int(),
  truncated: z.boolean(),
});
export type Bytes = z.infer<typeof Bytes>;

/** Phases of an attempt in milliseconds; null where a phase did not happen (connection reused, failed before). */
export const AttemptTimings = z.object({
  dnsMs: z.number().nullable(),
  connectMs: z.number().nullable(),
  tlsMs: z.number().nullable(),
  /** From the request being written to the response head. */
  waitMs: z.number().nullable(),
  bodyMs: z.number().nullable(),
  totalMs: z.number(),
});
export type AttemptTimings = z.infer<typeof AttemptTimings>;

/** A request without its body, which is the delivery's. */
export const SentRequest = z.object({
  method: z.literal('POST'),
  url: z.string(),
  headers: HeaderLines,
});
export type SentRequest = z.infer<typeof SentRequest>;

/** What came back, as far as it is kept (D26). */
export const AttemptResponse = z.object({
  status: z.number().int(),
  headers: HeaderLines,
  body: Bytes,
});
export type AttemptResponse = z.infer<typeof AttemptResponse>;

/** One POST to one webhook. */
export const Attempt = z.object({
  id: RowId,
  deliveryId: RowId,
  url: z.string(),
  /** Rounds count from 1 (D23). */
  round: z.number().int(),
  /**
   * The same in its window, which a retry by hand begins (D31): from 1, so that attempts for which
   * `round - windowRound` is the same are of one window. Null where it was made before this was kept.
   */
  windowRound: z.number().int().nullable(),
  startedAt: Moment,
  request: SentRequest,
  response: AttemptResponse.nullable(),
  result: AttemptResult,
  timings: AttemptTimings,
});
export type Attempt = z.infer<typeof Attempt>;

/**
 * Where one webhook of a delivery stands. `skipped`: another webhook succeeded first, so this one
 * is never sent to (spec 4.1 rule 1).
 */
export const WebhookState = z.enum([
  'pending',
  'sending',
  'retrying',
  'delivered',
  'blocked',
  'exhausted',
  'skipped',
  'cancelled',
]);
export type WebhookState = z.infer<typeof WebhookState>;

export const WebhookProgress = z.object({
  url: z.string(),
  state: WebhookState,
  attempts: z.number().int(),
  /** Attempts in the present window: a retry by hand opens a new one. */
  windowAttempts: z.number().int(),
  lastStatus: z.number().int().nullable(),
  lastResult: AttemptResult.nullable(),
  nextAttemptAt: Moment.nullable(),
});
export type WebhookProgress = z.infer<typeof WebhookProgress>;

/**
 * `non_2xx`: the success was a 3xx or 4xx (D25). `number_precision`: the body has a number that a double
 * can't represent, so a receiver that hashes its own re-serialized body gets a different digest (D46).
 */
export const DeliveryWarning = z.enum(['non_2xx', 'number_precision']);
export type DeliveryWarning = z.infer<typeof DeliveryWarning>;

export const DeliverySummary = z.object({
  id: RowId,
  state: DeliveryState,
  type: MessageType,
  label: z.string(),
  messageRowId: RowId,
  messageId: z.string(),
  sourceId: Id,
  sourceName: z.string(),
  destinationId: Id,
  destinationName: z.string(),
  /** Status of the latest answer; null when there was none. */
  lastStatus: z.number().int().nullable(),
  /** Why the latest attempt failed or was blocked; null when it did not. */
  lastFailure: z.union([FailureCode, BlockedCode]).nullable(),
  /** Why an exhausted delivery is not retried; null in other states. */
  reason: ExhaustedReason.nullable(),
  /** Whether there is a warning of any kind. */
  warning: z.boolean(),
  warnings: z.array(DeliveryWarning),
  attempts: z.number().int(),
  createdAt: Moment,
  updatedAt: Moment,
  nextAttemptAt: Moment.nullable(),
});
export type DeliverySummary = z.infer<typeof DeliverySummary>;

export const DeliveryDetail = DeliverySummary.extend({
  firstAttemptAt: Moment.nullable(),
  /** No attempt starts later than this (D28); null before the first attempt. */
  windowEndsAt: Moment.nullable(),
  /** Settings of the destination that say what happens next. */
  destination: z.object({
    enabled: z.boolean(),
    /** Why nothing can be sent to it even when it is on, as a sentence; null when it can. */
    problem: z.string().nullable(),
    fanOut: FanOut,
    payloadShape: PayloadShape,
    retry: RetryPolicy,
    signed: z.boolean(),
  }),
  message: MessageSummary,
  /** The request that brought it; null for a message of a sync or deletion request. */
  request: ReceivedRequest.nullable(),
  /** Null when it came otherwise, or the sync was deleted with its audience or trait. */
  sync: OriginSync.nullable(),
  /** The message as it came in, as JSON text. */
  receivedText: z.string(),
  /** The exact body every attempt sends (D31); null when filtered or excluded. */
  bodyText: z.string().nullable(),
  bodyBytes: z.number().int(),
  /**
   * The request to the first webhook as the settings are now (D31), for what has had no attempt;
   * null when nothing is ever sent, or there is nowhere to.
   */
  nextRequest: SentRequest.nullable(),
  webhooks: z.array(WebhookProgress),
  attemptList: z.array(Attempt),
  /**
   * The deletion request of its user that was started before it had ended: what it still sends comes
   * after the `delete`, unless it was cancelled. Null when there is none.
   */
  deletion: z.object({ id: Id, startedAt: Moment, cancelled: z.boolean() }).nullable(),
  /** Whether it was cancelled by hand, alone or in bulk: that can be undone. */
  canUndoCancel: z.boolean(),
  /** X-Signature that the destination's secret gives for this body today; null without a secret. */
  expectedSignature: z.string().nullable(),
});
export type DeliveryDetail = z.infer<typeof DeliveryDetail>;

export const MessageDetail = MessageSummary.extend({
  /** The request that brought it; null for a message of a sync or deletion request. */
  request: ReceivedRequest.nullable(),
  /** Null when it came otherwise, or the sync was deleted with its audience or trait. */
  sync: OriginSync.nullable(),
  receivedText: z.string(),
  /** The message after defaults, merging and skew correction, as JSON text. */
  normalizedText: z.string(),
  deliveries: z.array(DeliverySummary),
});
export type MessageDetail = z.infer<typeof MessageDetail>;
