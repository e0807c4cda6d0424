/** Finds the source of a request by its write key (D5). */

import type { ConfigCache } from '#main/store/config-cache.ts';
import type { Source } from '#shared/connections/source.ts';
import type { IngestRequest } from './request.ts';

function fromAuthorization(header: string | undefined, scheme: 'basic' | 'bearer'): string | null {
  if (header === undefined) return null;
  const match = /^(\S+)\s+(\S+)\s*$/.exec(header);
  if (match === null || match[1]?.toLowerCase() !== scheme) return null;
  const credentials = match[2] ?? '';
  return scheme === 'basic' ? Buffer.from(credentials, 'base64').toString('utf8') : credentials;
}

function fromQuery(url: string): string | null {
  const mark = url.indexOf('?');
  return mark === -1 ? null : new URLSearchParams(url.slice(mark + 1)).get('writeKey');
}

/**
 * Write keys that a credential can contain, most specific first. A key may be `id:secret`; the
 * secret is ignored if the source's key is only the ID (D5). In Basic auth, the colon after the
 * user name may be missing.
 */
function keysIn(credential: string): readonly string[] {
  const colon = credential.indexOf(':');
  if (colon === -1) return [credential];
  const id = credential.slice(0, colon);
  if (id === '') return [];
  return colon === credential.length - 1 ? [id] : [credential.replace(/:$/, ''), id];
}

/**
 * Write keys in order: Basic, X-Write-Key, Bearer, `writeKey` in the query, `writeKey` in the body.
 * The body key is used only without any other, and only as a whole, so that a masked key
 * (`abc:***`) never matches.
 */
export function findWriteKeys(
  { headers, url }: Pick<IngestRequest, 'headers' | 'url'>,
  body: unknown,
): readonly string[] {
  const writeKeyHeader = headers['x-write-key'];
  // Lazy, because the first credential is usually present.
  const credentials = [
    () => fromAuthorization(headers.authorization, 'basic'),
    () => (Array.isArray(writeKeyHeader) ? writeKeyHeader[0] : writeKeyHeader),
    () => fromAuthorization(headers.authorization, 'bearer'),
    () => fromQuery(url),
  ];
  for (const read of credentials) {
    const credential = read();
    const keys = credential ? keysIn(credential) : [];
    if (keys.length > 0) return keys;
  }
  const inBody =
    typeof body === 'object' && body !== null && 'writeKey' in body ? body.writeKey : null;
  return typeof inBody === 'string' && inBody !== '' ? [inBody] : [];
}

/** The source with the first matching key. */
export const sourceWithKey = (configCache: ConfigCache, keys: readonly string[]): Source | null =>
  keys.map((key) => configCache.sourceByWriteKey(key)).find((source) => source !== undefined) ??
  null;
