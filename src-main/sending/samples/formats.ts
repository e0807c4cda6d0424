/** How each provider writes the JSON of its events, with the source of that fact (D64). */
import type { ProfileSource } from '#shared/profiles/profile.ts';
import { cite } from '#shared/profiles/sources.ts';
import type { SamplePayload } from '#shared/sending/send.ts';

interface JsonFormat {
  readonly write: (value: unknown) => string;
  /** What it is, for the docs. */
  readonly description: string;
  readonly sources: readonly ProfileSource[];
}

const indented = (value: unknown): string => JSON.stringify(value, null, 2);

const escaped = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** Slashes, and the characters with a meaning in HTML, escaped. */
const forHtml = (value: unknown): string =>
  JSON.stringify(value)
    .replaceAll('/', '\\/')
    .replace(/[<>&\u2028\u2029]/g, escaped);

/** Escapes of control characters with uppercase hex digits. */
const upperCaseEscapes = (value: unknown): string =>
  JSON.stringify(value).replace(/(?<!\\)(?:\\\\)*\\u[\da-f]{4}/g, (found) =>
    found.replace(/[\da-f]{4}$/, (digits) => digits.toUpperCase()),
  );

/** Items are separated by line breaks, and the body ends with one. */
const lines = (value: unknown): string =>
  Array.isArray(value)
    ? `[${value.map((item) => JSON.stringify(item)).join(',\r\n')}]\r\n`
    : JSON.stringify(value);

const compact = 'compact';

export const formats: Readonly<Record<string, JsonFormat>> = {
  github: {
    write: upperCaseEscapes,
    description: 'compact; escapes have uppercase hex digits',
    sources: cite('githubFormat'),
  },
  gitlab: { write: JSON.stringify, description: compact, sources: cite('gitlabService') },
  'gitlab-token': { write: JSON.stringify, description: compact, sources: cite('gitlabService') },
  stripe: {
    write: indented,
    description: 'indented by two spaces',
    sources: cite('stripeFormat'),
  },
  shopify: {
    write: forHtml,
    description: 'compact; /, <, > and & are escaped',
    sources: cite('shopifyFormat', 'shopifyEscapes'),
  },
  square: { write: JSON.stringify, description: compact, sources: cite('squareFormat') },
  sendgrid: {
    write: lines,
    description: 'a line break (CR LF) between items and at the end',
    sources: cite('sendgridFormat'),
  },
  hubspot: { write: JSON.stringify, description: compact, sources: cite('hubspotFormat') },
};

/** Compact for a provider whose format is not known. */
export const jsonText = (profile: string, value: unknown): string =>
  formats[profile]?.write(value) ?? JSON.stringify(value);

// Sample events of providers: shaped and written as each documents them, with values of our own.

/** `event` is the name in the provider's headers or body. */
export const payloadSample = (
  profile: string,
  event: string,
  title: string,
  payload: string,
): SamplePayload => ({
  kind: 'payload',
  name: `${profile}.${event.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}`,
  title,
  profile,
  event,
  payload,
});

export const jsonSample = (
  profile: string,
  event: string,
  title: string,
  body: object,
): SamplePayload => payloadSample(profile, event, title, jsonText(profile, body));
