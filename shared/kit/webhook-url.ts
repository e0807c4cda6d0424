import { isLoopback } from './loopback.ts';

/** Maximum length of a webhook URL. Many servers and proxies truncate longer ones. */
export const maxUrlLength = 2_048;

const codePoint = (character: string): string =>
  `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;

/**
 * A host and port of this machine without a scheme, such as `localhost:3000/hook`, are completed at entry
 * (D66). For other hosts, the user must choose between http and https.
 */
export function completedUrl(url: string): string {
  const text = url.trim();
  const [, host = ''] = /^([^/?#\\@:[\]]+|\[[^/?#\\@[\]]*\]):\d+(?:[/?#]|$)/.exec(text) ?? [];
  return host !== '' && isLoopback(host) ? `http://${text}` : text;
}

/** Why `url` is not a valid webhook URL; null if it is (spec 2.2: full URL with protocol). */
export function webhookUrlProblem(url: string, noun = 'URL'): string | null {
  if (url.length > maxUrlLength) return `${noun} is too long: at most ${maxUrlLength} characters.`;
  if (/\s/.test(url)) return `${noun} has whitespace. Remove it or write it as %20.`;
  const [invisible] = /\p{C}/u.exec(url) ?? [];
  if (invisible !== undefined)
    return `${noun} can't contain control or invisible characters. Remove ${codePoint(invisible)} or percent-encode it.`;
  if (!/^https?:\/\//i.test(url))
    return `${noun} must be a full URL that starts with http:// or https://.`;
  const parsed = URL.parse(url);
  // URL.parse skips further slashes, and takes a backslash for one.
  if (parsed === null || /^https?:\/\/(?:[/?#\\]|[^/?#]*\\)/i.test(url))
    return `${noun} is not valid. Check the host name and port.`;
  if (parsed.username !== '' || parsed.password !== '')
    return `${noun} can't contain a user name or password, since lists and exports show URLs. Add the header "Authorization: Basic …" with the Base64 of user:password instead.`;
  if (url.includes('#'))
    return `${noun} must not have a fragment (#…), which is never sent to a server.`;
  return null;
}

/**
 * Characters that no URI has (RFC 3986, 2), except braces. Like brackets, these are common in queries,
 * and clients send them as they are.
 */
const notInUris = /[^!-~]|["<>\\^`|]/gu;

export const percentEncoded = (text: string): string =>
  text.replaceAll(notInUris, (character) => encodeURIComponent(character.toWellFormed()));

/** The port that a URL names, or that of its scheme. */
export const portOf = ({ port, protocol }: { readonly port: string; readonly protocol: string }) =>
  Number(port || (protocol === 'https:' ? 443 : 80));

/** A URL as it is requested. */
export interface RequestedUrl {
  /** Scheme, host and port, normalized. */
  readonly origin: string;
  /** Path and query, byte for byte as configured; what a URI can't have is percent-encoded (D66). */
  readonly target: string;
}

/** Splits a valid URL without normalizing its path and query, as `URL` would. */
export function requestedUrl(url: string): RequestedUrl {
  const [, rest = ''] = /^[^:]*:\/\/[^/?#\\]*([^#]*)/s.exec(url) ?? [];
  const target = percentEncoded(rest);
  return { origin: new URL(url).origin, target: target.startsWith('/') ? target : `/${target}` };
}

/**
 * A webhook URL as sent, in printable ASCII. A redacted URL may be invalid.
 */
export function sentUrl(url: string): string {
  const parsed = URL.parse(url);
  if (parsed === null) return percentEncoded(url);
  const { origin, target } = requestedUrl(url);
  const user = [parsed.username, parsed.password].filter((part) => part !== '').join(':');
  return `${user === '' ? origin : origin.replace('//', `//${user}@`)}${target}`;
}
