/** Reads the signature of a received request by the templates of a profile (D55). */
import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { ownValue } from '#shared/kit/objects.ts';
import type { ProviderProfile } from '#shared/profiles/profile.ts';
import { type ContentScheme, placeholders } from './profile-signature.ts';

export interface SignedRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Uint8Array;
}

export type SigningProfile = ProviderProfile & { readonly signature: ContentScheme };

export const headerOf = (headers: IncomingHttpHeaders, name: string): string | undefined => {
  const value = ownValue(headers, name.toLowerCase());
  return Array.isArray(value) ? value.join(', ') : value;
};

/**
 * The text in place of a placeholder, which ends where the text after it first occurs; null if the value doesn't follow
 * the template. Each part is searched once: a regular expression would try all ways to divide the value.
 */
function partOf(template: string, value: string, placeholder: string): string | null {
  const [start = '', ...parts] = template.split(placeholders);
  const last = parts.at(-1) ?? '';
  if (!value.startsWith(start) || !value.endsWith(last)) return null;
  let found: string | null = null;
  let at = start.length;
  for (let index = 0; index < parts.length; index += 2) {
    const text = parts[index + 1] ?? '';
    const end = index + 2 === parts.length ? value.length - text.length : value.indexOf(text, at);
    if (end < at) return null;
    if (parts[index] === placeholder) found ??= value.slice(at, end);
    at = end + text.length;
  }
  return found;
}

/** A value that the sender wrote into a header. */
export interface HeaderPart {
  /** Name of the header. */
  readonly header: string;
  /** Null if the header is missing or doesn't follow its template. */
  readonly value: string | null;
}

/** Null if the profile sends no such value. */
function fromHeaders(
  lines: readonly (readonly [name: string, template: string])[],
  headers: IncomingHttpHeaders,
  placeholder: string,
): HeaderPart | null {
  const parts = lines
    .filter(([, template]) => template.includes(placeholder))
    .map(([header, template]) => ({
      header,
      value: partOf(template, headerOf(headers, header) ?? '', placeholder) || null,
    }));
  return parts.find(({ value }) => value !== null) ?? parts[0] ?? null;
}

export interface ReceivedSignature {
  /** Value of the header with the signature; null if missing. */
  readonly value: string | null;
  /** Several while a secret is rotated. */
  readonly signatures: readonly string[];
  readonly timestamp: HeaderPart | null;
  readonly id: HeaderPart | null;
}

/** Each one is computed over the whole body, so a hostile header must not hold thousands. */
const maxSignatures = 20;

/** The digests in the value of the header; empty if it doesn't follow the template. */
export function signaturesIn(scheme: ContentScheme, value: string): readonly string[] {
  const signatures = partOf(scheme.value, value, '{signatures}');
  if (signatures === null) return [];
  const entries = scheme.separator === null ? [signatures] : signatures.split(scheme.separator);
  return entries
    .slice(0, maxSignatures)
    .flatMap((entry) => partOf(scheme.entry, entry, '{signature}') || []);
}

export function readSignature(
  { signature: scheme, headers: lines }: SigningProfile,
  headers: IncomingHttpHeaders,
): ReceivedSignature {
  const value = headerOf(headers, scheme.header) ?? null;
  return {
    value,
    signatures: signaturesIn(scheme, value ?? ''),
    timestamp: fromHeaders([[scheme.header, scheme.value], ...lines], headers, '{timestamp}'),
    id: fromHeaders(lines, headers, '{id}'),
  };
}

export interface BodyHash {
  readonly parameter: string;
  readonly expected: string;
  /** In the query; null if missing. */
  readonly received: string | null;
}

/** The hash of the body in the URL; null if the profile adds none. */
export function bodyHashOf(
  { bodyHashParameter: parameter }: Pick<ProviderProfile, 'bodyHashParameter'>,
  { url, body }: Pick<SignedRequest, 'url' | 'body'>,
): BodyHash | null {
  if (parameter === null) return null;
  return {
    parameter,
    expected: createHash('sha256').update(body).digest('hex'),
    received: URL.parse(url, 'http://localhost')?.searchParams.get(parameter) ?? null,
  };
}

/** When a timestamp was written, in milliseconds; null if it doesn't have the form. */
export function timeOf(form: ProviderProfile['timestamp'], text: string): number | null {
  if (form === 'iso') {
    const time = Date.parse(text);
    return Number.isNaN(time) ? null : time;
  }
  if (!/^\d{1,15}$/.test(text)) return null;
  return Number(text) * (form === 'seconds' ? 1_000 : 1);
}

/** The ID that a sender claims; null if its headers hold none. */
export const claimedId = (
  { headers: lines }: ProviderProfile,
  headers: IncomingHttpHeaders,
): string | null => fromHeaders(lines, headers, '{id}')?.value ?? null;

/** The number of the retry that a sender claims; null if its headers hold none. */
export function claimedRetry(
  { headers: lines }: ProviderProfile,
  headers: IncomingHttpHeaders,
): number | null {
  const text = fromHeaders(lines, headers, '{retry}')?.value ?? '';
  return /^\d{1,9}$/.test(text) ? Number(text) : null;
}

/** The time that a sender claims, in milliseconds; null if its headers hold none in the right form. */
export function claimedTime(
  { signature, timestamp: form, headers: lines }: ProviderProfile,
  headers: IncomingHttpHeaders,
): number | null {
  const isInValue = signature.kind !== 'none' && signature.kind !== 'token';
  const templates = isInValue ? [[signature.header, signature.value] as const, ...lines] : lines;
  return timeOf(form, fromHeaders(templates, headers, '{timestamp}')?.value ?? '');
}
