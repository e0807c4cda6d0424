/** What the certification of a sender checks, and the messages that show it, by the sender's profile (D55). */
import { z } from 'zod';
import { minDelayMs, retryDelayMs } from '#shared/profiles/backoff.ts';
import type { ProfileClause, ProviderProfile } from '#shared/profiles/profile.ts';
import { backoffOf, isDocumented } from '#shared/profiles/profiles.ts';
import { defaultRetryPolicy } from '#shared/profiles/retry-policy.ts';
import { isDisabling, statusMeaning } from '#shared/profiles/status.ts';

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
