/** A workspace: a folder in a repository with `hookwright.json` and scenarios. It holds no data (D59). */
import { existsSync, realpathSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { StartupProblem } from '#main/kit/ports.ts';
import { isInside, realPath } from '#main/scenarios/files-on-disk.ts';
import { type DataFolder, dataFolderOf } from './data-folder.ts';

export interface Workspace {
  readonly folder: string;
  readonly configurationFile: string;
  readonly scenariosFolder: string;
}

export const configurationName = 'hookwright.json';

/** Null if the folder is not a workspace: a link to a file elsewhere makes none. */
export function workspaceIn(folder: string): Workspace | null {
  const configurationFile = join(folder, configurationName);
  if (statSync(configurationFile, { throwIfNoEntry: false })?.isFile() !== true) return null;
  const real = realpathSync(folder);
  if (!isInside(real, realPath(configurationFile))) return null;
  return { folder: real, configurationFile, scenariosFolder: join(real, 'scenarios') };
}

/**
 * The folder and those above it, up to the root of its repository or the user's home. Others could
 * place a workspace above these, such as in `/tmp`, so it is then only the folder itself.
 */
function searchedFolders(folder: string, home: string): readonly string[] {
  const isBoundary = (one: string): boolean => one === home || existsSync(join(one, '.git'));
  const searched: string[] = [];
  for (let current = resolve(folder); ; current = dirname(current)) {
    searched.push(current);
    if (isBoundary(current)) return searched;
    if (current === dirname(current)) return searched.slice(0, 1);
  }
}

/** The workspace that the folder is in; null without. */
export function findWorkspace(folder: string, home = homedir()): Workspace | null {
  for (const one of searchedFolders(folder, home)) {
    const workspace = workspaceIn(one);
    if (workspace !== null) return workspace;
  }
  return null;
}

/** Throws a StartupProblem for a folder that is not a workspace. */
export function requireWorkspace(folder: string): Workspace {
  const workspace = workspaceIn(folder);
  if (workspace !== null) return workspace;
  throw new StartupProblem(
    'not_a_workspace',
    `${folder} is not a workspace. Create ${configurationName} in it, with {} to start; a link to a file elsewhere doesn't count.`,
  );
}

/** Where older builds kept the data of a workspace. */
const formerDataFile = join('.hookwright', 'hookwright.sqlite');

/** One line about data of an older build in the repository, which is not read (D59); null without. */
export const formerDataText = ({ folder }: Workspace): string | null =>
  existsSync(join(folder, formerDataFile))
    ? `${join(folder, dirname(formerDataFile))} is of an older build and is ignored. Delete it.`
    : null;

/** One line about a scenarios folder that is elsewhere, which is not used; null without. */
export const linkedScenariosText = ({ folder, scenariosFolder }: Workspace): string | null =>
  isInside(folder, realPath(scenariosFolder))
    ? null
    : `${scenariosFolder} is a link out of the workspace and is ignored. Replace it with a folder.`;

/** Of the workspace that the current folder is in, otherwise of the system, unless an option chooses one. */
export const currentDataFolder = (chosen: string | undefined): DataFolder =>
  dataFolderOf(chosen, chosen === undefined ? findWorkspace(process.cwd()) : null);
