import { History } from 'lucide-react';
import { useState } from 'react';
import { LateSpinner } from '#renderer/components/late-spinner.tsx';
import { errorSentence } from '#renderer/data/error-sentence.ts';
import { Button } from '#renderer/ui/button.tsx';
import { Checkbox } from '#renderer/ui/checkbox.tsx';
import { EmptyState, ErrorState } from '#renderer/ui/content-states.tsx';
import { formatDateTime } from '#shared/lib/format.ts';
import type { RunSummary } from '#shared/schemas/scenario/run.ts';
import { CompareRuns } from './compare-runs.tsx';
import { durationText, shortDigest } from './run-labels.ts';
import { openScenario, useRuns } from './scenario-data.ts';
import { VerdictMark } from './verdict-mark.tsx';

/** Kept runs, newest first; two can be compared. */
export function HistoryTab({ file }: { file: string }) {
  const { data: runs, error, refetch } = useRuns(file);
  const [selectedIds, setSelectedIds] = useState<readonly string[]>([]);
  const [isComparing, setComparing] = useState(false);
  if (error !== null)
    return <ErrorState onRetry={() => void refetch()}>{errorSentence(error)}</ErrorState>;
  if (runs === undefined) return <LateSpinner label="Loading runs" />;
  if (runs.length === 0)
    return (
      <EmptyState icon={History} title="No runs yet">
        The last 50 runs are kept here.
      </EmptyState>
    );
  // The older one first.
  const [b, a] = runs.filter(({ id }) => selectedIds.includes(id));
  const choose = (id: string, isChosen: boolean): void => {
    setComparing(false);
    setSelectedIds((before) =>
      [...before.filter((otherId) => otherId !== id), ...(isChosen ? [id] : [])].slice(-2),
    );
  };
  return (
    <div className="h-full overflow-y-auto">
      <div className="flex items-center gap-3 px-4 py-2">
        <Button
          disabledReason={a === undefined ? 'Select two runs' : undefined}
          onClick={() => setComparing(true)}
        >
          Compare
        </Button>
        <span className="text-small text-fg-2">Select two runs to compare</span>
      </div>
      {isComparing && a !== undefined && b !== undefined && (
        <div className="px-4 pb-3">
          <CompareRuns key={`${a.id} ${b.id}`} a={a} b={b} />
        </div>
      )}
      <table className="w-full border-t border-line text-left">
        <thead className="text-small text-fg-3">
          <tr>
            {['Run', 'Started', 'Verdict', 'Checks', 'Duration', 'Seed', 'Digest'].map(
              (heading) => (
                <th key={heading} className="px-4 py-1.5 font-normal">
                  {heading === 'Run' ? <span className="sr-only">Selected</span> : heading}
                </th>
              ),
            )}
          </tr>
        </thead>
        <tbody>
          {runs.map((run) => (
            <RunRow
              key={run.id}
              file={file}
              run={run}
              isChosen={selectedIds.includes(run.id)}
              onChoose={(isChosen) => choose(run.id, isChosen)}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface RunRowProps {
  readonly file: string;
  readonly run: RunSummary;
  readonly isChosen: boolean;
  readonly onChoose: (isChosen: boolean) => void;
}

function RunRow({ file, run, isChosen, onChoose }: RunRowProps) {
  return (
    <tr className="border-t border-line tabular-nums">
      <td className="px-4 py-1.5">
        <Checkbox
          checked={isChosen}
          onChange={onChoose}
          label={`Select run ${run.id}`}
          labelHidden
        />
      </td>
      <td className="px-4">
        <button
          type="button"
          className="text-accent hover:underline"
          onClick={() => openScenario(file, 'run', run.id)}
        >
          {formatDateTime(run.startedAt)}
        </button>
      </td>
      <td className="px-4">
        <span className="flex items-center gap-2">
          <VerdictMark verdict={run.verdict} decorative />
          {run.verdict}
          {run.case !== null && <span className="text-fg-3">{run.case}</span>}
        </span>
      </td>
      <td className="px-4">
        {run.passed} of {run.checks}
      </td>
      <td className="px-4">{durationText(run)}</td>
      <td className="px-4">{run.seed}</td>
      <td className="bytes px-4" title={run.digest}>
        {shortDigest(run.digest)}
      </td>
    </tr>
  );
}
