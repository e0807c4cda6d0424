/** Fixes for receivers of a provider's webhooks, in no particular language: they depend on the profile. */
import { algorithmLabel } from '#shared/labels/profiles.ts';
import { formatDuration } from '#shared/lib/duration.ts';
import type { ProviderProfile } from '#shared/schemas/profile.ts';
import type { ContentScheme } from '../routing/profile-signature.ts';
import { type FixName, fixFor } from './fixes.ts';

export type ProfileFixName =
  | FixName
  | 'signed_content'
  | 'request_url'
  | 'form_fields'
  | 'timestamp_value'
  | 'batch'
  | 'sender_signs'
  | 'header_name'
  | 'id_header'
  | 'tolerance'
  | 'body_hash';

const encodings = { hex: 'lowercase hexadecimal', base64: 'base64' } as const;

const schemeOf = ({ signature }: ProviderProfile): ContentScheme | null =>
  signature.kind === 'none' || signature.kind === 'token' ? null : signature;

const headerOf = ({ signature }: ProviderProfile): string =>
  signature.kind === 'none' ? '' : signature.header;

function keyText(profile: ProviderProfile): string {
  const scheme = schemeOf(profile);
  if (scheme === null || scheme.keyForm === 'text') return fixFor('secret_bytes', undefined);
  const prefix = scheme.keyPrefix === '' ? '' : `remove "${scheme.keyPrefix}", then `;
  const name = scheme.keyForm === 'hex' ? 'hexadecimal' : 'base64';
  const text = `${prefix}decode the secret from ${name}, and use the bytes as the key.`;
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}

function toleranceText({ tolerance: { pastMs, futureMs } }: ProviderProfile): string {
  const limit = formatDuration(Math.max(pastMs ?? 0, futureMs ?? 0));
  return `Verify each request when it arrives, and allow a difference of ${limit}. Synchronize both clocks with NTP, and sign every attempt again with its own timestamp.`;
}

const ofProfile: Partial<Record<ProfileFixName, (profile: ProviderProfile) => string>> = {
  secret_bytes: keyText,
  sha1: (profile) => {
    const scheme = schemeOf(profile);
    return scheme === null ? '' : `Compute an ${algorithmLabel(scheme)}.`;
  },
  keyed_hash: (profile) => {
    const scheme = schemeOf(profile);
    return scheme === null
      ? ''
      : `Compute an ${algorithmLabel(scheme)} with the secret as the key and ${scheme.content} as the data.`;
  },
  hex: (profile) => `Write the digest as ${encodings[schemeOf(profile)?.encoding ?? 'hex']}.`,
  whole_header: (profile) => {
    const scheme = schemeOf(profile);
    const form = scheme?.value.replace('{signatures}', scheme.entry) ?? '';
    return `Read the signature from ${headerOf(profile)}, which has the form ${form}. Compare in constant time.`;
  },
  signed_content: (profile) =>
    `Sign ${schemeOf(profile)?.content ?? ''}, with the values of the headers exactly as received.`,
  request_url: () =>
    "Use the URL exactly as entered in the provider's settings: scheme, host, port, path and query. Behind a proxy, take it from your configuration.",
  form_fields: () =>
    'Decode the fields of the form, sort them by name, and append each name and value without separators.',
  timestamp_value: (profile) => {
    const inHeader = profile.headers.find(([, template]) => template.includes('{timestamp}'));
    return `Use the timestamp exactly as in ${inHeader?.[0] ?? headerOf(profile)}, as text.`;
  },
  batch: () => 'For a batch, verify the signature of its first event, serialized again.',
  sender_signs: (profile) =>
    `Set a secret in the sender, and check that proxies and middleware keep ${headerOf(profile)}.`,
  header_name: (profile) =>
    `Read ${headerOf(profile)}, or verify with the profile that the sender uses.`,
  id_header: (profile) =>
    `Check that proxies and middleware keep ${profile.headers
      .filter(([, template]) => /\{(?:id|timestamp)\}/.test(template))
      .map(([name]) => name)
      .join(' and ')}.`,
  tolerance: toleranceText,
  body_hash: ({ bodyHashParameter }) =>
    `Verify the body as it arrived: its SHA-256 in hexadecimal must equal the URL parameter ${bodyHashParameter ?? ''}.`,
};

/** Texts of the specification name its header and hash, so only those without a language are shared. */
export const profileFix = (name: ProfileFixName, profile: ProviderProfile): string =>
  ofProfile[name]?.(profile) ?? fixFor(name as FixName, undefined);
