/** How a signature is verified by its profile (D55), step by step, with its texts. */
import { z } from 'zod';
import { formatDuration } from '#shared/kit/duration.ts';
import { algorithmNames } from '#shared/profiles/text.ts';

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

export const verdictLabels: Readonly<Record<SignatureVerdict, string>> = {
  valid: 'Valid for this request and secret.',
  unsigned: "This profile doesn't sign requests.",
  header_missing: 'The header with the signature is missing.',
  secret_missing: 'The secret is empty.',
  header_malformed: "The header isn't in the format of this profile.",
  timestamp_missing: 'The timestamp is missing, but it is part of the signed content.',
  id_missing: 'The ID is missing, but it is part of the signed content.',
  key_malformed: "The secret isn't in the format of this profile.",
  body_hash_mismatch: "The hash in the URL doesn't match the body.",
  mismatch: 'Not valid for this request and secret.',
  too_old: 'Signed correctly, but the timestamp is too old.',
  in_future: 'Signed correctly, but the timestamp is too far in the future.',
};

export const stepTitles: Readonly<Record<SignatureStep['code'], string>> = {
  header: 'Header',
  parts: 'Values',
  timestamp: 'Age',
  body_hash: 'Body hash in the URL',
  key: 'Key',
  content: 'Signed content',
  algorithm: 'Algorithm',
  expected: 'Expected value',
  result: 'Result',
};

const units: Readonly<Record<'seconds' | 'milliseconds' | 'iso', string>> = {
  seconds: 'Unix seconds',
  milliseconds: 'Unix milliseconds',
  iso: 'ISO 8601',
};

type StepOf<Code extends SignatureStep['code']> = Extract<SignatureStep, { code: Code }>;

function limitText({ maxPastMs, maxFutureMs }: StepOf<'timestamp'>): string {
  if (maxPastMs === null && maxFutureMs === null) return 'no limit';
  if (maxPastMs === maxFutureMs) return `at most ${formatDuration(maxPastMs ?? 0)} either way`;
  return [
    maxPastMs === null ? '' : `at most ${formatDuration(maxPastMs)} old`,
    maxFutureMs === null ? '' : `at most ${formatDuration(maxFutureMs)} ahead`,
  ]
    .filter((text) => text !== '')
    .join(', ');
}

/** `12 s old; at most 5 min either way; not signed`. */
export function ageText(step: StepOf<'timestamp'>): string {
  const { ageMs, unit, isSigned } = step;
  const age =
    ageMs === null
      ? `not in ${units[unit]}`
      : ageMs < 0
        ? `${formatDuration(-ageMs)} ahead`
        : `${formatDuration(ageMs)} old`;
  return `${age}; ${limitText(step)}${isSigned ? '' : '; not signed'}`;
}

const keyKinds: Readonly<Record<StepOf<'key'>['kind'], string>> = {
  shared: 'shared secret',
  private: "the sender's private key; its public key verifies signatures",
  public: 'public key',
  private_or_public: 'private or public key',
};

/** `shared secret, without "whsec_", decoded from base64: 24 bytes`. */
export function keyText({ form, removedPrefix, kind, byteLength }: StepOf<'key'>): string {
  const steps = [
    keyKinds[kind],
    ...(removedPrefix === null ? [] : [`without "${removedPrefix}"`]),
    form === 'text' ? 'as entered, in UTF-8' : `decoded from ${form}`,
  ];
  if (byteLength === null) return `${steps.join(', ')}: not possible`;
  return `${steps.join(', ')}: ${byteLength} ${byteLength === 1 ? 'byte' : 'bytes'}`;
}

export const algorithmText = ({ kind, hash, encoding }: StepOf<'algorithm'>): string =>
  `${algorithmNames[hash ?? kind]}, written as ${encoding}`;
