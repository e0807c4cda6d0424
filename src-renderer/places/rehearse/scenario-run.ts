/** The current run or exploration, which continues when the user leaves the page, or why the last one failed. */
import { create } from 'zustand';
import { connection, core } from '#renderer/kit/data/core.ts';
import { errorSentence, isFromCore, isNotFound } from '#renderer/kit/data/error-sentence.ts';
import { api, queryClient } from '#renderer/kit/data/query-client.ts';
import { host } from '#renderer/kit/host/host.ts';
import type {
  ExplorationProgress,
  ExplorationReport,
  ExplorationUpdate,
  ExploreRequest,
} from '#shared/scenarios/schema/exploration.ts';
import type { RunTimeline } from '#shared/scenarios/schema/report.ts';
import type {
  RunChecks,
  RunPace,
  RunProgress,
  RunUpdate,
  StoredRun,
} from '#shared/scenarios/schema/run.ts';
import { reloadScenarios } from './scenario-data.ts';

interface ScenarioRun {
  /** File of the current run, or of `problem`. */
  readonly file: string | null;
  readonly kind: 'run' | 'exploration';
  readonly isRunning: boolean;
  readonly isStopping: boolean;
  readonly progress: RunProgress | null;
  readonly timeline: RunTimeline | null;
  readonly checks: RunChecks | null;
  readonly pace: RunPace | null;
  /** Since when it has run at this pace, to tell how long it will take. */
  readonly measuredFrom: { readonly atMs: number; readonly realMs: number } | null;
  readonly measuredPace: RunPace | null;
  readonly explored: ExplorationProgress | null;
  /** On the clock of this window. */
  readonly startedAt: number;
  readonly problem: string | null;
}

const idle: ScenarioRun = {
  ...{ file: null, kind: 'run', isRunning: false, isStopping: false },
  ...{ progress: null, timeline: null, checks: null, pace: null },
  ...{ measuredFrom: null, measuredPace: null },
  ...{ explored: null, startedAt: 0, problem: null },
};

export const useScenarioRun = create<ScenarioRun>()(() => idle);

/** The last exploration of each file. */
export const useExplorations = create<Readonly<Record<string, ExplorationReport>>>()(() => ({}));

let runId: string | null = null;
let wantsStop = false;

async function cancel(): Promise<void> {
  if (runId !== null && wantsStop)
    await core.scenarios.cancel({ id: runId }).catch(() => undefined);
}

type Started = { readonly kind: 'started'; readonly id: string };

/** Only one at a time. Stores why it could not be completed. */
async function follow<Update extends { readonly kind: string }>(
  of: Pick<ScenarioRun, 'file' | 'kind'>,
  start: () => Promise<AsyncIterable<Update | Started>>,
  onUpdate: (update: Exclude<Update, { kind: 'started' }>) => void,
): Promise<void> {
  if (useScenarioRun.getState().isRunning) return;
  useScenarioRun.setState({ ...idle, ...of, isRunning: true, startedAt: performance.now() });
  runId = null;
  wantsStop = false;
  try {
    for await (const update of await start()) {
      if (update.kind === 'started') {
        runId = (update as Started).id;
        await cancel();
      } else onUpdate(update as Exclude<Update, { kind: 'started' }>);
    }
    useScenarioRun.setState(idle);
  } catch (error) {
    const problem = error instanceof Lost ? error.message : errorSentence(error);
    useScenarioRun.setState({ ...idle, ...of, problem });
  }
}

/** It ended with the connection. */
class Lost extends Error {}

async function untilConnected(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const stop = connection.subscribe((state) => {
    if (state === 'open') resolve();
  });
  await promise;
  stop();
}

/** The current run of the host if it is this one, otherwise its result. */
async function* followAgain(id: string): AsyncGenerator<RunUpdate> {
  const updates = await core.scenarios.follow();
  const { value: first, done } = await updates.next();
  if (done !== true && first.kind === 'started' && first.id === id) {
    yield first;
    yield* updates;
    return;
  }
  const run = await core.scenarios.report({ id }).catch((error: unknown) => {
    throw isNotFound(error) ? new Lost('The host was restarted. Run it again.') : error;
  });
  yield { kind: 'finished', run };
}

