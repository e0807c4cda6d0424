import { ListChecks } from 'lucide-react';
import { errorSentence } from '#renderer/kit/data/error-sentence.ts';
import { LateSpinner } from '#renderer/kit/loading.tsx';
import { Banner } from '#renderer/ui/banner.tsx';
import { EmptyState, ErrorState } from '#renderer/ui/content-states.tsx';
import { Spinner } from '#renderer/ui/progress.tsx';
import { RunActions } from './run-actions.tsx';
import { RunChecks } from './run-checks.tsx';
import { progressText } from './run-labels.ts';
import { RunTimeline } from './run-timeline.tsx';
import { useRuns, useStoredRun } from './scenario-data.ts';
import { useScenarioRun } from './scenario-run.ts';

interface RunTabProps {
  readonly file: string;
  /** Null: the newest. */
  readonly runId: string | null;
}

/** The current run, or the timeline and checks of a finished one. */
export function RunTab({ file, runId }: RunTabProps) {
  const { isRunning, isStopping, progress, timeline, problem } = useScenarioRun();
  const isOfFile = useScenarioRun((run) => run.file === file && run.kind === 'run');
  const runs = useRuns(runId === null ? file : null);
  const id = runId ?? runs.data?.[0]?.id ?? null;
  const { data: run, error, refetch } = useStoredRun(id);
  if (isOfFile && isRunning)
    return (
      <div className="flex h-full flex-col gap-3 overflow-y-auto p-3">
        <p role="status" className="flex items-center gap-2.5 px-1 tabular-nums">
          <Spinner />
          <span className="font-medium">{isStopping ? 'Stopping' : 'Running'}</span>
          {progress !== null && <span className="text-fg-2">{progressText(progress)}</span>}
        </p>
        {progress !== null && timeline !== null && (
          <RunTimeline timeline={timeline} virtualMs={progress.atMs} />
        )}
      </div>
    );
  if (isOfFile && problem !== null)
    return <ErrorState title="Can't run this scenario">{problem}</ErrorState>;
  if (runs.error !== null || error !== null)
    return (
      <ErrorState onRetry={() => void refetch()}>{errorSentence(error ?? runs.error)}</ErrorState>
    );
  if (runId === null && runs.data === undefined) return <LateSpinner label="Loading the run" />;
  if (id === null)
    return (
      <EmptyState icon={ListChecks} title="Not run yet">
        Press Mod+Enter to run.
      </EmptyState>
    );
  if (run === undefined) return <LateSpinner label="Loading the run" />;
  const { inconclusive } = run.report;
  return (
    <div className="flex h-full flex-col gap-3 overflow-y-auto p-3">
      {inconclusive.map(({ code, message, place }) => (
        <Banner key={`${code} ${message}`} tone="warn" title="Inconclusive:">
          {message}
          {place !== null && ` (line ${place.line})`}
        </Banner>
      ))}
      <RunTimeline
        timeline={run.report.timeline}
        virtualMs={run.report.virtualMs}
        checks={run.report.checks}
      />
      <RunChecks key={run.id} run={run} />
      <RunActions run={run} />
    </div>
  );
}
