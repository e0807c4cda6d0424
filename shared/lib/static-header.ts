/** The rules for static headers (D19): which names and values a webhook may carry, and why not. */

/** What the HTTP client sets, and hop-by-hop names that belong to the connection (RFC 9110 7.6.1). */
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

/** What the service sets on every request, and the above. */
const reservedNames = new Set(['content-type', 'user-agent', 'x-signature', ...connectionNames]);

/** A token of RFC 9110 5.6.2. */
const token = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;

/** Longest header a webhook may carry: half of what common servers take for all headers together. */
const maxValueLength = 8_192;

/** Why `name` is no name of a header at all, as a sentence; null when it is. */
export function tokenProblem(name: string): string | null {
  if (name === '') return 'Header name is empty: give it a name such as X-Env.';
  if (name.length > 256) return 'Header name is too long: at most 256 characters.';
  if (!token.test(name))
    return `Header name "${name}" holds a character that HTTP does not allow: use letters, digits and hyphens.`;
  return null;
}

/** Why `name` cannot be the name of a static header, as a sentence; null when it can. */
export function headerNameProblem(name: string): string | null {
  const problem = tokenProblem(name);
  if (problem !== null) return problem;
  if (reservedNames.has(name.toLowerCase()))
    return `Header "${name}" is set by the service itself and cannot be overridden: choose another name.`;
  return null;
}

/** Why this cannot be a line of any HTTP head, as a sentence; null when it can. */
export const headerLineProblem = (name: string, value: string): string | null =>
  tokenProblem(name) ?? headerValueProblem(name, value);

/** Why `value` cannot be the value of a static header, as a sentence; null when it can. */
export function headerValueProblem(name: string, value: string): string | null {
  if (value.length > maxValueLength)
    return `Value of header "${name}" is too long: at most ${maxValueLength} characters.`;
  for (const character of value) {
    const code = character.charCodeAt(0);
    if (code === 13 || code === 10 || code === 0)
      return `Value of header "${name}" holds a line break or a NUL: write it on one line.`;
    if ((code < 32 && code !== 9) || code === 127 || code > 255)
      return `Value of header "${name}" holds a character that HTTP headers cannot carry: use Latin-1 text.`;
  }
  return null;
}

/**
 * Why this cannot be a line of a request that is made by hand, as a sentence; null when it can. What
 * the service itself sets may be given otherwise there, but for the signature, which has its choices.
 */
export function resendHeaderProblem(name: string, value: string): string | null {
  const lowerCase = name.toLowerCase();
  if (lowerCase === 'x-signature')
    return 'X-Signature is made by the choice of signing: remove this line.';
  if (connectionNames.includes(lowerCase))
    return `Header "${name}" belongs to the connection, which sets it right: remove this line.`;
  return headerLineProblem(name, value);
}
