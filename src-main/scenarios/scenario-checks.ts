/**
 * Checks scenario files and texts, on a thread of their own: YAML takes long to build, and the files may come
 * from anyone (D62).
 */
import { createHash } from 'node:crypto';
import type { Reads } from '#main/store/reader/reading.ts';
import type { ScenarioFiles } from '#shared/scenarios/files.ts';
import { type ReadResult, readScenario } from '#shared/scenarios/read.ts';
import type { CheckedScenario } from '#shared/scenarios/schema/workspace.ts';
import { type FolderPlace, filesInFolder, rememberingTexts } from './files-on-disk.ts';
import { checkedOf } from './run-checks.ts';

interface CheckQuery extends FolderPlace {
  readonly file: string;
}

interface TextQuery extends CheckQuery {
  /** Instead of the file, which need not exist. */
  readonly text: string | undefined;
  /** Values of variables. Those of others are ignored. */
  readonly set: Readonly<Record<string, string>>;
}

interface CheckedFile extends Pick<ReadResult, 'name' | 'tags' | 'cases' | 'files'> {
  /** Number of problems. */
  readonly problems: number;
}

export type ScenarioChecks = ReturnType<typeof createScenarioChecks>;

/** Most YAML of a repository is something else, which is not built. An escape could be a part of the key. */
const mayBeScenario = (text: string): boolean => text.includes('scenario') || text.includes('\\');

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
    /** What an editor shows about a text, with values of its variables. */
    async checkText({ file, text, set, ...place }: TextQuery): Promise<CheckedScenario> {
      const texts = new Map(text === undefined ? [] : [[file, text]]);
      const files = rememberingTexts(filesInFolder(place), texts);
      const read = (values: TextQuery['set']): Promise<ReadResult> =>
        readScenario(file, { files, set: values, environment: {}, isCheck: true });
      const result = await read({});
      const known = Object.fromEntries(
        Object.entries(set).filter(([name]) => Object.hasOwn(result.variables, name)),
      );
      const { problems, scenarios } = await read(known);
      return checkedOf({ ...result, problems, scenarios });
    },
  } satisfies Reads;
}
