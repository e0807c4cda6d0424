/**
 * Redacts secrets: header values, parts of URLs, write keys and shared secrets, including copies
 * that a receiver sends back. Delivery bodies stay unchanged because they are signed.
 */
import { z } from 'zod';
import { HeaderLines } from '#shared/ingestion/message.ts';
import { fromBase64 } from '#shared/kit/base64.ts';
import { escapedLevels, textLevels } from '#shared/kit/escaped-text.ts';
import {
  clipped,
  isRedacted,
  isSecretName,
  isSecretValue,
  redactedInUrl,
  redactedMark,
} from '#shared/kit/redacted.ts';
import { type OnSecret, redactUrlSecrets, secretsOfUrlsIn } from '#shared/kit/redacted-url.ts';
import { createFormSearch, replaceRanges, secretForms } from '#shared/kit/secret-forms.ts';
import type { ProviderProfile } from '#shared/profiles/profile.ts';
import { profileOf } from '#shared/profiles/profiles.ts';
import type { Bytes, SentRequest } from './delivery.ts';

/** Returns values that are safe to show. */
export interface Redaction {
  /**
   * Collects secrets before any value is shown: a secret may appear unnamed before it appears with
   * a name. Those of a response count until the next one is learned.
   */
  learn(exchange: {
    readonly request: Pick<SentRequest, 'url' | 'headers'>;
    readonly response?: { readonly headers: HeaderLines } | null;
  }): void;
  headers(lines: HeaderLines): HeaderLines;
  url(url: string): string;
  text(text: string): string;
  /** With its headers, whose secrets the body may repeat. */
  response<Given extends { readonly headers: HeaderLines; readonly body: Bytes }>(
    response: Given,
  ): Given;
  /** Whether a text has a known secret, or is too long to search. */
  hasKnown(text: string): boolean;
  /** Kinds of redacted values, such as `header Authorization`. */
  readonly redactedKinds: readonly string[];
}

/**
 * Shorter values occur in texts by chance. Redacting them would damage the text and hide nothing.
 */
const minKnownLength = 6;
const minLearnedLength = 8;

/**
 * Maximum characters to compare where one text, with its escapes and without, or the lines of one head begin like a
 * secret: tens of milliseconds. A text with more is redacted completely.
 */
const maxCompared = 20_000_000;

/**
 * Values of a response, and of one head, that are also found when they are encoded. Others, such as the rest of a
 * thousand cookies, are found as they are.
 */
const maxEncoded = 200;

/** Secrets, with their forms. */
function createSecrets(maxWithForms = Number.POSITIVE_INFINITY) {
  const values = new Set<string>();
  const search = createFormSearch();
  return {
    search,
    add(value: string, { minLength = minLearnedLength, isEncodedToo = true } = {}): void {
      if (value.length < minLength || isRedacted(value) || values.has(value)) return;
      const forms = isEncodedToo && values.size < maxWithForms ? secretForms(value) : [value];
      values.add(value);
      for (const form of forms) search.add(form);
    },
  };
}

type Secrets = ReturnType<typeof createSecrets>;

/** Text in base64; empty if it is invalid. */
function decoded(base64: string): string {
  try {
    return new TextDecoder().decode(fromBase64(base64));
  } catch {
    return '';
  }
}

const isCookie = (name: string): boolean => /cookie/i.test(name);

/** Values of cookies. In Set-Cookie only the first, because attributes follow it. */
const cookieValues = ([name, value]: readonly [string, string]): readonly string[] =>
  (name.toLowerCase() === 'set-cookie' ? value.split(';', 1) : value.split(';')).map((pair) =>
    pair.slice(pair.indexOf('=') + 1).trim(),
  );

/** Secrets in a header value, apart from cookies: the whole value, and the part after a scheme. */
function secretsIn([name, value]: readonly [string, string]): readonly string[] {
  if (isCookie(name)) return [value];
  const [, scheme = '', credentials = ''] = /^(\S+)\s+(.+)$/s.exec(value) ?? [];
  if (scheme.toLowerCase() !== 'basic') return [value, credentials];
  const pair = decoded(credentials);
  return [value, credentials, pair, pair.slice(pair.indexOf(':') + 1)];
}

/** Matches URLs as in Location or Referer, complete or as a path. */
const isUrl = (value: string): boolean => /^(?:[a-z][a-z\d+.-]*:\/)?\/\S*$/i.test(value);

type IsSecretHeader = (name: string, value: string) => boolean;

/** `names`: of additional secret headers. */
function secretHeaderTest(names: readonly string[]): IsSecretHeader {
  const lowerNames = new Set(names.map((name) => name.toLowerCase()));
  return (name, value) =>
    lowerNames.has(name.toLowerCase()) || isSecretName(name) || isSecretValue(value);
}

