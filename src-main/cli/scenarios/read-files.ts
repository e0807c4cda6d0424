/** Reads the selected scenario files. */
import { rememberingTexts } from '#core/scenarios/files-on-disk.ts';
import { type ReadOptions, type ReadResult, readScenario } from '#shared/scenario/read.ts';
import { scenarioFilesOnDisk, selectFiles } from './scenario-files.ts';

export interface ReadFile extends ReadResult {
  readonly file: string;
  /** Of the file and the files it uses, by their paths. */
  readonly texts: ReadonlyMap<string, string>;
}

export interface ReadFiles {
  readonly scenarios: readonly ReadFile[];
  /** YAML without the key `scenario`, such as files for `use`. */
  readonly others: readonly string[];
}

/** A file that is named itself must be a scenario. Throws a SelectionError. */
async function readFiles(
  args: readonly string[],
  { set, isCheck }: Pick<ReadOptions, 'set' | 'isCheck'>,
): Promise<ReadFiles> {
  const scenarios: ReadFile[] = [];
  const others: string[] = [];
  for (const { path, isNamed } of await selectFiles(args)) {
    const texts = new Map<string, string>();
    const result = await readScenario(path, {
      files: rememberingTexts(scenarioFilesOnDisk, texts),
      set,
      environment: process.env,
      isCheck,
    });
    if (result.isScenario || isNamed) scenarios.push({ ...result, file: path, texts });
    else others.push(path);
  }
  return { scenarios, others };
}

/** Variables need no value. */
export const readForCheck = (args: readonly string[]): Promise<ReadFiles> =>
  readFiles(args, { set: {}, isCheck: true });

export const readForRun = (args: readonly string[], set: ReadOptions['set']): Promise<ReadFiles> =>
  readFiles(args, { set, isCheck: false });
