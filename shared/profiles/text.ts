/** Text for provider profiles (D55). */
import { formatDuration } from '#shared/kit/duration.ts';
import type { ProfileClause, ProviderProfile, RetrySchedule, SignatureScheme } from './profile.ts';
import { defaultRetryPolicy } from './retry-policy.ts';

export const clauseLabels: Readonly<Record<ProfileClause, string>> = {
  signature: 'Signature',
  rotation: 'Rotation',
  tolerance: 'Timestamp tolerance',
  headers: 'Headers',
  time_limit: 'Time limit',
  success: 'Success',
  redirects: 'Redirects',
  retries: 'Retries',
  retry_count: 'Number of retries',
  retry_window: 'Retry window',
  retry_cap: 'Longest delay',
  retry_delays: 'Delays',
  retry_after: 'Retry-After',
  disabling: 'Disabling',
  body: 'Body',
};

const partLabels: Readonly<Record<string, string>> = {
  id: 'ID',
  timestamp: 'timestamp',
  method: 'method',
  url: 'URL',
  body: 'body',
  form: 'form fields',
};

const listed = (parts: readonly string[]): string =>
  parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;

/** By the hash of an HMAC, or by the kind of another algorithm. */
export const algorithmNames: Readonly<
  Record<'sha1' | 'sha256' | 'sha512' | 'hmac' | 'ed25519' | 'ecdsa_p256', string>
> = {
  sha1: 'HMAC-SHA1',
  sha256: 'HMAC-SHA256',
  sha512: 'HMAC-SHA512',
  hmac: 'HMAC',
  ed25519: 'Ed25519',
  ecdsa_p256: 'ECDSA P-256',
};

type Computed = Exclude<SignatureScheme, { readonly kind: 'none' | 'token' }>;

export const algorithmLabel = (scheme: Computed): string =>
  algorithmNames[scheme.kind === 'hmac' ? scheme.hash : scheme.kind];

/** How and over what it is computed, such as "HMAC-SHA1 of the body". */
export function signatureLabel(scheme: SignatureScheme): string {
  if (scheme.kind === 'none') return 'None';
  if (scheme.kind === 'token') return `The secret itself, in ${scheme.header}`;
  const parts = [...scheme.content.matchAll(/\{(\w+)\}/g)].map(
    ([, name = '']) => partLabels[name] ?? name,
  );
  return `${algorithmLabel(scheme)} of the ${listed(parts)}`;
}

interface ProfileFact {
  readonly clause: ProfileClause;
  readonly text: string;
}

const percent = (part: number): string => `${Math.round(part * 100)} %`;

function jitterLabel({ minus, plus }: { readonly minus: number; readonly plus: number }): string {
  if (minus === plus) return minus === 0 ? '' : `, ± ${percent(minus)}`;
  return [
    minus === 0 ? '' : `, up to ${percent(minus)} shorter`,
    plus === 0 ? '' : `, up to ${percent(plus)} longer`,
  ].join('');
}

function delaysLabel(retries: Exclude<RetrySchedule, { readonly kind: 'none' }>): string {
  const jitter = jitterLabel(retries.jitter);
  if (retries.kind === 'delays')
    return `After ${listed(retries.delaysMs.map(formatDuration))}${jitter}`;
  const { baseMs, factor } = retries;
  return factor === 1
    ? `Every ${formatDuration(baseMs)}${jitter}`
    : `After ${formatDuration(baseMs)}, then ${factor} times as long${jitter}`;
}

function minDelayLabel(minDelay: ProviderProfile['minDelay']): string {
  if (minDelay === null) return '';
  const { delayMs, afterTimeout, afterStatuses } = minDelay;
  const failures = [...(afterTimeout ? ['timeouts'] : []), ...afterStatuses];
  return `; at least ${formatDuration(delayMs)} after ${listed(failures)}`;
}

/** The policy of a destination as a schedule. */
const defaultSchedule: RetrySchedule = {
  kind: 'exponential',
  factor: 2,
  ...{ baseMs: defaultRetryPolicy.baseMs, capMs: defaultRetryPolicy.capMs },
  jitter: { minus: defaultRetryPolicy.jitter, plus: 0 },
  ...{ maxAttempts: null, windowMs: defaultRetryPolicy.windowMs, windowLimits: 'attempts' },
};

function scheduleFacts(schedule: RetrySchedule, profile: ProviderProfile): readonly ProfileFact[] {
  if (schedule.kind === 'none') return [];
  const delays = `${delaysLabel(schedule)}${minDelayLabel(profile.minDelay)}`;
  if (schedule.kind === 'delays')
    return [
      { clause: 'retry_count', text: String(schedule.delaysMs.length) },
      { clause: 'retry_delays', text: delays },
    ];
  const { maxAttempts, windowMs, windowLimits, factor, capMs } = schedule;
  const facts: readonly (ProfileFact | false)[] = [
    maxAttempts !== null && { clause: 'retry_count', text: String(maxAttempts - 1) },
    windowMs !== null && {
      clause: 'retry_window',
      text:
        windowLimits === 'attempts'
          ? formatDuration(windowMs)
          : `Until a failure after ${formatDuration(windowMs)}`,
    },
    factor !== 1 && { clause: 'retry_cap', text: formatDuration(capMs) },
    { clause: 'retry_delays', text: delays },
  ];
  return facts.filter((fact) => fact !== false);
}

