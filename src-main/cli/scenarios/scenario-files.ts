/** The files of scenarios on disk: which ones are meant, and what they may refer to. */
import { glob, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { filesOnDisk } from '#core/scenarios/files-on-disk.ts';
import { LinesError } from '#headless/lines-error.ts';

export const defaultFolder = 'scenarios';

/** An argument that selects no file. */
export class SelectionError extends LinesError {
  override readonly name = 'SelectionError';
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
