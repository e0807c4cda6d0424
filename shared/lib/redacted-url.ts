/** Redacts secrets in URLs: user, password, and values in the query and fragment. */
import {
  clipped,
  isSecretQueryName,
  isTokenLike,
  redactedInUrl,
  redactedMark,
} from './redacted.ts';

/**
 * Matches a URL in text from its colon, with punctuation after it. In JSON, slashes and ampersands may be escaped.
 * Searching for the scheme before the colon, or for the last character, would take quadratic time (D62).
 */
const urlInText = /:(?:\\?\/){2}(?:\\\/|\\u0026|[^\s"<>\\])+/g;

/** What belongs to the text if a URL ends with it. */
const punctuation = [...".,;:!?'()[]{}", '\\/', '\\u0026'];

function withoutPunctuation(url: string): string {
  let end = url.length;
  for (;;) {
    const last = punctuation.find((text) => url.endsWith(text, end));
    if (last === undefined) return url.slice(0, end);
    end -= last.length;
  }
}

/** Called with redacted values and their kind. */
export type OnSecret = (values: readonly string[], what: string) => void;

/** Already redacted. In text, the last bracket isn't part of the URL. */
const isMark = (value: string): boolean => value === redactedMark || `${value}]` === redactedMark;

/** Redacts one `name=value` of a query in its original spelling. */
function redactPart(part: string, onSecret: OnSecret): string {
  const [, name = '', value] = /^([^=]*)(?:=(.*))?$/s.exec(part) ?? [];
  const plain = safeDecode(value ?? name);
  const isSecret =
    value === undefined
      ? isTokenLike(plain)
      : isSecretQueryName(safeDecode(name)) || isTokenLike(plain);
  if (!isSecret || plain === '' || isMark(plain)) return part;
  onSecret(
    [plain, value ?? name],
    value === undefined ? 'token in a URL' : `${clipped(safeDecode(name))} in a URL`,
  );
  return value === undefined ? redactedInUrl : `${name}=${redactedInUrl}`;
}

/** A fragment can be a query too, for example with an OAuth token (RFC 6749 4.2.2). */
const redactParts = (parts: string, onSecret: OnSecret): string =>
  parts
    .split(/(\\u0026|[?#&;])/)
    .map((part, index) => (index % 2 === 0 ? redactPart(part, onSecret) : part))
    .join('');

/** Redacts user, password and other secrets in a URL, or in a path with a query. */
export function redactUrlSecrets(url: string, onSecret: OnSecret): string {
  const [, before = '', parts = ''] = /^([^?#]*)(.*)$/s.exec(url) ?? [];
  const address = before.replace(
    /^([a-z\d+.-]*:?(?:\\?\/){2})([^/]*)@/i,
    (_all, scheme: string, user: string) => {
      const values = [user, ...user.split(':', 1), user.slice(user.indexOf(':') + 1)];
      onSecret([...values, ...values.map(safeDecode)], 'user and password in a URL');
      return `${scheme}${redactedInUrl}@`;
    },
  );
  return address + redactParts(parts, onSecret);
}

/** Redacts secrets in the URLs of a text. */
export const redactUrlsInText = (text: string, onSecret: OnSecret): string =>
  text.replaceAll(urlInText, (match) => {
    const url = withoutPunctuation(match);
    return redactUrlSecrets(url, onSecret) + match.slice(url.length);
  });

function safeDecode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
