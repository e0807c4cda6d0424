/**
 * Leaves secrets out: header values, what a URL holds of them, write keys and shared secrets, and
 * all of these again wherever a receiver has sent them back. Bodies of deliveries stay as they are:
 * they are what is signed.
 */

import type { Bytes } from '../schemas/delivery.ts';
import type { HeaderLines } from '../schemas/message.ts';
import {
  isSecretName,
  isSecretValue,
  isTokenLike,
  redactedInUrl,
  redactedMark,
} from './redacted.ts';

/** What goes through is what may be shown. */
export interface Redaction {
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

/** Names are told, and anybody can make them up. */
const longestName = 60;

const clipped = (name: string): string =>
  name.length > longestName ? `${name.slice(0, longestName)}…` : name;

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

/** A redaction of one delivery; `known` are secrets that are told from anything by themselves. */
export function createRedaction(known: readonly string[]): Redaction {
  const left = new Set<string>();
  const secrets = new Set<string>();
  let ordered: string[] | null = null;

  function learn(values: readonly string[], shortest = shortestLearnt): void {
    for (const value of values)
      if (value.length >= shortest) for (const spelt of spellings(value)) secrets.add(spelt);
    ordered = null;
  }
  learn(known, shortestKnown);

  function replaceKnown(text: string, mark: string): string {
    ordered ??= longestFirst(secrets);
    let shown = text;
    for (const secret of ordered)
      if (shown.includes(secret)) {
        left.add('a known secret in a text');
        shown = shown.replaceAll(secret, mark);
      }
    return shown;
  }

  const text = (given: string): string => replaceKnown(given, redactedMark);

  function header([name, value]: readonly [string, string]): [string, string] {
    if (value === '' || !(isSecretName(name) || isSecretValue(value)))
      return [name, isUrl(value) ? url(value) : text(value)];
    left.add(`header ${clipped(name)}`);
    return [name, redactedMark];
  }

  /** One `name=value` of a query, as it is written. */
  function queryPart(part: string): string {
    const [, name = '', value] = /^([^=]*)(?:=(.*))?$/s.exec(part) ?? [];
    const plain = safeDecode(value ?? name);
    const isSecret =
      value === undefined
        ? isTokenLike(plain)
        : isSecretName(safeDecode(name)) || isTokenLike(plain);
    if (!isSecret || plain === '') return part;
    learn([plain, value ?? name]);
    left.add(value === undefined ? 'token in a URL' : `${clipped(safeDecode(name))} in a URL`);
    return value === undefined ? redactedInUrl : `${name}=${redactedInUrl}`;
  }

  function url(given: string): string {
    const [, before = '', query, fragment = ''] =
      /^([^?#]*)(?:\?([^#]*))?(#.*)?$/s.exec(given) ?? [];
    const address = before.replace(/^([a-z][a-z\d+.-]*:\/\/)([^/@]*)@/i, (_all, scheme, user) => {
      learn([user, ...user.split(':')].map(safeDecode));
      left.add('user and password in a URL');
      return `${scheme}${redactedInUrl}@`;
    });
    const shown = query === undefined ? '' : `?${query.split('&').map(queryPart).join('&')}`;
    return replaceKnown(`${address}${shown}${fragment}`, redactedInUrl);
  }

  function bytes(given: Bytes): Bytes {
    if (given.text !== null) return { ...given, text: text(given.text) };
    // What is no text may hold one: looked at byte for byte.
    const raw = atob(given.base64 ?? '');
    const shown = text(raw);
    return shown === raw ? given : { ...given, base64: btoa(shown) };
  }

  return {
    // Learnt first: a value may stand in the clear in an earlier line than the one that names it.
    headers(lines) {
      for (const [name, value] of lines)
        if (isSecretName(name) || isSecretValue(value)) learn(secretsIn(name, value));
      return lines.map(header);
    },
    url,
    text,
    bytes,
    get left() {
      return [...left];
    },
  };
}

function safeDecode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** With secrets: everything goes through as it is. */
export const noRedaction: Redaction = {
  headers: (lines) => lines,
  url: (url) => url,
  text: (text) => text,
  bytes: (bytes) => bytes,
  left: [],
};
