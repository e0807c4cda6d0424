/** Certification of a sender: a receiver that judges its requests by a profile (D55). */
import { z } from 'zod';
import { fullUrl, ProfileChoice, SharedSecret } from '#shared/connections/destination.ts';
import { HeaderLines } from '#shared/ingestion/message.ts';
import { Timestamp } from '#shared/kit/name.ts';
import { minDelayMs, retryDelayMs } from '#shared/profiles/backoff.ts';
import type { ProfileClause, ProviderProfile } from '#shared/profiles/profile.ts';
import { backoffOf, defaultProfileId, isDocumented, profileOf } from '#shared/profiles/profiles.ts';
import { defaultRetryPolicy } from '#shared/profiles/retry-policy.ts';
import { publicKeyForm, secretProblem } from '#shared/profiles/secret.ts';
import { isDisabling, statusMeaning } from '#shared/profiles/status.ts';
import { MachineBusy, ReportedProfile } from './receiver.ts';

export const senderGroups = ['request', 'signature', 'identity', 'retries', 'connection'] as const;
type SenderGroup = (typeof senderGroups)[number];

export const senderGroupTitles: Readonly<Record<SenderGroup, string>> = {
  request: 'Requests',
  signature: 'Signatures',
  identity: 'Messages and duplicates',
  retries: 'Retries',
  connection: 'Connections',
};

interface CheckDefinition {
  readonly code: string;
  readonly group: SenderGroup;
  readonly title: string;
  /** The parts of the profile that it checks; none if it holds for every sender. */
  readonly parts: readonly ProfileClause[];
}

/** All checks, in the order of the report. */
export const senderChecks = [
  { code: 'method', group: 'request', title: 'POST to the exact URL', parts: [] },
  { code: 'headers', group: 'request', title: 'Documented headers', parts: ['headers'] },
  { code: 'header_hygiene', group: 'request', title: 'No duplicate or unsafe headers', parts: [] },
  { code: 'body', group: 'request', title: 'Body in the documented form', parts: ['body'] },
  {
    code: 'signature_first',
    group: 'signature',
    title: 'First attempts are signed',
    parts: ['signature'],
  },
  {
    code: 'signature_retry',
    group: 'signature',
    title: 'Retries are signed',
    parts: ['signature'],
  },
  { code: 'timestamp', group: 'signature', title: 'Current timestamp', parts: ['tolerance'] },
  {
    code: 'rotation',
    group: 'signature',
    title: 'Signed with both secrets during rotation',
    parts: ['rotation'],
  },
  {
    code: 'distinct_ids',
    group: 'identity',
    title: 'Different messages, different IDs',
    parts: ['headers'],
  },
  { code: 'same_id', group: 'identity', title: 'Retries keep the ID', parts: ['headers'] },
  { code: 'same_body', group: 'identity', title: 'Retries keep the body', parts: [] },
  { code: 'duplicates', group: 'identity', title: 'Nothing sent after a success', parts: [] },
  {
    code: 'slow_success',
    group: 'identity',
    title: 'Nothing sent again after a slow success',
    parts: ['time_limit'],
  },
  { code: 'order', group: 'identity', title: 'Messages in order', parts: [] },
  {
    code: 'retry_server_error',
    group: 'retries',
    title: 'Retries of server errors',
    parts: ['success'],
  },
  {
    code: 'retry_client_error',
    group: 'retries',
    title: 'Retries of client errors',
    parts: ['success'],
  },
  {
    code: 'retry_connection_error',
    group: 'retries',
    title: 'Retries of reset connections',
    parts: ['retries'],
  },
  { code: 'retry_timeout', group: 'retries', title: 'Retries of timeouts', parts: ['retries'] },
  { code: 'backoff', group: 'retries', title: 'Delays between attempts', parts: ['retry_delays'] },
  { code: 'jitter', group: 'retries', title: 'Delays vary at random', parts: ['retry_delays'] },
  {
    code: 'retry_after',
    group: 'retries',
    title: 'Retry-After in seconds',
    parts: ['retry_after'],
  },
  {
    code: 'retry_after_date',
    group: 'retries',
    title: 'Retry-After as a date',
    parts: ['retry_after'],
  },
  {
    code: 'gives_up',
    group: 'retries',
    title: 'Number of attempts',
    parts: ['retry_count', 'retry_window'],
  },
  {
    code: 'restart',
    group: 'retries',
    title: 'Retries after a restart of the sender',
    parts: ['retries'],
  },
  { code: 'disabling', group: 'retries', title: 'Stops when disabled', parts: ['disabling'] },
  { code: 'time_limit', group: 'connection', title: 'Response timeout', parts: ['time_limit'] },
  { code: 'redirects', group: 'connection', title: 'Redirects', parts: ['redirects'] },
  { code: 'tls_expired', group: 'connection', title: 'Expired certificate', parts: [] },
  {
    code: 'tls_wrong_host',
    group: 'connection',
    title: 'Certificate of another host',
    parts: [],
  },
  { code: 'tls_self_signed', group: 'connection', title: 'Self-signed certificate', parts: [] },
] as const satisfies readonly CheckDefinition[];

