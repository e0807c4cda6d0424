import { Send } from 'lucide-react';
import { useFocusHere } from '#renderer/components/focus.ts';
import { Banner } from '#renderer/ui/banner.tsx';
import { Button } from '#renderer/ui/button.tsx';
import { NumberField } from '#renderer/ui/number-field.tsx';
import type { ResendImport } from '#shared/schemas/resend-import.ts';
import { countOf, entryLabels, requestLabels, sendProblem } from './import-labels.ts';
import { choose, useImport } from './import-store.ts';
import { TargetFields } from './import-target.tsx';
import { leaveFile, send } from './run-import.ts';

/** What is in the file, and where it shall go; nothing is sent yet. */
export function ImportPlan({ told }: { told: ResendImport }) {
  // Not the button: what is sent is to be looked at first.
  const planRef = useFocusHere<HTMLElement>();
  const { choice, busy, problem } = useImport();
  const count = countOf(told, choice);
  return (
    <>
      <section
        ref={planRef}
        tabIndex={-1}
        aria-label="Plan"
        className="scroll-edges flex min-h-0 flex-col gap-4 overflow-y-auto p-4 outline-none"
      >
        <p role="status">
          {entryLabels(told)} read, {requestLabels(told.bodies)} can be sent.
          {told.skippedEntries.map(({ reason, count: passed }) => (
            <span key={reason} className="block text-fg-2">
              {passed.toLocaleString('en')} passed over: {reason}
            </span>
          ))}
        </p>
        <BadEntries told={told} />
        {told.bodies > 0 && <TargetFields told={told} />}
        {problem !== null && <Banner tone="bad">{problem}</Banner>}
      </section>
      <footer className="flex flex-wrap items-center gap-2 border-t border-line px-4 py-3">
        <span className="flex items-center gap-2 text-fg-2">
          At most
          <NumberField
            aria-label="Requests per second; as fast as answers come when empty"
            className="w-36"
            value={choice.perSecond}
            onChange={(perSecond) => choose({ perSecond })}
            min={1}
            max={1_000}
            unit="per second"
          />
        </span>
        <span className="flex-1" />
        <Button variant="quiet" onClick={leaveFile}>
          Another file
        </Button>
        <Button
          variant="primary"
          icon={Send}
          busy={busy}
          disabledReason={sendProblem(told, choice)}
          onClick={() => void send()}
        >
          Send {requestLabels(count)}
        </Button>
      </footer>
    </>
  );
}

/** What cannot be read, by number, with what is wrong. */
function BadEntries({ told }: { told: ResendImport }) {
  const { badEntries, badEntryCount, format } = told;
  if (badEntryCount === 0) return null;
  const noun = format === 'har' ? 'Entry' : 'Line';
  const rest = badEntryCount - badEntries.length;
  return (
    <section aria-label="What cannot be sent" className="rounded-card border border-line">
      <h3 className="border-b border-line px-3 py-1.5 font-medium text-warn">
        {badEntryCount.toLocaleString('en')} cannot be sent
      </h3>
      <ul className="max-h-32 overflow-y-auto px-3 py-1.5 text-small">
        {badEntries.map(({ line, reason }) => (
          <li key={line}>
            <span className="text-fg-2 tabular-nums">
              {noun} {line}:
            </span>{' '}
            {reason}
          </li>
        ))}
        {rest > 0 && <li className="text-fg-2">and {rest.toLocaleString('en')} more</li>}
      </ul>
    </section>
  );
}
