/** What a body must look like by a profile, and whether a request reveals the secret. */
import type { IncomingHttpHeaders } from 'node:http';
import { isNestedTooDeep } from '#shared/kit/nesting.ts';
import type { ProviderProfile } from '#shared/profiles/profile.ts';

const types = ['identify', 'track', 'page', 'screen', 'group', 'alias', 'delete'];

function parsed(body: Buffer): unknown {
  if (isNestedTooDeep(body)) return undefined;
  try {
    // JSON begins with no byte order mark (RFC 8259 8.1).
    return JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body));
  } catch {
    return undefined;
  }
}

const isForm = (headers: IncomingHttpHeaders): boolean =>
  headers['content-type']?.startsWith('application/x-www-form-urlencoded') === true;

/** Null if nothing is wrong. */
export function bodyProblem(
  { body: form }: ProviderProfile,
  headers: IncomingHttpHeaders,
  body: Buffer,
): string | null {
  if (body.length === 0) return 'The body is empty.';
  if (form === 'payload' && isForm(headers)) return null;
  const value = parsed(body);
  if (value === undefined)
    return body.toString('hex', 0, 3) === 'efbbbf'
      ? 'The body starts with a byte order mark (BOM), which JSON must not have.'
      : 'The body is not valid JSON in UTF-8.';
  if (form === 'payload') return null;
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return 'The body is not a JSON object.';
  const { type, timestamp, data } = value as Readonly<Record<string, unknown>>;
  if (form === 'message')
    return typeof type === 'string' && types.includes(type)
      ? null
      : `type must be one of ${types.join(', ')}.`;
  if (typeof type !== 'string' || type === '') return 'type must be a string.';
  if (typeof timestamp !== 'string' || !/^\d{4}-\d\d-\d\dT/.test(timestamp))
    return 'timestamp must be an ISO 8601 time.';
  return typeof data === 'object' && data !== null ? null : 'data must be an object.';
}

/** The body without the field that counts attempts, to compare it between attempts. */
export function comparableBody({ attemptField }: ProviderProfile, body: Buffer): Buffer {
  if (attemptField === null) return body;
  const value = parsed(body);
  const text = JSON.stringify(value, (key, of) => (key === attemptField ? undefined : of));
  return text === undefined ? body : Buffer.from(text);
}

/** Shorter secrets appear in other text by chance, so only whole values count. */
const minSecretLength = 8;

interface Sent {
  readonly url: string;
  readonly rawHeaders: readonly string[];
  readonly body: Buffer;
}

/** The name of the header that holds a secret, `URL` or `body`; null if nothing does. */
export function secretIn(
  { signature }: ProviderProfile,
  secrets: readonly string[],
  { url, rawHeaders, body }: Sent,
): string | null {
  const holds = (text: string): boolean =>
    secrets.some((secret) =>
      secret.length < minSecretLength ? text === secret : text.includes(secret),
    );
  const ownHeader = signature.kind === 'token' ? signature.header.toLowerCase() : null;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const [name = '', value = ''] = rawHeaders.slice(index, index + 2);
    if (name.toLowerCase() !== ownHeader && holds(value)) return name;
  }
  if (holds(url)) return 'URL';
  const isInBody = secrets.some(
    (secret) => secret.length >= minSecretLength && body.includes(secret),
  );
  return isInBody ? 'body' : null;
}
