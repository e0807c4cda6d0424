import { Download } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { explain } from '#renderer/filter/delivery-filter.ts';
import { JobView, workStates } from '#renderer/jobs/job-view.tsx';
import { core } from '#renderer/kit/data/core.ts';
import { errorSentence } from '#renderer/kit/data/error-sentence.ts';
import { useFocusOnMount } from '#renderer/kit/keyboard/focus.ts';
import { Banner } from '#renderer/ui/banner.tsx';
import { Button } from '#renderer/ui/button.tsx';
import { Dialog } from '#renderer/ui/popup.tsx';
import { Segmented } from '#renderer/ui/segmented.tsx';
import { Checkbox } from '#renderer/ui/toggles.tsx';
import type { ExportFormat, ExportPlan } from '#shared/deliveries/export.ts';
import { formatBytes, formatCount } from '#shared/kit/format.ts';
import {
  countLabels,
  doneLabels,
  exportProblem,
  formatLabels,
  redactedLabels,
} from './export-labels.ts';
import {
  closeExport,
  type ExportRun,
  type ExportScope,
  openExport,
  useExport,
} from './export-store.ts';
import { cancelExport, criteriaOf, startExport } from './run-export.ts';

const formats: readonly ExportFormat[] = ['jsonl', 'har', 'curl', 'fixtures'];

/** Format, secrets and size; then progress and result. */
export function ExportDialog() {
  const open = useExport((state) => state.open);
  const action = useRef<HTMLButtonElement>(null);
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && closeExport()}
      label="Export deliveries"
      initialFocus={action}
    >
      <ExportBody actionRef={action} />
    </Dialog>
  );
}

type ActionRef = React.RefObject<HTMLButtonElement | null>;

function ExportBody({ actionRef }: { actionRef: ActionRef }) {
  const { scope, run } = useExport();
  return (
    <div className="flex min-h-0 flex-col">
      <header className="border-b border-line px-4 py-3">
        <p aria-hidden="true" className="text-title font-[620]">
          Export deliveries
        </p>
        <p className="truncate text-fg-2" title={scopeLabels(scope)}>
          {scopeLabels(scope)}
        </p>
      </header>
      {run === null ? (
        <Choice scope={scope} actionRef={actionRef} />
      ) : (
        <Run run={run} scope={scope} />
      )}
    </div>
  );
}

const scopeLabels = (scope: ExportScope): string =>
  scope.kind === 'delivery'
    ? `Delivery ${scope.deliveryId}, ${scope.label}`
    : scope.filter === ''
      ? 'All deliveries, newest first'
      : `${explain(scope.filter).replace(/\.$/, '')}, newest first`;

function Choice({ scope, actionRef }: { scope: ExportScope; actionRef: ActionRef }) {
  const { format, secrets } = useExport();
  const { plan, problem } = useExportPlan(scope);
  const count = plan?.count ?? 0;
  const bytes = count * (plan?.bytesPerDelivery?.[format] ?? 0);
  const disabledReason = problem ?? exportProblem(format, plan?.count);
  return (
    <>
      <div className="flex min-h-0 flex-col gap-4 overflow-y-auto p-4">
        <div className="flex flex-col items-start gap-1.5">
          <Segmented
            label="Format"
            segments={formats.map((value) => ({ value, label: formatLabels[value].label }))}
            value={format}
            onChange={(next) => useExport.setState({ format: next })}
          />
          <p className="min-h-header text-fg-2">{formatLabels[format].what}</p>
        </div>
        <Checkbox
          checked={secrets}
          onChange={(next) => useExport.setState({ secrets: next })}
          label="Include secrets"
          hint="Auth headers, tokens, shared secrets and write keys"
        />
        {secrets && <Banner tone="warn">Secrets are saved as plain text.</Banner>}
        {problem !== null && <Banner tone="bad">{problem}</Banner>}
      </div>
      <footer className="flex items-center gap-2 border-t border-line px-4 py-3">
        <span role="status" className="min-w-0 flex-1 text-fg-2 tabular-nums">
          {plan !== null && countLabels(count)}
          {bytes > 0 && `, about ${formatBytes(bytes)}`}
          {plan === null && problem === null && 'Counting…'}
        </span>
        <Button variant="quiet" onClick={closeExport}>
          Close
        </Button>
        <Button
          ref={actionRef}
          variant="primary"
          icon={Download}
          disabledReason={disabledReason}
          onClick={() => void startExport({ scope, format, secrets, upTo: plan?.upTo }, count)}
        >
          Export
        </Button>
      </footer>
    </>
  );
}

interface RunProps {
  readonly run: ExportRun;
  readonly scope: ExportScope;
}

function Run({ run, scope }: RunProps) {
  const closeRef = useFocusOnMount<HTMLButtonElement>();
  const { status, format, deliveries, count, bytes, redacted, problem } = run;
  const isRunning = status === 'running';
  return (
    <>
      <div className="flex flex-col gap-3 p-4">
        <JobView
          title={`Export as ${formatLabels[format].label}`}
          state={workStates[status]}
          share={count === 0 ? null : Math.min(1, deliveries / count)}
          counts={
            isRunning
              ? `${countLabels(deliveries)} of ${formatCount(count)}, ${formatBytes(bytes)}`
              : status === 'done'
                ? doneLabels(run)
                : 'Nothing was saved'
          }
          problem={problem}
        >
          {isRunning && <p className="text-small text-fg-2">Continues in the background</p>}
          {status === 'done' && (
            <p className="text-small text-fg-2">
              {redacted.length === 0
                ? 'No secrets redacted'
                : `Redacted (deliveries): ${redactedLabels(redacted)}`}
            </p>
          )}
        </JobView>
      </div>
      <footer className="flex items-center justify-end gap-2 border-t border-line px-4 py-3">
        {isRunning ? (
          <Button onClick={cancelExport}>Cancel</Button>
        ) : (
          <Button onClick={() => openExport(scope)}>Another format</Button>
        )}
        <Button ref={closeRef} variant="primary" onClick={closeExport}>
          Close
        </Button>
      </footer>
    </>
  );
}

// Counts the deliveries of an export while the dialog is open.

interface ExportPlanView {
  /** Null until counted. */
  readonly plan: ExportPlan | null;
  readonly problem: string | null;
}

const counting: ExportPlanView = { plan: null, problem: null };

function useExportPlan(scope: ExportScope): ExportPlanView {
  const [view, setView] = useState(counting);
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    setView(counting);
    core.exports.plan(criteriaOf(scope), { signal }).then(
      (plan) => signal.aborted || setView({ plan, problem: null }),
      (error: unknown) => signal.aborted || setView({ plan: null, problem: errorSentence(error) }),
    );
    return () => controller.abort();
  }, [scope]);
  return view;
}
