import type { StaticHeaders } from '#shared/schemas/destination.ts';
import type { HeaderLines } from '#shared/schemas/message.ts';
import { sign } from './signature.ts';

/** Fixed by spec 2.1: a product token and `/1.0`, whatever the version of the app (D1). */
const userAgent = 'Hookwright/1.0';

/**
 * The header lines of a request to a webhook, exactly as they go over the wire (spec 2.1). An empty
 * secret gives no X-Signature (D20). The HTTP client writes the lower-case ones itself.
 */
export function requestHeaders(
  url: string,
  staticHeaders: StaticHeaders,
  secret: string,
  body: Uint8Array,
): HeaderLines {
  return [
    ['host', new URL(url).host],
    ['connection', 'keep-alive'],
    ['User-Agent', userAgent],
    ['Content-Type', 'application/json'],
    ...(secret === '' ? [] : [['X-Signature', sign(secret, body)] as [string, string]]),
    ...Object.entries(staticHeaders),
    ['content-length', String(body.length)],
  ];
}
