/** Certification: a suite of requests to a receiver, with checks of its responses. */
import { z } from 'zod';
import {
  ProfileChoice,
  SharedSecret,
  StaticHeaders,
  WebhookUrl,
} from '#shared/connections/destination.ts';
import { CertificateDetails } from '#shared/deliveries/delivery.ts';
import { Timestamp } from '#shared/kit/name.ts';
import type { ProviderProfile } from '#shared/profiles/profile.ts';
import { defaultProfileId, profileOf } from '#shared/profiles/profiles.ts';
import { secretProblem } from '#shared/profiles/secret.ts';
import { SignatureCause } from '#shared/signatures/signature.ts';
import {
  hasPlaceholders,
  messageIdPlaceholder,
  messageUrlProblem,
  placeholderForms,
} from './message-url.ts';

export const certificationGroups = ['time', 'accepts', 'rejects', 'repeats'] as const;
export type CertificationGroup = (typeof certificationGroups)[number];

export const certificationGroupTitles: Readonly<Record<CertificationGroup, string>> = {
  time: 'Responds in time',
  accepts: 'Accepts signed requests',
  rejects: 'Rejects invalid signatures',
  repeats: 'Duplicates and order',
};

/** All checks, in the order they run. */
export const certificationChecks = [
  { code: 'responds_in_time', group: 'time', title: 'Responds in time' },
  { code: 'ten_at_once', group: 'time', title: 'Responds to ten concurrent requests' },
  { code: 'reuse_connection', group: 'time', title: 'Responds on a reused connection' },
  { code: 'accept_track', group: 'accepts', title: 'Signed track message' },
  { code: 'accept_identify', group: 'accepts', title: 'Signed identify message' },
  { code: 'accept_page', group: 'accepts', title: 'Signed page message' },
  { code: 'accept_screen', group: 'accepts', title: 'Signed screen message' },
  { code: 'accept_group', group: 'accepts', title: 'Signed group message' },
  { code: 'accept_alias', group: 'accepts', title: 'Signed alias message' },
  { code: 'accept_delete', group: 'accepts', title: 'Signed deletion notice' },
  { code: 'accept_unicode', group: 'accepts', title: 'Non-ASCII text' },
  { code: 'accept_special_characters', group: 'accepts', title: 'Quotes, slashes, <, > and &' },
  { code: 'accept_empty_objects', group: 'accepts', title: 'Empty objects and arrays' },
  { code: 'accept_numbers', group: 'accepts', title: 'Numbers at the limits of double precision' },
  { code: 'accept_key_order', group: 'accepts', title: 'Unusual key order' },
  { code: 'accept_32_kb', group: 'accepts', title: '32 KB body' },
  {
    code: 'accept_raw_bytes',
    group: 'accepts',
    title: 'Bytes that change when re-serialized',
  },
  { code: 'accept_events', group: 'accepts', title: 'Sample events of the provider' },
  { code: 'accept_rotated', group: 'accepts', title: 'Signatures of two secrets' },
  { code: 'reject_unsigned', group: 'rejects', title: 'No signature' },
  { code: 'reject_empty', group: 'rejects', title: 'Empty signature' },
  { code: 'reject_wrong_secret', group: 'rejects', title: 'Signature with another secret' },
  { code: 'reject_empty_secret', group: 'rejects', title: 'Signature with an empty secret' },
  { code: 'reject_plain_hash', group: 'rejects', title: 'Hash without a secret' },
  { code: 'reject_zeros', group: 'rejects', title: 'Signature of zeros' },
  { code: 'reject_other_scheme', group: 'rejects', title: 'Signature with another algorithm' },
  { code: 'reject_other_body', group: 'rejects', title: 'Signature of another body' },
  { code: 'reject_tampered_body', group: 'rejects', title: 'Body with one byte changed' },
  { code: 'reject_stale', group: 'rejects', title: 'Old timestamp' },
  { code: 'reject_future', group: 'rejects', title: 'Timestamp in the future' },
  { code: 'reject_added_white_space', group: 'rejects', title: 'Body with a line break added' },
  { code: 'reject_truncated', group: 'rejects', title: 'Truncated signature' },
  { code: 'duplicate_accepted', group: 'repeats', title: 'Duplicate message accepted' },
  {
    code: 'duplicate_processed_once',
    group: 'repeats',
    title: 'Duplicate message processed once',
  },
  { code: 'out_of_order', group: 'repeats', title: 'Messages out of order' },
] as const satisfies readonly { code: string; group: CertificationGroup; title: string }[];

