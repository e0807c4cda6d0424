import { keepPreviousData, skipToken, useQuery } from '@tanstack/react-query';
import { api } from '#renderer/kit/data/query-client.ts';
import { RouteLink } from '#renderer/kit/routing/route-link.tsx';
import { Card } from '#renderer/ui/card.tsx';
import type { Attempt, DeliveryDetail } from '#shared/deliveries/delivery.ts';
import { isUnauthorized } from '#shared/deliveries/text.ts';
import {
  printedDigest,
  rejectionCause,
  responseFramework,
  signaturesOf,
} from '#shared/signatures/receiver-response.ts';
import type { RejectionCause } from '#shared/signatures/rejection-causes.ts';
import type { Diagnosis, Language } from '#shared/signatures/signature.ts';
import { Causes, FixLanguageSelect, useFixLanguage } from './cause-view.tsx';

// Why a receiver rejected a signature, from the digest that it printed in its response.

type Signed = Pick<DeliveryDetail, 'id' | 'attemptList' | 'expectedSignature' | 'mockRequests'>;

/** Statuses that usually mean a rejected signature. */
export const isRejectedSignature = (attempt: Attempt): boolean =>
  isUnauthorized(attempt.response?.status) && signaturesOf(attempt).length > 0;

export interface AttemptDiagnosis {
  readonly status: 'none' | 'loading' | 'explained';
  /** Null unless explained. */
  readonly diagnosis: Diagnosis | null;
  /** What the response shows if it is not explained; null if it shows nothing. */
  readonly cause: RejectionCause | null;
  /** The receiver's language, as its response headers say. */
  readonly detected: Language | undefined;
}

export const noDiagnosis: AttemptDiagnosis = {
  status: 'none',
  diagnosis: null,
  cause: null,
  detected: undefined,
};

/** Runs without a click as soon as a response has a digest. A digest of anything else explains nothing. */
export function useAttemptDiagnosis(delivery: Signed, attempt: Attempt | null): AttemptDiagnosis {
  const chosenLanguage = useFixLanguage((state) => state.language);
  const observed = attempt === null ? null : printedDigest(delivery, attempt);
  const detected = responseFramework(attempt?.response?.headers ?? [])?.language;
  const language = chosenLanguage ?? detected;
  const { data, isPending } = useQuery({
    ...api.signatures.diagnose.queryOptions({
      input:
        observed === null
          ? skipToken
          : { deliveryId: delivery.id, observed, ...(language !== undefined && { language }) },
    }),
    // Depends on the secrets of all destinations.
    staleTime: 0,
    // A change of the language must not hide the cause.
    placeholderData: keepPreviousData,
  });
  const cause = attempt === null ? null : rejectionCause(delivery, attempt);
  if (observed === null) return { ...noDiagnosis, cause };
  if (isPending) return { ...noDiagnosis, status: 'loading' };
  if (data?.verdict !== 'explained') return { ...noDiagnosis, cause };
  return { ...noDiagnosis, status: 'explained', diagnosis: data, detected };
}

interface DiagnosisCardProps {
  readonly deliveryId: number;
  readonly found: AttemptDiagnosis;
}

/** The cause of a rejected signature, with its fix; nothing without a cause. */
export function DiagnosisCard({ deliveryId, found: { diagnosis, detected } }: DiagnosisCardProps) {
  if (diagnosis === null) return null;
  return (
    <Card
      title="Diagnosis"
      meta="from the digest in the response"
      actions={
        <>
          <FixLanguageSelect
            aria-label="Language of the fix"
            detected={detected}
            className="h-6.5 w-31"
          />
          <RouteLink to={{ page: 'signatures', query: { delivery: deliveryId } }} className="px-1">
            Open in Signatures
          </RouteLink>
        </>
      }
    >
      {diagnosis.causes.length > 1 && <p className="mb-3 text-fg-2">{diagnosis.message}</p>}
      <Causes causes={diagnosis.causes} />
    </Card>
  );
}
