/** Replaces a secret in an export. */

export const redactedMark = '[redacted]';

/** Replaces a secret in a URL. */
export const redactedInUrl = encodeURIComponent(redactedMark);

export const isRedacted = (text: string): boolean =>
  text.includes(redactedMark) || text.includes(redactedInUrl);

/** Names are shown, and clients can choose any. */
const maxNameLength = 60;

export const clipped = (name: string): string =>
  name.length > maxNameLength ? `${name.slice(0, maxNameLength)}…` : name;

/** Words in a header name, or in a query parameter's name, that indicate a secret. */
const secretWords = new Set([
  'authorization',
  'authentication',
  'cookie',
  'key',
  'pwd',
  'pass',
  'passphrase',
  'passcode',
  'pin',
  'otp',
  'totp',
  'csrf',
  'xsrf',
  'credentials',
  'session',
  'jwt',
  'bearer',
  'writekey',
]);

/** Only for queries: a signature in a header authenticates one request, but grants no access. */
const secretQueryWords = new Set(['sig', 'signature', 'hmac']);

/** Word endings, as in xtoken, PHPSESSID or oauth. */
const secretEnd =
  /(?:token|secret|password|passwd|auth|credential|sessid|sessionid|apikey|accesskey|secretkey|privatekey)$/;

/** Splits names, including clientSecret and CSRFToken, and ignores trailing digits. */
const wordsOf = (name: string): readonly string[] =>
  name
    .replaceAll(/([a-z\d])([A-Z])/g, '$1-$2')
    .replaceAll(/([A-Z])([A-Z][a-z])/g, '$1-$2')
    .toLowerCase()
    .split(/[^a-z]+/);

const isSecretWord = (word: string): boolean => secretWords.has(word) || secretEnd.test(word);

/**
 * Matches Authorization, Set-Cookie, X-Api-Key, X-Pass, X-CSRFToken, Sessionid. Never X-Signature,
 * because a copied command would be rejected without it.
 */
export const isSecretName = (name: string): boolean => wordsOf(name).some(isSecretWord);

/** Matches access_token, clientSecret, sig, X-Amz-Signature. */
export const isSecretQueryName = (name: string): boolean =>
  wordsOf(name).some((word) => isSecretWord(word) || secretQueryWords.has(word));

/**
 * Checks each run of letters once. A single search would take seconds for texts with many matching
 * prefixes.
 */
const containsWebToken = (value: string): boolean =>
  [...value.matchAll(/(?<![\w-])([\w-]+)(?=\.[\w-]+\.)/g)].some(([, header = '']) =>
    /\beyJ[\w-]{8}/.test(header),
  );

/** Credentials with any name: an authentication scheme or a JSON Web Token. */
export const isSecretValue = (value: string): boolean =>
  /^(?:basic|bearer|digest|token|apikey)\s+\S/i.test(value) || containsWebToken(value);

/** Random query values: long, with letters and digits, and not a UUID. */
export const isTokenLike = (value: string): boolean =>
  value.length >= 20 &&
  /^[\w\-+/=.~]+$/.test(value) &&
  /\d/.test(value) &&
  /[a-z]/i.test(value) &&
  !/^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(value);
