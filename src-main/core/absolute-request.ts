/**
 * Requests that name a whole URL in their first line, as clients with a configured HTTP proxy send
 * them. Servers must accept these (RFC 9112, 3.2.2).
 */
import type { IncomingMessage } from 'node:http';

/** Leaves the path as the URL. The named host replaces the Host header, also where that is checked. */
export function toOriginForm(request: IncomingMessage): void {
  const [, host, target] = /^https?:\/\/([^/?#]*)(.*)$/is.exec(request.url ?? '') ?? [];
  if (host === undefined || target === undefined) return;
  request.headers.host = host;
  request.url = target.startsWith('/') ? target : `/${target}`;
}
