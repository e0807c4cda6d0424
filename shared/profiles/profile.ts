/** How a provider signs, sends, judges and retries webhooks (D55), as data. */
import { z } from 'zod';
import { isSecretName, isSecretValue } from '#shared/kit/redacted.ts';
import { headerValueProblem, isConnectionHeader, tokenProblem } from '#shared/kit/static-header.ts';

/** The value of a header has its own limit. */
const maxTemplateLength = 1_000;

/**
 * Text with these placeholders, each at most once: the body for each of many would take quadratic time and memory (D62).
 * Everything else is taken literally.
 */
const templateOf = (allowed: readonly string[], required?: string) =>
  z.string().superRefine((text, ctx) => {
    const names: readonly string[] = text.match(/\{[a-z]+\}/gi) ?? [];
    const unknown = names.find((name) => !allowed.includes(name));
    const repeated = allowed.find((name) => names.indexOf(name) !== names.lastIndexOf(name));
    if (repeated !== undefined)
      ctx.addIssue({ code: 'custom', message: `${repeated} occurs twice. Use it only once.` });
    if (unknown !== undefined)
      ctx.addIssue({
        code: 'custom',
        message: `Unknown placeholder ${unknown}. Use ${allowed.join(', ')}.`,
      });
    if (required !== undefined && !text.includes(required))
      ctx.addIssue({ code: 'custom', message: `${required} is missing. Add it.` });
  });

/** Fewer names than HTTP allows: what is not in real names may mean something in a program. */
const plainName = /^[a-z\d][\w.-]*$/i;

/** Of names, and of other short texts. */
const ShortText = z.string().max(100);

const HeaderName = ShortText.superRefine((name, ctx) => {
  const problem =
    tokenProblem(name) ??
    (plainName.test(name)
      ? null
      : `Header name "${name}" has a character that profiles don't allow. Use letters, digits and hyphens.`) ??
    (isConnectionHeader(name)
      ? `Header "${name}" is set automatically. Choose another name.`
      : null);
  if (problem !== null) ctx.addIssue({ code: 'custom', message: problem });
});

function checkSignatureText(text: string, ctx: z.RefinementCtx): void {
  const problem = headerValueProblem('signature', text);
  if (problem !== null) ctx.addIssue({ code: 'custom', message: problem });
}

/** A fixed secret would be stored and exported as plain text, unlike one in the headers of a webhook. */
const secretHeaderProblem = (name: string, template: string): string | null =>
  isSecretValue(template) || (isSecretName(name) && !template.includes('{'))
    ? `Header "${name}" may hold a secret. Add it to the headers of the webhook instead.`
    : null;

const HeaderText = templateOf(['{id}', '{timestamp}', '{event}', '{retry}']);

const HeaderTemplate = z.tuple([HeaderName, HeaderText]).superRefine(([name, template], ctx) => {
  const problem = headerValueProblem(name, template) ?? secretHeaderProblem(name, template);
  if (problem !== null) ctx.addIssue({ code: 'custom', path: [1], message: problem });
});

/** Delays and limits of providers reach days, unlike those of the specification. */
const maxMs = 31 * 24 * 3_600_000;
const Milliseconds = z.number().int().min(0).max(maxMs);

/** A class such as `4xx`, or one status. */
const Status = z
  .string()
  .regex(/^[1-5](xx|\d\d)$/, 'Use a status such as "404", or a class such as "4xx".');

/** All statuses and classes. */
const Statuses = z.array(Status).max(505);

/** How the text of a secret becomes the bytes of the key. */
export const KeyForm = z.enum(['text', 'base64', 'hex']);

