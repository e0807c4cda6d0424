/** Why a receiver rejected a signature, from the digest that it printed in its response. */
import { keepPreviousData, skipToken, useQuery } from '@tanstack/react-query';
import { api } from '#renderer/kit/data/query-client.ts';
import type { Attempt, DeliveryDetail } from '#shared/deliveries/delivery.ts';
import { isUnauthorized } from '#shared/deliveries/text.ts';
import {
  printedDigest,
  type ResponseFramework,
  rejectionCause,
  responseFramework,
  signaturesOf,
} from '#shared/signatures/receiver-response.ts';
import type { RejectionCause } from '#shared/signatures/rejection-causes.ts';
import type { Diagnosis } from '#shared/signatures/signature.ts';
import { useFixLanguage } from './fix-language.tsx';

type Signed = Pick<DeliveryDetail, 'id' | 'attemptList' | 'expectedSignature' | 'mockRequests'>;

/** Statuses that usually mean a rejected signature. */
export const isRejectedSignature = (attempt: Attempt): boolean =>
  isUnauthorized(attempt.response?.status) && signaturesOf(attempt).length > 0;

export interface AttemptDiagnosis {
  readonly isLoading: boolean;
  /** Null unless the digest is explained. */
  readonly diagnosis: Diagnosis | null;
  /** What the response shows if it is not explained; null if it shows nothing. */
  readonly cause: RejectionCause | null;
  /** The digest that the receiver computed; null if it isn't known. */
  readonly computed: string | null;
  readonly framework: ResponseFramework | undefined;
}

/**
 * Runs without a click as soon as a response has a digest. A digest of anything else explains nothing. Its
 * component belongs to one attempt.
 */
export function useAttemptDiagnosis(delivery: Signed, attempt: Attempt): AttemptDiagnosis {
  const chosenLanguage = useFixLanguage((state) => state.language);
  const computed = printedDigest(delivery, attempt);
  const framework = responseFramework(attempt.response?.headers ?? []);
  const language = chosenLanguage ?? framework?.language;
  const request = { deliveryId: delivery.id, attemptId: attempt.id, observed: computed ?? '' };
  const { data, isPending } = useQuery({
    ...api.signatures.diagnose.queryOptions({
      input:
        computed === null ? skipToken : { ...request, ...(language !== undefined && { language }) },
    }),
    // Depends on the secrets of all destinations.
    staleTime: 0,
    // A change of the language must not hide the cause.
    placeholderData: keepPreviousData,
  });
  const diagnosis = computed !== null && data?.verdict === 'explained' ? data : null;
  return {
    isLoading: computed !== null && isPending,
    diagnosis,
    cause: diagnosis === null ? rejectionCause(delivery, attempt) : null,
    computed,
    framework,
  };
}
