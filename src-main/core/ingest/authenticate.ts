/** Finding the write key of a request (D5). */
import type { IncomingHttpHeaders } from 'node:http';

function basicUser(value: string): string | null {
  const decoded = Buffer.from(value, 'base64').toString('utf8');
  const colon = decoded.indexOf(':');
  // A missing colon is tolerated: some clients encode the bare key.
  return colon === -1 ? decoded : decoded.slice(0, colon);
}

function fromAuthorization(header: string | undefined, scheme: 'basic' | 'bearer'): string | null {
  const match = /^(\S+)\s+(\S+)\s*$/.exec(header ?? '');
  if (match === null || match[1]?.toLowerCase() !== scheme) return null;
  const credentials = match[2] ?? '';
  return scheme === 'basic' ? basicUser(credentials) : credentials;
}

const filled = (key: string | null | undefined): key is string =>
  key !== null && key !== undefined && key !== '';

/**
 * The write key: Basic user name, X-Write-Key, Bearer, then `writeKey` in the body. A body key is
 * only looked at where no header has one, so a masked one (`abc:***`) never beats a header.
 */
export function findWriteKey(headers: IncomingHttpHeaders, body: unknown): string | null {
  const own = headers['x-write-key'];
  const inBody =
    typeof body === 'object' && body !== null && 'writeKey' in body ? body.writeKey : null;
  const candidates = [
    fromAuthorization(headers.authorization, 'basic'),
    Array.isArray(own) ? own[0] : own,
    fromAuthorization(headers.authorization, 'bearer'),
    typeof inBody === 'string' ? inBody : null,
  ];
  return candidates.find(filled) ?? null;
}
