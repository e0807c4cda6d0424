/** Names and values allowed for static headers (D19). */

/** Headers set by the HTTP client, and hop-by-hop headers (RFC 9110 7.6.1). */
const connectionNames = [
  'content-length',
  'host',
  'transfer-encoding',
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'upgrade',
  'expect',
];

/** Whether HTTP clients set this header for the connection. */
export const isConnectionHeader = (name: string): boolean =>
  connectionNames.includes(name.toLowerCase());

/** Headers the service sets on every request, plus those above. */
const reservedNames = new Set(['content-type', 'user-agent', 'x-signature', ...connectionNames]);

/** A token as defined in RFC 9110 5.6.2. */
const token = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;

/** Maximum length of a header value: half of what common servers accept for all headers. */
const maxValueLength = 8_192;

/** Why `name` is not a valid header name; null if it is. */
export function tokenProblem(name: string): string | null {
  if (name === '') return 'Header name is empty. Use a name such as X-Env.';
  if (name.length > 256) return 'Header name is too long: at most 256 characters.';
  if (!token.test(name))
    return `Header name "${name}" has a character that HTTP does not allow. Use letters, digits and hyphens.`;
  return null;
}

/** Why `name` can't be a static header; null if it can. */
export function headerNameProblem(name: string): string | null {
  const problem = tokenProblem(name);
  if (problem !== null) return problem;
  if (reservedNames.has(name.toLowerCase()))
    return `Header "${name}" is set automatically. Choose another name.`;
  return null;
}

/** Why this is not a valid header line; null if it is. */
export const headerLineProblem = (name: string, value: string): string | null =>
  tokenProblem(name) ?? headerValueProblem(name, value);

/** Why `value` can't be the value of a static header; null if it can. */
export function headerValueProblem(name: string, value: string): string | null {
  if (value.length > maxValueLength)
    return `Value of header "${name}" is too long: at most ${maxValueLength} characters.`;
  for (const character of value) {
    const code = character.charCodeAt(0);
    if (code === 13 || code === 10 || code === 0)
      return `Value of header "${name}" has a line break or NUL. Write it on one line.`;
    if ((code < 32 && code !== 9) || code === 127 || code > 255)
      return `Value of header "${name}" has a character that HTTP headers don't allow. Use Latin-1 text.`;
  }
  return null;
}

/**
 * Why this can't be a header of a copy; null if it can. It may override the service's headers,
 * except X-Signature.
 */
export function copyHeaderProblem(name: string, value: string): string | null {
  const lowerCase = name.toLowerCase();
  if (lowerCase === 'x-signature') return 'The signing option sets X-Signature. Remove this line.';
  if (isConnectionHeader(name)) return `Header "${name}" is set automatically. Remove this line.`;
  return headerLineProblem(name, value);
}
