/**
 * Requests made by hand from a delivery: edited, and signed rightly or wrongly on purpose. They stand
 * outside the ledger, are made once and never retried.
 */
import { z } from 'zod';
import { resendHeaderProblem } from '../lib/static-header.ts';
import { AttemptResponse, AttemptResult, AttemptTimings, Bytes, SentRequest } from './delivery.ts';
import { SharedSecret, WebhookUrl } from './destination.ts';
import { Moment, RowId } from './name.ts';

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
 * How X-Signature is made. `valid`: as the service does (spec 5), none without a secret. `stale`: the
 * one of the delivery's own body, kept although the body is another now. `wrong_secret`: with the
 * secret and "-wrong" behind it. `upper_case`: the hex digits in capitals. `missing`: none. `sha256`:
 * HMAC-SHA256 instead of SHA-1. `tampered`: right for the body as typed, of which one byte is changed
 * after signing.
 */
export const Signing = z.enum(signings, {
  error: `Signing must be one of ${signings.join(', ')}.`,
});
export type Signing = z.infer<typeof Signing>;

/** As it was recorded. `as_is`: the signature of a file that was imported, if it had one. */
export const RecordedSigning = z.enum([...signings, 'as_is']);
export type RecordedSigning = z.infer<typeof RecordedSigning>;

/** Most headers of a request made by hand: common servers take twice as many. */
const maxHeaders = 50;

/** Longest body of a request made by hand, in characters: 30 times the longest of a message. */
const maxBodyLength = 1_000_000;

const Headers = z
  .array(
    z.tuple([z.string(), z.string()], {
      error: 'A header must be a list of its name and its value, both texts.',
    }),
    { error: 'Headers must be a list of names with values.' },
  )
  .max(maxHeaders, `A request carries at most ${maxHeaders} headers.`)
  .superRefine((lines, ctx) => {
    for (const [index, [name, value]] of lines.entries()) {
      const problem = resendHeaderProblem(name, value);
      if (problem !== null) ctx.addIssue({ code: 'custom', path: [index], message: problem });
    }
  });

const Body = z
  .string({ error: 'Body must be a text.' })
  .max(maxBodyLength, 'Body is too long: at most 1,000,000 characters.');

/**
 * What is to be otherwise than in the request that the delivery makes now. What is absent stays: the
 * body of the delivery, the first webhook of its destination with the headers of this webhook, and
 * the destination's secret.
 */
export const ResendEdit = z.object({
  deliveryId: RowId,
  url: WebhookUrl.optional(),
  /** All lines but X-Signature and what belongs to the connection, in this order and spelling. */
  headers: Headers.optional(),
  /** Sent as UTF-8. */
  body: Body.optional(),
  /** Used as typed and not kept; empty for none. */
  secret: SharedSecret.optional(),
  signing: Signing.default('valid'),
});
export type ResendEdit = z.infer<typeof ResendEdit>;

/**
 * What a correct receiver makes of the signature: `valid` and accepted, `invalid` and refused, or
 * `unsigned` because without a secret there is nothing to check. `unknown`: it came out of a file, and
 * no secret here gives it.
 */
export const SignatureFit = z.enum(['valid', 'invalid', 'unsigned', 'unknown']);
export type SignatureFit = z.infer<typeof SignatureFit>;

/** Whose secret it was signed with; the secret itself is not kept. */
export const SecretOrigin = z.enum(['destination', 'typed', 'none']);
export type SecretOrigin = z.infer<typeof SecretOrigin>;

/** The exact request that an edit leads to. */
export const ResendPreview = z.object({
  request: SentRequest,
  /** As it is sent: with `tampered` not as it was typed. */
  body: Bytes,
  signing: Signing,
  signatureFit: SignatureFit,
  /** The X-Signature that a correct receiver works out for this body; null without a secret. */
  expectedSignature: z.string().nullable(),
  secretOrigin: SecretOrigin,
});
export type ResendPreview = z.infer<typeof ResendPreview>;

export const resendStates = ['sending', 'delivered', 'failed', 'blocked', 'interrupted'] as const;

/**
 * The state of a resend: in flight, its outcome, or `interrupted` if the app stopped before the response was
 * stored.
 */
export const ResendState = z.enum(resendStates);
export type ResendState = z.infer<typeof ResendState>;

/** Where an imported request stood: a line, or an entry of a HAR, counted from 1. */
export const ImportedFrom = z.object({ file: z.string(), entry: z.number().int() });
export type ImportedFrom = z.infer<typeof ImportedFrom>;

export const ResendSummary = z.object({
  id: RowId,
  /** The delivery that it was made from; null for one that was imported. */
  deliveryId: RowId.nullable(),
  /** What the message of that delivery is called, such as the name of its event; null as above. */
  label: z.string().nullable(),
  imported: ImportedFrom.nullable(),
  sentAt: Moment,
  url: z.string(),
  signing: RecordedSigning,
  signatureFit: SignatureFit,
  state: ResendState,
  /** Status of the answer; null where there is none. */
  status: z.number().int().nullable(),
});
export type ResendSummary = z.infer<typeof ResendSummary>;

export const ResendDetail = ResendSummary.extend({
  request: SentRequest,
  body: Bytes,
  expectedSignature: z.string().nullable(),
  secretOrigin: SecretOrigin,
  /** Null while it is on its way, and when it was interrupted. */
  attempt: z
    .object({
      result: AttemptResult,
      response: AttemptResponse.nullable(),
      timings: AttemptTimings,
    })
    .nullable(),
});
export type ResendDetail = z.infer<typeof ResendDetail>;
