/** What stands in an export in the place of a secret. */

export const redactedMark = '[redacted]';

/** The same within a URL. */
export const redactedInUrl = encodeURIComponent(redactedMark);

export const isRedacted = (text: string): boolean =>
  text.includes(redactedMark) || text.includes(redactedInUrl);

/** Names are shown, and clients can choose them freely. */
const longestName = 60;

export const clipped = (name: string): string =>
  name.length > longestName ? `${name.slice(0, longestName)}…` : name;

/** Words of a header's name, or of the name of a value in a query, that tell of a secret. */
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

/** The same of a query alone: in a header, a signature proves a request and opens nothing. */
const secretQueryWords = new Set(['sig', 'signature', 'hmac']);

/** Ends of words, such as xtoken, PHPSESSID, oauth. */
const secretEnd =
  /(?:token|secret|password|passwd|auth|credential|sessid|sessionid|apikey|accesskey|secretkey|privatekey)$/;

/** Also of what is written together, as clientSecret and CSRFToken are; without numbers behind. */
const wordsOf = (name: string): readonly string[] =>
  name
    .replaceAll(/([a-z\d])([A-Z])/g, '$1-$2')
    .replaceAll(/([A-Z])([A-Z][a-z])/g, '$1-$2')
    .toLowerCase()
    .split(/[^a-z]+/);

const isSecretWord = (word: string): boolean => secretWords.has(word) || secretEnd.test(word);

/**
 * Such as Authorization, Set-Cookie, X-Api-Key, X-Pass, X-CSRFToken, Sessionid. Never X-Signature,
 * without which a command that was copied would be refused.
 */
export const isSecretName = (name: string): boolean => wordsOf(name).some(isSecretWord);

/** Such as access_token, clientSecret, sig, X-Amz-Signature. */
export const isSecretQueryName = (name: string): boolean =>
  wordsOf(name).some((word) => isSecretWord(word) || secretQueryWords.has(word));

/** Each run of letters is looked at once: one search for all of it would take seconds where many begin so. */
const holdsWebToken = (value: string): boolean =>
  [...value.matchAll(/(?<![\w-])([\w-]+)(?=\.[\w-]+\.)/g)].some(([, header = '']) =>
    /\beyJ[\w-]{8}/.test(header),
  );

/** Credentials whatever they are called: a scheme of authentication, or a JSON web token. */
export const isSecretValue = (value: string): boolean =>
  /^(?:basic|bearer|digest|token|apikey)\s+\S/i.test(value) || holdsWebToken(value);

/** A value in a query that was drawn at random: long, of letters and digits, with no word in it. */
export const isTokenLike = (value: string): boolean =>
  value.length >= 20 &&
  /^[\w\-+/=.~]+$/.test(value) &&
  /\d/.test(value) &&
  /[a-z]/i.test(value) &&
  !/^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(value);
