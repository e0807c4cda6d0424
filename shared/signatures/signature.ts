/** Checking a signature, and diagnosing a receiver's mistake (spec 5). */
import { z } from 'zod';
import { ProfileChoice, SharedSecret } from '#shared/connections/destination.ts';
import { HeaderLines } from '#shared/ingestion/message.ts';
import { Id, RowId, Timestamp } from '#shared/kit/name.ts';
import { languages } from './snippets/languages.ts';
import { HashedBytes, SignatureExplanation } from './steps.ts';

/** In characters: four times the longest message (spec 8). */
export const maxPastedBodyLength = 131_072;

const languageIds = languages.map(({ id }) => id);

/** Language of fixes and snippets. */
export const Language = z.enum(languageIds, {
  error: `Language must be one of ${languageIds.join(', ')}.`,
});
export type Language = z.infer<typeof Language>;

export const languageNames = Object.fromEntries(
  languages.map(({ id, name }) => [id, name]),
) as Readonly<Record<Language, string>>;

const signatureInput = {
  /** The body as sent; default: that of the delivery or the received request. */
  body: z
    .string({ error: 'Body must be a string. Paste the request body as sent.' })
    .max(maxPastedBodyLength, 'Body is too long: at most 131,072 characters.')
    .optional(),
  /** The shared secret; default: that of the delivery's destination or the mock endpoint. */
  secret: SharedSecret.optional(),
  /** Provides the body, and the current secret of its destination. */
  deliveryId: RowId.optional(),
  /** Or a request in the log of a mock endpoint, by id or name. */
  received: z.object({ mockId: Id, requestId: RowId }).optional(),
  /** Of the delivery; default: the last. */
  attemptId: RowId.optional(),
  /**
   * How the sender signs; default: the profile of the delivery's destination, that of the senders of the
   * receiver, or segment-classic.
   */
  profile: ProfileChoice.optional(),
  /** Default: those of the attempt or the received request. */
  method: z.string().max(20, 'Method is too long: at most 20 characters.').optional(),
  url: z.string().max(8_192, 'URL is too long: at most 8,192 characters.').optional(),
  headers: HeaderLines.max(200, 'At most 200 headers are allowed.').optional(),
  /** When the request was received, for the age of its timestamp; default: now. */
  receivedAt: Timestamp.optional(),
};

const Observed = z
  .string({ error: 'Observed must be a string: the header with the signature or the digest.' })
  .max(4_096, 'Observed is too long: at most 4,096 characters.');

function checkComplete(
  request: {
    body?: string | undefined;
    secret?: string | undefined;
    deliveryId?: unknown;
    received?: unknown;
  },
  ctx: z.RefinementCtx,
): void {
  if (request.deliveryId !== undefined || request.received !== undefined) return;
  for (const field of ['body', 'secret'] as const)
    if (request[field] === undefined)
      ctx.addIssue({
        code: 'custom',
        path: [field],
        message: `${field} is missing. Add it, or pass deliveryId or received.`,
      });
}

export const SignatureCheckRequest = z
  .object({
    ...signatureInput,
    /** Value of the header with the signature; default: that of the request. */
    observed: Observed.optional(),
  })
  .superRefine(checkComplete);
export type SignatureCheckRequest = z.infer<typeof SignatureCheckRequest>;

/**
 * Why a receiver may reject a valid signature. `header_name`: a different header was pasted.
 * `header_missing`: the receiver found no header. `header_lookup`: the digest is correct, so only
 * reading or comparing the header can be wrong. `receiver_differs`: the signature that was sent is valid,
 * so a receiver that rejects it uses another secret or body.
 */
export const SignatureHint = z.object({
  code: z.enum(['header_name', 'header_missing', 'header_lookup', 'receiver_differs']),
  /** What was found instead of the profile's header; null if nothing was. */
  found: z.string().nullable(),
});
export type SignatureHint = z.infer<typeof SignatureHint>;