const codes = senderChecks.map(({ code }) => code);
export const SenderCheck = z.enum(codes, {
  error: ({ input }) => `Unknown check "${String(input)}". Use one of ${codes.join(', ')}.`,
});
export type SenderCheck = z.infer<typeof SenderCheck>;

const sendsPlaceholder = ({ signature, headers }: ProviderProfile, placeholder: string): boolean =>
  headers.some(([, template]) => template.includes(placeholder)) ||
  ('value' in signature && signature.value.includes(placeholder));

/** Whether delays have a random part. */
function hasJitter(profile: ProviderProfile): boolean {
  const backoff = backoffOf({ profile, retry: defaultRetryPolicy });
  return retryDelayMs(backoff, 1, 0) !== retryDelayMs(backoff, 1, 1);
}

/** Whether a check applies to a profile. */
function applies(code: SenderCheck, profile: ProviderProfile): boolean {
  const { signature, retries, disabling, ordered } = profile;
  const isSigned = signature.kind !== 'none';
  const isRetried = retries.kind !== 'none';
  switch (code) {
    case 'signature_first':
      return isSigned;
    case 'signature_retry':
      return isSigned && isRetried;
    case 'timestamp':
      return sendsPlaceholder(profile, '{timestamp}');
    case 'rotation':
      return 'separator' in signature && signature.separator !== null;
    case 'distinct_ids':
      return sendsPlaceholder(profile, '{id}');
    case 'same_id':
      return isRetried && sendsPlaceholder(profile, '{id}');
    case 'order':
      return ordered;
    case 'same_body':
    case 'restart':
    case 'retry_after':
    case 'retry_after_date':
      return isRetried;
    // Where nothing is documented, any delay and number is right.
    case 'backoff':
      return isRetried && isDocumented(profile, 'retry_delays');
    case 'jitter':
      return isRetried && isDocumented(profile, 'retry_delays') && hasJitter(profile);
    case 'gives_up':
      return (
        isRetried && (isDocumented(profile, 'retry_count') || isDocumented(profile, 'retry_window'))
      );
    case 'disabling':
      return isRetried && (disabling?.statuses.length ?? 0) > 0;
    default:
      return true;
  }
}

/** The checks of a profile, in the order of the report. Only a command of the user restarts the sender. */
export const senderChecksOf = (profile: ProviderProfile, canRestart = false) =>
  senderChecks.filter(({ code }) => applies(code, profile) && (code !== 'restart' || canRestart));

/** Failures whose retries show if delays are random, for profiles that retry few of the other failures. */
export const extraFailures = [
  'fails_once',
  'fails_once_2',
  'fails_once_3',
  'fails_once_4',
  'fails_once_5',
  'fails_once_6',
] as const;

/** How the receiver responds to the attempts of one message. */
export const SenderCase = z.enum([
  'accept',
  'server_error',
  'client_error',
  'rate_limit',
  'rate_limit_date',
  'reset',
  'no_response',
  'slow_accept',
  'redirect',
  'redirect_307',
  'redirect_308',
  ...extraFailures,
  'gone',
  'restart',
]);
export type SenderCase = z.infer<typeof SenderCase>;

/** As many delays of the same retry as the check of random delays needs if the sender's clock is set. */
const minDelays = 7;

/** The first response to extra failures: some providers retry no response of a server, but a lost connection. */
export const retriedStatusOf = (profile: ProviderProfile): number | null =>
  statusMeaning(profile, 500) === 'retried' ? 500 : null;

/** How many of the other failures are followed by a delay of the same range as that after an extra one. */
function similarFailures(profile: ProviderProfile): number {
  const minAfter = (status: number | null): number =>
    minDelayMs(profile, { status, isTimeout: false });
  const redirects = profile.redirects === 'followed' ? [] : [302, 307, 308];
  const statuses = [500, 400, ...redirects].filter(
    (status) => statusMeaning(profile, status) === 'retried' && !isDisabling(profile, status),
  );
  const minMs = minAfter(retriedStatusOf(profile));
  return [...statuses, null].filter((status) => minAfter(status) === minMs).length;
}

