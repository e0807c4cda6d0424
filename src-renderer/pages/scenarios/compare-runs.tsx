import { useQuery } from '@tanstack/react-query';
import { ArrowRight } from 'lucide-react';
import { LateSpinner } from '#renderer/components/late-spinner.tsx';
import { errorSentence } from '#renderer/data/error-sentence.ts';
import { api } from '#renderer/data/query-client.ts';
import { Card } from '#renderer/ui/card.tsx';
import { formatCount } from '#shared/lib/format.ts';
import type { Check } from '#shared/schemas/scenario/report.ts';
import type { RunComparison, RunSummary, StoredRun } from '#shared/schemas/scenario/run.ts';
import { EventRows } from './event-rows.tsx';
import { useStoredRun } from './scenario-data.ts';
import { VerdictMark } from './verdict-mark.tsx';

interface CompareRunsProps {
  readonly a: RunSummary;
  readonly b: RunSummary;
}

/** Compares two runs: checks with different verdicts, and events that only one of them has. */
export function CompareRuns({ a, b }: CompareRunsProps) {
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
          <p>{a.digest === b.digest ? 'Same digest' : `Digests differ: ${differenceText(data)}`}</p>
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
          {check.name}
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
