/** The digest that a receiver printed in its response, by the signatures of any profile. */
import type { RejectionCause } from '../labels/rejection-causes.ts';
import { isSignatureHeader } from '../profiles/profiles.ts';
import type { Attempt, DeliveryDetail } from '../schemas/delivery.ts';
import { digestsInResponse } from './digest-in-response.ts';
import { libraryErrorIn } from './library-errors.ts';

/** The value, and the digests in it: `t=…,v1=…`. */
const digestsIn = (value: string): readonly string[] => [
  value,
  ...(value.match(/[A-Za-z\d+/]{26,}={0,2}/g) ?? []),
];

export const signaturesOf = ({ request }: Attempt): readonly string[] =>
  request.headers.flatMap(([name, value]) => (isSignatureHeader(name) ? digestsIn(value) : []));

type Signed = Pick<DeliveryDetail, 'attemptList' | 'expectedSignature'>;

function digestsOf({ attemptList, expectedSignature }: Signed, { response }: Attempt) {
  if (response === null || response.status < 400 || response.status > 499) return null;
  const sent = [...attemptList.flatMap(signaturesOf), ...digestsIn(expectedSignature ?? '')];
  return digestsInResponse(response.body.text ?? '', sent);
}

/** The digest in a 4xx response that is none of those sent; null if there is none. */
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