export const isExtraFailure = (name: SenderCase | null): boolean =>
  extraFailures.some((extra) => extra === name);

const extraFailuresOf = (profile: ProviderProfile): readonly SenderCase[] =>
  applies('jitter', profile)
    ? extraFailures.slice(0, Math.max(0, minDelays - similarFailures(profile)))
    : [];

/** Cases for checks that apply only to some profiles. */
const checkOfCase: Partial<Record<SenderCase, SenderCheck>> = {
  rate_limit: 'retry_after',
  rate_limit_date: 'retry_after_date',
  gone: 'disabling',
};

/** One message each, in this order, except for a restart. `gone` has a URL of its own, since the sender may disable it. */
export function casesOf(profile: ProviderProfile): readonly SenderCase[] {
  const extra = extraFailuresOf(profile);
  return SenderCase.options.filter((name) => {
    const check = checkOfCase[name];
    if (name === 'restart') return false;
    if (isExtraFailure(name)) return extra.includes(name);
    return check === undefined || applies(check, profile);
  });
}

/** Certificates that a sender must not trust, and a valid one for comparison. */
export const senderCertificates = ['good', 'expired', 'wrong_host', 'self_signed'] as const;
export type SenderCertificate = (typeof senderCertificates)[number];

/** A URL each. */
export const senderTargets = ['webhook', 'gone', ...senderCertificates] as const;

export const maxTimeLimits = { minMs: 1_000, maxMs: 86_400_000 } as const;

/** A minute, five if the sender's clock is set step by step, or ten for people who send each message themselves. */
export function maxTimeOf({
  maxTimeMs,
  triggerUrl,
  clockUrl,
}: Pick<SenderCertificationRequest, 'maxTimeMs' | 'triggerUrl' | 'clockUrl'>): number {
  if (maxTimeMs !== undefined) return maxTimeMs;
  if (triggerUrl === undefined) return 600_000;
  return clockUrl === undefined ? 60_000 : 300_000;
}

