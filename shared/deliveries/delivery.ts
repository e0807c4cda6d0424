/** Deliveries: states, rounds, attempts and results (D23–D33). */
import { z } from 'zod';
import { FanOut, PayloadShape } from '#shared/connections/destination.ts';
import {
  ColumnValue,
  HeaderLines,
  MessageSummary,
  MessageType,
  OriginSync,
  ReceivedRequest,
} from '#shared/ingestion/message.ts';
import { Id, RowId, Timestamp } from '#shared/kit/name.ts';
import { DestinationProblem } from '#shared/kit/problem.ts';
import { RetrySchedule } from '#shared/profiles/profile.ts';
import { RetryPolicy } from '#shared/profiles/retry-policy.ts';

export const deliveryStates = [
  'waiting',
  'paused',
  'delivered',
  'refused',
  'gave_up',
  'blocked',
  'cancelled',
  'not_sent',
] as const;

/** The states of the ledger (D58). `waiting`: an attempt is due, planned or in flight. */
export const DeliveryState = z.enum(deliveryStates, {
  error: `State must be one of ${deliveryStates.join(', ')}.`,
});
export type DeliveryState = z.infer<typeof DeliveryState>;

/** No further attempt follows, even if the destination is enabled again. */
export const isFinishedState = (state: DeliveryState): boolean =>
  state !== 'waiting' && state !== 'paused';

/** Why no further attempt is made although none was accepted. */
export const GaveUpReason = z.enum([
  'window_ended',
  'attempts_used',
  'not_retryable',
  'endpoint_disabled',
]);
export type GaveUpReason = z.infer<typeof GaveUpReason>;

/**
 * Why a message is not sent. `filtered`: by the track filter of the destination (D22). `excluded`: by its integrations
 * (D21). `unrouted`: no enabled destination is connected, so there is no delivery. `payload_required`: the profile of the
 * destination sends events of its provider, not messages (D55).
 */
export const NotSentReason = z.enum(['filtered', 'excluded', 'unrouted', 'payload_required']);
export type NotSentReason = z.infer<typeof NotSentReason>;

export const deliveryReasons = [...GaveUpReason.options, ...NotSentReason.options] as const;

/** Why a delivery gave up or is not sent; null in other states. */
export const DeliveryReason = z.enum(deliveryReasons);
export type DeliveryReason = z.infer<typeof DeliveryReason>;

/** A response that the profile doesn't accept and the receiver has to change: a 3xx or a 4xx. */
export const RefusedCode = z.enum(['redirect', 'client_error']);
export type RefusedCode = z.infer<typeof RefusedCode>;

/** Why an attempt got no usable response (spec 7, D27). `unexpected_status`: neither accepted, 3xx, 4xx nor 5xx. */
export const FailureCode = z.enum([
  'server_error',
  'unexpected_status',
  'timeout',
  'connection_refused',
  'connection_reset',
  'host_not_found',
  'client_certificate_required',
  'not_https',
  'https_expected',
  'tls_failed',
  'malformed_response',
  'ambiguous_length',
  'headers_too_large',
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
  'untrusted_workspace',
]);
export type BlockedCode = z.infer<typeof BlockedCode>;

export const attemptOutcomes = ['accepted', 'refused', 'failed', 'blocked'] as const;
export type AttemptOutcome = (typeof attemptOutcomes)[number];

/** Every code that an attempt can have. An accepted one has none. */
export const AttemptCode = z.enum([
  ...RefusedCode.options,
  ...FailureCode.options,
  ...BlockedCode.options,
]);
export type AttemptCode = z.infer<typeof AttemptCode>;

const outcomeByCode: ReadonlyMap<string, AttemptOutcome> = new Map([
  ...RefusedCode.options.map((code) => [code, 'refused'] as const),
  ...BlockedCode.options.map((code) => [code, 'blocked'] as const),
]);

/** The outcome of an attempt by its code. */
export const outcomeOf = (code: AttemptCode | null): AttemptOutcome =>
  code === null ? 'accepted' : (outcomeByCode.get(code) ?? 'failed');

