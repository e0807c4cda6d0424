/** Finding the source of a request by its write key (D5). */
import type { Source } from '#shared/schemas/source.ts';
import type { Directory } from '../setup/directory.ts';
import type { IngestRequest } from './request.ts';

function fromAuthorization(header: string | undefined, scheme: 'basic' | 'bearer'): string | null {
  const match = /^(\S+)\s+(\S+)\s*$/.exec(header ?? '');
  if (match === null || match[1]?.toLowerCase() !== scheme) return null;
  const credentials = match[2] ?? '';
  return scheme === 'basic' ? Buffer.from(credentials, 'base64').toString('utf8') : credentials;
}

function fromQuery(url: string): string | null {
  const mark = url.indexOf('?');
  return mark === -1 ? null : new URLSearchParams(url.slice(mark + 1)).get('writeKey');
}

/**
 * The keys that a credential may stand for, most specific first: a key may be `id:secret`, and the
 * secret counts for nothing where the source's key is the id alone (D5). Basic ends the user name with
 * a colon; a missing one is tolerated.
 */
function keysIn(credential: string): readonly string[] {
  const colon = credential.indexOf(':');
  if (colon === -1) return [credential];
  const id = credential.slice(0, colon);
  return id === '' ? [] : [credential.replace(/:$/, ''), id];
}

/**
 * The keys to look the source up by: of Basic, X-Write-Key, Bearer, `writeKey` in the query, then
 * `writeKey` in the body. A body key is only looked at where nothing else has one and only as a whole,
 * so a masked one (`abc:***`) never counts.
 */
export function findWriteKeys(
  { headers, url }: Pick<IngestRequest, 'headers' | 'url'>,
  body: unknown,
): readonly string[] {
  const own = headers['x-write-key'];
  const credentials = [
    fromAuthorization(headers.authorization, 'basic'),
    Array.isArray(own) ? own[0] : own,
    fromAuthorization(headers.authorization, 'bearer'),
    fromQuery(url),
  ];
  for (const credential of credentials) {
    const keys = credential ? keysIn(credential) : [];
    if (keys.length > 0) return keys;
  }
  const inBody =
    typeof body === 'object' && body !== null && 'writeKey' in body ? body.writeKey : null;
  return typeof inBody === 'string' && inBody !== '' ? [inBody] : [];
}

/** The source with the first of the keys that is one. */
export const sourceWithKey = (directory: Directory, keys: readonly string[]): Source | null =>
  keys.map((key) => directory.sourceByWriteKey(key)).find((source) => source !== undefined) ?? null;
