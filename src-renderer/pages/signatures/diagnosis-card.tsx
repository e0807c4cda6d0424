import { Banner } from '#renderer/ui/banner.tsx';
import { Card } from '#renderer/ui/card.tsx';
import { Spinner } from '#renderer/ui/spinner.tsx';
import type { Diagnosis } from '#shared/schemas/signature.ts';
import { FindingView } from './finding-view.tsx';

/** What the receiver did otherwise, and how to mend it. */
export function DiagnosisCard({ diagnosis }: { diagnosis: Diagnosis | null }) {
  if (diagnosis === null)
    return (
      <Card title="Diagnosis">
        <p role="status" className="flex items-center gap-2 text-fg-2">
          <Spinner /> Trying what receivers do wrong…
        </p>
      </Card>
    );
  const { verdict, sentence, findings } = diagnosis;
  return (
    <Card title="Diagnosis" meta={verdict === 'explained' ? `${findings.length} found` : undefined}>
      <div className="grid gap-3">
        <Banner tone={verdict === 'explained' ? 'info' : 'warn'}>{sentence}</Banner>
        {findings.length > 0 && (
          <ol aria-label="Findings" className="grid gap-4">
            {findings.map((finding, index) => (
              <FindingView key={finding.code} finding={finding} number={index + 1} />
            ))}
          </ol>
        )}
      </div>
    </Card>
  );
}
