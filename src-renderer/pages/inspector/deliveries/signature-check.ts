/** What the signature of an attempt says, compared with the destination's secret of today. Pure. */
import type { Attempt, DeliveryDetail } from '#shared/schemas/delivery.ts';

export interface SignatureFinding {
  readonly tone: 'ok' | 'warn' | 'info';
  readonly text: string;
  /** The digest to show: what was sent, or what would be. */
  readonly digest: string | null;
}

function sentSignature(attempt: Attempt): string | null {
  const line = attempt.request.headers.find(([name]) => name.toLowerCase() === 'x-signature');
  return line?.[1] ?? null;
}

export function signatureFinding(
  { expectedSignature }: Pick<DeliveryDetail, 'expectedSignature'>,
  attempt: Attempt | null,
): SignatureFinding {
  if (attempt === null || attempt.result.outcome === 'blocked') {
    return expectedSignature === null
      ? { tone: 'info', text: 'Without a shared secret no X-Signature is sent.', digest: null }
      : {
          tone: 'info',
          text: 'An attempt made now carries this digest.',
          digest: expectedSignature,
        };
  }
  const sent = sentSignature(attempt);
  if (sent === null) {
    return {
      tone: 'info',
      digest: null,
      text:
        expectedSignature === null
          ? 'Without a shared secret no X-Signature is sent.'
          : 'This attempt was not signed: the secret was set later. The next one is signed.',
    };
  }
  if (sent === expectedSignature) {
    return {
      tone: 'ok',
      text: 'The header matches. A receiver that hashes the raw body agrees.',
      digest: sent,
    };
  }
  return {
    tone: 'warn',
    digest: sent,
    text:
      expectedSignature === null
        ? 'The secret has been removed since. This attempt was signed with the one of its time.'
        : 'The secret has been changed since. This attempt was signed with the one of its time.',
  };
}
