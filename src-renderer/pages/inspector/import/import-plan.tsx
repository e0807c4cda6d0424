import { Send } from 'lucide-react';
import { useFocusOnMount } from '#renderer/components/focus.ts';
import { Banner } from '#renderer/ui/banner.tsx';
import { Button } from '#renderer/ui/button.tsx';
import { NumberField } from '#renderer/ui/number-field.tsx';
import { lineProblemText, skippedEntryLabels } from '#shared/labels/line-problems.ts';
import { formatCount } from '#shared/lib/format.ts';
import type { ResendImport } from '#shared/schemas/resend-import.ts';
import { countOf, entryLabels, requestLabels, sendProblem } from './import-labels.ts';
import { choose, useImport } from './import-store.ts';
import { TargetFields } from './import-target.tsx';
import { discardFile, send } from './run-import.ts';

/** The contents and targets of the file, before anything is sent. */
export function ImportPlan({ imported }: { imported: ResendImport }) {
  // Focuses the plan, not the button: review comes first.
  const planRef = useFocusOnMount<HTMLElement>();
  const { choice, busy, problem } = useImport();
  const count = countOf(imported, choice);
  return (
    <>
      <section
        ref={planRef}
        tabIndex={-1}
        aria-label="Plan"
        className="scroll-edges flex min-h-0 flex-col gap-4 overflow-y-auto p-4 outline-none"
      >
        <p role="status">
          {entryLabels(imported)} read, {requestLabels(imported.bodies)} can be sent.
          {imported.skippedEntries.map(({ code, count: skipped }) => (
            <span key={code} className="block text-fg-2">
              {formatCount(skipped)} skipped: {skippedEntryLabels[code]}
            </span>
          ))}
        </p>
        <BadEntries imported={imported} />
        {imported.bodies > 0 && <TargetFields imported={imported} />}
        {problem !== null && <Banner tone="bad">{problem}</Banner>}
      </section>
      <footer className="flex flex-wrap items-center gap-2 border-t border-line px-4 py-3">
        <span className="flex items-center gap-2 text-fg-2">
          Limit
          <NumberField
            aria-label="Requests per second. Leave empty for no limit."
            className="w-36"
            value={choice.perSecond}
            onChange={(perSecond) => choose({ perSecond })}
            min={1}
            max={1_000}
            unit="per second"
          />
        </span>
        <span className="flex-1" />
        <Button variant="quiet" onClick={discardFile}>
          Another file
        </Button>
        <Button
          variant="primary"
          icon={Send}
          busy={busy}
          disabledReason={sendProblem(imported, choice)}
          onClick={() => void send()}
        >
          Send {requestLabels(count)}
        </Button>
      </footer>
    </>
  );
}

/** Unreadable entries by number, with the reason. */
function BadEntries({ imported }: { imported: ResendImport }) {
  const { badEntries, badEntryCount, format } = imported;
  if (badEntryCount === 0) return null;
  const noun = format === 'har' ? 'Entry' : 'Line';
  const otherCount = badEntryCount - badEntries.length;
  return (
    <section aria-label="Unreadable entries" className="rounded-card border border-line">
      <h3 className="border-b border-line px-3 py-1.5 font-medium text-warn">
        {formatCount(badEntryCount)} can't be sent
      </h3>
      <ul className="max-h-32 overflow-y-auto px-3 py-1.5 text-small">
        {badEntries.map(({ line, problem }) => (
          <li key={line}>
            <span className="text-fg-2 tabular-nums">
              {noun} {line}:
            </span>{' '}
            {lineProblemText(problem)}
          </li>
        ))}
        {otherCount > 0 && <li className="text-fg-2">and {formatCount(otherCount)} more</li>}
      </ul>
    </section>
  );
}
