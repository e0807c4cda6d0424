/** The files of scenarios on disk: which ones are meant, and what they may refer to. */
import { lstatSync } from 'node:fs';
import { glob, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { LinesError } from '#main/hosts/headless/lines-error.ts';
import { filesOnDisk, rememberingTexts } from '#main/scenarios/files-on-disk.ts';
import { type ReadOptions, type ReadResult, readScenario } from '#shared/scenarios/read.ts';

export const defaultFolder = 'scenarios';

/** An argument that selects no file. */
export class SelectionError extends LinesError {
  override readonly name = 'SelectionError';
}

/** For folders that the user didn't name: a link may come from the repository. Throws a SelectionError. */
export function requireOwnFolder(folder: string, fix: string): void {
  if (lstatSync(folder, { throwIfNoEntry: false })?.isSymbolicLink() === true)
    throw new SelectionError(`${folder} is a link. ${fix}`);
}

export const scenarioFilesOnDisk = filesOnDisk({ base: '.', root: null });

export interface SelectedFile {
  readonly path: string;
  /** Named itself, not found in a folder or by a pattern. */
  readonly isNamed: boolean;
}

async function filesOf(argument: string): Promise<readonly SelectedFile[]> {
  const entry = await stat(argument).catch(() => null);
  if (entry?.isFile() === true) return [{ path: argument, isNamed: true }];
  const pattern = entry?.isDirectory() === true ? join(argument, '**/*.{yaml,yml}') : argument;
  const paths: string[] = [];
  for await (const path of glob(pattern, {
    exclude: (name) => /(^|[\\/])node_modules$/.test(name),
  }))
    paths.push(path);
  return paths.sort().map((path) => ({ path, isNamed: false }));
}

/** Files, folders and patterns; without any, the folder `scenarios`. Throws a SelectionError. */
export async function selectFiles(args: readonly string[]): Promise<readonly SelectedFile[]> {
  const selected = new Map<string, SelectedFile>();
  for (const argument of args.length === 0 ? [defaultFolder] : args) {
    const files = await filesOf(argument);
    if (files.length === 0)
      throw new SelectionError(
        args.length === 0
          ? `No YAML files in ${defaultFolder}. Specify a file, or run "hookwright scenarios new NAME".`
          : `No files match ${argument}. Check the path.`,
      );
    for (const file of files) if (!selected.has(file.path)) selected.set(file.path, file);
  }
  return [...selected.values()];
}

// Reads the selected scenario files.

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
