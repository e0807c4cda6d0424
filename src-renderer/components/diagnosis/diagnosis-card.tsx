import { RouteLink } from '#renderer/components/route-link.tsx';
import { Card } from '#renderer/ui/card.tsx';
import type { AttemptDiagnosis } from './attempt-diagnosis.ts';
import { Findings } from './finding-view.tsx';
import { FixLanguageSelect } from './fix-language.tsx';

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
      {diagnosis.findings.length > 1 && <p className="mb-3 text-fg-2">{diagnosis.message}</p>}
      <Findings findings={diagnosis.findings} />
    </Card>
  );
}