/** A certificate that a server presented. */
export const CertificateDetails = z.object({
  subject: z.string(),
  issuer: z.string(),
  validFrom: Timestamp,
  validTo: Timestamp,
  /** Hosts it is valid for, such as `DNS:example.com`; empty if none are named. */
  names: z.string(),
  /** SHA-256, as colon-separated hex. */
  fingerprint: z.string(),
});
export type CertificateDetails = z.infer<typeof CertificateDetails>;

export const ResultParams = z.object({
  status: z.number().int().optional(),
  /** The time limit that ended the attempt. */
  limitMs: z.number().optional(),
  /** Code of Node, OpenSSL or the HTTP client, such as `ECONNREFUSED`. */
  errorCode: z.string().optional(),
  /** Whether the connection had been used for an earlier request, so the server may have closed it as idle (D74). */
  reusedConnection: z.boolean().optional(),
  /** Error message of the HTTP client. */
  detail: z.string().optional(),
  /** The chain of a server whose verification failed, its own certificate first. */
  certificates: z.array(CertificateDetails).optional(),
});
export type ResultParams = z.infer<typeof ResultParams>;

/** Result of an attempt (D52, D58); `text.ts` has its text. */
export const AttemptResult = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('accepted'), code: z.null(), params: ResultParams }),
  z.object({ outcome: z.literal('refused'), code: RefusedCode, params: ResultParams }),
  z.object({ outcome: z.literal('failed'), code: FailureCode, params: ResultParams }),
  z.object({ outcome: z.literal('blocked'), code: BlockedCode, params: ResultParams }),
]);
export type AttemptResult = z.infer<typeof AttemptResult>;

/** Bytes for display: as text where they are UTF-8, else as base64. */
export const Bytes = z.object({
  text: z.string().nullable(),
  base64: z.string().nullable(),
  /** All received bytes, including those not kept. */
  byteLength: z.number().int(),
  truncated: z.boolean(),
});
export type Bytes = z.infer<typeof Bytes>;

/** Phases in milliseconds; null for a phase that did not happen. */
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
  method: z.string(),
  url: z.string(),
  headers: HeaderLines,
});
export type SentRequest = z.infer<typeof SentRequest>;

/** The response, as far as it is kept (D26). */
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
   * The round within its retry window, from 1 (D31); `round - windowRound` identifies the window.
   */
  windowRound: z.number().int(),
  startedAt: Timestamp,
  request: SentRequest,
  response: AttemptResponse.nullable(),
  result: AttemptResult,
  timings: AttemptTimings,
});
export type Attempt = z.infer<typeof Attempt>;

/**
 * State of one webhook of a delivery. `skipped`: another webhook finished the delivery (spec 4.1 rule 1), or a retry was
 * for others only (D72).
 */
export const WebhookState = z.enum([
  'waiting',
  'delivered',
  'refused',
  'gave_up',
  'blocked',
  'skipped',
  'cancelled',
]);
export type WebhookState = z.infer<typeof WebhookState>;

export const WebhookProgress = z.object({
  url: z.string(),
  state: WebhookState,
  /** Whether a waiting webhook is part of the current round. */
  sending: z.boolean(),
  /** Why it gave up; null in other states. */
  reason: GaveUpReason.nullable(),
  attempts: z.number().int(),
  /** Attempts in the current retry window; a retry command starts a new one. */
  windowAttempts: z.number().int(),
  lastStatus: z.number().int().nullable(),
  lastResult: AttemptResult.nullable(),
  /** When the latest attempt ended. */
  lastResultAt: Timestamp.nullable(),
  /** Whether any attempt was accepted, in any retry window. */
  accepted: z.boolean(),
  nextAttemptAt: Timestamp.nullable(),
});
export type WebhookProgress = z.infer<typeof WebhookProgress>;

/**
 * `number_precision`: the body has a number that a double can't represent, so a receiver that hashes its own
 * re-serialized body gets a different digest (D46).
 */
