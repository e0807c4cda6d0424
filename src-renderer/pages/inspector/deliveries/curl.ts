/** Requests as POSIX shell commands. Pure. */
import { curlCommand } from '#shared/lib/curl.ts';
import { createRedaction } from '#shared/lib/redaction.ts';
import type { Attempt, DeliveryDetail, SentRequest } from '#shared/schemas/delivery.ts';

/** A request that can be copied. */
export interface CurlSource {
  readonly request: SentRequest;
  /** Read on copy, since it may be long. */
  readonly body: () => string | Uint8Array;
}

export interface CurlCopy {
  /** The version for sharing: secrets are removed; the signature, which is not one, stays. */
  readonly redacted: () => string;
  readonly withSecrets: () => string;
  /** What was removed, such as `header Authorization`. */
  readonly left: readonly string[];
}

/** Named in the toast; others are counted. */
const maxNamed = 3;

/** What was removed, in a few words. */
export function leftLabels(redactedNames: readonly string[]): string {
  const otherCount = redactedNames.length - maxNamed;
  const names = redactedNames.slice(0, maxNamed).join(', ');
  return otherCount > 0 ? `${names} and ${otherCount} more` : names;
}

/** The request of an attempt, or the next one; null if nothing is ever sent. */
export function requestOfDelivery(
  { bodyText, nextRequest }: Pick<DeliveryDetail, 'bodyText' | 'nextRequest'>,
  attempt: Pick<Attempt, 'request'> | null,
): CurlSource | null {
  const request = attempt?.request ?? nextRequest;
  return bodyText === null || request === null ? null : { request, body: () => bodyText };
}

/** `known`: write keys and shared secrets, which are recognized by value. */
export function curlCopy(
  { request, body }: CurlSource,
  knownSecrets: readonly string[],
  headersToRedact: readonly string[] = [],
): CurlCopy {
  const redaction = createRedaction(knownSecrets, headersToRedact);
  redaction.learn({ request });
  const headers = redaction.headers(request.headers);
  const url = redaction.url(request.url);
  return {
    redacted: () => curlCommand({ method: request.method, url, headers, body: body() }),
    withSecrets: () => curlCommand({ ...request, body: body() }),
    left: redaction.redactedKinds,
  };
}
