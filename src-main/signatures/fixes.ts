/** How to fix each mistake: by the profile, and in the receiver's language where that says more. */
import { formatDuration } from '#shared/kit/duration.ts';
import type { ProviderProfile } from '#shared/profiles/profile.ts';
import { algorithmLabel } from '#shared/profiles/text.ts';
import type { Language } from '#shared/signatures/signature.ts';
import { languages } from '#shared/signatures/snippets/languages.ts';
import type { LanguageFix } from '#shared/signatures/snippets/snippet.ts';
import type { ContentScheme } from './signing/profile-signature.ts';

/** What sentences depend on. */
export interface Wording {
  /** Who computed the signature. */
  readonly who: 'receiver' | 'sender';
  readonly profile: ProviderProfile;
}

const encodings = { hex: 'lowercase hexadecimal', base64: 'base64' } as const;

const schemeOf = ({ signature }: ProviderProfile): ContentScheme | null =>
  signature.kind === 'none' || signature.kind === 'token' ? null : signature;

export const headerName = ({ signature }: ProviderProfile): string =>
  signature.kind === 'none' ? '' : signature.header;

/** Such as `t=…,v1=…`; `…` if the header holds the bare digest. */
export function headerFormat(profile: ProviderProfile): string {
  const scheme = schemeOf(profile);
  if (scheme === null) return '…';
  const fill = (text: string): string => text.replaceAll(/\{(?:signature|timestamp)\}/g, '…');
  return fill(scheme.value.replace('{signatures}', scheme.entry));
}

/** What a header with the signature holds. */
export const encodingName = (profile: ProviderProfile): string =>
  encodings[schemeOf(profile)?.encoding ?? 'hex'];

const signedParts = (profile: ProviderProfile): string => {
  const content = schemeOf(profile)?.content ?? '{body}';
  return content === '{body}' ? 'the body' : content;
};

const algorithm = (profile: ProviderProfile): string => {
  const scheme = schemeOf(profile);
  return scheme === null ? 'HMAC' : algorithmLabel(scheme);
};

function keyText(profile: ProviderProfile): string {
  const scheme = schemeOf(profile);
  if (scheme === null || scheme.keyForm === 'text')
    return "The key is the secret's text as UTF-8. Don't decode or encode it in any other way.";
  const name = scheme.keyForm === 'hex' ? 'hexadecimal' : 'base64';
  const decode = `ecode the secret from ${name}, and use the bytes as the key.`;
  return scheme.keyPrefix === '' ? `D${decode}` : `Remove "${scheme.keyPrefix}", then d${decode}`;
}

function toleranceText({ tolerance: { pastMs, futureMs } }: ProviderProfile): string {
  const limit = formatDuration(Math.max(pastMs ?? 0, futureMs ?? 0));
  return `Verify each request when it arrives, and allow a difference of ${limit}. Synchronize both clocks with NTP, and sign every attempt again with its own timestamp.`;
}

type Text = (profile: ProviderProfile) => string;

const fixes = {
  raw_body: () =>
    'Hash the bytes of the request body exactly as they arrived, before parsing or decoding them.',
  exact_secret: () =>
    'Use the shared secret exactly as set in the destination, without adding or removing characters.',
  secret_bytes: keyText,
  loaded_secret: () =>
    "The receiver's secret is not set. Check where it is read, and fail at startup without one.",
  right_secret: () =>
    "Set this destination's current secret in the receiver's configuration, then restart the receiver.",
  hash: (profile) => `Compute an ${algorithm(profile)}.`,
  keyed_hash: (profile) =>
    `Compute an ${algorithm(profile)} with the secret as the key and ${signedParts(profile)} as the data. A plain hash is not an HMAC.`,
  hex: (profile) => `Write the digest as ${encodingName(profile)} and nothing else.`,
  whole_header: (profile) =>
    `Read the signature from ${headerName(profile)}, which ${
      headerFormat(profile) === '…'
        ? 'holds the digest without a prefix, scheme or quotes'
        : `has the format ${headerFormat(profile)}`
    }. Compare in constant time.`,
  signed_content: (profile) =>
    `Sign ${signedParts(profile)}, with the values of the headers exactly as received.`,
  request_url: () =>
    "Use the URL exactly as entered in the provider's settings: scheme, host, port, path and query. Behind a proxy, take it from your configuration.",
  form_fields: () =>
    'Decode the fields of the form, sort them by name, and append each name and value without separators.',
  timestamp_value: (profile) => {
    const inHeader = profile.headers.find(([, template]) => template.includes('{timestamp}'));
    return `Use the timestamp exactly as in ${inHeader?.[0] ?? headerName(profile)}, as text.`;
  },
  batch: () => 'For a batch, verify the signature of its first event, serialized again.',
  sender_signs: (profile) =>
    `Set a secret in the sender, and check that proxies and middleware keep ${headerName(profile)}.`,
  header_name: (profile) =>
    `Read ${headerName(profile)}, or verify with the profile that the sender uses.`,
  id_header: (profile) =>
    `Check that proxies and middleware keep ${profile.headers
      .filter(([, template]) => /\{(?:id|timestamp)\}/.test(template))
      .map(([name]) => name)
      .join(' and ')}.`,
  tolerance: toleranceText,
  body_hash: ({ bodyHashParameter }) =>
    `Verify the body as it arrived: its SHA-256 in hexadecimal must equal the URL parameter ${bodyHashParameter ?? ''}.`,
} as const satisfies Record<string, Text>;

/** A fix of several mistakes, or one of a single mistake. */
export type Fix = keyof typeof fixes | Text;

const always: readonly LanguageFix[] = ['loaded_secret', 'right_secret'];

/** Languages compute an HMAC of the body, keyed with the text of the secret and written in hexadecimal. */
function fixInLanguage(
  name: LanguageFix,
  profile: ProviderProfile,
  language: Language | undefined,
): string | undefined {
  const scheme = schemeOf(profile);
  const template = languages.find(({ id }) => id === language);
  const isBare = headerFormat(profile) === '…';
  const isPlain =
    scheme?.kind === 'hmac' &&
    `${scheme.content} ${scheme.keyForm} ${scheme.encoding}` === '{body} text hex' &&
    (isBare || (name !== 'whole_header' && name !== 'hex'));
  if (!isPlain && !always.includes(name)) return undefined;
  const hash = scheme?.kind === 'hmac' ? scheme.hash : 'sha256';
  return template?.fixes({ hash, header: headerName(profile) })[name];
}

export const fixText = (
  fix: Fix,
  profile: ProviderProfile,
  language: Language | undefined,
): string =>
  typeof fix === 'function'
    ? fix(profile)
    : (fixInLanguage(fix as LanguageFix, profile, language) ?? fixes[fix](profile));