export const CheckedSignature = z.object({
  valid: z.boolean(),
  hints: z.array(SignatureHint),
  /** The result, as text. */
  message: z.string(),
  /** The correct value of the header; empty if only the sender can compute it. */
  digest: z.string(),
  hashed: HashedBytes,
  explanation: SignatureExplanation,
});
export type CheckedSignature = z.infer<typeof CheckedSignature>;

export const DiagnosisRequest = z
  .object({
    ...signatureInput,
    /** The digest the receiver computed, or the signature it received; default: that of the request. */
    observed: Observed.optional(),
    /** Language of the fixes; default: the language where the mistake is common. */
    language: Language.optional(),
    /** The previous secret. */
    previousSecret: SharedSecret.optional(),
    /** Secrets that may have been mixed up, in addition to those of all destinations. */
    otherSecrets: z.array(SharedSecret).max(20, 'At most 20 other secrets are allowed.').optional(),
  })
  .superRefine(checkComplete);
export type DiagnosisRequest = z.infer<typeof DiagnosisRequest>;

/** The expected value and the one the receiver used, with invisible characters marked. */
export const Difference = z.object({
  /** `algorithm`: only names and formulas. */
  of: z.enum(['body', 'content', 'secret', 'algorithm', 'digest', 'header', 'url', 'timestamp']),
  expected: z.string(),
  found: z.string(),
  /** First byte where the bytes differ; null if `of` is neither `body` nor `content`. */
  offset: z.number().int().nullable(),
});
export type Difference = z.infer<typeof Difference>;

type DifferenceKind = Difference['of'];

/** Content is cut around the difference, so a secret of the URL in it may be only a part, which no redaction finds. */
export const secretDifferences: readonly DifferenceKind[] = ['secret', 'content'];

export const signedDifferences: readonly DifferenceKind[] = [
  ...secretDifferences,
  'digest',
  'header',
];

export const SignatureCause = z.object({
  /** Code of the mistake, such as `json_python`. */
  code: z.string(),
  message: z.string(),
  fix: z.string(),
  /** Code of the fix, such as `raw_body`; null for a fix of this mistake alone. */
  fixCode: z.string().nullable(),
  /** Of the fix: the requested one, else the one that makes this mistake. */
  language: Language.nullable(),
  difference: Difference,
  /** Other mistakes that give the same bytes for this body. */
  alternatives: z.array(z.object({ code: z.string(), message: z.string() })),
});
export type SignatureCause = z.infer<typeof SignatureCause>;

/** The signed content and what was hashed instead, as lowercase hex. */
export const ComparedBytes = z.object({ sent: z.string(), hashed: z.string() });
export type ComparedBytes = z.infer<typeof ComparedBytes>;

/** `explained`: one or two causes reproduce the observed digest exactly. */
export const Diagnosis = z.object({
  verdict: z.enum(['valid', 'explained', 'unexplained']),
  message: z.string(),
  /** The correct value of the header; empty if only the sender can compute it. */
  digest: z.string(),
  causes: z.array(SignatureCause),
  /** Null if no computation explains the digest. */
  bytes: ComparedBytes.nullable(),
});
export type Diagnosis = z.infer<typeof Diagnosis>;

export const DiagnosedAttempt = z.object({
  /** Of the delivery. */
  id: RowId,
  attemptId: RowId,
  /** Language of the fixes; default: that of the receiver, as its response headers show it. */
  language: Language.optional(),
});
export type DiagnosedAttempt = z.infer<typeof DiagnosedAttempt>;

/** Without secrets and signatures, which an operation that only reads doesn't compute for anyone (D61). */
export const AttemptDiagnosis = z.object({
  /** Null if the response has no digest other than the signature that was sent. */
  diagnosis: Diagnosis.omit({ digest: true, bytes: true }).nullable(),
});
export type AttemptDiagnosis = z.infer<typeof AttemptDiagnosis>;
