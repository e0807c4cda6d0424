/** Checking an X-Signature, and finding out what a receiver did otherwise (spec 5). */
import { z } from 'zod';
import { SharedSecret } from './destination.ts';
import { Id, RowId } from './name.ts';

/** Characters of a body that is pasted; four times what one call may hold (spec 8). */
export const maxPastedBody = 131_072;

export const languages = ['node', 'python', 'go', 'ruby', 'php', 'java', 'csharp', 'rust'] as const;

/** The integrator's language, in which fixes and snippets are written. */
export const Language = z.enum(languages, {
  error: `Language must be one of ${languages.join(', ')}.`,
});
export type Language = z.infer<typeof Language>;

export const languageNames: Readonly<Record<Language, string>> = {
  node: 'Node.js',
  python: 'Python',
  go: 'Go',
  ruby: 'Ruby',
  php: 'PHP',
  java: 'Java',
  csharp: 'C#',
  rust: 'Rust',
};

const given = {
  /** The body as it was sent; absent: that of the delivery or the receiver's request. */
  body: z
    .string({ error: 'Body must be a text: paste the request body as it was sent.' })
    .max(maxPastedBody, 'Body is too long: at most 131,072 characters.')
    .optional(),
  /** The shared secret; absent: that of the delivery's destination, or the receiver's. */
  secret: SharedSecret.optional(),
  /** A delivery to take from what is absent: its body, and the secret its destination has today. */
  deliveryId: RowId.optional(),
  /** Or a request in the log of a receiver, whose id or name is given. */
  received: z.object({ receiverId: Id, requestId: RowId }).optional(),
  /** X-Signature as it was received, or the digest the receiver computed. */
  observed: z
    .string({ error: 'Observed must be a text: the X-Signature header, or the digest computed.' })
    .max(4_096, 'Observed is too long: at most 4,096 characters.'),
};

function isComplete(
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
        message: `${field} is missing: give it a text, or name a delivery (deliveryId) or a receiver's request (received).`,
      });
}

export const SignatureCheckRequest = z.object(given).superRefine(isComplete);
export type SignatureCheckRequest = z.infer<typeof SignatureCheckRequest>;

/** The bytes that were hashed. */
export const HashedBytes = z.object({
  byteLength: z.number().int(),
  /** As text, with a mark for every character that cannot be seen. */
  text: z.string(),
  /** As lower-case hexadecimal, two digits a byte. */
  hex: z.string(),
});
export type HashedBytes = z.infer<typeof HashedBytes>;

/**
 * Why a receiver may reject a valid signature. `header_name`: a different header was pasted.
 * `header_missing`: the receiver found no header. `header_lookup`: the digest is correct, so only
 * reading or comparing the header can be wrong.
 */
export const SignatureHint = z.object({
  code: z.enum(['header_name', 'header_missing', 'header_lookup']),
  /** What was found instead of X-Signature; null if nothing was. */
  found: z.string().nullable(),
});
export type SignatureHint = z.infer<typeof SignatureHint>;

export const CheckedSignature = z.object({
  valid: z.boolean(),
  hints: z.array(SignatureHint),
  /** What came of it, for the user. */
  message: z.string(),
  /** The X-Signature that body and secret give. */
  digest: z.string(),
  hashed: HashedBytes,
});
export type CheckedSignature = z.infer<typeof CheckedSignature>;

export const DiagnosisRequest = z
  .object({
    ...given,
    /** Fixes are written for it; absent: for the language that the mistake is known from. */
    language: Language.optional(),
    /** The secret that was valid before this one. */
    previousSecret: SharedSecret.optional(),
    /** Secrets of elsewhere that may have been mixed up; those of all destinations are tried anyway. */
    otherSecrets: z
      .array(SharedSecret)
      .max(20, 'There are at most 20 other secrets to try.')
      .optional(),
  })
  .superRefine(isComplete);
export type DiagnosisRequest = z.infer<typeof DiagnosisRequest>;

/** What should have been, and what the receiver used instead; invisible characters are shown. */
export const Difference = z.object({
  /** What differs, such as "body" or "secret". */
  of: z.enum(['body', 'secret', 'digest', 'header']),
  expected: z.string(),
  found: z.string(),
  /** First byte at which the two bodies differ; null for what is not a body. */
  offset: z.number().int().nullable(),
});
export type Difference = z.infer<typeof Difference>;

export const Finding = z.object({
  /** Stable name of the mistake, such as `json_python`. */
  code: z.string(),
  message: z.string(),
  fix: z.string(),
  difference: Difference,
  /** Other mistakes that give the very same bytes for this body: which one it was cannot be told. */
  alternatives: z.array(z.object({ code: z.string(), message: z.string() })),
});
export type Finding = z.infer<typeof Finding>;

/** `explained`: the findings together, one or two, give exactly what was observed. */
export const Diagnosis = z.object({
  verdict: z.enum(['valid', 'explained', 'unexplained']),
  message: z.string(),
  /** The X-Signature that body and secret give. */
  digest: z.string(),
  findings: z.array(Finding),
});
export type Diagnosis = z.infer<typeof Diagnosis>;
