/** Requests as command lines for a POSIX shell. Pure. */
import type { DeliveryDetail } from '#shared/schemas/delivery.ts';
import type { HeaderLines } from '#shared/schemas/message.ts';

/** Single quotes keep everything but themselves. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

export function firstEventCommand(ingestUrl: string, writeKey: string): string {
  const body = JSON.stringify({ userId: 'u_1', event: 'Signed Up' });
  return `curl -u ${quoted(`${writeKey}:`)} ${ingestUrl}/v1/track -d ${quoted(body)}`;
}

/** What curl sets by itself, and sets right. */
const setByCurl = new Set(['host', 'content-length', 'connection']);

interface SentRequest {
  readonly url: string;
  readonly headers: HeaderLines;
  readonly body: string;
}

export function curlCommand({ url, headers, body }: SentRequest): string {
  const lines = headers
    .filter(([name]) => !setByCurl.has(name.toLowerCase()))
    .map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`);
  return [`curl -X POST ${quoted(url)}`, ...lines, `--data-raw ${quoted(body)}`].join(' \\\n  ');
}

/** The request of an attempt, or of the first one to come; null where nothing is ever sent. */
export function curlOfDelivery(
  delivery: Pick<DeliveryDetail, 'bodyText' | 'webhooks' | 'expectedSignature'>,
  attempt: { readonly request: Omit<SentRequest, 'body'> } | null,
): string | null {
  const { bodyText, webhooks, expectedSignature } = delivery;
  if (bodyText === null) return null;
  if (attempt !== null) return curlCommand({ ...attempt.request, body: bodyText });
  const url = webhooks[0]?.url;
  if (url === undefined) return null;
  const headers: HeaderLines = [
    ['Content-Type', 'application/json'],
    ['User-Agent', 'Hookwright/1.0'],
    ...(expectedSignature === null
      ? []
      : ([['X-Signature', expectedSignature]] satisfies HeaderLines)),
  ];
  return curlCommand({ url, headers, body: bodyText });
}
