/** The log of a receiver: what reached it, what it found, what it answered. */
import { z } from 'zod';
import { Bytes } from './delivery.ts';
import { HeaderLines, MessageType } from './message.ts';
import { Id, Moment, RowId } from './name.ts';
import { ReceiverFault } from './receiver-step.ts';

/**
 * `request`: an HTTP request. The others are connections without one: `reset_before_request`: reset
 * as told before it was read. `handshake_reset`: reset as told within the handshake.
 * `handshake_failed`: the client broke the handshake off, or it could not be agreed on.
 * `no_request`: opened and closed without a request. `broken_request`: bytes that are not HTTP, or
 * not all of a request.
 */
export const ReceiverEntryKind = z.enum([
  'request',
  'reset_before_request',
  'handshake_reset',
  'handshake_failed',
  'no_request',
  'broken_request',
]);
export type ReceiverEntryKind = z.infer<typeof ReceiverEntryKind>;

/** Over the raw bytes, and over JSON.stringify of the parsed body: receivers in the field do either. */
export const SignatureCheck = z.object({
  raw: z.enum(['match', 'mismatch', 'missing']),
  parsed: z.enum(['match', 'mismatch', 'missing', 'not_json']),
});
export type SignatureCheck = z.infer<typeof SignatureCheck>;

export const SignatureDetail = SignatureCheck.extend({
  /** X-Signature as it came; null when there is none. */
  received: z.string().nullable(),
  /** What the secret gives over the raw bytes, and over JSON.stringify of the parsed body. */
  expectedRaw: z.string(),
  expectedParsed: z.string().nullable(),
});
export type SignatureDetail = z.infer<typeof SignatureDetail>;

/** Why it answered so: the step whose turn it was, or what goes before all steps. */
export const ResponseCause = z.enum(['step', 'outage', 'rate_limit', 'signature']);
export type ResponseCause = z.infer<typeof ResponseCause>;

/** The message of a body that is one of ours. */
export const MessageInBody = z.object({
  type: MessageType,
  /** What it is about: the event, the name of a page or screen, a group or user; empty when nothing. */
  label: z.string(),
});
export type MessageInBody = z.infer<typeof MessageInBody>;

export const ReceiverEntry = z.object({
  id: RowId,
  receiverId: Id,
  receivedAt: Moment,
  kind: ReceiverEntryKind,
  /** Null without a request. */
  method: z.string().nullable(),
  path: z.string().nullable(),
  bodyBytes: z.number().int(),
  /** Null when the body is not one of ours, or was too long to keep. */
  message: MessageInBody.nullable(),
  /** Null without a request or a secret. */
  signature: SignatureCheck.nullable(),
  /** Status that was answered, or would have been; null when none was to be. */
  status: z.number().int().nullable(),
  fault: ReceiverFault,
  cause: ResponseCause.nullable(),
});
export type ReceiverEntry = z.infer<typeof ReceiverEntry>;

/** Facts of the connection that an entry came over. */
export const ReceiverConnection = z.object({
  remoteAddress: z.string(),
  remotePort: z.number().int(),
  /** Which request of this connection, from 1; 0 without a request. */
  requestNumber: z.number().int(),
  /** Null for plain http, and where the handshake did not end. */
  tls: z
    .object({ version: z.string(), cipher: z.string(), serverName: z.string().nullable() })
    .nullable(),
  /** Decrypted bytes of HTTP that had come over it so far. */
  httpBytes: z.number().int(),
  /** What went wrong with the connection, in the words of the system; null when nothing did. */
  error: z.string().nullable(),
});
export type ReceiverConnection = z.infer<typeof ReceiverConnection>;

export const ReceiverResponse = z.object({
  status: z.number().int(),
  headers: HeaderLines,
  body: Bytes,
  delayMs: z.number().int(),
  /** Index of the step; null when the cause is another. */
  step: z.number().int().nullable(),
});
export type ReceiverResponse = z.infer<typeof ReceiverResponse>;

export const ReceiverEntryDetail = ReceiverEntry.omit({ signature: true }).extend({
  headers: HeaderLines,
  body: Bytes,
  signature: SignatureDetail.nullable(),
  /** What it answered, or was about to when the fault came in between; null when nothing. */
  response: ReceiverResponse.nullable(),
  connection: ReceiverConnection,
});
export type ReceiverEntryDetail = z.infer<typeof ReceiverEntryDetail>;
