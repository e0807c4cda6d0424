/**
 * Reads scenario files and texts for the host, on a separate thread: YAML takes long to build, and the files may come
 * from anyone (D62).
 */
import { createHash } from 'node:crypto';
import type { Reads } from '#main/store/reader/reading.ts';
import type { ScenarioFiles } from '#shared/scenarios/files.ts';
import { remoteOrigins, usesOwnServers } from '#shared/scenarios/origins.ts';
import { type ReadOptions, type ReadResult, readScenario } from '#shared/scenarios/read.ts';
import type { Scenario } from '#shared/scenarios/scenario.ts';
import type { CheckedScenario } from '#shared/scenarios/schema/workspace.ts';
import { type FolderPlace, filesInFolder, rememberingTexts } from './files-on-disk.ts';
import { checkedOf, chosenCase, throwFirst } from './run-checks.ts';

interface CheckQuery extends FolderPlace {
  readonly file: string;
}

interface TextQuery extends CheckQuery {
  /** Instead of the file, which need not exist. */
  readonly text: string | undefined;
  /** Values of variables. */
  readonly set: Readonly<Record<string, string>>;
}

interface RunQuery extends TextQuery {
  readonly case: string | null;
}

/** What the host needs of a scenario that runs: the process of the run reads it again. */
interface ScenarioToRun
  extends Pick<Scenario, 'case' | 'seed'>,
    Pick<CheckedScenario, 'usesOwnServers' | 'remoteOrigins'> {
  /** Null: as fast as possible. */
  readonly speed: number | null;
  /** Of the scenario and the files it uses, by their paths: what was checked is what runs (D60). */
  readonly texts: ReadonlyMap<string, string>;
}

interface CheckedFile extends Pick<ReadResult, 'name' | 'tags' | 'cases' | 'files'> {
  /** Number of problems. */
  readonly problems: number;
}

export type ScenarioChecks = ReturnType<typeof createScenarioChecks>;

/** Most YAML of a repository is something else, which is not built. An escape could be a part of the key. */
const mayBeScenario = (text: string): boolean => text.includes('scenario') || text.includes('\\');

/** Ignores the host's environment: users enter values. Adds what it reads to `texts`. */
function readerOf({ file, text, set: _, ...place }: TextQuery) {
  const texts = new Map(text === undefined ? [] : [[file, text]]);
  const files = rememberingTexts(filesInFolder(place), texts);
  const read = (options: Pick<ReadOptions, 'set' | 'isCheck'>): Promise<ReadResult> =>
    readScenario(file, { files, environment: {}, ...options });
  return { texts, read };
}

const speedOf = ({ clock }: Scenario): number | null =>
  clock.speed === 'max' ? null : clock.speed;

/** Null for YAML that is not a scenario. */
async function check(file: string, files: ScenarioFiles): Promise<CheckedFile | null> {
  const content = await files.read(file);
  if (content.kind === 'text' && !mayBeScenario(content.text)) return null;
  const read = await readScenario(file, { files, set: {}, environment: {}, isCheck: true });
  if (!read.isScenario) return null;
  const { name, tags, cases, problems, files: used } = read;
  return { name, tags, cases, problems: problems.length, files: used };
}

/** What a check has read: calls of its files, as JSON, and a digest of each result. */
type Inputs = Map<string, string>;

const digestOf = (result: unknown): string =>
  createHash('sha256').update(JSON.stringify(result)).digest('base64');

function recording(files: ScenarioFiles, inputs: Inputs): ScenarioFiles {
  function record<Result>(call: readonly string[], result: Result): Result {
    inputs.set(JSON.stringify(call), digestOf(result));
    return result;
  }
  return {
    resolve: (from, name) => record(['resolve', from, name], files.resolve(from, name)),
    read: async (path) => record(['read', path], await files.read(path)),
    exists: async (path) => record(['exists', path], await files.exists(path)),
  };
}

async function areCurrent(inputs: Inputs, files: ScenarioFiles): Promise<boolean> {
  for (const [call, digest] of inputs) {
    const [name, ...parameters] = JSON.parse(call) as [keyof ScenarioFiles, string, string];
    if (digestOf(await files[name](...parameters)) !== digest) return false;
  }
  return true;
}

/** As many as two folders can have. */
const maxRemembered = 1_000;

/** Of the thread. A file is checked again when what its check has read has changed. */
export function createScenarioChecks() {
  const remembered = new Map<
    string,
    { readonly inputs: Inputs; readonly checked: CheckedFile | null }
  >();
  return {
    /** Null for YAML that is not a scenario, or if the file is outside the folder. */
    async check(query: CheckQuery): Promise<CheckedFile | null> {
      const files = filesInFolder(query);
      const { file } = query;
      if (files.isOutside(file)) return null;
      const key = JSON.stringify(query);
      const known = remembered.get(key);
      if (known !== undefined && (await areCurrent(known.inputs, files))) return known.checked;
      const inputs: Inputs = new Map();
      const checked = await check(file, recording(files, inputs));
      remembered.delete(key);
      remembered.set(key, { inputs, checked });
      for (const oldest of remembered.keys())
        if (remembered.size > maxRemembered) remembered.delete(oldest);
      return checked;
    },
    /** What an editor shows about a text, with values of its variables. Those of others are ignored. */
    async checkText(query: TextQuery): Promise<CheckedScenario> {
      const { read } = readerOf(query);
      const result = await read({ set: {}, isCheck: true });
      const known = Object.fromEntries(
        Object.entries(query.set).filter(([name]) => Object.hasOwn(result.variables, name)),
      );
      const { problems, scenarios } = await read({ set: known, isCheck: true });
      return checkedOf({ ...result, problems, scenarios });
    },
    /** What is shown about a stored run. */
    async checkRun(query: TextQuery): Promise<CheckedScenario> {
      return checkedOf(await readerOf(query).read({ set: query.set, isCheck: true }));
    },
    /** Reads a scenario as a run does. Throws an AppError for its first problem. */
    async readToRun({ case: caseName, ...query }: RunQuery): Promise<ScenarioToRun> {
      const { texts, read } = readerOf(query);
      const { problems, scenarios } = await read({ set: query.set, isCheck: false });
      throwFirst(problems);
      const scenario = chosenCase(scenarios, caseName);
      return {
        ...{ case: scenario.case, seed: scenario.seed, speed: speedOf(scenario), texts },
        usesOwnServers: usesOwnServers(scenario),
        remoteOrigins: [...remoteOrigins(scenario)],
      };
    },
  } satisfies Reads;
}
