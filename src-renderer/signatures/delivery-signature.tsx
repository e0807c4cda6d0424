/** The signature of an attempt: one line if it is valid, else why the receiver rejected it. */
import { skipToken, useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { collections, useItems } from '#renderer/kit/data/collections.ts';
import { useCopiesOf } from '#renderer/kit/data/pages.ts';
import { api } from '#renderer/kit/data/query-client.ts';
import { Button } from '#renderer/ui/button.tsx';
import { cx } from '#renderer/ui/cx.ts';
import { tick } from '#renderer/ui/state-mark.tsx';
import type { Attempt, DeliveryDetail } from '#shared/deliveries/delivery.ts';
import { formatBytes } from '#shared/kit/format.ts';
import type { ProviderProfile } from '#shared/profiles/profile.ts';
import { defaultProfileId, profileOf } from '#shared/profiles/profiles.ts';
import { signatureLabel } from '#shared/profiles/text.ts';
import { alignmentOf } from '#shared/signatures/alignment.ts';
import { receivedRequest, signaturesOf } from '#shared/signatures/receiver-response.ts';
import type { CheckedSignature } from '#shared/signatures/signature.ts';
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

const isFixedBy = (
  { startedAt }: Attempt,
  copy: ReturnType<typeof useCopiesOf>['items'][number],
): boolean => copy.state === 'accepted' && copy.signatureFit === 'valid' && copy.sentAt > startedAt;

interface DeliverySignatureProps {
  readonly delivery: DeliveryDetail;
  readonly attempt: Attempt;
  readonly isShort?: boolean;
}

/** Nothing for an attempt without a signature, and for one that failed for another reason. */
export function DeliverySignature({ delivery, attempt, isShort = false }: DeliverySignatureProps) {
  const { isLoading, diagnosis, cause, computed, framework } = useAttemptDiagnosis(
    delivery,
    attempt,
  );
  const { items: copies } = useCopiesOf(delivery.id);
  const destinations = useItems(collections.destinations);
  const destination = destinations.find(({ id }) => id === delivery.destinationId);
  const profile = profileOf(destination ?? { profile: defaultProfileId });
  const isAccepted = attempt.result.outcome === 'accepted' && signaturesOf(attempt).length > 0;
  const isRejected = isRejectedSignature(attempt);
  const isChecked = isAccepted || (isRejected && !isLoading && diagnosis === null);
  const { data: check } = useQuery({
    ...api.signatures.check.queryOptions({
      input: isChecked ? { deliveryId: delivery.id, attemptId: attempt.id } : skipToken,
    }),
    // Depends on the current secret.
    staleTime: 0,
  });
  if (isAccepted)
    return check === undefined ? null : <CheckedLine profile={profile} check={check} />;
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
      digests={
        isSecret
          ? []
          : knownDigests([
              ['Sent', sent],
              ['Expected', diagnosis?.digest ?? check?.digest],
              [
                `Computed by ${mockId === undefined ? 'your server' : 'the mock endpoint'}`,
                computed,
              ],
            ])
      }
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

interface CheckedLineProps {
  readonly profile: ProviderProfile;
  readonly check: CheckedSignature;
}

function CheckedLine({ profile, check: { valid, hashed } }: CheckedLineProps) {
  const [isShown, setShown] = useState(false);
  const bytesId = useId();
  const bytes = bytesOfHex(hashed.hex);
  return (
    <section
      aria-label="Signed bytes"
      className="min-w-0 rounded-card border border-line bg-bg-1 shadow-rest"
    >
      <div className="flex min-h-header items-center gap-2 pr-1.5 pl-3">
        {valid && (
          <svg
            width={14}
            height={14}
            viewBox="0 0 14 14"
            fill="currentColor"
            strokeLinecap="round"
            strokeLinejoin="round"
            aria-hidden="true"
            className="flex-none text-ok"
          >
            {tick}
          </svg>
        )}
        <p className="min-w-0 flex-1 truncate text-small text-fg-2">
          <b className="font-semibold text-fg">
            {valid ? 'Signature is valid' : 'The secret has since changed'}
          </b>{' '}
          {signatureLabel(profile.signature)}, {formatBytes(hashed.byteLength)}
        </p>
        <Button
          variant="quiet"
          className="h-6.5"
          aria-expanded={isShown}
          aria-controls={bytesId}
          onClick={() => setShown(!isShown)}
        >
          {isShown ? 'Hide bytes' : 'Show bytes'}
        </Button>
      </div>
      <div id={bytesId} hidden={!isShown} className="border-t border-line px-4 py-2.5">
        {isShown && (
          <ByteRibbons
            sent={bytes}
            hashed={bytes}
            alignment={alignmentOf(bytes, bytes)}
            isSentOnly
          />
        )}
      </div>
    </section>
  );
}
