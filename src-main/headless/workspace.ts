/**
 * A workspace: a folder in a repository with `hookwright.json`, scenarios and a data folder of its own,
 * which git ignores.
 */
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  realpathSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { StartupProblem } from '#core/ports.ts';
import { systemDataFolder } from './data-folder.ts';

export interface Workspace {
  readonly folder: string;
  readonly dataFolder: string;
  readonly configurationFile: string;
  readonly scenariosFolder: string;
}

export const configurationName = 'hookwright.json';

/** Null if the folder is not a workspace. */
export function workspaceIn(folder: string): Workspace | null {
  const configurationFile = join(folder, configurationName);
  if (statSync(configurationFile, { throwIfNoEntry: false })?.isFile() !== true) return null;
  return {
    folder: realpathSync(folder),
    dataFolder: join(folder, '.hookwright'),
    configurationFile,
    scenariosFolder: join(folder, 'scenarios'),
  };
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
    `${folder} is not a workspace. Create ${configurationName} in it, with {} to start.`,
  );
}

/** With a link, a repository could redirect what is written to another folder. */
function checkLinks(dataFolder: string): void {
  if (!existsSync(dataFolder)) return;
  const isLinked = lstatSync(dataFolder).isSymbolicLink();
  const inner = readdirSync(dataFolder, { recursive: true, withFileTypes: true }).find((entry) =>
    entry.isSymbolicLink(),
  );
  if (!isLinked && inner === undefined) return;
  const link = isLinked || inner === undefined ? dataFolder : join(inner.parentPath, inner.name);
  throw new StartupProblem(
    'workspace_has_link',
    `${link} is a symbolic link. The data of a workspace must stay in its folder: delete the link, then start again.`,
  );
}

/** Creates the data folder, which git ignores with everything in it. Throws a StartupProblem. */
export function prepareWorkspace({ dataFolder }: Workspace): void {
  checkLinks(dataFolder);
  mkdirSync(dataFolder, { recursive: true, mode: 0o700 });
  const ignoreFile = join(dataFolder, '.gitignore');
  if (!existsSync(ignoreFile)) writeFileSync(ignoreFile, '*\n');
}

/** The data folder of the workspace that this folder is in, otherwise that of the system. */
export const defaultDataFolder = (folder = process.cwd()): string =>
  findWorkspace(folder)?.dataFolder ?? systemDataFolder();
