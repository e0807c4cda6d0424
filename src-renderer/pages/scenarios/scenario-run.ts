/** The current run, or why the last one could not start; continues when the user leaves the page. */
import { create } from 'zustand';
import { core } from '#renderer/data/core.ts';
import { errorSentence } from '#renderer/data/error-sentence.ts';
import { api, queryClient } from '#renderer/data/query-client.ts';
import type { RunTimeline } from '#shared/schemas/scenario/report.ts';
import type { RunProgress, RunUpdate, StoredRun } from '#shared/schemas/scenario/run.ts';
import { reloadScenarios } from './scenario-data.ts';

interface ScenarioRun {
  /** File of the current run, or of `problem`. */
  readonly file: string | null;
  readonly isRunning: boolean;
  readonly isStopping: boolean;
  readonly progress: RunProgress | null;
  readonly timeline: RunTimeline | null;
  readonly problem: string | null;
}

const idle: ScenarioRun = {
  file: null,
  isRunning: false,
  isStopping: false,
  progress: null,
  timeline: null,
  problem: null,
};

export const useScenarioRun = create<ScenarioRun>()(() => idle);

let runId: string | null = null;
let wantsStop = false;

async function cancel(): Promise<void> {
  if (runId !== null && wantsStop)
    await core.scenarios.cancel({ id: runId }).catch(() => undefined);
}

/** Resolves to null if the run could not be completed. */
export async function startRun(
  file: string,
  start: () => Promise<AsyncIterable<RunUpdate>>,
): Promise<StoredRun | null> {
  if (useScenarioRun.getState().isRunning) return null;
  useScenarioRun.setState({ ...idle, file, isRunning: true });
  runId = null;
  wantsStop = false;
  let finished: StoredRun | null = null;
  try {
    for await (const update of await start()) {
      if (update.kind === 'started') {
        runId = update.id;
        await cancel();
      } else if (update.kind === 'progress') {
        const { progress, timeline } = update;
        useScenarioRun.setState({ progress, timeline });
      } else finished = update.run;
    }
    useScenarioRun.setState(idle);
  } catch (error) {
    useScenarioRun.setState({ ...idle, file, problem: errorSentence(error) });
  }
  if (finished !== null)
    queryClient.setQueryData(
      api.scenarios.report.queryKey({ input: { id: finished.id } }),
      finished,
    );
  void reloadScenarios();
  return finished;
}

export function stopRun(): void {
  if (!useScenarioRun.getState().isRunning) return;
  wantsStop = true;
  useScenarioRun.setState({ isStopping: true });
  void cancel();
}
