/** Scenarios of an instance: files, checks, runs (one at a time) and stored results. */
import { join } from 'node:path';
import type { ScenarioFiles } from '#shared/scenario/files.ts';
import { remoteOrigins } from '#shared/scenario/origins.ts';
import { type ReadResult, readScenario } from '#shared/scenario/read.ts';
import type { Scenario } from '#shared/scenario/scenario.ts';
import type { RunReport, RunTimeline } from '#shared/schemas/scenario/report.ts';
import type {
  RunProgress,
  RunScenarioRequest,
  RunSummary,
  RunUpdate,
  SavedCapsule,
} from '#shared/schemas/scenario/run.ts';
import type {
  CheckedScenario,
  CheckScenario,
  CreateScenario,
  SaveScenario,
  ScenarioEntry,
  ScenarioList,
  ScenarioVariable,
  StoredScenario,
} from '#shared/schemas/scenario/workspace.ts';
import { AppError, fieldError } from '../app-error.ts';
import type { Clock, Random } from '../ports.ts';
import { randomText } from '../random-id.ts';
import { capsuleName } from './capsule.ts';
import { compareRuns } from './compare-runs.ts';
import { createExamples } from './examples.ts';
import { filesOnDisk } from './files-on-disk.ts';
import { createRunHistory, summaryOf } from './run-history.ts';
import { createScenarioFolder } from './scenario-folder.ts';

export interface RunnerRequest {
  readonly version: string;
  /** The folder that `file` is relative to. */
  readonly folder: string;
  /** Files that the scenario names are in here; null: in its repository. */
  readonly root: string | null;
  readonly file: string;
  readonly case: string | null;
  readonly seed: number;
  readonly speed: number | null;
  readonly set: Readonly<Record<string, string>>;
  /** Gets the events as compressed lines of JSON. */
  readonly eventsFile: string;
  /** Gets a capsule of a run that does not pass. */
  readonly capsuleFile: string;
}

export type RunnerUpdate =
  | {
      readonly kind: 'progress';
      readonly progress: RunProgress;
      readonly timeline: RunTimeline;
    }
  | { readonly kind: 'finished'; readonly report: RunReport };

/** Runs a scenario in a separate process. An aborted run still returns a report. */
export type ScenarioRunner = (
  request: RunnerRequest,
  signal: AbortSignal,
) => AsyncIterable<RunnerUpdate>;

/** From the host. */
export interface ScenarioHost {
  readonly runner: ScenarioRunner;
  /** A folder of the user; null: one in the data folder. */
  readonly folder: string | null;
  readonly examplesFolder: string;
}

export interface PreparedRun {
  readonly request: Omit<RunnerRequest, 'version'>;
  readonly finished: (summary: RunSummary, report: RunReport) => Promise<void>;
}

export type Scenarios = ReturnType<typeof createScenarios>;

interface Tools {
  readonly version: string;
  readonly dataFolder: string;
  readonly machineClock: Clock;
  readonly random: Random;
  /** Null inside a rehearsal. */
  readonly host: ScenarioHost | null;
}

const listedRuns = 10;

const declaredVariables = ({ variables }: ReadResult): ScenarioVariable[] =>
  Object.entries(variables).map(([name, variable]) =>
    typeof variable === 'object'
      ? { name, default: variable.default ?? null, isSecret: variable.secret }
      : { name, default: variable, isSecret: false },
  );

const originsOf = (scenarios: readonly Scenario[]): string[] => [
  ...new Set(scenarios.flatMap(remoteOrigins)),
];

/** `20261124021530-4kz0ab`, so that files sort by time. */
const newRunId = (startedAt: number, random: Random): string => {
  const digits = new Date(startedAt).toISOString().replaceAll(/\D/g, '').slice(0, 14);
  return `${digits}-${randomText(random, 6)}`;
};

function chosenCase(scenarios: readonly Scenario[], wanted: string | null): Scenario {
  const chosen = scenarios.find((scenario) => scenario.case === wanted);
  if (chosen !== undefined) return chosen;
  const names = scenarios.map((scenario) => scenario.case).filter((name) => name !== null);
  throw names.length === 0
    ? fieldError(['case'], 'This scenario has no cases.', 'Leave case empty.')
    : fieldError(['case'], 'Choose one of the cases.', `Use ${names.join(', ')}.`);
}

