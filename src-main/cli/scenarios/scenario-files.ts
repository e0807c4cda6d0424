/** The files of scenarios on disk: which ones are meant, and what they may refer to. */
import { existsSync, realpathSync } from 'node:fs';
import { glob, readFile, stat } from 'node:fs/promises';
import { dirname, isAbsolute, join, normalize, relative, resolve, sep } from 'node:path';
import { type FileText, maxScenarioBytes, type ScenarioFiles } from '#shared/scenario/files.ts';

export const defaultFolder = 'scenarios';

/** An argument that selects no file. */
export class SelectionError extends Error {
  override readonly name = 'SelectionError';
}

const isInside = (folder: string, path: string): boolean => {
  const way = relative(folder, path);
  return way === '' || !(way === '..' || way.startsWith(`..${sep}`) || isAbsolute(way));
};

/** The folder with `.git` above a file; otherwise the current folder, or that of the file. */
function repositoryOf(file: string): string {
  const own = dirname(resolve(file));
  for (let folder = own; ; folder = dirname(folder)) {
    if (existsSync(join(folder, '.git'))) return folder;
    if (dirname(folder) === folder) break;
  }
  const current = process.cwd();
  return isInside(current, own) ? current : own;
}

/** Follows links, so that none leads out of the repository. */
function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

async function readText(path: string): Promise<FileText> {
  const entry = await stat(path).catch(() => null);
  if (entry?.isFile() !== true) return { kind: 'file_missing' };
  if (entry.size > maxScenarioBytes) return { kind: 'file_too_large' };
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(await readFile(path));
    return { kind: 'text', text };
  } catch {
    return { kind: 'not_utf8' };
  }
}

export const scenarioFilesOnDisk: ScenarioFiles = {
  resolve(from, name) {
    const path = isAbsolute(name) ? normalize(name) : join(dirname(from), name);
    const repository = realPath(repositoryOf(from));
    return isInside(repository, realPath(resolve(path))) ? path : null;
  },
  read: readText,
  exists: async (path) => (await stat(path).catch(() => null))?.isFile() === true,
};

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
    const found = await filesOf(argument);
    if (found.length === 0)
      throw new SelectionError(
        args.length === 0
          ? `There is no YAML file in ${defaultFolder}. Name a file, or run "hookwright scenarios new NAME".`
          : `${argument} selects no file. Correct the name.`,
      );
    for (const file of found) if (!selected.has(file.path)) selected.set(file.path, file);
  }
  return [...selected.values()];
}