type CheckCode = (typeof certificationChecks)[number]['code'];

/** Of the bodies of messages. */
const messageChecks: readonly CheckCode[] = [
  ...certificationChecks
    .map(({ code }) => code)
    .filter(
      (code) =>
        code.startsWith('accept_') && !/_(events|rotated|raw_bytes|unicode|32_kb)$/.test(code),
    ),
  'out_of_order',
];
/** Of messages, and of events with an added member. */
const memberChecks: readonly CheckCode[] = ['accept_unicode', 'accept_32_kb', 'accept_raw_bytes'];
/** Of signed content. */
const contentChecks: readonly CheckCode[] = [
  'reject_other_body',
  'reject_tampered_body',
  'reject_added_white_space',
];

/** Of HMAC. */
const hmacChecks: readonly CheckCode[] = [
  'reject_empty_secret',
  'reject_plain_hash',
  'reject_other_scheme',
];

/** Whether a signature covers the body, and the body is JSON. */
export const verifiesJson = ({ signature, bodyHashParameter }: ProviderProfile): boolean =>
  signature.kind !== 'none' &&
  signature.kind !== 'token' &&
  (signature.content.includes('{body}') || bodyHashParameter !== null);

/** Whether a check has a meaning for a profile. */
function applies(code: CheckCode, profile: ProviderProfile): boolean {
  const { signature, tolerance, body, bodyHashParameter } = profile;
  const isContent = signature.kind !== 'none' && signature.kind !== 'token';
  if (messageChecks.includes(code)) return body !== 'payload';
  if (memberChecks.includes(code)) return body !== 'payload' || verifiesJson(profile);
  if (code === 'accept_events') return body === 'payload';
  if (code === 'accept_rotated') return isContent && signature.separator !== null;
  if (code === 'reject_stale') return isContent && tolerance.pastMs !== null;
  if (code === 'reject_future') return isContent && tolerance.futureMs !== null;
  if (code === 'reject_zeros') return signature.kind === 'ecdsa_p256';
  if (hmacChecks.includes(code)) return signature.kind === 'hmac';
  if (contentChecks.includes(code))
    return isContent && (/\{(body|form)\}/.test(signature.content) || bodyHashParameter !== null);
  return !code.startsWith('reject_') || signature.kind !== 'none';
}

/** The checks of a profile, in the order they run. */
export const checksOf = (profile: ProviderProfile) =>
  certificationChecks.filter(({ code }) => applies(code, profile));

const codes = certificationChecks.map(({ code }) => code);
export const CertificationCode = z.enum(codes, {
  error: ({ input }) => `Unknown check "${String(input)}". Use one of ${codes.join(', ')}.`,
});
export type CertificationCode = z.infer<typeof CertificationCode>;

/** Of a time limit, a rate limit and an overload: the receiver has not judged the request. */
export const busyStatuses: readonly (number | null)[] = [408, 429, 503];

export const isBusy = (status: number | null): boolean => busyStatuses.includes(status);

export const isRejection = (status: number | null): boolean =>
  status !== null && status >= 400 && status <= 499 && !isBusy(status);

const status = z
  .number({ error: 'A status must be a number.' })
  .int('A status must be a whole number.')
  .min(300, 'A status for rejection must be from 300 to 499.')
  .max(499, 'A status for rejection must be from 300 to 499.');

/** Asks a receiver about a message: its placeholders are replaced. */
export const LookupUrl = z
  .string({ error: 'Lookup URL must be a string.' })
  .superRefine((url, ctx) => {
    const problem = hasPlaceholders(url)
      ? messageUrlProblem(url)
      : `The lookup URL must be an http or https URL with ${placeholderForms}, such as http://127.0.0.1:3000/processed?id=${messageIdPlaceholder}.`;
    if (problem !== null) ctx.addIssue({ code: 'custom', message: problem });
  });

