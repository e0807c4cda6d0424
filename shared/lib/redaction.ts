/**
 * Leaves secrets out: header values, what a URL holds of them, write keys and shared secrets, and
 * all of these again wherever a receiver has sent them back. Bodies of deliveries stay as they are:
 * they are what is signed.
 */

import type { Bytes, SentRequest } from '../schemas/delivery.ts';
import type { HeaderLines } from '../schemas/message.ts';
import {
  clipped,
  isRedacted,
  isSecretName,
  isSecretValue,
  redactedInUrl,
  redactedMark,
} from './redacted.ts';
import { type Found, hideInUrl, urlInText } from './redacted-url.ts';

/** What goes through is what may be shown. */
export interface Redaction {
  /**
   * Learns what is secret, before any of it is shown: a value may stand in the clear in one place and
   * be named in the next.
   */
  learn(exchange: {
    readonly request: Pick<SentRequest, 'url' | 'headers'>;
    readonly response?: { readonly headers: HeaderLines } | null;
  }): void;
  headers(lines: HeaderLines): HeaderLines;
  url(url: string): string;
  text(text: string): string;
  bytes(bytes: Bytes): Bytes;
  /** What was left out, such as `header Authorization`. */
  readonly left: readonly string[];
}

/** Shorter ones stand in texts by chance: to leave them out would spoil the text and hide nothing. */
const shortestKnown = 6;
const shortestLearnt = 8;

/**
 * Characters times secrets that are looked through for one text, or for the lines of one head: some
 * milliseconds. What would take longer is left out as a whole.
 */
const mostCompared = 20_000_000;

/** The bytes of a text in UTF-8, one character each, which is what base64 is made of. */
const utf8 = (text: string): string =>
  Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join('');

/** The text behind base64; empty where it is none. */
function fromBase64(text: string): string {
  try {
    const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
    return new TextDecoder().decode(bytes);
  } catch {
    return '';
  }
}

/** The values of cookies; of Set-Cookie the first alone, since what follows are attributes. */
const cookieValues = (name: string, value: string): readonly string[] =>
  (name === 'set-cookie' ? value.split(';', 1) : value.split(';')).map((pair) =>
    pair.slice(pair.indexOf('=') + 1).trim(),
  );

/** The secrets in a header's value: the whole, what stands behind a scheme, the values of cookies. */
function secretsIn(name: string, value: string): readonly string[] {
  if (/cookie/i.test(name)) return [value, ...cookieValues(name.toLowerCase(), value)];
  const [, scheme = '', behind = ''] = /^(\S+)\s+(.+)$/s.exec(value) ?? [];
  if (scheme.toLowerCase() !== 'basic') return [value, behind];
  const pair = fromBase64(behind);
  return [value, behind, pair, pair.slice(pair.indexOf(':') + 1)];
}

/** As others write it: in a URL, in JSON, as base64, and its bytes one by one. */
const spellings = (secret: string): readonly string[] => [
  secret,
  utf8(secret),
  encodeURIComponent(secret),
  JSON.stringify(secret).slice(1, -1),
  btoa(utf8(secret)).replace(/=+$/, ''),
];

const longestFirst = (texts: Iterable<string>): string[] =>
  [...texts].sort((one, other) => other.length - one.length);

/** Such as that of Location or Referer, whole or from the path on. */
const isUrl = (value: string): boolean => /^(?:[a-z][a-z\d+.-]*:\/)?\/\S*$/i.test(value);

/**
 * A redaction for one delivery. `known` are secrets to redact wherever they occur; `headersToRedact`
 * are the names of further secret headers.
 */
export function createRedaction(
  known: readonly string[],
  headersToRedact: readonly string[] = [],
): Redaction {
  const named = new Set(headersToRedact.map((name) => name.toLowerCase()));
  const isSecretHeader = (name: string, value: string): boolean =>
    named.has(name.toLowerCase()) || isSecretName(name) || isSecretValue(value);
  const left = new Set<string>();
  const learnt = new Set<string>();
  /** As they are learnt, in all their spellings. */
  const secrets = new Set<string>();
  let ordered: string[] | null = null;

  function learn(values: readonly string[], shortest = shortestLearnt): void {
    for (const value of values) {
      if (value.length < shortest || isRedacted(value) || learnt.has(value)) continue;
      learnt.add(value);
      for (const spelt of spellings(value)) secrets.add(spelt);
      ordered = null;
    }
  }
  learn(known, shortestKnown);

  /** `texts`: how many are looked through at once. */
  function replaceKnown(text: string, mark: string, texts = 1): string {
    if (text.length * secrets.size * texts > mostCompared) {
      left.add('a text too long to look for so many secrets in it');
      return mark;
    }
    ordered ??= longestFirst(secrets);
    let shown = text;
    for (const secret of ordered)
      if (shown.includes(secret)) {
        left.add('a known secret in a text');
        shown = shown.replaceAll(secret, mark);
      }
    return shown;
  }

  const foundInUrl: Found = (values, what) => {
    learn(values);
    left.add(what);
  };

  /** What an answer's text names is not learnt: it may be anything, and thousands of it. */
  const foundInText: Found = () => left.add('a secret of a URL in a text');

  const url = (given: string, texts = 1): string =>
    replaceKnown(hideInUrl(given, foundInUrl), redactedInUrl, texts);

  // What is known goes first: a part of it may look like the end of a URL.
  const text = (given: string, texts = 1): string =>
    replaceKnown(given, redactedMark, texts).replaceAll(urlInText, (one) =>
      hideInUrl(one, foundInText),
    );

  function header([name, value]: readonly [string, string], lines: number): [string, string] {
    if (value === '' || !isSecretHeader(name, value))
      return [name, isUrl(value) ? url(value, lines) : text(value, lines)];
    left.add(`header ${clipped(name)}`);
    return [name, redactedMark];
  }

  function learnHeaders(lines: HeaderLines): void {
    for (const [name, value] of lines) {
      if (isSecretHeader(name, value)) learn(secretsIn(name, value));
      else if (isUrl(value)) hideInUrl(value, foundInUrl);
      else for (const [one] of value.matchAll(urlInText)) hideInUrl(one, foundInUrl);
    }
  }

  function bytes(given: Bytes): Bytes {
    if (given.text !== null) return { ...given, text: text(given.text) };
    // What is no text may hold one: looked at byte for byte.
    const raw = atob(given.base64 ?? '');
    const shown = text(raw);
    return shown === raw ? given : { ...given, base64: btoa(shown) };
  }

  return {
    learn({ request, response }) {
      hideInUrl(request.url, foundInUrl);
      learnHeaders(request.headers);
      if (response) learnHeaders(response.headers);
    },
    headers(lines) {
      learnHeaders(lines);
      return lines.map((line) => header(line, lines.length));
    },
    url: (given) => url(given),
    text: (given) => text(given),
    bytes,
    get left() {
      return [...left];
    },
  };
}

/** With secrets: everything goes through as it is. */
export const noRedaction: Redaction = {
  learn: () => undefined,
  headers: (lines) => lines,
  url: (url) => url,
  text: (text) => text,
  bytes: (bytes) => bytes,
  left: [],
};