export function createScenarios({ version, dataFolder, machineClock, random, host }: Tools) {
  const path = host?.folder ?? join(dataFolder, 'scenarios');
  /** A folder of the user is part of a repository, and follows its rules. */
  const root = host?.folder == null ? path : null;
  const folder = createScenarioFolder(path);
  const examples = createExamples(host?.examplesFolder ?? '');
  const history = createRunHistory(join(dataFolder, 'scenario-runs'));
  let running: { readonly id: string; readonly controller: AbortController } | null = null;

  const onDisk = filesOnDisk({ base: path, root });
  const isLinkedOut = (file: string): boolean => onDisk.resolve(file, join(path, file)) === null;
  const files: ScenarioFiles = {
    ...onDisk,
    read: async (file) => (isLinkedOut(file) ? { kind: 'file_missing' } : onDisk.read(file)),
  };

  /** The environment of the host is its own: values are entered with the run. */
  const read = (
    file: string,
    {
      text,
      ...options
    }: { isCheck: boolean; set?: Readonly<Record<string, string>>; text?: string },
  ): Promise<ReadResult> =>
    readScenario(file, {
      files:
        text === undefined
          ? files
          : {
              ...files,
              read: async (name) => (name === file ? { kind: 'text', text } : files.read(name)),
            },
      set: {},
      environment: {},
      ...options,
    });

  async function entry(file: string): Promise<ScenarioEntry | null> {
    if (isLinkedOut(file)) return null;
    const { isScenario, name, tags, cases, problems } = await read(file, { isCheck: true });
    if (!isScenario) return null;
    return {
      ...{ file, name },
      tags: [...tags],
      cases: [...cases],
      problems: problems.length,
      runs: [...(await history.list(file, listedRuns))],
    };
  }

  /** Reads it as a run does. */
  async function readForRun(request: RunScenarioRequest): Promise<Scenario> {
    await folder.get(request.file);
    const { file, set } = request;
    const { problems, scenarios } = await read(file, { isCheck: false, set });
    const [problem] = problems;
    if (problem !== undefined)
      throw new AppError(
        'conflict',
        `${problem.file}:${problem.line}:${problem.column}: ${problem.message}`,
        { fix: problem.fix },
      );
    const scenario = chosenCase(scenarios, request.case);
    for (const origin of remoteOrigins(scenario))
      if (!request.allowOrigins.includes(origin))
        throw fieldError(
          ['allowOrigins'],
          `This scenario sends requests to ${origin}.`,
          'If you trust it, add it to allowOrigins.',
        );
    return scenario;
  }

  /** Runs what `prepare` returns; one at a time. */
  async function* exclusively(
    prepare: (id: string) => Promise<PreparedRun>,
    signal?: AbortSignal,
  ): AsyncGenerator<RunUpdate, void, void> {
    if (host === null) throw new AppError('unavailable', "Scenarios can't run here.");
    if (running !== null)
      throw new AppError('conflict', 'Another scenario is running.', {
        fix: 'Wait until it ends, or stop it.',
      });
    const controller = new AbortController();
    const startedAt = machineClock.now();
    const id = newRunId(startedAt, random);
    running = { id, controller };
    const stop = (): void => controller.abort();
    signal?.addEventListener('abort', stop);
    try {
      const { request, finished } = await prepare(id);
      yield { kind: 'started', id };
      for await (const update of host.runner({ version, ...request }, controller.signal)) {
        if (update.kind === 'progress') yield update;
        else {
          const summary = summaryOf(id, startedAt, update.report);
          await finished(summary, update.report);
          yield { kind: 'finished', run: { ...summary, report: update.report } };
        }
      }
    } finally {
      stop();
      signal?.removeEventListener('abort', stop);
      running = null;
    }
  }

  async function prepareRun(id: string, request: RunScenarioRequest): Promise<PreparedRun> {
    const scenario = await readForRun(request);
    const eventsFile = await history.newEventsFile(id);
    const { file, set, speed } = request;
    return {
      request: {
        ...{ folder: path, root, file, set, speed, eventsFile },
        capsuleFile: history.capsuleFile(id),
        case: scenario.case,
        seed: request.seed ?? scenario.seed,
      },
      finished: (summary, report) => history.add(summary, report),
    };
  }

  return {
    async list(): Promise<ScenarioList> {
      const entries = await Promise.all((await folder.list()).map(entry));
      return { folder: path, files: entries.filter((one) => one !== null) };
    },
    examples: examples.list,
    get: folder.get,
    async create({ file, example, text }: CreateScenario): Promise<StoredScenario> {
      if (text !== undefined) return folder.create(file, text);
      const created = await folder.create(file, await examples.text(example));
      for (const [name, from] of await examples.files(example))
        await folder.addFile(file, name, from);
      return created;
    },
    save: ({ file, text, version }: SaveScenario) => folder.save(file, text, version),
    remove: folder.remove,
    async check({ file, text, set }: CheckScenario): Promise<CheckedScenario> {
      const result = await read(file, { isCheck: true, text });
      const known = Object.fromEntries(
        Object.entries(set).filter(([name]) => Object.hasOwn(result.variables, name)),
      );
      const { problems, scenarios } = await read(file, { isCheck: true, text, set: known });
      return {
        name: result.name,
        seed: scenarios[0]?.seed ?? 1,
        cases: [...result.cases],
        variables: declaredVariables(result),
        remoteOrigins: originsOf(scenarios),
        problems: [...problems],
      };
    },
    run: (request: RunScenarioRequest, signal?: AbortSignal) =>
      exclusively((id) => prepareRun(id, request), signal),
    exclusively,
    addText: folder.addText,
    cancel(id: string): void {
      if (running?.id === id) running.controller.abort();
    },
    runs: (file: string): Promise<readonly RunSummary[]> => history.list(file),
    report: history.get,
    events: history.events,
    async capsule(id: string): Promise<SavedCapsule> {
      const { report } = await history.get(id);
      const bytes = await history.capsule(id);
      return { name: capsuleName(report), base64: bytes.toString('base64') };
    },
    compare: (a: string, b: string) => compareRuns(history, a, b),
    /** Ends a run, so that the host can stop. */
    stop: (): void => running?.controller.abort(),
  };
}