const signatureFields = {
  /** Name of the header with the signature. */
  header: HeaderName,
  /**
   * The signed bytes. Placeholders: `{id}`, `{timestamp}`, `{method}`, `{url}`, `{body}`, and `{form}` for the
   * fields of a form, sorted and joined without separators.
   */
  content: templateOf(['{id}', '{timestamp}', '{method}', '{url}', '{body}', '{form}']).max(
    maxTemplateLength,
  ),
  /** Value of the header. Placeholders: `{signatures}`, `{timestamp}`. */
  value: templateOf(['{signatures}', '{timestamp}'], '{signatures}')
    .max(maxTemplateLength)
    .superRefine(checkSignatureText)
    .default('{signatures}'),
  /** One signature in `{signatures}`. Placeholder: `{signature}`. */
  entry: templateOf(['{signature}'], '{signature}')
    .max(maxTemplateLength)
    .superRefine(checkSignatureText)
    .default('{signature}'),
  /** Between signatures while a secret is rotated; null if only one is ever sent. */
  separator: ShortText.min(1).superRefine(checkSignatureText).nullable().default(null),
  encoding: z.enum(['hex', 'base64']),
  keyForm: KeyForm.default('text'),
  /** Removed from the secret before it is decoded. */
  keyPrefix: ShortText.default(''),
  /** What `{body}` is if the body is an array: all of it, or its first item, written by JSON.stringify. */
  batches: z.enum(['whole', 'first_item']).default('whole'),
};

export const SignatureScheme = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('none') }),
  /** The header holds the secret itself. */
  z.strictObject({ kind: z.literal('token'), header: HeaderName }),
  z.strictObject({
    kind: z.literal('hmac'),
    hash: z.enum(['sha1', 'sha256', 'sha512']),
    ...signatureFields,
  }),
  /** The secret is a private key; receivers know the public key. */
  z.strictObject({ kind: z.literal('ed25519'), ...signatureFields }),
  z.strictObject({ kind: z.literal('ecdsa_p256'), ...signatureFields }),
]);
export type SignatureScheme = z.infer<typeof SignatureScheme>;

/** Oldest and newest timestamps a receiver accepts; null for any. */
export const TimestampTolerance = z.strictObject({
  pastMs: Milliseconds.nullable(),
  futureMs: Milliseconds.nullable(),
});

/** Parts of a delay subtracted and added at random. */
const Jitter = z
  .strictObject({ minus: z.number().min(0).max(1), plus: z.number().min(0).max(1) })
  .default({ minus: 0, plus: 0 });

/** When failed attempts are repeated. */
export const RetrySchedule = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('none') }),
  z
    .strictObject({
      kind: z.literal('exponential'),
      baseMs: Milliseconds.min(1),
      factor: z.number().min(1).max(10),
      capMs: Milliseconds.min(1),
      jitter: Jitter,
      /** Including the first; null for no limit. */
      maxAttempts: z.number().int().min(1).nullable(),
      /** Retry window after the first attempt; null for no limit. */
      windowMs: Milliseconds.nullable(),
      /** `attempts`: none starts after the window. `failures`: those within the window are retried. */
      windowLimits: z.enum(['attempts', 'failures']).default('attempts'),
    })
    .refine(({ maxAttempts, windowMs }) => maxAttempts !== null || windowMs !== null, {
      path: ['maxAttempts'],
      message: 'Retries need a limit. Set maxAttempts or windowMs.',
    }),
  /** One delay per retry. */
  z.strictObject({
    kind: z.literal('delays'),
    delaysMs: z.array(Milliseconds).min(1).max(100),
    jitter: Jitter,
  }),
]);
export type RetrySchedule = z.infer<typeof RetrySchedule>;

/** `destination`: as set for each destination (D28, D29). */
const ProfileRetries = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('destination') }),
  ...RetrySchedule.options,
]);

/** The parts of a profile that a source documents, or none does. */
export const ProfileClause = z.enum([
  'signature',
  'rotation',
  'tolerance',
  'headers',
  'time_limit',
  'success',
  'redirects',
  /** Whether failed attempts are retried. */
  'retries',
  'retry_count',
  'retry_window',
  /** Longest delay. */
  'retry_cap',
  'retry_delays',
  'retry_after',
  'disabling',
  'body',
]);
export type ProfileClause = z.infer<typeof ProfileClause>;

export const ProfileSource = z.strictObject({
  /** `code`: the sender's or its official verifier's. `documentation`: the provider's. `other`: someone else's. */
  kind: z.enum(['code', 'documentation', 'other']),
  /** Address, or repository and path. */
  document: z.string().max(1_000),
  /** Date or commit. */
  seen: ShortText,
});
export type ProfileSource = z.infer<typeof ProfileSource>;