export const CertificationRequest = z
  .object({
    /** The receiver's webhook. */
    url: WebhookUrl,
    secret: SharedSecret,
    /** How requests are signed and judged. */
    profile: ProfileChoice.default(defaultProfileId),
    /** Static headers of every request. */
    headers: StaticHeaders.default({}),
    /** Statuses that count as rejected; any 4xx but 408 and 429 when absent. */
    expectReject: z
      .array(status)
      .min(1, 'Specify at least one status, or omit expectReject for any 4xx.')
      .max(100)
      .optional(),
    /** Responds to GET with how many times that message was processed: a number, or a list. */
    lookupUrl: LookupUrl.optional(),
    /** Checks to skip, each with a reason for the report. */
    skip: z
      .array(
        z.object({
          code: CertificationCode,
          reason: z
            .string({ error: 'Reason must be a string.' })
            .trim()
            .min(1, 'Reason is missing. Say why the check is skipped.')
            .max(500, 'Reason is too long: at most 500 characters.'),
        }),
      )
      .max(codes.length)
      .default([]),
  })
  .superRefine(({ secret, profile }, ctx) => {
    const { signature } = profileOf({ profile });
    const problem =
      secret === '' && signature.kind !== 'none'
        ? 'Shared secret is empty. Certification needs one.'
        : secretProblem(signature, secret);
    if (problem !== null) ctx.addIssue({ code: 'custom', path: ['secret'], message: problem });
  });
export type CertificationRequest = z.infer<typeof CertificationRequest>;

/**
 * `warned`: works, but should be fixed. `not_run`: an earlier check failed, or an option is missing.
 * `inconclusive`: this machine, or the receiver, was too busy for a judgment (D69).
 */
export const CertificationOutcome = z.enum([
  'passed',
  'warned',
  'failed',
  'skipped',
  'not_run',
  'inconclusive',
]);
export type CertificationOutcome = z.infer<typeof CertificationOutcome>;

/** Why a check about times is inconclusive. */
export const MachineBusy = z.object({
  code: z.literal('machine_busy'),
  /** How late Hookwright itself was in the last attempt. */
  delayMs: z.number(),
  /** How late it may be for the check to be judged. */
  toleranceMs: z.number(),
  tries: z.number().int(),
});
export type MachineBusy = z.infer<typeof MachineBusy>;

/** Why a check is inconclusive. */
export const InconclusiveCheck = z.discriminatedUnion('code', [
  MachineBusy,
  z.object({
    code: z.literal('receiver_busy'),
    /** 408, 429 or 503, which rejects no signature. */
    status: z.number().int(),
  }),
]);
export type InconclusiveCheck = z.infer<typeof InconclusiveCheck>;

/** Of a report. */
export const ReportedProfile = z.object({ id: z.string(), name: z.string() });

export const CertificationResult = z.object({
  code: CertificationCode,
  group: z.enum(certificationGroups),
  title: z.string(),
  outcome: CertificationOutcome,
  /** What was observed, or why it did not run. */
  message: z.string(),
  /** How the service would treat such a response; null if there is nothing to add. */
  note: z.string().nullable(),
  /** Why the receiver rejects signed requests, if its responses show it. Several causes apply together. */
  causes: z.array(SignatureCause.pick({ code: true, message: true, fix: true })).optional(),
  /** Only set if the check is inconclusive. */
  inconclusive: InconclusiveCheck.optional(),
  /** In the order of the requests; a status is null without a response. */
  responses: z.array(z.object({ status: z.number().int().nullable(), durationMs: z.number() })),
});
export type CertificationResult = z.infer<typeof CertificationResult>;

export const CertificationReport = z.object({
  /** How requests were signed and judged. */
  profile: ReportedProfile,
  /** Without its secrets. */
  url: z.string(),
  startedAt: Timestamp,
  /** False until all checks have run, and none failed or was inconclusive. */
  certified: z.boolean(),
  /** True once every check has its result. */
  complete: z.boolean(),
  counts: z.record(CertificationOutcome, z.number().int()),
  results: z.array(CertificationResult),
  /** The chain of a receiver whose certificate is not trusted, its own first. */
  certificates: z.array(CertificateDetails).optional(),
});
export type CertificationReport = z.infer<typeof CertificationReport>;
