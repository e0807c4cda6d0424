/** Requests as command lines for a POSIX shell. Pure. */
import { curlCommand, quoted } from '#shared/lib/curl.ts';
import { createRedaction } from '#shared/lib/redaction.ts';
import type { Attempt, DeliveryDetail, SentRequest } from '#shared/schemas/delivery.ts';

/** A request that may be copied. */
export interface CurlSource {
  readonly request: SentRequest;
  /** Asked for when it is copied: it may be long. */
  readonly body: () => string | Uint8Array;
}

export interface CurlCopy {
  /** As it goes to others: its secrets are left out, and its signature, which is none, is not. */
  readonly redacted: () => string;
  readonly withSecrets: () => string;
  /** What is left out, such as `header Authorization`. */
  readonly left: readonly string[];
}

/** Named in what is said of a copy; the others are counted. */
const named = 3;

/** What was left out, in a few words. */
export function leftLabels(left: readonly string[]): string {
  const rest = left.length - named;
  const words = left.slice(0, named).join(', ');
  return rest > 0 ? `${words} and ${rest} more` : words;
}

export function firstEventCommand(ingestUrl: string, writeKey: string): string {
  const body = JSON.stringify({ userId: 'u_1', event: 'Signed Up' });
  return `curl -u ${quoted(`${writeKey}:`)} ${ingestUrl}/v1/track -d ${quoted(body)}`;
}

/** The request of an attempt, or of the first one to come; null where nothing is ever sent. */
export function requestOfDelivery(
  { bodyText, nextRequest }: Pick<DeliveryDetail, 'bodyText' | 'nextRequest'>,
  attempt: Pick<Attempt, 'request'> | null,
): CurlSource | null {
  const request = attempt?.request ?? nextRequest;
  return bodyText === null || request === null ? null : { request, body: () => bodyText };
}

/** `known` are secrets that are told from anything by themselves: write keys and shared secrets. */
export function curlCopy(
  { request, body }: CurlSource,
  known: readonly string[],
  headersToRedact: readonly string[] = [],
): CurlCopy {
  const redaction = createRedaction(known, headersToRedact);
  redaction.learn({ request });
  const headers = redaction.headers(request.headers);
  const url = redaction.url(request.url);
  return {
    redacted: () => curlCommand({ url, headers, body: body() }),
    withSecrets: () => curlCommand({ ...request, body: body() }),
    left: redaction.left,
  };
}