function retryFacts(profile: ProviderProfile): readonly ProfileFact[] {
  const { retries, timeouts } = profile;
  if (retries.kind === 'destination')
    return [
      { clause: 'retries', text: 'As set for the destination' },
      ...scheduleFacts(defaultSchedule, profile).map(({ clause, text }) => ({
        clause,
        text: `${text} by default`,
      })),
    ];
  if (retries.kind === 'none') return [{ clause: 'retries', text: 'None' }];
  const text = timeouts === 'retried' ? 'Yes' : 'Yes, but not after timeouts';
  return [{ clause: 'retries', text }, ...scheduleFacts(retries, profile)];
}

const retryAfterLabels: Readonly<Record<ProviderProfile['retryAfter'], string>> = {
  ignored: 'Ignored',
  honored: 'Honored',
  clamped: 'Honored up to twice the planned delay',
};

const bodyLabels: Readonly<Record<ProviderProfile['body'], string>> = {
  message: 'The message',
  envelope: 'Type, timestamp, and the message as data',
  payload: "The provider's own events",
};

function successLabel({
  accepted,
  notRetried,
  retried,
  others,
}: ProviderProfile['success']): string {
  const exceptions = [
    others === 'final' && `${listed(accepted)}; all but ${listed(retried)} not retried`,
    others === 'retried' && listed(accepted),
  ].filter((text) => text !== false);
  const dropped = notRetried.length === 0 ? '' : `; ${listed(notRetried)} not retried`;
  const kept = others === 'retried' && retried.length > 0 ? ` except ${listed(retried)}` : '';
  return `${exceptions.join('')}${dropped}${kept}`;
}

function toleranceLabel({ pastMs, futureMs }: ProviderProfile['tolerance']): string {
  if (pastMs === null && futureMs === null) return 'None';
  if (pastMs === futureMs) return `${formatDuration(pastMs ?? 0)} either way`;
  return pastMs === null
    ? `${formatDuration(futureMs ?? 0)} ahead`
    : `${formatDuration(pastMs)} in the past`;
}

/** After which responses a destination is disabled. */
function disablingLabel(disabling: ProviderProfile['disabling']): string {
  if (disabling === null) return 'Never';
  const { statuses, consecutiveFailures, failingForMs } = disabling;
  const reasons = [
    ...(statuses.length === 0 ? [] : [`a ${listed(statuses)}`]),
    ...(consecutiveFailures === null ? [] : [`${consecutiveFailures} failures in a row`]),
    ...(failingForMs === null ? [] : [`${formatDuration(failingForMs)} without a success`]),
  ];
  return `After ${reasons.join(' or ')}`;
}

const timeLimitLabel = ({ timeLimitMs, timeLimitMaxMs }: ProviderProfile): string =>
  timeLimitMaxMs === null
    ? formatDuration(timeLimitMs)
    : `${formatDuration(timeLimitMs)} to ${formatDuration(timeLimitMaxMs)}`;

const redirectsLabel = ({ redirects, maxRedirects }: ProviderProfile): string =>
  redirects === 'failed'
    ? 'Not followed'
    : maxRedirects === null
      ? 'Followed'
      : `Up to ${maxRedirects} followed`;

/** Those that differ between providers. */
const headersLabel = ({ headers }: ProviderProfile): string => {
  const names = headers
    .map(([name]) => name)
    .filter((name) => !['user-agent', 'content-type'].includes(name.toLowerCase()));
  return names.length === 0 ? 'None of its own' : listed(names);
};

function rotationFacts({ signature }: ProviderProfile): readonly ProfileFact[] {
  if (!('separator' in signature)) return [];
  const text = signature.separator === null ? 'One signature' : 'A signature with each secret';
  return [{ clause: 'rotation', text }];
}

const batchLabel = ({ signature }: ProviderProfile): string =>
  'batches' in signature && signature.batches === 'first_item'
    ? '; of a batch, only of its first item'
    : '';

/** What the provider does, by clause. */
export const profileFacts = (profile: ProviderProfile): readonly ProfileFact[] => [
  { clause: 'signature', text: `${signatureLabel(profile.signature)}${batchLabel(profile)}` },
  ...rotationFacts(profile),
  { clause: 'tolerance', text: toleranceLabel(profile.tolerance) },
  { clause: 'headers', text: headersLabel(profile) },
  { clause: 'time_limit', text: timeLimitLabel(profile) },
  { clause: 'success', text: successLabel(profile.success) },
  { clause: 'redirects', text: redirectsLabel(profile) },
  ...retryFacts(profile),
  { clause: 'retry_after', text: retryAfterLabels[profile.retryAfter] },
  { clause: 'disabling', text: disablingLabel(profile.disabling) },
  {
    clause: 'body',
    text:
      profile.attemptField === null
        ? bodyLabels[profile.body]
        : `${bodyLabels[profile.body]}, with the attempt in ${profile.attemptField}`,
  },
];
