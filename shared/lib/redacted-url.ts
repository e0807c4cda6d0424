/** What a URL holds of secrets: user and password, and values of its query and its fragment. */
import {
  clipped,
  isSecretQueryName,
  isTokenLike,
  redactedInUrl,
  redactedMark,
} from './redacted.ts';

/**
 * Where a URL begins in a text, to its end; in JSON its slashes and ampersands may be escaped. From
 * the colon on: to look for a scheme before it takes time squared where there is none.
 */
export const urlInText = /:(?:\\?\/){2}(?:\\\/|\\u0026|[^\s"<>\\])*[^\s"<>\\.,;:!?'()[\]{}]/g;

/** Called with redacted values and their kind. */
export type Found = (values: readonly string[], what: string) => void;

/** Left out already; in a text the last bracket is not taken for the URL's. */
const isMark = (value: string): boolean => value === redactedMark || `${value}]` === redactedMark;

/** One `name=value` of a query, as it is written. */
function hidePart(part: string, found: Found): string {
  const [, name = '', value] = /^([^=]*)(?:=(.*))?$/s.exec(part) ?? [];
  const plain = safeDecode(value ?? name);
  const isSecret =
    value === undefined
      ? isTokenLike(plain)
      : isSecretQueryName(safeDecode(name)) || isTokenLike(plain);
  if (!isSecret || plain === '' || isMark(plain)) return part;
  found(
    [plain, value ?? name],
    value === undefined ? 'token in a URL' : `${clipped(safeDecode(name))} in a URL`,
  );
  return value === undefined ? redactedInUrl : `${name}=${redactedInUrl}`;
}

/** A fragment is a query too, where an application is handed a token (RFC 6749 4.2.2). */
const hideParts = (parts: string, found: Found): string =>
  parts
    .split(/(\\u0026|[?#&;])/)
    .map((part, index) => (index % 2 === 0 ? hidePart(part, found) : part))
    .join('');

/** A URL, whole or from the path on, its user, password and what else tells of secrets left out. */
export function hideInUrl(url: string, found: Found): string {
  const [, before = '', parts = ''] = /^([^?#]*)(.*)$/s.exec(url) ?? [];
  const address = before.replace(
    /^([a-z\d+.-]*:?(?:\\?\/){2})([^/]*)@/i,
    (_all, scheme: string, user: string) => {
      const values = [user, ...user.split(':', 1), user.slice(user.indexOf(':') + 1)];
      found([...values, ...values.map(safeDecode)], 'user and password in a URL');
      return `${scheme}${redactedInUrl}@`;
    },
  );
  return address + hideParts(parts, found);
}

function safeDecode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
