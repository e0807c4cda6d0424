/** How a signature is verified by its profile (D55), step by step. Texts: shared/labels/signature-steps.ts. */
import { z } from 'zod';

const status = z.enum(['passed', 'failed', 'info']);

/** The first problem found; `valid` if there is none. */
export const SignatureVerdict = z.enum([
  'valid',
  /** The profile doesn't sign. */
  'unsigned',
  'header_missing',
  'secret_missing',
  'header_malformed',
  'timestamp_missing',
  'id_missing',
  'key_malformed',
  'body_hash_mismatch',
  'mismatch',
  'too_old',
  'in_future',
]);
export type SignatureVerdict = z.infer<typeof SignatureVerdict>;

/** The bytes that were hashed. */
export const HashedBytes = z.object({
  byteLength: z.number().int(),
  /** As text, with invisible characters marked. */
  text: z.string(),
  /** Lowercase hex. */
  hex: z.string(),
});
export type HashedBytes = z.infer<typeof HashedBytes>;

export const ContentPart = z.object({
  name: z.enum(['id', 'timestamp', 'method', 'url', 'body', 'form', 'literal']),
  byteLength: z.number().int(),
});
export type ContentPart = z.infer<typeof ContentPart>;

export const SignatureStep = z.discriminatedUnion('code', [
  /** The header that holds the signature. */
  z.object({
    code: z.literal('header'),
    status,
    name: z.string(),
    /** Null if missing; a token is redacted. */
    value: z.string().nullable(),
  }),
  /** Values in the headers. */
  z.object({
    code: z.literal('parts'),
    status,
    parts: z.array(
      z.object({
        name: z.enum(['id', 'timestamp', 'signature']),
        header: z.string(),
        /** Null if missing, or not in the form of the profile. */
        value: z.string().nullable(),
      }),
    ),
  }),
  z.object({
    code: z.literal('timestamp'),
    status,
    value: z.string(),
    unit: z.enum(['seconds', 'milliseconds', 'iso']),
    /** When the request was received; negative if the timestamp is later. Null if it can't be read. */
    ageMs: z.number().int().nullable(),
    /** Null for any age. */
    maxPastMs: z.number().int().nullable(),
    maxFutureMs: z.number().int().nullable(),
    /** Whether it is part of the signed content. */
    isSigned: z.boolean(),
  }),
  /** The hash of the body in the query. */
  z.object({
    code: z.literal('body_hash'),
    status,
    parameter: z.string(),
    expected: z.string(),
    received: z.string().nullable(),
  }),
  /** How the text of the secret becomes the key. */
  z.object({
    code: z.literal('key'),
    status,
    form: z.enum(['text', 'base64', 'hex']),
    /** Removed before decoding; null for none. */
    removedPrefix: z.string().nullable(),
    /** `private_or_public`: 32 bytes of Ed25519 that verify as neither. */
    kind: z.enum(['shared', 'private', 'public', 'private_or_public']),
    /** Of the key; null if the secret doesn't have the form. */
    byteLength: z.number().int().nullable(),
  }),
  /** The signed bytes. */
  z.object({
    code: z.literal('content'),
    status,
    /** As in the profile, such as `{timestamp}.{body}`. */
    template: z.string(),
    /** In order; together they are the bytes. */
    parts: z.array(ContentPart),
    bytes: HashedBytes,
  }),
  z.object({
    code: z.literal('algorithm'),
    status,
    kind: z.enum(['hmac', 'ed25519', 'ecdsa_p256']),
    /** Null if the algorithm includes it. */
    hash: z.enum(['sha1', 'sha256', 'sha512']).nullable(),
    encoding: z.enum(['hex', 'base64']),
  }),
  /** The value that the header should have; null if only the sender can compute it. */
  z.object({ code: z.literal('expected'), status, value: z.string().nullable() }),
  z.object({ code: z.literal('result'), status, verdict: SignatureVerdict }),
]);
export type SignatureStep = z.infer<typeof SignatureStep>;

export const SignatureExplanation = z.object({
  /** ID of the profile. */
  profile: z.string(),
  verdict: SignatureVerdict,
  steps: z.array(SignatureStep),
});
export type SignatureExplanation = z.infer<typeof SignatureExplanation>;
