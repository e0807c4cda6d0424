/**
 * Requests that name a whole URL in their first line, as clients with a configured HTTP proxy send
 * them. Servers must accept these (RFC 9112, 3.2.2).
 */
import type { IncomingMessage } from 'node:http';

/**
 * Leaves the path as the URL. The named host replaces the Host header, also where that is checked. False if it is
 * empty, which isn't valid (RFC 9110, 4.2.1).
 */
export function toOriginForm(request: IncomingMessage): boolean {
  const [, host, target] = /^https?:\/\/([^/?#]*)(.*)$/is.exec(request.url ?? '') ?? [];
  if (host === undefined || target === undefined) return true;
  if (host === '') return false;
  request.headers.host = host;
  request.url = target.startsWith('/') ? target : `/${target}`;
  return true;
}