export const SenderCertificationRequest = z
  .object({
    /** Profile to check the sender against. */
    profile: ProfileChoice.default(defaultProfileId),
    /** The secret that the sender signs with, or its public key. */
    secret: SharedSecret.default(''),
    /** During rotation, the sender signs with this secret too. */
    previousSecret: SharedSecret.optional(),
    /** Hookwright sends this URL a POST with `{ url, marker }`, and the sender then sends one message. */
    triggerUrl: fullUrl('Trigger URL').optional(),
    /** Hookwright sends this URL a POST with `{ now }`, an ISO 8601 time, to set the sender's clock. */
    clockUrl: fullUrl('Clock URL').optional(),
    /** Port of the webhook URL; 0 for a free one. */
    port: z
      .int({ error: 'Port must be a whole number.' })
      .min(0, 'Port must be from 0 to 65535.')
      .max(65_535, 'Port must be from 0 to 65535.')
      .default(0),
    /** First of four consecutive ports of the URLs with certificates; 0 for free ones. */
    tlsPort: z
      .int({ error: 'HTTPS port must be a whole number.' })
      .min(0, 'HTTPS port must be from 0 to 65532.')
      .max(65_532, 'HTTPS port must be from 0 to 65532.')
      .default(0),
    /** Ends after this long in real time, by default after 1 min, 5 min with a clock, or 10 min without a trigger. */
    maxTimeMs: z
      .int({ error: 'Maximum time must be a whole number of milliseconds.' })
      .min(maxTimeLimits.minMs, 'Maximum time must be at least 1 s.')
      .max(maxTimeLimits.maxMs, 'Maximum time must be at most 24 h.')
      .optional(),
    /** Checks to skip, each with a reason for the report. */
    skip: z
      .array(
        z.object({
          code: SenderCheck,
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
  .superRefine(({ secret, previousSecret, profile }, ctx) => {
    const { signature } = profileOf({ profile });
    const keyForm = publicKeyForm(signature);
    const noun = keyForm === null ? 'Secret' : 'Public key';
    const fix = `Enter the ${noun.toLowerCase()} of the sender.`;
    /** The whole form, since a key of another kind may have the right encoding. */
    const keyProblem = (problem: string | null): string | null =>
      problem === null || keyForm === null ? problem : `${noun} must be ${keyForm}. ${fix}`;
    const problems = {
      secret:
        secret === '' && signature.kind !== 'none'
          ? `${noun} is empty. ${fix}`
          : keyProblem(secretProblem(signature, secret, noun, fix)),
      previousSecret:
        previousSecret === undefined
          ? null
          : secretProblem(signature, previousSecret, 'Previous secret', fix),
    };
    for (const [field, message] of Object.entries(problems))
      if (message !== null) ctx.addIssue({ code: 'custom', path: [field], message });
  });
export type SenderCertificationRequest = z.infer<typeof SenderCertificationRequest>;

/**
 * `warned`: should be fixed, or differs from what we assume where the provider documents nothing.
 * `not_observed`: the sender did not show it in time. `inconclusive`: this machine was too busy for a
 * judgment (D69).
 */
export const SenderOutcome = z.enum([
  'passed',
  'warned',
  'failed',
  'skipped',
  'not_observed',
  'inconclusive',
]);
export type SenderOutcome = z.infer<typeof SenderOutcome>;

/** One attempt that shows a check. */
export const SenderEvidence = z.object({
  /** Number of the message, from 1; null for a connection without a request. */
  message: z.number().int().nullable(),
  /** Number of the attempt, from 1. */
  attempt: z.number().int().nullable(),
  text: z.string(),
  /** How the body differs from that of the first attempt, around the first different byte. */
  difference: z
    .object({ expected: z.string(), found: z.string(), offset: z.number().int() })
    .nullable(),
});
export type SenderEvidence = z.infer<typeof SenderEvidence>;

export const SenderResult = z.object({
  code: SenderCheck,
  group: z.enum(senderGroups),
  title: z.string(),
  outcome: SenderOutcome,
  /**
   * `general`: holds for every sender. A difference is a warning if the check is `recommended`, or `undocumented`:
   * then the provider says nothing.
   */
  basis: z.enum(['documented', 'recommended', 'undocumented', 'general']),
  /** What was expected and observed, or what is missing. */
  message: z.string(),
  /** Only set if the check is inconclusive. */
  inconclusive: MachineBusy.optional(),
  evidence: z.array(SenderEvidence),
});
export type SenderResult = z.infer<typeof SenderResult>;

export const SenderAttempt = z.object({
  /** Time since the first request, on the sender's clock. */
  atMs: z.number(),
  method: z.string(),
  /** How the receiver responded; null for a reset connection or no response. */
  status: z.number().int().nullable(),
  bodyBytes: z.number().int(),
  signature: z.enum(['match', 'mismatch', 'missing', 'not_checked']).nullable(),
  /** Without secrets, and only the start of long values; null beyond the first 100 requests. */
  request: z
    .object({
      url: z.string(),
      headers: HeaderLines,
      body: z.string(),
      isBodyCut: z.boolean(),
    })
    .nullable(),
});

export const SenderMessage = z.object({
  number: z.number().int(),
  /** Null for messages beyond those needed. */
  case: SenderCase.nullable(),
  attempts: z.array(SenderAttempt),
});
export type SenderMessage = z.infer<typeof SenderMessage>;

export const SenderTarget = z.object({
  /**
   * `gone`: responds as a disabled endpoint, for profiles with disabling. The others have certificates of
   * the development CA, all but `good` invalid; none of them without a CA.
   */
  name: z.enum(senderTargets),
  url: z.string(),
  /** Messages, or connections for URLs with certificates. */
  needed: z.number().int(),
  received: z.number().int(),
});
export type SenderTarget = z.infer<typeof SenderTarget>;

export const SenderReport = z.object({
  profile: ReportedProfile,
  /** URL that the sender must send to. */
  url: z.string(),
  /** All URLs that the sender must send to, in order. */
  targets: z.array(SenderTarget),
  startedAt: Timestamp,
  /** The latest time at which the certification ends. */
  endsAt: Timestamp,
  /** Real time since the start. */
  durationMs: z.number(),
  /** Progress of the trigger; null without one. */
  trigger: z
    .object({
      sent: z.number().int(),
      total: z.number().int(),
      /** Why the trigger can't be reached, while it is tried again. */
      problem: z.string().nullable(),
    })
    .nullable(),
  complete: z.boolean(),
  /**
   * `incomplete`: nothing failed, but not everything was observed. `inconclusive`: nothing failed, but
   * this machine was too busy for a judgment.
   */
  verdict: z.enum(['certified', 'failed', 'incomplete', 'inconclusive']),
  counts: z.record(SenderOutcome, z.number().int()),
  /** Messages that the sender still has to send. */
  messagesNeeded: z.number().int(),
  /** Requests of a browser, which are ignored: a web page is not the sender. */
  browserRequests: z.number().int(),
  results: z.array(SenderResult),
  messages: z.array(SenderMessage),
});
export type SenderReport = z.infer<typeof SenderReport>;
