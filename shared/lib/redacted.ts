/** What stands in an export in the place of a secret. */

export const redactedMark = '[redacted]';

/** The same within a URL. */
export const redactedInUrl = encodeURIComponent(redactedMark);

export const isRedacted = (text: string): boolean =>
  text.includes(redactedMark) || text.includes(redactedInUrl);

/** Parts of a header's name, or of the name of a value in a query, that tell of a secret. */
const secretWords = new Set([
  'authorization',
  'authentication',
  'auth',
  'cookie',
  'cookie2',
  'key',
  'token',
  'secret',
  'password',
  'passwd',
  'pwd',
  'credential',
  'credentials',
  'session',
  'jwt',
  'bearer',
  'apikey',
  'accesskey',
  'writekey',
  'accesstoken',
  'authtoken',
  'clientsecret',
]);

/** Such as Authorization, Set-Cookie, X-Api-Key, access_token, clientSecret. */
export function isSecretName(name: string): boolean {
  const words = name
    .replaceAll(/([a-z\d])([A-Z])/g, '$1-$2')
    .toLowerCase()
    .split(/[^a-z\d]+/);
  return words.some((word) => secretWords.has(word));
}

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