/** `onUrlSecret` gets the secrets in URLs. */
function learnHeaders(
  lines: HeaderLines,
  secrets: Secrets,
  isSecretHeader: IsSecretHeader,
  onUrlSecret: OnSecret,
): void {
  const named = lines.filter(([name, value]) => isSecretHeader(name, value));
  const cookies = named.filter(([name]) => isCookie(name)).flatMap(cookieValues);
  const values = new Set([...cookies, ...named.flatMap(secretsIn)]);
  [...values].forEach((value, at) => {
    secrets.add(value, { isEncodedToo: at < maxEncoded });
  });
  for (const [name, value] of lines)
    if (isSecretHeader(name, value)) continue;
    else if (isUrl(value)) redactUrlSecrets(value, onUrlSecret);
    else Array.from(secretsOfUrlsIn(escapedLevels(value), onUrlSecret));
}

/**
 * Creates the redaction for one delivery. `known` are secrets to redact everywhere;
 * `headersToRedact` are names of additional secret headers; `base` are secrets that several redactions share.
 */
export function createRedaction(
  knownSecrets: readonly string[],
  headersToRedact: readonly string[] = [],
  base: Pick<Secrets, 'search'> = createSecrets(),
): Redaction {
  const isSecretHeader = secretHeaderTest(headersToRedact);
  const redactedKinds = new Set<string>();
  const known = createSecrets();
  for (const secret of knownSecrets) known.add(secret, { minLength: minKnownLength });
  /** Also of values that are shown without having been learned. */
  let ofResponse = createSecrets(maxEncoded);

  /** `texts`: number of texts compared in total. */
  function replaceKnown(text: string, mark: string, texts = 1): string {
    const levels = textLevels(text);
    const found = [base, known, ofResponse].map(({ search }) =>
      search.rangesIn(levels, maxCompared / texts),
    );
    if (found.includes(null)) {
      redactedKinds.add('a text too long to search for secrets');
      return mark;
    }
    return replaceRanges(
      text,
      found.flatMap((ranges) => ranges ?? []),
      () => {
        redactedKinds.add('a known secret in a text');
        return mark;
      },
    );
  }

  const addTo =
    (secrets: Secrets): OnSecret =>
    (values, kind) => {
      for (const value of values) secrets.add(value);
      redactedKinds.add(kind);
    };

  /**
   * Secrets in response text are not collected: they may be arbitrary and number in the thousands.
   */
  const onTextSecret: OnSecret = () => redactedKinds.add('a secret in a URL in a text');

  const url = (value: string, texts = 1): string =>
    replaceKnown(redactUrlSecrets(value, addTo(ofResponse)), redactedInUrl, texts);

  // Known secrets first, because part of one may look like the end of a URL.
  function text(value: string, texts = 1): string {
    const known = replaceKnown(value, redactedMark, texts);
    const secrets = secretsOfUrlsIn(escapedLevels(known), onTextSecret);
    return replaceRanges(known, secrets, () => redactedInUrl);
  }

  function header([name, value]: readonly [string, string], lines: number): [string, string] {
    if (value === '' || !isSecretHeader(name, value))
      return [name, isUrl(value) ? url(value, lines) : text(value, lines)];
    redactedKinds.add(`header ${clipped(name)}`);
    return [name, redactedMark];
  }

  const learn = (lines: HeaderLines, secrets: Secrets): void =>
    learnHeaders(lines, secrets, isSecretHeader, addTo(secrets));

  function headers(lines: HeaderLines): HeaderLines {
    learn(lines, ofResponse);
    return lines.map((line) => header(line, lines.length));
  }

  function bytes(value: Bytes): Bytes {
    if (value.text !== null) return { ...value, text: text(value.text) };
    // Binary data may contain a secret too, so it is compared byte by byte.
    const raw = atob(value.base64 ?? '');
    const redacted = text(raw);
    return redacted === raw ? value : { ...value, base64: btoa(redacted) };
  }

  return {
    learn({ request, response }) {
      redactUrlSecrets(request.url, addTo(known));
      learn(request.headers, known);
      if (response === undefined) return;
      ofResponse = createSecrets(maxEncoded);
      if (response !== null) learn(response.headers, ofResponse);
    },
    headers,
    response: (given) => ({ ...given, headers: headers(given.headers), body: bytes(given.body) }),
    url: (value) => url(value),
    text: (value) => text(value),
    hasKnown: (value) => replaceKnown(value, redactedMark) !== value,
    get redactedKinds() {
      return [...redactedKinds];
    },
  };
}

/** Longer than any secret with its escapes. */
const maxSearched = 32_768;

/**
 * The start of a text of which no more is shown, without secrets. Searching all of a long one would stop everything
 * else (D62).
 */
export function redactedStart(
  text: string,
  redaction: Pick<Redaction, 'text'>,
): { readonly text: string; readonly isCut: boolean } {
  const redacted = redaction.text(text.slice(0, maxSearched));
  if (text.length <= maxSearched) return { text: redacted, isCut: false };
  // A secret that is cut at the end was not found.
  return { text: redacted.slice(0, -0.75 * maxSearched), isCut: true };
}

