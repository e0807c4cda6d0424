/** Text for provider profiles (D55). */
import { formatDuration } from '../lib/duration.ts';
import type {
  ProfileClause,
  ProviderProfile,
  RetrySchedule,
  SignatureScheme,
} from '../schemas/profile.ts';

export const clauseLabels: Readonly<Record<ProfileClause, string>> = {
  signature: 'Signature',
  rotation: 'Rotation',
  tolerance: 'Timestamp tolerance',
  headers: 'Headers',
  time_limit: 'Time limit',
  success: 'Success',
  redirects: 'Redirects',
  retries: 'Retries',
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

function retriesLabel(retries: RetrySchedule | { readonly kind: 'destination' }): string {
  switch (retries.kind) {
    case 'none':
      return 'None';
    case 'destination':
      return 'As set for the destination';
    case 'delays':
      return `${retries.delaysMs.length}: after ${listed(retries.delaysMs.map(formatDuration))}`;
    case 'exponential': {
      const { baseMs, factor, capMs, maxAttempts, windowMs } = retries;
      const growth =
        factor === 1
          ? `every ${formatDuration(baseMs)}`
          : `after ${formatDuration(baseMs)}, then ${factor} times as long, up to ${formatDuration(capMs)}`;
      const count = maxAttempts === null ? '' : `, ${maxAttempts - 1} at most`;
      return `${growth}${count}${windowMs === null ? '' : `, for ${formatDuration(windowMs)}`}`;
    }
  }
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
  delivered,
  notRetried,
  retried,
  others,
}: ProviderProfile['success']): string {
  const exceptions = [
    others === 'delivered' && `all but ${listed(retried)}`,
    others === 'retried' && listed(delivered),
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
  const { statuses, consecutiveFailures } = disabling;
  const reasons = [
    ...(statuses.length === 0 ? [] : [`a ${listed(statuses)}`]),
    ...(consecutiveFailures === null ? [] : [`${consecutiveFailures} failures in a row`]),
  ];
  return `After ${reasons.join(' or ')}`;
}

/** What a destination with the profile does, by clause. */
export const profileFacts = (
  profile: ProviderProfile,
): readonly { readonly clause: ProfileClause; readonly text: string }[] => [
  { clause: 'signature', text: signatureLabel(profile.signature) },
  { clause: 'tolerance', text: toleranceLabel(profile.tolerance) },
  { clause: 'time_limit', text: formatDuration(profile.timeLimitMs) },
  { clause: 'success', text: successLabel(profile.success) },
  { clause: 'retries', text: retriesLabel(profile.retries) },
  { clause: 'retry_after', text: retryAfterLabels[profile.retryAfter] },
  { clause: 'disabling', text: disablingLabel(profile.disabling) },
  { clause: 'body', text: bodyLabels[profile.body] },
];
