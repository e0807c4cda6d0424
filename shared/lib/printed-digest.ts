/** The digest that a receiver printed in its response, by the signatures of any profile. */
import { isSignatureHeader } from '../profiles/profiles.ts';
import type { Attempt, DeliveryDetail } from '../schemas/delivery.ts';
import { digestInResponse } from './digest-in-response.ts';

/** The value, and the digests in it: `t=…,v1=…`. */
const digestsIn = (value: string): readonly string[] => [
  value,
  ...(value.match(/[A-Za-z\d+/]{26,}={0,2}/g) ?? []),
];

export const signaturesOf = ({ request }: Attempt): readonly string[] =>
  request.headers.flatMap(([name, value]) => (isSignatureHeader(name) ? digestsIn(value) : []));

/** The digest in a 4xx response that is none of those sent; null if there is none. */
export function printedDigest(
  { attemptList, expectedSignature }: Pick<DeliveryDetail, 'attemptList' | 'expectedSignature'>,
  { response }: Attempt,
): string | null {
  if (response === null || response.status < 400 || response.status > 499) return null;
  const sentSignatures = attemptList.flatMap(signaturesOf);
  return (
    digestInResponse(response.body.text ?? '', [
      ...sentSignatures,
      ...digestsIn(expectedSignature ?? ''),
    ]) ?? null
  );
}
