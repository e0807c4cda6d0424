import { useQuery } from '@tanstack/react-query';
import { ArrowRight, History } from 'lucide-react';
import { useState } from 'react';
import { errorSentence } from '#renderer/kit/data/error-sentence.ts';
import { api } from '#renderer/kit/data/query-client.ts';
import { LateSpinner } from '#renderer/kit/loading.tsx';
import { Button } from '#renderer/ui/button.tsx';
import { Card } from '#renderer/ui/card.tsx';
import { EmptyState, ErrorState } from '#renderer/ui/content-states.tsx';
import { Checkbox } from '#renderer/ui/toggles.tsx';
import { formatCount, formatDateTime } from '#shared/kit/format.ts';
import { visibleLine } from '#shared/kit/visible-text.ts';
import type { Check } from '#shared/scenarios/schema/report.ts';
import type { RunComparison, RunSummary, StoredRun } from '#shared/scenarios/schema/run.ts';
import { EventRows } from './event-rows.tsx';
import { durationText, shortHash } from './run-labels.ts';
import { openScenario, useRuns, useStoredRun } from './scenario-data.ts';
import { VerdictMark } from './verdict-mark.tsx';

interface CompareRunsProps {
  readonly a: RunSummary;
  readonly b: RunSummary;
}

/** Compares two runs: checks with different verdicts, and events that only one of them has. */
function CompareRuns({ a, b }: CompareRunsProps) {
  const { data, error } = useQuery(
    api.scenarios.compare.queryOptions({ input: { a: a.id, b: b.id } }),
  );
  const runA = useStoredRun(a.id).data;
  const runB = useStoredRun(b.id).data;
  return (
    <Card title="Comparison" meta="A is the older run">
      {error !== null ? (
        <p role="alert" className="text-bad">
          {errorSentence(error)}
        </p>
      ) : data === undefined || runA === undefined || runB === undefined ? (
        <LateSpinner label="Comparing" />
      ) : (
        <div className="flex flex-col gap-3">
          <p>
            {a.historyHash === b.historyHash
              ? 'Same history'
              : `Histories differ: ${differenceText(data)}`}
          </p>
          <DifferingChecks a={runA} b={runB} />
          <OnlyIn name="A" side={data.onlyInA} />
          <OnlyIn name="B" side={data.onlyInB} />
        </div>
      )}
    </Card>
  );
}

function differenceText({ onlyInA, onlyInB, isTimesOnly }: RunComparison): string {
  if (isTimesOnly && onlyInA.count > 0) return 'the same events at other times';
  return onlyInA.count + onlyInB.count === 0
    ? 'only bodies, headers or measured durations'
    : `${formatCount(onlyInA.count)} events only in A, ${formatCount(onlyInB.count)} only in B`;
}

interface DifferingChecksProps {
  readonly a: StoredRun;
  readonly b: StoredRun;
}

const keyOf = ({ name, code }: Check): string => `${code} ${name}`;

function DifferingChecks({ a, b }: DifferingChecksProps) {
  const inB = new Map(b.report.checks.map((check) => [keyOf(check), check]));
  const differing = a.report.checks.flatMap((check) => {
    const checkInB = inB.get(keyOf(check));
    return checkInB === undefined || checkInB.verdict === check.verdict
      ? []
      : [{ check, other: checkInB }];
  });
  if (differing.length === 0) return <p className="text-fg-2">Same verdict of every check</p>;
  return (
    <ul aria-label="Differing checks">
      {differing.map(({ check, other: checkInB }) => (
        <li key={keyOf(check)} className="flex items-center gap-2">
          <VerdictMark verdict={check.verdict} />
          <ArrowRight className="icon-small text-fg-3" strokeWidth={1.5} aria-hidden="true" />
          <VerdictMark verdict={checkInB.verdict} />
          {visibleLine(check.name)}
        </li>
      ))}
    </ul>
  );
}

function OnlyIn({ name, side }: { name: string; side: RunComparison['onlyInA'] }) {
  if (side.count === 0) return null;
  const title = `Only in ${name}: ${formatCount(side.count)}`;
  return (
    <section aria-label={title}>
      <h3 className="mb-1 font-medium">
        {title}
        {side.count > side.first.length && `, the first ${side.first.length}`}
      </h3>
      <EventRows label={`Events only in ${name}`} events={side.first} />
    </section>
  );
}

/** Kept runs, newest first; two can be compared. */
export function RunsPane({ file }: { file: string }) {
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
    <div className="h-full overflow-auto bg-bg-1">
      <div className="flex items-center gap-3 px-5 py-2">
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
            {['Run', 'Started', 'Verdict', 'Checks', 'Duration', 'Seed', 'History hash'].map(
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
          onClick={() => openScenario(file, { run: run.id })}
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
      <td className="bytes px-4" title={run.historyHash}>
        {shortHash(run.historyHash)}
      </td>
    </tr>
  );
}
