/** Recordings: sessions as scenarios, run once before they are saved. Kept in memory. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { ScenarioFiles } from '#shared/scenario/files.ts';
import { remoteOrigins } from '#shared/scenario/origins.ts';
import { readScenario } from '#shared/scenario/read.ts';
import type {
  RecordedScenario,
  RecordingFiles,
  RecordingFilesRequest,
  RecordScenario,
  RunRecording,
  SaveRecording,
} from '#shared/schemas/scenario/recording.ts';
import type { RunReport } from '#shared/schemas/scenario/report.ts';
import type { RunUpdate } from '#shared/schemas/scenario/run.ts';
import type { StoredScenario } from '#shared/schemas/scenario/workspace.ts';
import { AppError, fieldError, notFound } from '../../app-error.ts';
import { makeFolder } from '../../make-folder.ts';
import type { Random } from '../../ports.ts';
import { randomText } from '../../random-id.ts';
import { filesOnDisk } from '../files-on-disk.ts';
import { checkServers } from '../run-checks.ts';
import type { PreparedRun, Scenarios } from '../scenarios.ts';
import { journalToSteps, type Recording } from './journal-to-steps.ts';
import { readSession, type SessionTools } from './read-session.ts';
import { scenarioText } from './scenario-text.ts';
import { textsIn } from './secrets.ts';

const maxRecordings = 5;
const file = 'recording.yaml';

interface Tools extends SessionTools {
  readonly random: Random;
  readonly scenarios: Scenarios;
  readonly isTrusted: () => boolean;
}

interface Kept extends Recording {
  /** Indexes of expectations that passed the last run; null before it. */
  passed: readonly number[] | null;
}

/** Indexes of the expectations that passed, in the order of the file. */
const passedIn = ({ checks }: RunReport): readonly number[] =>
  checks
    .filter(({ kind }) => kind === 'expectation')
    .flatMap(({ verdict }, index) => (verdict === 'passed' ? [index] : []));

const filesInMemory = (texts: ReadonlyMap<string, string>): ScenarioFiles => ({
  resolve: (_from, name) => name,
  async read(name) {
    const text = texts.get(name);
    return text === undefined ? { kind: 'file_missing' } : { kind: 'text', text };
  },
  exists: async (name) => texts.has(name),
});

export function createRecordings(tools: Tools) {
  const { journal, random, scenarios, sources, destinations, receivers, isTrusted } = tools;
  const kept = new Map<string, Kept>();

  function find(id: string): Kept {
    const recording = kept.get(id);
    if (recording === undefined) throw notFound('recording');
    return recording;
  }

  /** Values of the secrets that a scenario takes from the environment. */
  function secretsOf({ marks }: Kept): Readonly<Record<string, string>> {
    const real = [sources.list(), destinations.list(), receivers.list()];
    const shown = textsIn(journal.redactor()(real));
    const values = new Map(textsIn(real).map((text, index) => [shown[index], text]));
    return Object.fromEntries(
      [...marks].flatMap(([name, mark]) => {
        const value = values.get(mark);
        return value === undefined ? [] : [[name, value]];
      }),
    );
  }

  function filesOf({ id, name, expectations }: RecordingFilesRequest): RecordingFiles {
    const recording = find(id);
    const chosen = expectations ?? recording.passed ?? [...recording.expectations.keys()];
    const texts = chosen.map((index) => {
      const text = recording.expectations[index];
      if (text === undefined) throw fieldError(['expectations'], `No expectation ${index}.`);
      return text;
    });
    return {
      text: scenarioText({ ...recording.parts, name: name ?? recording.parts.name }, texts),
      fixtures: recording.fixtures.map((fixture) => ({ ...fixture })),
    };
  }

  function filesOfAll(id: string): RecordingFiles {
    return filesOf({ id, expectations: [...find(id).expectations.keys()] });
  }

  /** Servers on other machines. */
  async function originsOf(id: string): Promise<string[]> {
    const { text, fixtures } = filesOfAll(id);
    const texts = new Map(
      [{ name: file, text }, ...fixtures].map((entry) => [entry.name, entry.text]),
    );
    const { scenarios: read } = await readScenario(file, {
      files: filesInMemory(texts),
      ...{ set: secretsOf(find(id)), environment: {}, isCheck: true },
    });
    return [...new Set(read.flatMap(remoteOrigins))];
  }

  async function prepare(folder: string, { id, allowOrigins }: RunRecording): Promise<PreparedRun> {
    const recording = find(id);
    const { text, fixtures } = filesOfAll(id);
    for (const { name, text: content } of [{ name: file, text }, ...fixtures]) {
      makeFolder(dirname(join(folder, name)));
      await writeFile(join(folder, name), content);
    }
    const set = secretsOf(recording);
    const { problems, scenarios: read } = await readScenario(file, {
      files: filesOnDisk({ base: folder, root: folder }),
      ...{ set, environment: {}, isCheck: false },
    });
    const [problem] = problems;
    if (problem !== undefined)
      throw new AppError('conflict', `Line ${problem.line}: ${problem.message}`, {
        fix: problem.fix,
      });
    for (const scenario of read) checkServers(scenario, allowOrigins, isTrusted);
    return {
      request: {
        ...{ folder, root: folder, file, set, speed: null, case: null, seed: 1 },
        ...{ startsAt: null, untilMs: null },
        capsuleFile: join(folder, 'capsule'),
      },
      async finished(_summary, report) {
        recording.passed = passedIn(report);
      },
    };
  }

  return {
    async create(request: RecordScenario): Promise<RecordedScenario> {
      const { from, to, session } = await readSession(request, tools);
      const recording = journalToSteps(request.name, session);
      if (recording.steps.length === 0)
        throw new AppError('conflict', 'Nothing to record: no message sent in this span.', {
          fix: 'Choose a longer span.',
        });
      const id = randomText(random, 12);
      kept.set(id, { ...recording, passed: null });
      for (const oldest of [...kept.keys()].slice(0, -maxRecordings)) kept.delete(oldest);
      return {
        ...{ id, name: request.name, from, to, messages: recording.messages },
        steps: [...recording.steps],
        leftOut: [...recording.leftOut],
        expectations: [...recording.expectations],
        variables: recording.variables.map((variable) => ({ ...variable })),
        remoteOrigins: await originsOf(id),
      };
    },
    /** With all expectations. Those that fail are not part of its files. */
    async *run(request: RunRecording, signal?: AbortSignal): AsyncGenerator<RunUpdate, void, void> {
      const folder = await mkdtemp(join(tmpdir(), 'hookwright-recording-'));
      try {
        yield* scenarios.runPrepared(() => prepare(folder, request), signal);
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    },
    files: filesOf,
    /** Writes the fixtures first, so that no scenario lacks one. */
    async save({ file: target, ...request }: SaveRecording): Promise<StoredScenario> {
      const { text, fixtures } = filesOf(request);
      for (const { name, text: content } of fixtures)
        await scenarios.addText(target, name, content);
      return scenarios.create({ file: target, example: null, text });
    },
  };
}
