/** Copies: requests sent again, possibly edited; outside the ledger and never retried. */
import { z } from 'zod';
import { SharedSecret, WebhookUrl } from '#shared/connections/destination.ts';
import { hasBytes, noBytesProblem } from '#shared/kit/body-text.ts';
import { Id, RowId, Timestamp } from '#shared/kit/name.ts';
import { copyHeaderProblem } from '#shared/kit/static-header.ts';
import { AttemptResponse, AttemptResult, AttemptTimings, Bytes, SentRequest } from './delivery.ts';

export const signings = [
  'valid',
  'stale',
  'wrong_secret',
  'upper_case',
  'missing',
  'sha256',
  'tampered',
] as const;

/**
 * How the signature is computed. `valid`: as the profile says, none without a secret. `stale`: of the original
 * body. `wrong_secret`: with another secret. `upper_case`: in uppercase. `sha256`: HMAC-SHA256, or HMAC-SHA1
 * if that is right. `tampered`: one byte of the body is changed after signing.
 */
export const Signing = z.enum(signings, {
  error: `Signing must be one of ${signings.join(', ')}.`,
});
export type Signing = z.infer<typeof Signing>;

/** `as_is`: the signature of the recorded request, if any. */
export const RecordedSigning = z.enum([...signings, 'as_is'], {
  error: `Signing must be one of ${[...signings, 'as_is'].join(', ')}.`,
});
export type RecordedSigning = z.infer<typeof RecordedSigning>;

/** Common servers accept twice as many. */
export const maxHeaders = 50;

/** In characters: 30 times the longest message. */
const maxBodyLength = 1_000_000;

const Headers = z
  .array(
    z.tuple([z.string(), z.string()], {
      error: 'A header must be a list of name and value, both strings.',
    }),
    { error: 'Headers must be a list of [name, value].' },
  )
  .max(maxHeaders, `A request can have at most ${maxHeaders} headers.`)
  .superRefine((lines, ctx) => {
    for (const [index, [name, value]] of lines.entries()) {
      const problem = copyHeaderProblem(name, value);
      if (problem !== null) ctx.addIssue({ code: 'custom', path: [index], message: problem });
    }
  });

const Body = z
  .string({ error: 'Body must be a string.' })
  .max(maxBodyLength, 'Body is too long: at most 1,000,000 characters.')
  .refine(hasBytes, noBytesProblem);

/** Changes to the delivery's request. Defaults: its body, and the destination's first webhook and secret. */
export const CopyEdit = z.object({
  deliveryId: RowId,
  url: WebhookUrl.optional(),
  /** All lines except signature and connection headers, in this order and case. */
  headers: Headers.optional(),
  /** Sent as UTF-8. */
  body: Body.optional(),
  /** Not stored; empty for none. */
  secret: SharedSecret.optional(),
  signing: Signing.default('valid'),
});
export type CopyEdit = z.infer<typeof CopyEdit>;

/** CONNECT opens a tunnel instead of sending a request. */
export const Method = z
  .string({ error: 'Method must be a string.' })
  .trim()
  .toUpperCase()
  .regex(/^[A-Z][A-Z_-]{0,31}$/, 'Method must be a word such as POST or PUT.')
  .refine((method) => method !== 'CONNECT', "CONNECT can't be sent. Choose another method.");

/**
 * Changes to a request in a mock endpoint's log. Defaults: the request as recorded, to the same path of that
 * mock endpoint.
 */
export const ReceivedCopyEdit = z.object({
  /** ID or name of the mock endpoint. */
  id: Id,
  requestId: RowId,
  method: Method.optional(),
  ...CopyEdit.pick({ url: true, headers: true, body: true, secret: true }).shape,
  /** Its secret signs the request. */
  destinationId: Id.optional(),
  signing: RecordedSigning.default('as_is'),
});
export type ReceivedCopyEdit = z.infer<typeof ReceivedCopyEdit>;

/**
 * Result of a correct check of the signature. `unsigned`: no secret to check with. `unknown`: recorded, and no
 * known secret gives this signature.
 */
export const SignatureFit = z.enum(['valid', 'invalid', 'unsigned', 'unknown']);
export type SignatureFit = z.infer<typeof SignatureFit>;

/** Where the secret came from; the secret itself is not stored. */
export const SecretOrigin = z.enum(['destination', 'typed', 'none']);
export type SecretOrigin = z.infer<typeof SecretOrigin>;

export const CopyPreview = z.object({
  request: SentRequest,
  /** As sent, including the change by `tampered`. */
  body: Bytes,
  signing: RecordedSigning,
  signatureFit: SignatureFit,
  /** The correct signature of this body; null without a secret. */
  expectedSignature: z.string().nullable(),
  secretOrigin: SecretOrigin,
});
export type CopyPreview = z.infer<typeof CopyPreview>;

export const copyStates = [
  'sending',
  'accepted',
  'refused',
  'failed',
  'blocked',
  'interrupted',
] as const;

/**
 * The state of a copy: in flight, its outcome, or `interrupted` if the app stopped before the response was
 * stored.
 */
export const CopyState = z.enum(copyStates);
export type CopyState = z.infer<typeof CopyState>;

/** A request in a mock endpoint's log, which may have been deleted since. */
export const ReceivedFrom = z.object({
  mockId: z.string(),
  /** Name of the mock endpoint when the copy was sent. */
  mock: z.string(),
  requestId: z.number().int(),
});
export type ReceivedFrom = z.infer<typeof ReceivedFrom>;

export const CopySummary = z.object({
  id: RowId,
  /** Null if from a mock endpoint's log. */
  deliveryId: RowId.nullable(),
  /** Title of the delivery's message, such as its event; null without a delivery. */
  label: z.string().nullable(),
  received: ReceivedFrom.nullable(),
  sentAt: Timestamp,
  method: z.string(),
  url: z.string(),
  signing: RecordedSigning,
  signatureFit: SignatureFit,
  state: CopyState,
  /** Status of the response; null without one. */
  status: z.number().int().nullable(),
});
export type CopySummary = z.infer<typeof CopySummary>;

export const CopyDetail = CopySummary.extend({
  request: SentRequest,
  body: Bytes,
  expectedSignature: z.string().nullable(),
  secretOrigin: SecretOrigin,
  /** Null while in flight, and if interrupted. */
  attempt: z
    .object({
      result: AttemptResult,
      response: AttemptResponse.nullable(),
      timings: AttemptTimings,
    })
    .nullable(),
});
export type CopyDetail = z.infer<typeof CopyDetail>;
