/** What a scenario has to show: its current run, a finished one, or only its prediction. */
import type { RunTimeline } from '#shared/scenarios/schema/report.ts';
import type { RunChecks, RunProgress, StoredRun } from '#shared/scenarios/schema/run.ts';
import { useRuns, useStoredRun } from './scenario-data.ts';
import { useScenarioRun } from './scenario-run.ts';

export interface RunFacts {
  /** Whether the current run is of this scenario. */
  readonly isRunning: boolean;
  readonly progress: RunProgress | null;
  readonly timeline: RunTimeline | null;
  /** Of the current run. */
  readonly checks: RunChecks | null;
  /** The finished run that is shown; undefined while it loads, and null if there is none. */
  readonly run: StoredRun | null | undefined;
  /** Why the last run could not be completed. */
  readonly problem: string | null;
  readonly error: unknown;
  readonly retry: () => void;
}

/** Without an ID, the newest run of the file. */
export function useRunFacts(file: string, runId: string | null): RunFacts {
  const { isRunning, progress, timeline, checks, problem } = useScenarioRun();
  const isOwn = useScenarioRun((run) => run.file === file && run.kind === 'run');
  const runs = useRuns(runId === null ? file : null);
  const newest = runs.data?.[0]?.id ?? null;
  const id = runId ?? newest;
  const stored = useStoredRun(id);
  const isKnown = runId !== null || runs.data !== undefined;
  return {
    isRunning: isOwn && isRunning,
    ...(isOwn && isRunning
      ? { progress, timeline, checks }
      : { progress: null, timeline: null, checks: null }),
    run: isKnown && id === null ? null : stored.data,
    problem: isOwn && !isRunning ? problem : null,
    error: runs.error ?? stored.error,
    retry: () => void (runs.error === null ? stored.refetch() : runs.refetch()),
  };
}
