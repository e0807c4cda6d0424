/** Entries in the log of a mock endpoint. */
import { z } from 'zod';
import { AttemptResult, Bytes } from '#shared/deliveries/delivery.ts';
import { HeaderLines, MessageType } from '#shared/ingestion/message.ts';
import { byId } from '#shared/kit/entity.ts';
import { Id, RowId, Timestamp } from '#shared/kit/name.ts';
import { MockFault } from './faults.ts';

/**
 * The others are connections without a request. `reset_before_request`, `handshake_reset`: reset by a
 * fault. `handshake_failed`: aborted by the client, or no common parameters. `broken_request`: not HTTP, or
 * incomplete.
 */
export const MockEntryKind = z.enum([
  'request',
  'reset_before_request',
  'handshake_reset',
  'handshake_failed',
  'no_request',
  'broken_request',
]);
export type MockEntryKind = z.infer<typeof MockEntryKind>;

/** Checked over the raw bytes and over JSON.stringify of the parsed body: real receivers do either. */
export const SignatureCheck = z.object({
  /** `not_checked`: the signature is of the fields of a form that is too large to be parsed. */
  raw: z.enum(['match', 'mismatch', 'missing', 'not_checked']),
  /** `not_checked`: the body is too large to be parsed. */
  parsed: z.enum(['match', 'mismatch', 'missing', 'not_json', 'not_checked']),
});
export type SignatureCheck = z.infer<typeof SignatureCheck>;

export const SignatureDetail = SignatureCheck.extend({
  /** ID of the profile that the request was checked by: that of a destination that sends here. */
  profile: z.string(),
  /** Name of the header with the signature. */
  header: z.string(),
  /** Its value; null if missing. */
  received: z.string().nullable(),
  /** Expected over the raw bytes, and over JSON.stringify of the parsed body. */
  expectedRaw: z.string(),
  expectedParsed: z.string().nullable(),
});
export type SignatureDetail = z.infer<typeof SignatureDetail>;

/**
 * What determined the response: a step, a rule for certain requests, a rule that can't be checked, something with
 * priority over both, the server behind a mock endpoint that forwards, a server that didn't respond, or the reason why a
 * request isn't forwarded.
 */
export const ResponseCause = z.enum([
  'step',
  'rule',
  'rule_unchecked',
  'outage',
  'rate_limit',
  'signature',
  'server',
  'server_failed',
  'not_forwarded',
]);
export type ResponseCause = z.infer<typeof ResponseCause>;

/** The message in a webhook body. */
export const MessageInBody = z.object({
  type: MessageType,
  /** Event, page or screen name, group or user; may be empty. */
  label: z.string(),
});
export type MessageInBody = z.infer<typeof MessageInBody>;

export const MockEntry = z.object({
  id: RowId,
  mockId: Id,
  receivedAt: Timestamp,
  /** The delivery that sent it; null for other senders and for connections without a request. */
  deliveryId: RowId.nullable(),
  kind: MockEntryKind,
  /** Null without a request. */
  method: z.string().nullable(),
  path: z.string().nullable(),
  bodyBytes: z.number().int(),
  /** Null if the body is not a webhook body, or too long to keep. */
  message: MessageInBody.nullable(),
  /** Null without a request or a secret. */
  signature: SignatureCheck.nullable(),
  /** Status of the response, sent or intended; null if none. */
  status: z.number().int().nullable(),
  fault: MockFault,
  cause: ResponseCause.nullable(),
});
export type MockEntry = z.infer<typeof MockEntry>;

/** The connection of an entry. */
export const MockConnection = z.object({
  remoteAddress: z.string(),
  remotePort: z.number().int(),
  /** Number of the request on this connection, from 1; 0 without a request. */
  requestNumber: z.number().int(),
  /** Null for http or an incomplete handshake. */
  tls: z
    .object({ version: z.string(), cipher: z.string(), serverName: z.string().nullable() })
    .nullable(),
  /** Decrypted bytes of HTTP received on it so far. */
  httpBytes: z.number().int(),
  /** Error of the connection, as reported by the system; null if none. */
  error: z.string().nullable(),
});
export type MockConnection = z.infer<typeof MockConnection>;

export const MockResponse = z.object({
  status: z.number().int(),
  headers: HeaderLines,
  body: Bytes,
  delayMs: z.number().int(),
  /** Index of the step; null for other causes. */
  step: z.number().int().nullable(),
});
export type MockResponse = z.infer<typeof MockResponse>;

/** One request to the server behind a mock endpoint that forwards. */
export const ServerExchange = z.object({
  /** Null if no response arrived; `error` says why. */
  response: z.object({ status: z.number().int(), headers: HeaderLines, body: Bytes }).nullable(),
  error: AttemptResult.nullable(),
  /** Milliseconds of real time until the end of the response. */
  durationMs: z.number(),
});
export type ServerExchange = z.infer<typeof ServerExchange>;

/** The forwarded request (D54). Its body is that of the entry, unless `corrupted`. */
export const ForwardedRequest = z.object({
  url: z.string(),
  headers: HeaderLines,
  corrupted: z.boolean(),
  /** In the order sent; several if the step repeats requests. */
  exchanges: z.array(ServerExchange),
});
export type ForwardedRequest = z.infer<typeof ForwardedRequest>;

export const MockEntryDetail = MockEntry.omit({ signature: true }).extend({
  headers: HeaderLines,
  body: Bytes,
  signature: SignatureDetail.nullable(),
  /** The response, sent or prevented by the fault; null if none. */
  response: MockResponse.nullable(),
  /** Null if it was not forwarded. */
  forwarded: ForwardedRequest.nullable(),
  connection: MockConnection,
});
export type MockEntryDetail = z.infer<typeof MockEntryDetail>;

/** Whether only a part of the body was recorded, or none of it. */
export const isBodyIncomplete = ({
  kind,
  fault,
  body,
}: Pick<MockEntryDetail, 'kind' | 'fault' | 'body'>): boolean =>
  body.truncated || kind === 'broken_request' || fault === 'reset_during_request';

export const MockRequestRef = byId.extend({ requestId: RowId });
export type MockRequestRef = z.infer<typeof MockRequestRef>;
