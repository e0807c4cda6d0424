/** Compares the signature of an attempt with the destination's current secret. Pure. */
import type { Attempt, DeliveryDetail } from '#shared/deliveries/delivery.ts';

export interface SignatureResult {
  readonly tone: 'ok' | 'warn' | 'info';
  readonly text: string;
  /** The digest that was sent or would be. */
  readonly digest: string | null;
}

function sentSignature(attempt: Attempt): string | null {
  const line = attempt.request.headers.find(([name]) => name.toLowerCase() === 'x-signature');
  return line?.[1] ?? null;
}

export function signatureResult(
  { expectedSignature }: Pick<DeliveryDetail, 'expectedSignature'>,
  attempt: Attempt | null,
): SignatureResult {
  if (attempt === null || attempt.result.outcome === 'blocked') {
    return expectedSignature === null
      ? { tone: 'info', text: 'Unsigned: no shared secret.', digest: null }
      : {
          tone: 'info',
          text: 'Digest of the next attempt.',
          digest: expectedSignature,
        };
  }
  const sentDigest = sentSignature(attempt);
  if (sentDigest === null) {
    return {
      tone: 'info',
      digest: null,
      text:
        expectedSignature === null
          ? 'Unsigned: no shared secret.'
          : 'Unsigned. The next attempt is signed.',
    };
  }
  if (sentDigest === expectedSignature) {
    return {
      tone: 'ok',
      text: 'Valid for the raw body.',
      digest: sentDigest,
    };
  }
  return {
    tone: 'warn',
    digest: sentDigest,
    text:
      expectedSignature === null
        ? 'The secret has since been removed.'
        : 'The secret has since changed.',
  };
}
