/**
 * The digest that a receiver computed, by the signatures of any profile: printed in its response, or in the log of one of
 * Hookwright's own, which print none (D61).
 */
import type { RejectionCause } from '../labels/rejection-causes.ts';
import { isSignatureHeader } from '../profiles/profiles.ts';
import type { Attempt, DeliveryDetail } from '../schemas/delivery.ts';
import { digestsInResponse } from './digest-in-response.ts';
import { libraryErrorIn } from './library-errors.ts';
import { requestedUrl } from './webhook-url.ts';

/** The value, and the digests in it: `t=…,v1=…`. */
export const digestsIn = (value: string): readonly string[] => [
  value,
  ...(value.match(/[A-Za-z\d+/]{26,}={0,2}/g) ?? []),
];

export const signaturesOf = ({ request }: Attempt): readonly string[] =>
  request.headers.flatMap(([name, value]) => (isSignatureHeader(name) ? digestsIn(value) : []));

type Signed = Pick<DeliveryDetail, 'attemptList' | 'expectedSignature' | 'mockRequests'>;

/** The request of an attempt in the log of a mock endpoint. */
export function receivedRequest(
  { mockRequests }: Pick<DeliveryDetail, 'mockRequests'>,
  { url, startedAt, timings }: Pick<Attempt, 'url' | 'startedAt' | 'timings'>,
): DeliveryDetail['mockRequests'][number] | undefined {
  const { target } = requestedUrl(url);
  const endedAt = startedAt + Math.ceil(timings.totalMs);
  return mockRequests.find(
    ({ path, receivedAt }) => path === target && receivedAt >= startedAt && receivedAt <= endedAt,
  );
}

function digestsOf(delivery: Signed, attempt: Attempt) {
  const { response } = attempt;
  if (response === null || response.status < 400 || response.status > 499) return null;
  const { attemptList, expectedSignature } = delivery;
  const sent = [...attemptList.flatMap(signaturesOf), ...digestsIn(expectedSignature ?? '')];
  const computed = receivedRequest(delivery, attempt)?.computed ?? '';
  return digestsInResponse(`${response.body.text ?? ''}\n${computed}`, sent);
}

/** The digest that the receiver of a 4xx response computed, if none of those sent; null if it isn't known. */
export const printedDigest = (delivery: Signed, attempt: Attempt): string | null =>
  digestsOf(delivery, attempt)?.other ?? null;

/**
 * Why a receiver rejected a signature that no known mistake explains: what its library says, or the digest in
 * its response. Null if the response shows nothing.
 */
export function rejectionCause(delivery: Signed, attempt: Attempt): RejectionCause | null {
  const library = libraryErrorIn(attempt.response?.body.text ?? '');
  if (library !== undefined) return library.cause;
  const digests = digestsOf(delivery, attempt);
  if (digests?.other !== undefined) return 'other_secret';
  return digests?.hasSent === true ? 'comparison' : null;
}
