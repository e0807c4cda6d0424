import { RouteLink } from '#renderer/kit/routing/route-link.tsx';
import {
  type AttemptDiagnosis,
  DiagnosisCard,
  isRejectedSignature,
} from '#renderer/signatures/diagnosis-card.tsx';
import { Card } from '#renderer/ui/card.tsx';
import type { Attempt } from '#shared/deliveries/delivery.ts';
import { causeTexts } from '#shared/signatures/rejection-causes.ts';
import { useReadOnly } from '../use-deliveries-view.ts';

interface RejectedSignatureProps {
  readonly attempt: Attempt;
  readonly found: AttemptDiagnosis;
}

/** Why the receiver rejected the signature; its place is reserved while the cause is searched. */
export function RejectedSignature({ attempt, found }: RejectedSignatureProps) {
  const isReadOnly = useReadOnly();
  const { status, cause } = found;
  if (status === 'explained')
    return <DiagnosisCard deliveryId={attempt.deliveryId} found={found} />;
  if (status === 'none' && (isReadOnly || !isRejectedSignature(attempt))) return null;
  return (
    <Card title="Diagnosis">
      <p role="status" className="text-fg-2">
        {status === 'loading' ? (
          'Diagnosing…'
        ) : (
          <>
            {cause === null
              ? 'The response shows no cause. '
              : `${causeTexts[cause].message} ${causeTexts[cause].fix} `}
            <RouteLink to={{ page: 'signatures', query: { delivery: attempt.deliveryId } }}>
              Diagnose
            </RouteLink>
          </>
        )}
      </p>
    </Card>
  );
}
