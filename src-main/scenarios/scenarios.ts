/** Scenarios of an instance: files, checks, runs (one at a time) and stored results. */
import { mkdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { AppError } from '#main/kit/app-error.ts';
import type { Clock, Log, Random } from '#main/kit/ports.ts';
import { randomText } from '#main/kit/random.ts';
import { zipped } from '#main/kit/zip-writer.ts';
import { createScenarioReader } from '#main/store/reader.ts';
import type { ExplorationUpdate, ExploreRequest } from '#shared/scenarios/schema/exploration.ts';
import type { RunReport, RunTimeline } from '#shared/scenarios/schema/report.ts';
import type {
  ChangeRunPace,
  CompareRunsRequest,
  RepeatRunRequest,
  RunChecks,
  RunEventsRequest,
  RunPace,
  RunProgress,
  RunRef,
  RunScenarioRequest,
  RunSummary,
  RunUpdate,
  SavedFile,
} from '#shared/scenarios/schema/run.ts';
import type {
  CheckedScenario,
  CheckScenario,
  CreateScenario,
  SaveScenario,
  ScenarioEntry,
  ScenarioList,
  ScenarioRef,
  StoredScenario,
} from '#shared/scenarios/schema/workspace.ts';
import { compareRuns } from './compare-runs.ts';
import { createExamples } from './examples.ts';
import { filesInFolder } from './files-on-disk.ts';
import { bundleFiles, runArchiveName, unpackScenario } from './run-archive.ts';
import { checkServers } from './run-checks.ts';
import { createRunHistory, summaryOf } from './run-history.ts';
import { createRunPace, type RunPaceControl } from './run-pace.ts';
import type { ScenarioChecks } from './scenario-checks.ts';
import { createScenarioFolder } from './scenario-folder.ts';
import { createSharedUpdates, type SharedUpdates } from './shared-updates.ts';
import { createStoredRunData } from './stored-run-data.ts';
import { createScenarioUploads, openUpload } from './uploads.ts';

export interface RunnerRequest {
  readonly version: string;
  /** The folder that `file` is relative to. */
  readonly folder: string;
  /** Contains the files that the scenario names; null: its repository. */
  readonly root: string | null;
  readonly file: string;
  /** Of the scenario and the files it uses, by their paths: what was checked is what runs (D60). */
  readonly texts: ReadonlyMap<string, string>;
  /** Origins of other machines that it may send to. */
  readonly allowOrigins: readonly string[];
  readonly case: string | null;
  readonly seed: number;
  readonly speed: number | null;
  readonly set: Readonly<Record<string, string>>;
  /** Of the host, which servers may repeat. */
  readonly storedSecrets: readonly string[];
  /** Virtual time at the start, in milliseconds since the epoch; null: that of the file. */
  readonly startsAt: number | null;
  readonly untilMs: number | null;
  /** Where the run archive of the run is written. */
  readonly runArchiveFile: string;
}

export type RunnerUpdate =
  | {
      readonly kind: 'progress';
      readonly progress: RunProgress;
      readonly timeline: RunTimeline;
      readonly checks: RunChecks;
    }
  | { readonly kind: 'finished'; readonly report: RunReport };

/** Passes how the pace of a run changes. */
export type OnPaceChange = (change: (pace: RunPace) => void) => void;

/** Runs a scenario in a separate process. An aborted run still returns a report. */
export type ScenarioRunner = (
  request: RunnerRequest,
  signal: AbortSignal,
  onPaceChange?: OnPaceChange,
) => AsyncIterable<RunnerUpdate>;

export interface ExplorerRequest
  extends Pick<
      RunnerRequest,
      | 'version'
      | 'folder'
      | 'root'
      | 'file'
      | 'texts'
      | 'allowOrigins'
      | 'case'
      | 'set'
      | 'storedSecrets'
    >,
    Pick<
      ExploreRequest,
      | 'server'
      | 'disturbances'
      | 'seed'
      | 'budgetMs'
      | 'position'
      | 'unchecked'
      | 'allowIncomplete'
      | 'responsesOnly'
    > {}

export type ExplorerUpdate = Exclude<ExplorationUpdate, { kind: 'started' }>;

/** Explores a scenario in a separate process. An aborted exploration still returns a report. */
export type ScenarioExplorer = (
  request: ExplorerRequest,
  signal: AbortSignal,
) => AsyncIterable<ExplorerUpdate>;

/** From the host. */
export interface ScenarioHost {
  readonly runner: ScenarioRunner;
  readonly explorer: ScenarioExplorer;
  /** A folder of the user; null: one in the data folder. */
  readonly folder: string | null;
  /** The workspace of the folder, which must be inside of it. */
  readonly within?: string | undefined;
  readonly examplesFolder: string;
}

interface PreparedRun {
  readonly request: Omit<RunnerRequest, 'version' | 'storedSecrets'>;
  /** Of the request or the file. */
  readonly speed: number | null;
  readonly finished: (summary: RunSummary, report: RunReport) => Promise<void>;
  /** Of the run that it repeats. */
  readonly origin?: Pick<RunSummary, 'id' | 'file' | 'openedFrom'>;
  /** Removes its temporary files. */
  readonly close?: () => Promise<void>;
}

/** What others may follow and change. */
interface CurrentRun {
  readonly updates: SharedUpdates<RunUpdate>;
  readonly pace: RunPaceControl;
}

interface Tools {
  readonly version: string;
  readonly storedSecrets: () => readonly string[];
  readonly dataFolder: string;
  /** Whether the workspace is trusted; true without one. */
  readonly isTrusted: () => boolean;
  readonly machineClock: Clock;
  readonly random: Random;
  readonly log: Log;
  /** Null inside a sandbox. */
  readonly host: ScenarioHost | null;
}

const listedRuns = 10;

/** `20261124021530-4kz0ab`, so that files sort by time. */
const newRunId = (startedAt: number, random: Random): string => {
  const digits = new Date(startedAt).toISOString().replaceAll(/\D/g, '').slice(0, 14);
  return `${digits}-${randomText(random, 6)}`;
};

export function createScenarios(tools: Tools) {
  const { version, storedSecrets, dataFolder, machineClock, random, log, host, isTrusted } = tools;
  const path = host?.folder ?? join(dataFolder, 'scenarios');
  /** A user's folder is part of a repository: its scenarios may name any file in it. */
  const root = host?.folder == null ? path : null;
  const place = { path, root, within: host?.within };
  const files = filesInFolder(place);
  const folder = createScenarioFolder(path, host?.within);
  const checks = createScenarioReader<ScenarioChecks>(log);
  const examples = createExamples(host?.examplesFolder ?? '');
  const history = createRunHistory(join(dataFolder, 'scenario-runs'));
  const newId = (): string => newRunId(machineClock.now(), random);
  const { close: closeUploads, ...uploads } = createScenarioUploads(tools, (upload) =>
    openUpload(upload, { folder, history, newId, checks, log }),
  );
  const runData = createStoredRunData(history, checks, log);
  let running: {
    readonly id: string;
    readonly controller: AbortController;
    /** Null for an exploration. */
    readonly run: CurrentRun | null;
  } | null = null;
  let runningChanged = (): void => undefined;

  async function entry(file: string, signal?: AbortSignal): Promise<ScenarioEntry | null> {
    const checked = await checks.run('check', { ...place, file }, signal);
    if (checked === null) return null;
    const { name, tags, cases, problems } = checked;
    const runs = [...(await history.list(file, listedRuns))];
    return { ...{ file, name, tags: [...tags], cases: [...cases] }, problems, runs };
  }

  /** Reads a scenario as a run does. */
  async function readForRun({
    allowOrigins,
    ...request
  }: Pick<RunScenarioRequest, 'file' | 'text' | 'case' | 'set' | 'allowOrigins'>) {
    const { file, text, set, case: caseName } = request;
    if (text === undefined) await folder.get(file);
    // The process of the run is started in it.
    else await mkdir(path, { recursive: true, mode: 0o700 });
    const scenario = await checks.run('readToRun', { ...place, file, text, set, case: caseName });
    checkServers(scenario, allowOrigins, isTrusted);
    return scenario;
  }

  /** One run or exploration at a time. Cancelled by its ID. */
  async function* exclusively<Update>(
    start: (host: ScenarioHost, id: string, cancelled: AbortSignal) => AsyncGenerator<Update>,
    signal?: AbortSignal,
    run: CurrentRun | null = null,
  ): AsyncGenerator<Update, void, void> {
    if (host === null) throw new AppError('unavailable', "Scenarios can't run here.");
    if (running !== null)
      throw new AppError('conflict', 'Another scenario is running.', {
        fix: 'Wait until it ends, or stop it.',
      });
    const controller = new AbortController();
    const id = newId();
    running = { id, controller, run };
    runningChanged();
    const stop = (): void => controller.abort();
    signal?.addEventListener('abort', stop);
    try {
      yield* start(host, id, controller.signal);
    } finally {
      stop();
      signal?.removeEventListener('abort', stop);
      running = null;
      runningChanged();
    }
  }

  async function* performRun(
    { runner }: ScenarioHost,
    id: string,
    cancelled: AbortSignal,
    prepare: (id: string) => Promise<PreparedRun>,
    pace: RunPaceControl,
  ): AsyncGenerator<RunUpdate, void, void> {
    const startedAt = machineClock.now();
    const { request, speed, finished, origin, close } = await prepare(id);
    pace.change({ speed });
    const [file, repeats] = [origin?.file ?? request.file, origin?.id ?? null];
    try {
      yield { kind: 'started', id, file, repeats };
      for await (const update of runner(
        { version, storedSecrets: storedSecrets(), ...request },
        cancelled,
        pace.subscribe,
      )) {
        if (update.kind === 'progress') yield { ...update, pace: pace.current() };
        else {
          // Listed with the scenario that the original run used.
          const report = { ...update.report, scenario: { ...update.report.scenario, file } };
          const openedFrom = origin?.openedFrom ?? null;
          const summary = summaryOf(id, startedAt, report, { openedFrom, repeats });
          await finished(summary, report);
          yield { kind: 'finished', run: { ...summary, report } };
        }
      }
    } finally {
      await close?.();
    }
  }

  /** The run that others follow. It stops with this stream unless it is detached. */
  async function* runPrepared(
    prepare: (id: string) => Promise<PreparedRun>,
    { isDetached }: Pick<RunScenarioRequest, 'isDetached'>,
    signal?: AbortSignal,
  ): AsyncGenerator<RunUpdate, void, void> {
    const closed = new AbortController();
    const [updates, pace] = [createSharedUpdates<RunUpdate>(), createRunPace()];
    pace.subscribe((next) =>
      updates.update((newest) => (newest.kind === 'progress' ? { ...newest, pace: next } : newest)),
    );
    void updates.take(
      exclusively(
        (ofHost, id, cancelled) => performRun(ofHost, id, cancelled, prepare, pace),
        closed.signal,
        { updates, pace },
      ),
    );
    try {
      yield* updates.read(signal);
    } finally {
      if (!isDetached) closed.abort();
    }
  }

  async function* follow(
    _input?: unknown,
    signal?: AbortSignal,
  ): AsyncGenerator<RunUpdate, void, void> {
    if (running?.run != null) yield* running.run.updates.read(signal);
  }

  const explore = (
    request: ExploreRequest,
    signal?: AbortSignal,
  ): AsyncGenerator<ExplorationUpdate, void, void> =>
    exclusively(async function* explore(
      { explorer },
      id,
      cancelled,
    ): AsyncGenerator<ExplorationUpdate> {
      const { texts } = await readForRun(request);
      yield { kind: 'started', id };
      yield* explorer(
        { version, storedSecrets: storedSecrets(), folder: path, root, texts, ...request },
        cancelled,
      );
    }, signal);

  async function prepareRun(id: string, request: RunScenarioRequest): Promise<PreparedRun> {
    const { texts, ...scenario } = await readForRun(request);
    const { file, set, allowOrigins } = request;
    const speed = request.speed ?? scenario.speed;
    return {
      speed,
      request: {
        ...{ folder: path, root, file, texts, allowOrigins },
        ...{ set, speed, startsAt: null, untilMs: null },
        runArchiveFile: await history.newRunArchiveFile(id),
        case: scenario.case,
        seed: request.seed ?? scenario.seed,
      },
      finished: history.add,
    };
  }

  /** With the files of its run archive, in a temporary folder. */
  async function prepareRepeat(
    id: string,
    { id: originId, ...request }: RepeatRunRequest,
  ): Promise<PreparedRun> {
    const origin = await history.get(originId);
    return history.withRunArchive(originId, async (archive) => {
      const { file, case: caseName, seed, startsAt, untilMs, set: kept } = archive.manifest;
      const set = { ...kept, ...request.set };
      const { path: unpacked, remove: close } = await unpackScenario(archive);
      try {
        const scenario = await checks.run('readToRun', {
          ...{ path: unpacked, root: unpacked, file, text: archive.text },
          ...{ set, case: caseName },
        });
        checkServers(scenario, request.allowOrigins, isTrusted);
        return {
          speed: request.speed ?? scenario.speed,
          request: {
            ...{ folder: unpacked, root: unpacked, file, case: caseName },
            ...{ texts: scenario.texts, allowOrigins: request.allowOrigins },
            ...{ seed, set, speed: request.speed, startsAt, untilMs },
            runArchiveFile: await history.newRunArchiveFile(id),
          },
          ...{ finished: history.add, origin, close },
        };
      } catch (error) {
        await close();
        throw error;
      }
    });
  }

  return {
    async list(_input?: unknown, signal?: AbortSignal): Promise<ScenarioList> {
      const entries = [];
      for (const file of await folder.list()) entries.push(await entry(file, signal));
      const opened = [...(await history.listOpened())];
      return { folder: path, files: entries.filter((scenario) => scenario !== null), opened };
    },
    examples: examples.list,
    get: ({ file }: ScenarioRef) => folder.get(file),
    async create({ file, example, text, run }: CreateScenario): Promise<StoredScenario> {
      if (text !== undefined) {
        const created = await folder.create(file, text);
        if (run !== undefined) await history.copy(run, { id: newId(), file });
        return created;
      }
      const created = await folder.create(file, await examples.text(example));
      for (const [name, from] of await examples.files(example))
        await folder.addFile(file, name, from);
      return created;
    },
    save: ({ file, text, version }: SaveScenario) => folder.save(file, text, version),
    remove: ({ file }: ScenarioRef) => folder.remove(file),
    check: ({ file, text, set }: CheckScenario, signal?: AbortSignal): Promise<CheckedScenario> =>
      checks.run('checkText', { ...place, file, text, set }, signal),
    run: (request: RunScenarioRequest, signal?: AbortSignal) =>
      runPrepared((id) => prepareRun(id, request), request, signal),
    repeat: (request: RepeatRunRequest, signal?: AbortSignal) =>
      runPrepared((id) => prepareRepeat(id, request), request, signal),
    follow,
    explore,
    cancel({ id }: RunRef): void {
      if (running?.id === id) running.controller.abort();
    },
    changePace({ id, ...change }: ChangeRunPace): void {
      if (running?.id === id) running.run?.pace.change(change);
    },
    isRunning: (): boolean => running !== null,
    /** Called when a run or exploration starts or ends. */
    onRunningChange(listener: () => void): void {
      runningChanged = listener;
    },
    runs: ({ file }: ScenarioRef): Promise<readonly RunSummary[]> => history.list(file),
    report: ({ id }: RunRef) => history.get(id),
    events: ({ id, messageIds }: RunEventsRequest) => history.events(id, messageIds),
    attempts: ({ id }: RunRef) => history.attempts(id),
    async archive({ id }: RunRef): Promise<SavedFile> {
      const { report } = await history.get(id);
      const bytes = await history.archive(id);
      return { name: runArchiveName(report), base64: bytes.toString('base64') };
    },
    async removeRun({ id }: RunRef): Promise<void> {
      await history.remove(id);
      await runData.close();
    },
    ...runData.operations,
    async exportFile({ file }: ScenarioRef): Promise<SavedFile> {
      await folder.get(file);
      const checked = await checks.run('check', { ...place, file });
      const bundle = await bundleFiles(files, [file, ...(checked?.files ?? [])]);
      const bytes = Buffer.concat([...zipped(bundle.map(([path, content]) => [path, [content]]))]);
      const name = `${basename(file).replace(/\.ya?ml$/, '')}.zip`;
      return { name, base64: bytes.toString('base64') };
    },
    ...uploads,
    compare: ({ a, b }: CompareRunsRequest) => compareRuns(history, a, b),
    /** Ends a run, so that the host can stop. */
    async stop(): Promise<void> {
      running?.controller.abort();
      // Its report is stored then.
      await running?.run?.updates.ended;
      await closeUploads();
      await runData.close();
      await checks.close();
    },
  };
}
