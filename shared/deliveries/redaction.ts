/**
 * Redacts secrets: header values, parts of URLs, write keys and shared secrets, including copies
 * that a receiver sends back. Delivery bodies stay unchanged because they are signed.
 */
import type { HeaderLines } from '#shared/ingestion/message.ts';
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

/**
 * Creates the redaction for one delivery. `known` are secrets to redact everywhere;
 * `headersToRedact` are names of additional secret headers.
 */
export function createRedaction(
  knownSecrets: readonly string[],
  headersToRedact: readonly string[] = [],
): Redaction {
  const secretHeaderNames = new Set(headersToRedact.map((name) => name.toLowerCase()));
  const isSecretHeader = (name: string, value: string): boolean =>
    secretHeaderNames.has(name.toLowerCase()) || isSecretName(name) || isSecretValue(value);
  const redactedKinds = new Set<string>();
  const known = createSecrets();
  for (const secret of knownSecrets) known.add(secret, { minLength: minKnownLength });
  /** Also of values that are shown without having been learned. */
  let ofResponse = createSecrets(maxEncoded);

  /** `texts`: number of texts compared in total. */
  function replaceKnown(text: string, mark: string, texts = 1): string {
    const levels = textLevels(text);
    const found = [known, ofResponse].map(({ search }) =>
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

  function learnHeaders(lines: HeaderLines, secrets: Secrets): void {
    const named = lines.filter(([name, value]) => isSecretHeader(name, value));
    const cookies = named.filter(([name]) => isCookie(name)).flatMap(cookieValues);
    const values = new Set([...cookies, ...named.flatMap(secretsIn)]);
    [...values].forEach((value, at) => {
      secrets.add(value, { isEncodedToo: at < maxEncoded });
    });
    for (const [name, value] of lines)
      if (isSecretHeader(name, value)) continue;
      else if (isUrl(value)) redactUrlSecrets(value, addTo(secrets));
      else Array.from(secretsOfUrlsIn(escapedLevels(value), addTo(secrets)));
  }

  function headers(lines: HeaderLines): HeaderLines {
    learnHeaders(lines, ofResponse);
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
      learnHeaders(request.headers, known);
      if (response === undefined) return;
      ofResponse = createSecrets(maxEncoded);
      if (response !== null) learnHeaders(response.headers, ofResponse);
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

type Headers = Readonly<Record<string, string>>;
type Step = object | { readonly headers: Headers };

export interface Setup {
  readonly sources: readonly { readonly writeKey?: string | undefined }[];
  readonly destinations: readonly {
    readonly sharedSecret?: string | undefined;
    readonly webhookUrl?: string | undefined;
    readonly webhooks: readonly { readonly url: string; readonly headers: Headers }[];
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

/** The secrets that are no part of a header or URL. */
const namedSecrets = ({ sources, destinations, mocks }: Setup): readonly string[] =>
  [
    ...sources.map(({ writeKey }) => writeKey),
    ...destinations.map(({ sharedSecret }) => sharedSecret),
    ...mocks.map(({ secret }) => secret),
  ].filter((secret) => secret !== undefined);

/** Learns the secrets in headers and URLs. */
function learnSetup(redaction: Redaction, { destinations, mocks }: Setup): void {
  const learn = (url: string, headers: Headers = {}): void =>
    redaction.learn({ request: { url, headers: Object.entries(headers) } });
  for (const { webhookUrl = '', webhooks } of destinations) {
    learn(webhookUrl);
    for (const { url, headers } of webhooks) learn(url, headers);
  }
  for (const { steps, rules, forward } of mocks) {
    learn(forward?.url ?? '');
    for (const step of [...steps, ...rules]) if ('headers' in step) learn('', step.headers);
  }
}

/** Learns all secrets first, so that the order of what is redacted doesn't matter. `more` is redacted, too. */
export function setupRedaction(
  setup: Setup,
  more: { readonly secrets: readonly string[]; readonly headers: readonly string[] } = {
    secrets: [],
    headers: [],
  },
): Redaction {
  const redaction = createRedaction(
    [...namedSecrets(setup), ...more.secrets],
    [...setup.headersToRedact, ...more.headers],
  );
  learnSetup(redaction, setup);
  return redaction;
}