export const ProfileId = z
  .string()
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'Use lowercase letters, digits and hyphens.')
  .max(60);

export const ProviderProfile = z.strictObject({
  id: ProfileId,
  name: z.string().trim().min(1).max(100),
  signature: SignatureScheme,
  /** Form of timestamps in headers and signed content. */
  timestamp: z.enum(['seconds', 'milliseconds', 'iso']).default('seconds'),
  tolerance: TimestampTolerance.default({ pastMs: null, futureMs: null }),
  /**
   * Headers of a request, in order. Placeholders: `{id}` (the same for each attempt), `{timestamp}`,
   * `{event}`, `{retry}` (number of the retry; the header is omitted from the first attempt).
   */
  headers: z.array(HeaderTemplate).max(50),
  /** The name of a query parameter that holds the SHA-256 of the body; null for none. */
  bodyHashParameter: ShortText.regex(
    /^[\w.~-]+$/,
    'Use letters, digits, hyphens, dots and underscores.',
  )
    .nullable()
    .default(null),
  /** From the start of the attempt to the headers of the response. */
  timeLimitMs: Milliseconds.min(1),
  /** Longest time limit of the provider's senders; null for `timeLimitMs`. Senders are certified by this. */
  timeLimitMaxMs: Milliseconds.nullable().default(null),
  /** Whether an attempt without a response in time is retried. Other failures without a response are. */
  timeouts: z.enum(['retried', 'not_retried']).default('retried'),
  /** What a status means; one status has priority over its class. */
  success: z.strictObject({
    accepted: Statuses.min(1),
    notRetried: Statuses.default([]),
    retried: Statuses.default([]),
    /** Of statuses in no list. `final`: not retried, and with fan-out to any URL, the others are skipped (D23). */
    others: z.enum(['final', 'retried']).default('retried'),
  }),
  /**
   * What the provider does with a redirect. Hookwright never follows one; senders are certified by this.
   */
  redirects: z.enum(['failed', 'followed']).default('failed'),
  /** How many redirects in a row are followed; null for any number. Senders are certified by this. */
  maxRedirects: z.number().int().min(1).max(20).nullable().default(null),
  /** Whether the provider sends the events of a user in order; senders are certified by this. */
  ordered: z.boolean().default(false),
  /** Whether later events of a user wait while one is retried; senders that are `ordered` are certified by this. */
  waitsForRetries: z.boolean().default(false),
  retries: ProfileRetries,
  /** Shortest delay after some failures, before jitter; null for none. */
  minDelay: z
    .strictObject({
      delayMs: Milliseconds.min(1),
      afterTimeout: z.boolean().default(false),
      afterStatuses: Statuses.default([]),
    })
    .nullable()
    .default(null),
  /** `clamped`: at least the planned delay, at most twice that. */
  retryAfter: z.enum(['ignored', 'honored', 'clamped']).default('ignored'),
  /** When a destination is disabled; null for never. */
  disabling: z
    .strictObject({
      statuses: Statuses.default([]),
      consecutiveFailures: z.number().int().min(1).nullable().default(null),
      /** No attempt succeeded for this long. */
      failingForMs: Milliseconds.min(1).nullable().default(null),
    })
    .nullable()
    .default(null),
  /**
   * `message`: the body of the specification. `envelope`: type, timestamp and the message as data.
   * `payload`: the provider's own events, from Send and scenarios only.
   */
  body: z.enum(['message', 'envelope', 'payload']),
  /**
   * Name of a field of the body that counts attempts, at any depth; null for none. Hookwright sends bodies
   * unchanged; senders are certified without the field.
   */
  attemptField: ShortText.min(1).nullable().default(null),
  /** Clauses that the provider only recommends: a sender that differs gets a warning. */
  recommended: z.array(ProfileClause).max(100).default([]),
  /** Sources per clause. A clause without sources is undocumented. */
  sources: z.partialRecord(ProfileClause, z.array(ProfileSource).max(100)).default({}),
});
export type ProviderProfile = z.infer<typeof ProviderProfile>;
