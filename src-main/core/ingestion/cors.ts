/** Pages of any origin may send events, to this listener and only to it. */
import type { IncomingMessage, OutgoingHttpHeaders } from 'node:http';

/** A browser asks again whether it may send after this long: its own upper limit is two hours. */
const preflightSeconds = 7_200;

/** Headers that let the page of `Origin` read the answer; none for a client that is no page. */
export function corsHeaders({ headers }: IncomingMessage): OutgoingHttpHeaders {
  const { origin } = headers;
  return origin === undefined
    ? {}
    : {
        'Access-Control-Allow-Origin': origin,
        'Access-Control-Expose-Headers': 'Retry-After',
        Vary: 'Origin',
      };
}

/** The answer to a preflight: whatever headers the page wants to send, it may. */
export function preflightHeaders(request: IncomingMessage): OutgoingHttpHeaders {
  const { headers } = request;
  const wanted = headers['access-control-request-headers'];
  return {
    ...corsHeaders(request),
    'Access-Control-Allow-Methods': 'GET, POST, OPTIONS',
    ...(wanted === undefined ? {} : { 'Access-Control-Allow-Headers': wanted }),
    'Access-Control-Max-Age': String(preflightSeconds),
    Vary: 'Origin, Access-Control-Request-Headers',
    // A page of a public https origin asks before it may reach this machine.
    ...(headers['access-control-request-private-network'] === 'true'
      ? { 'Access-Control-Allow-Private-Network': 'true' }
      : {}),
  };
}
