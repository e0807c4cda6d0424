/** Requests as command lines for a POSIX shell. Pure. */
import type { Attempt, DeliveryDetail, SentRequest } from '#shared/schemas/delivery.ts';

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

export function curlCommand({ url, headers }: SentRequest, body: string): string {
  const lines = headers
    .filter(([name]) => !setByCurl.has(name.toLowerCase()))
    .map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`);
  return [`curl -X POST ${quoted(url)}`, ...lines, `--data-raw ${quoted(body)}`].join(' \\\n  ');
}

/** The request of an attempt, or of the first one to come; null where nothing is ever sent. */
export function curlOfDelivery(
  { bodyText, nextRequest }: Pick<DeliveryDetail, 'bodyText' | 'nextRequest'>,
  attempt: Pick<Attempt, 'request'> | null,
): string | null {
  const request = attempt?.request ?? nextRequest;
  return bodyText === null || request === null ? null : curlCommand(request, bodyText);
}
