/** Why the receiver rejected the signature of an attempt, and the bytes that were signed. */
import { skipToken, useQuery } from '@tanstack/react-query';
import { collections, useItems } from '#renderer/kit/data/collections.ts';
import { useCopiesOf } from '#renderer/kit/data/pages.ts';
import { api } from '#renderer/kit/data/query-client.ts';
import { cx } from '#renderer/ui/cx.ts';
import type { Attempt, DeliveryDetail } from '#shared/deliveries/delivery.ts';
import { defaultProfileId, profileOf } from '#shared/profiles/profiles.ts';
import { alignmentOf } from '#shared/signatures/alignment.ts';
import { receivedRequest } from '#shared/signatures/receiver-response.ts';
import { ByteRibbons } from './byte-ribbons.tsx';
import { bytesOfHex, type KnownDigest, SignatureXray } from './signature-xray.tsx';
import { isRejectedSignature, useAttemptDiagnosis } from './use-diagnosis.ts';

/** The digests with whose they are; equal ones once. */
export function knownDigests(
  named: readonly (readonly [of: string, value: string | null | undefined])[],
): readonly KnownDigest[] {
  const byValue = Map.groupBy(
    named.filter(([, value]) => value),
    ([, value]) => value ?? '',
  );
  return [...byValue].map(([value, all]) => {
    const [first = '', ...rest] = all.map(([of]) => of);
    return { of: [first, ...rest.map((of) => of.toLowerCase())].join(', '), value };
  });
}

/** Usually the one that was sent is right; the request has it. */
function differentDigests(
  sent: string | undefined,
  expected: string | undefined,
  computed: string | null | undefined,
): readonly KnownDigest[] {
  const ofRequest = [
    ['Sent', sent],
    ['Expected', expected],
  ] as const;
  return knownDigests([...(sent === expected ? [] : ofRequest), ['It computed', computed]]);
}

const isFixedBy = (
  { startedAt }: Attempt,
  copy: ReturnType<typeof useCopiesOf>['items'][number],
): boolean => copy.state === 'accepted' && copy.signatureFit === 'valid' && copy.sentAt > startedAt;

interface SignedBytesProps {
  readonly deliveryId: number;
  readonly attemptId: number;
}

interface DeliverySignatureProps {
  readonly delivery: DeliveryDetail;
  readonly attempt: Attempt;
  readonly isShort?: boolean;
}

/** Nothing for an attempt that was accepted, has no signature, or failed for another reason. */
export function DeliverySignature({ delivery, attempt, isShort = false }: DeliverySignatureProps) {
  const { isLoading, diagnosis, cause, computed, framework } = useAttemptDiagnosis(
    delivery,
    attempt,
  );
  const { items: copies } = useCopiesOf(delivery.id);
  const destinations = useItems(collections.destinations);
  const destination = destinations.find(({ id }) => id === delivery.destinationId);
  const profile = profileOf(destination ?? { profile: defaultProfileId });
  const isRejected = isRejectedSignature(attempt);
  const isChecked = isRejected && !isLoading && diagnosis === null;
  const { data: check } = useQuery({
    ...api.signatures.check.queryOptions({
      input: isChecked ? { deliveryId: delivery.id, attemptId: attempt.id } : skipToken,
    }),
    // Depends on the current secret.
    staleTime: 0,
  });
  if (!isRejected && diagnosis === null) return null;
  if (isLoading || (diagnosis === null && check === undefined))
    return <Pending isShort={isShort} />;
  const header = profile.signature.kind === 'none' ? '' : profile.signature.header.toLowerCase();
  const sent = attempt.request.headers.find(([name]) => name.toLowerCase() === header)?.[1];
  const mockId = receivedRequest(delivery, attempt)?.mockId;
  const isSecret = profile.signature.kind === 'token';
  return (
    <SignatureXray
      {...{ profile, diagnosis, cause, framework, isShort }}
      signedHex={isSecret ? '' : (check?.hashed.hex ?? '')}
      mockId={mockId}
      deliveryId={delivery.id}
      isFixed={copies.some((copy) => isFixedBy(attempt, copy))}
      digests={isSecret ? [] : differentDigests(sent, diagnosis?.digest ?? check?.digest, computed)}
    />
  );
}

/** Reserves the place of the result. */
function Pending({ isShort }: { readonly isShort: boolean }) {
  return (
    <p
      role="status"
      className={cx(
        'min-h-64 px-4 py-3.5 text-fg-2',
        isShort ? 'border-t border-line' : 'rounded-card border border-line bg-bg-1',
      )}
    >
      Comparing the signature…
    </p>
  );
}

/** The bytes that were signed, of an attempt of this instance. */
export function SignedBytes({ deliveryId, attemptId }: SignedBytesProps) {
  const { data: check } = useQuery({
    ...api.signatures.check.queryOptions({ input: { deliveryId, attemptId } }),
    // Depends on the current secret.
    staleTime: 0,
  });
  if (check === undefined) return null;
  const bytes = bytesOfHex(check.hashed.hex);
  return (
    <ByteRibbons sent={bytes} hashed={bytes} alignment={alignmentOf(bytes, bytes)} isSentOnly />
  );
}
