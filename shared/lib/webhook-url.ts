/** Maximum length of a webhook URL. Many servers and proxies truncate longer ones. */
const maxUrlLength = 2_048;

const codePoint = (character: string): string =>
  `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;

/** Why `url` is not a valid webhook URL; null if it is (spec 2.2: full URL with protocol). */
export function webhookUrlProblem(url: string, noun = 'Webhook URL'): string | null {
  if (url.length > maxUrlLength) return `${noun} is too long: at most ${maxUrlLength} characters.`;
  if (/\s/.test(url)) return `${noun} has whitespace. Remove it or write it as %20.`;
  const [invisible] = /\p{C}/u.exec(url) ?? [];
  if (invisible !== undefined)
    return `${noun} can't contain control or invisible characters. Remove ${codePoint(invisible)} or percent-encode it.`;
  if (!/^https?:\/\//i.test(url))
    return `${noun} must be a full URL that starts with http:// or https://.`;
  const parsed = URL.parse(url);
  if (parsed === null || parsed.hostname === '')
    return `${noun} is not valid. Check the host name and port.`;
  if (parsed.username !== '' || parsed.password !== '')
    return `${noun} can't contain a user name or password, since lists and exports show URLs. Add the header "Authorization: Basic …" with the Base64 of user:password instead.`;
  if (parsed.hash !== '')
    return `${noun} must not have a fragment (#…), which is never sent to a server.`;
  return null;
}

/**
 * A webhook URL as sent, in printable ASCII. URLs stored before `webhookUrlProblem` rejected
 * control characters may contain some. A redacted URL may be invalid.
 */
export function sentUrl(url: string): string {
  const parsed = URL.parse(url);
  // A fragment and the question mark of an empty query are not sent.
  const [withoutHash = ''] = (parsed?.href ?? url).split('#', 1);
  const sent = parsed?.search === '' ? withoutHash.replace(/\?$/, '') : withoutHash;
  return sent.replaceAll(/[^!-~]/gu, (character) => encodeURIComponent(character.toWellFormed()));
}