/** Keeps all values unchanged, for exports with secrets. */
export const noRedaction: Redaction = {
  learn: () => undefined,
  headers: (lines) => lines,
  url: (url) => url,
  text: (text) => text,
  response: (response) => response,
  hasKnown: () => false,
  redactedKinds: [],
};

// Redacts the secrets of everything that is set up: sources, destinations and mock endpoints.

/** What is stored as a secret, as far as texts of others may repeat it. */
export const KnownSecrets = z.object({
  /** Write keys and shared secrets. */
  values: z.array(z.string()),
  /** URLs and headers that have secrets, by what they were set for. */
  requests: z.array(z.object({ url: z.string(), headers: HeaderLines })),
  /** Names of headers whose values are secret. */
  headerNames: z.array(z.string()),
});
export type KnownSecrets = z.infer<typeof KnownSecrets>;

export const nothingKnown: KnownSecrets = { values: [], requests: [], headerNames: [] };

type Headers = Readonly<Record<string, string>>;
type Step = object | { readonly headers: Headers };

export interface Setup {
  readonly sources: readonly { readonly writeKey?: string | undefined }[];
  readonly destinations: readonly {
    readonly sharedSecret?: string | undefined;
    readonly webhookUrl?: string | undefined;
    readonly webhooks: readonly { readonly url: string; readonly headers: Headers }[];
    readonly profile: string | ProviderProfile;
  }[];
  readonly mocks: readonly {
    readonly secret?: string | undefined;
    readonly steps: readonly Step[];
    readonly rules: readonly Step[];
    readonly forward: { readonly url: string } | null;
  }[];
  /** Of the settings: names of headers that only the user knows to be secret. */
  readonly headersToRedact: readonly string[];
}

type KnownRequest = KnownSecrets['requests'][number];

const knownRequest = (url: string, headers: Headers = {}): KnownRequest => ({
  url,
  headers: Object.entries(headers),
});

/** The header that a destination sends its secret in as it is. */
function tokenHeaders({ profile }: Setup['destinations'][number]): readonly string[] {
  const { signature } = profileOf({ profile });
  return signature.kind === 'token' ? [signature.header] : [];
}

export function knownSecretsOf(setup: Setup): KnownSecrets {
  const { sources, destinations, mocks, headersToRedact } = setup;
  const values = [
    ...sources.map(({ writeKey }) => writeKey),
    ...destinations.map(({ sharedSecret }) => sharedSecret),
    ...mocks.map(({ secret }) => secret),
  ];
  const requests = [
    ...destinations.flatMap(({ webhookUrl = '', webhooks, profile }) => [
      knownRequest(webhookUrl),
      // Built-in profiles have no secrets.
      knownRequest('', typeof profile === 'string' ? {} : Object.fromEntries(profile.headers)),
      ...webhooks.map(({ url, headers }) => knownRequest(url, headers)),
    ]),
    ...mocks.flatMap(({ steps, rules, forward }) => [
      knownRequest(forward?.url ?? ''),
      ...[...steps, ...rules].map((step) =>
        knownRequest('', 'headers' in step ? step.headers : {}),
      ),
    ]),
  ];
  return {
    values: values.filter((value) => value !== undefined && value !== '') as string[],
    requests: requests.filter(({ url, headers }) => url !== '' || headers.length > 0),
    headerNames: [...new Set([...headersToRedact, ...destinations.flatMap(tokenHeaders)])],
  };
}

/** The values alone, for texts without headers and URLs. */
export function secretValuesOf({ values, requests, headerNames }: KnownSecrets): readonly string[] {
  const isSecretHeader = secretHeaderTest(headerNames);
  const headers = requests.flatMap((request) => request.headers);
  const ofHeaders = headers.filter((line) => isSecretHeader(...line)).map(([, value]) => value);
  return [...new Set([...values, ...ofHeaders])].filter(({ length }) => length >= minKnownLength);
}

/** What is redacted besides what is known. */
interface MoreSecrets {
  readonly secrets?: readonly string[];
  readonly headers?: readonly string[];
}

/** Creates redactions that share what is known. All of it is learned first, so that order doesn't matter. */
export function createRedactions({ values, requests, headerNames }: KnownSecrets) {
  const base = createSecrets();
  for (const value of values) base.add(value, { minLength: minKnownLength });
  const add: OnSecret = (found) => {
    for (const value of found) base.add(value);
  };
  for (const { url, headers } of requests) {
    redactUrlSecrets(url, add);
    learnHeaders(headers, base, secretHeaderTest(headerNames), add);
  }
  return ({ secrets = [], headers = [] }: MoreSecrets = {}): Redaction =>
    createRedaction(secrets, [...headerNames, ...headers], base);
}

/** Encoding secrets takes long, and many calls have the same ones. */
const redactions = new WeakMap<KnownSecrets, ReturnType<typeof createRedactions>>();

export function knownRedaction(known: KnownSecrets, more?: MoreSecrets): Redaction {
  const create = redactions.get(known) ?? createRedactions(known);
  redactions.set(known, create);
  return create(more);
}
