/** Redacts secrets in URLs: user, password, and values in the query and fragment. */
import type { TextLevel } from './escaped-text.ts';
import {
  clipped,
  isSecretQueryName,
  isTokenLike,
  redactedInUrl,
  redactedMark,
} from './redacted.ts';
import type { SecretRange } from './secret-forms.ts';

/**
 * Matches a URL in text from its colon, with punctuation after it. In JSON, slashes and ampersands may be escaped.
 * Searching for the scheme before the colon, or for the last character, would take quadratic time (D62).
 */
const urlInText = /:(?:\\?\/){2}(?:\\\/|\\u0026|[^\s"<>\\])+/g;

/** What belongs to the text if a URL ends with it: escaped, or as it is once escapes are undone. */
const punctuation = ['\\/', '\\u0026', ...".,;:!?'()[]{}/&"];

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

/** Of a URL: its parts are its text in order. */
interface UrlPart {
  readonly text: string;
  readonly isSecret: boolean;
}

const open = (text: string): UrlPart => ({ text, isSecret: false });
const secret = (text: string): UrlPart => ({ text, isSecret: true });

/** One `name=value` of a query in its original spelling. */
function partsOfPair(pair: string, onSecret: OnSecret): readonly UrlPart[] {
  const [, name = '', value] = /^([^=]*)(?:=(.*))?$/s.exec(pair) ?? [];
  const plain = safeDecode(value ?? name);
  const isSecret =
    value === undefined
      ? isTokenLike(plain)
      : isSecretQueryName(safeDecode(name)) || isTokenLike(plain);
  if (!isSecret || plain === '' || isMark(plain)) return [open(pair)];
  onSecret(
    [plain, value ?? name],
    value === undefined ? 'token in a URL' : `${clipped(safeDecode(name))} in a URL`,
  );
  return value === undefined ? [secret(name)] : [open(`${name}=`), secret(value)];
}

function partsOfAddress(address: string, onSecret: OnSecret): readonly UrlPart[] {
  const [all = '', scheme = '', user = ''] =
    /^([a-z\d+.-]*:?(?:\\?\/){2})([^/]*)@/i.exec(address) ?? [];
  if (all === '') return [open(address)];
  const values = [user, ...user.split(':', 1), user.slice(user.indexOf(':') + 1)];
  onSecret([...values, ...values.map(safeDecode)], 'user and password in a URL');
  return [open(scheme), secret(user), open(address.slice(scheme.length + user.length))];
}

/** A fragment can be a query too, for example with an OAuth token (RFC 6749 4.2.2). */
function partsOfUrl(url: string, onSecret: OnSecret): readonly UrlPart[] {
  const [, address = '', pairs = ''] = /^([^?#]*)(.*)$/s.exec(url) ?? [];
  return [
    ...partsOfAddress(address, onSecret),
    ...pairs
      .split(/(\\u0026|[?#&;])/)
      .flatMap((pair, index) => (index % 2 === 0 ? partsOfPair(pair, onSecret) : [open(pair)])),
  ];
}

/** Redacts user, password and other secrets in a URL, or in a path with a query. */
export const redactUrlSecrets = (url: string, onSecret: OnSecret): string =>
  partsOfUrl(url, onSecret)
    .map(({ text, isSecret }) => (isSecret ? redactedInUrl : text))
    .join('');

/** Where the URLs of a text have secrets, also if they are escaped. */
export function* secretsOfUrlsIn(
  levels: readonly TextLevel[],
  onSecret: OnSecret,
): Generator<SecretRange<string>> {
  for (const { text, original } of levels)
    for (const { 0: match, index } of text.matchAll(urlInText)) {
      let end = index;
      for (const part of partsOfUrl(withoutPunctuation(match), onSecret)) {
        const start = end;
        end += part.text.length;
        if (part.isSecret) yield { ...original(start, end), form: part.text };
      }
    }
}

function safeDecode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