export const DeliveryWarning = z.enum(['number_precision']);
export type DeliveryWarning = z.infer<typeof DeliveryWarning>;

export const DeliverySummary = z.object({
  id: RowId,
  state: DeliveryState,
  /** Why it gave up or is not sent; null in other states. */
  reason: DeliveryReason.nullable(),
  /** Whether a waiting delivery has an attempt in flight. */
  sending: z.boolean(),
  type: MessageType,
  label: z.string(),
  columnValue: ColumnValue,
  messageRowId: RowId,
  messageId: z.string(),
  sourceId: Id,
  sourceName: z.string(),
  destinationId: Id,
  destinationName: z.string(),
  /** Status of the latest response; null if there was none. */
  lastStatus: z.number().int().nullable(),
  /** Code of the latest attempt; null if it was accepted, or there is none. */
  lastCode: AttemptCode.nullable(),
  warnings: z.array(DeliveryWarning),
  attempts: z.number().int(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
  nextAttemptAt: Timestamp.nullable(),
});
export type DeliverySummary = z.infer<typeof DeliverySummary>;

/** A request of a delivery in the log of a mock endpoint. */
export const ReceivedByMock = z.object({
  id: RowId,
  mockId: Id,
  receivedAt: Timestamp,
  path: z.string(),
  /** The signature that the mock endpoint computed, if it rejected another one; null otherwise. */
  computed: z.string().nullable(),
});
export type ReceivedByMock = z.infer<typeof ReceivedByMock>;

export const DeliveryDetail = DeliverySummary.extend({
  firstAttemptAt: Timestamp.nullable(),
  /** No attempt starts later than this (D28); null before the first attempt. */
  windowEndsAt: Timestamp.nullable(),
  /** Settings of the destination that affect further attempts. */
  destination: z.object({
    enabled: z.boolean(),
    /** Why nothing can be sent although it is enabled; null otherwise. */
    problem: DestinationProblem.nullable(),
    fanOut: FanOut,
    payloadShape: PayloadShape,
    /** Name of the provider profile. */
    profile: z.string(),
    /** The backoff schedule of the destination or its profile. */
    backoff: z.union([RetrySchedule, RetryPolicy]),
    signed: z.boolean(),
  }),
  message: MessageSummary,
  /** The request that brought it; null for a message of a sync or deletion request. */
  request: ReceivedRequest.nullable(),
  /** Null if it has another origin, or the sync was deleted. */
  sync: OriginSync.nullable(),
  /** The message as received, as JSON text. */
  receivedText: z.string(),
  /** The exact body every attempt sends (D31); null if it is not sent. */
  bodyText: z.string().nullable(),
  bodyBytes: z.number().int(),
  /** The next request to the first webhook with current settings (D31); null if nothing is sent. */
  nextRequest: SentRequest.nullable(),
  webhooks: z.array(WebhookProgress),
  attemptList: z.array(Attempt),
  /** Its requests in the logs of mock endpoints, oldest first. */
  mockRequests: z.array(ReceivedByMock),
  /**
   * A deletion request of its user that started before it finished, so it may be sent after the `delete`
   * unless it was cancelled. Null if there is none.
   */
  deletion: z.object({ id: Id, startedAt: Timestamp, cancelled: z.boolean() }).nullable(),
  /** Whether it was cancelled by a command, which can be undone. */
  canUndoCancel: z.boolean(),
  /** The signature of this body with the destination's current secret; null without one. */
  expectedSignature: z.string().nullable(),
});
export type DeliveryDetail = z.infer<typeof DeliveryDetail>;

export const MessageDetail = MessageSummary.extend({
  /** The request that brought it; null for a message of a sync or deletion request. */
  request: ReceivedRequest.nullable(),
  /** Null if it has another origin, or the sync was deleted. */
  sync: OriginSync.nullable(),
  receivedText: z.string(),
  /** The message after defaults, merging and skew correction, as JSON text. */
  normalizedText: z.string(),
  deliveries: z.array(DeliverySummary),
});
export type MessageDetail = z.infer<typeof MessageDetail>;
