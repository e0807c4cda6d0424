import type { StaticHeaders } from '#shared/schemas/destination.ts';
import type { HeaderLines } from '#shared/schemas/message.ts';
import { sign } from './signature.ts';

/** Fixed by spec 2.1: a product token and `/1.0`, independent of the app version (D1). */
const userAgent = 'Hookwright/1.0';

/** Headers set by the service and the webhook's settings, in wire order (spec 2.1). */
export const webhookHeaders = (staticHeaders: StaticHeaders): HeaderLines => [
  ['User-Agent', userAgent],
  ['Content-Type', 'application/json'],
  ...Object.entries(staticHeaders),
];

/**
 * The exact headers on the wire. X-Signature, if any, follows Content-Type. The HTTP client writes
 * the lowercase headers.
 */
export function wireHeaders(
  url: string,
  lines: HeaderLines,
  signature: string | null,
  contentLength: number | null,
): HeaderLines {
  const signatureIndex = lines.findIndex(([name]) => name.toLowerCase() === 'content-type') + 1;
  return [
    ['host', new URL(url).host],
    ['connection', 'keep-alive'],
    ...lines.slice(0, signatureIndex),
    ...(signature === null ? [] : [['X-Signature', signature] as [string, string]]),
    ...lines.slice(signatureIndex),
    ...(contentLength === null
      ? []
      : [['content-length', String(contentLength)] as [string, string]]),
  ];
}

/** Headers of a webhook request. Without a secret, there is no X-Signature (D20). */
export const requestHeaders = (
  url: string,
  staticHeaders: StaticHeaders,
  secret: string,
  body: Uint8Array,
): HeaderLines =>
  wireHeaders(
    url,
    webhookHeaders(staticHeaders),
    secret === '' ? null : sign(secret, body),
    body.length,
  );
