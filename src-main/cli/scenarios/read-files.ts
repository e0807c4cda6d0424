/** Reads the selected scenario files. */
import { type ReadOptions, type ReadResult, readScenario } from '#shared/scenario/read.ts';
import { scenarioFilesOnDisk, selectFiles } from './scenario-files.ts';

export interface ReadFile extends ReadResult {
  readonly file: string;
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
    const result = await readScenario(path, {
      files: scenarioFilesOnDisk,
      set,
      environment: process.env,
      isCheck,
    });
    if (result.isScenario || isNamed) scenarios.push({ ...result, file: path });
    else others.push(path);
  }
  return { scenarios, others };
}

/** Variables need no value. */
export const readForCheck = (args: readonly string[]): Promise<ReadFiles> =>
  readFiles(args, { set: {}, isCheck: true });

export const readForRun = (args: readonly string[], set: ReadOptions['set']): Promise<ReadFiles> =>
  readFiles(args, { set, isCheck: false });
