/**
 * Redacts secrets: header values, parts of URLs, write keys and shared secrets, including copies
 * that a receiver sends back. Delivery bodies stay unchanged because they are signed.
 */

import type { Bytes, SentRequest } from '../schemas/delivery.ts';
import type { HeaderLines } from '../schemas/message.ts';
import { textLevels } from './escaped-text.ts';
import {
  clipped,
  isRedacted,
  isSecretName,
  isSecretValue,
  redactedInUrl,
  redactedMark,
} from './redacted.ts';
import { type OnSecret, redactUrlSecrets, redactUrlsInText } from './redacted-url.ts';
import { replaceForms, secretForms } from './secret-forms.ts';

/** Returns values that are safe to show. */
export interface Redaction {
  /**
   * Collects secrets before any value is shown: a secret may appear unnamed before it appears with
   * a name.
   */
  learn(exchange: {
    readonly request: Pick<SentRequest, 'url' | 'headers'>;
    readonly response?: { readonly headers: HeaderLines } | null;
  }): void;
  headers(lines: HeaderLines): HeaderLines;
  url(url: string): string;
  text(text: string): string;
  bytes(bytes: Bytes): Bytes;
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
 * Maximum characters times secrets to compare for one text, with its escapes and without, or for the
 * lines of one head: tens of milliseconds. Longer texts are redacted completely.
 */
const maxCompared = 40_000_000;

/** Decodes base64; empty if it is invalid. */
function fromBase64(text: string): string {
  try {
    const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
    return new TextDecoder().decode(bytes);
  } catch {
    return '';
  }
}

/** Values of cookies. In Set-Cookie only the first, because attributes follow it. */
const cookieValues = (name: string, value: string): readonly string[] =>
  (name === 'set-cookie' ? value.split(';', 1) : value.split(';')).map((pair) =>
    pair.slice(pair.indexOf('=') + 1).trim(),
  );

/** Secrets in a header value: the whole value, the part after a scheme, and cookie values. */
function secretsIn(name: string, value: string): readonly string[] {
  if (/cookie/i.test(name)) return [value, ...cookieValues(name.toLowerCase(), value)];
  const [, scheme = '', credentials = ''] = /^(\S+)\s+(.+)$/s.exec(value) ?? [];
  if (scheme.toLowerCase() !== 'basic') return [value, credentials];
  const pair = fromBase64(credentials);
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
  const learned = new Set<string>();
  /** The forms of collected secrets. */
  const secrets = new Set<string>();

  function learn(values: readonly string[], minLength = minLearnedLength): void {
    for (const value of values) {
      if (value.length < minLength || isRedacted(value) || learned.has(value)) continue;
      learned.add(value);
      for (const form of secretForms(value)) secrets.add(form);
    }
  }
  learn(knownSecrets, minKnownLength);

  /** `texts`: number of texts compared in total. */
  function replaceKnown(text: string, mark: string, texts = 1): string {
    const levels = textLevels(text);
    const length = levels.reduce((sum, level) => sum + level.text.length, 0);
    if (length * secrets.size * texts > maxCompared) {
      redactedKinds.add('a text too long to search for secrets');
      return mark;
    }
    return replaceForms(levels, secrets, () => {
      redactedKinds.add('a known secret in a text');
      return mark;
    });
  }

  const onUrlSecret: OnSecret = (values, kind) => {
    learn(values);
    redactedKinds.add(kind);
  };

  /**
   * Secrets in response text are not collected: they may be arbitrary and number in the thousands.
   */
  const onTextSecret: OnSecret = () => redactedKinds.add('a secret in a URL in a text');

  const url = (value: string, texts = 1): string =>
    replaceKnown(redactUrlSecrets(value, onUrlSecret), redactedInUrl, texts);

  // Known secrets first, because part of one may look like the end of a URL.
  const text = (value: string, texts = 1): string =>
    redactUrlsInText(replaceKnown(value, redactedMark, texts), onTextSecret);

  function header([name, value]: readonly [string, string], lines: number): [string, string] {
    if (value === '' || !isSecretHeader(name, value))
      return [name, isUrl(value) ? url(value, lines) : text(value, lines)];
    redactedKinds.add(`header ${clipped(name)}`);
    return [name, redactedMark];
  }

  function learnHeaders(lines: HeaderLines): void {
    for (const [name, value] of lines) {
      if (isSecretHeader(name, value)) learn(secretsIn(name, value));
      else if (isUrl(value)) redactUrlSecrets(value, onUrlSecret);
      else redactUrlsInText(value, onUrlSecret);
    }
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
      redactUrlSecrets(request.url, onUrlSecret);
      learnHeaders(request.headers);
      if (response) learnHeaders(response.headers);
    },
    headers(lines) {
      learnHeaders(lines);
      return lines.map((line) => header(line, lines.length));
    },
    url: (value) => url(value),
    text: (value) => text(value),
    hasKnown: (value) => replaceKnown(value, redactedMark) !== value,
    bytes,
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
  bytes: (bytes) => bytes,
  hasKnown: () => false,
  redactedKinds: [],
};
