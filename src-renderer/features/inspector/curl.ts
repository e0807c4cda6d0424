/** Requests as command lines for a POSIX shell. Pure. */
import { curlCommand, quoted } from '#shared/lib/curl.ts';
import type { Attempt, DeliveryDetail } from '#shared/schemas/delivery.ts';

export function firstEventCommand(ingestUrl: string, writeKey: string): string {
  const body = JSON.stringify({ userId: 'u_1', event: 'Signed Up' });
  return `curl -u ${quoted(`${writeKey}:`)} ${ingestUrl}/v1/track -d ${quoted(body)}`;
}

/** The request of an attempt, or of the first one to come; null where nothing is ever sent. */
export function curlOfDelivery(
  { bodyText, nextRequest }: Pick<DeliveryDetail, 'bodyText' | 'nextRequest'>,
  attempt: Pick<Attempt, 'request'> | null,
): string | null {
  const request = attempt?.request ?? nextRequest;
  return bodyText === null || request === null ? null : curlCommand({ ...request, body: bodyText });
}