/** The updates of a run, which goes on without a connection. */
async function* overConnections(
  start: () => Promise<AsyncIterable<RunUpdate>>,
): AsyncGenerator<RunUpdate> {
  let id: string | null = null;
  for (;;) {
    try {
      const updates: AsyncIterable<RunUpdate> = id === null ? await start() : followAgain(id);
      for await (const update of updates) {
        if (update.kind === 'started') id = update.id;
        yield update;
      }
      return;
    } catch (error) {
      if (id === null || error instanceof Lost || isFromCore(error)) throw error;
    }
    await untilConnected();
  }
}

const isSamePace = (one: RunPace | null, other: RunPace): boolean =>
  one?.speed === other.speed && one.isPaused === other.isPaused;

/** Resolves to null if the run could not be completed. */
export async function startRun(
  file: string,
  start: () => Promise<AsyncIterable<RunUpdate>>,
): Promise<StoredRun | null> {
  let finished: StoredRun | null = null;
  const updates = async () => overConnections(start);
  await follow<RunUpdate>({ file, kind: 'run' }, updates, (update) => {
    if (update.kind === 'finished') finished = update.run;
    else {
      const { kind: _, ...reading } = update;
      useScenarioRun.setState(({ measuredFrom, measuredPace }) => ({
        ...reading,
        ...(isSamePace(measuredPace, reading.pace)
          ? { measuredFrom }
          : {
              measuredFrom: { atMs: reading.progress.atMs, realMs: performance.now() },
              measuredPace: reading.pace,
            }),
      }));
    }
  });
  const run = finished as StoredRun | null;
  if (run !== null)
    queryClient.setQueryData(api.scenarios.report.queryKey({ input: { id: run.id } }), run);
  void reloadScenarios();
  return run;
}

/** Where the progress and the values of a run opened from a run archive are kept. */
export const keyOfRun = (id: string): string => `runs/${id}`;

/** Shows a run again that was started before this page was loaded, or in another window. */
export async function followCurrentRun(): Promise<void> {
  if (useScenarioRun.getState().isRunning) return;
  const updates = await core.scenarios.follow();
  const { value: first, done } = await updates.next();
  if (done === true || first.kind !== 'started') return;
  const { file, repeats } = first;
  const all = async function* (): AsyncGenerator<RunUpdate> {
    yield first;
    yield* updates;
  };
  await startRun(repeats === null ? file : keyOfRun(repeats), async () => all());
}

/** An exploration ends with its page. */
async function* untilPageCloses(request: ExploreRequest): AsyncGenerator<ExplorationUpdate> {
  const ask = (event: BeforeUnloadEvent): void => event.preventDefault();
  // The desktop app would not close, without a question.
  if (host.desktop === null) window.addEventListener('beforeunload', ask);
  try {
    yield* await core.scenarios.explore(request);
  } catch (error) {
    throw isFromCore(error) ? error : new Lost('The connection was lost. Explore again.');
  } finally {
    window.removeEventListener('beforeunload', ask);
  }
}

/** Stores the report in `useExplorations`. */
export const startExploration = (request: ExploreRequest): Promise<void> =>
  follow<ExplorationUpdate>(
    { file: request.file, kind: 'exploration' },
    async () => untilPageCloses(request),
    (update) => {
      if (update.kind === 'finished') useExplorations.setState({ [request.file]: update.report });
      else useScenarioRun.setState({ explored: update.progress });
    },
  );

/** Shown at once; what the run does stays the same. */
export async function changePace(change: Partial<RunPace>): Promise<void> {
  const { pace } = useScenarioRun.getState();
  if (runId === null) return;
  useScenarioRun.setState({ pace: { speed: null, isPaused: false, ...pace, ...change } });
  await core.scenarios.changePace({ id: runId, ...change });
}

export function stopRun(): void {
  if (!useScenarioRun.getState().isRunning) return;
  wantsStop = true;
  useScenarioRun.setState({ isStopping: true });
  void cancel();
}
