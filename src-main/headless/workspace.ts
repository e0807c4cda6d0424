/**
 * A workspace: a folder in a repository with `hookwright.json`, scenarios and a data folder of its own,
 * which git ignores. Until the user trusts it, nothing is sent beyond this machine.
 */
import {
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { StartupProblem } from '#core/ports.ts';
import { systemDataFolder } from './data-folder.ts';

export interface Workspace {
  readonly folder: string;
  readonly dataFolder: string;
  readonly configurationFile: string;
  readonly scenariosFolder: string;
}

const configurationName = 'hookwright.json';

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

/** Throws a StartupProblem for a folder that is not a workspace. */
export function requireWorkspace(folder: string): Workspace {
  const workspace = workspaceIn(folder);
  if (workspace !== null) return workspace;
  throw new StartupProblem(
    'data_folder_unusable',
    `${folder} is not a workspace. Create ${configurationName} in it, with {} to start.`,
  );
}

/** Creates the data folder, which git ignores with everything in it. */
export function prepareWorkspace({ dataFolder }: Workspace): void {
  mkdirSync(dataFolder, { recursive: true, mode: 0o700 });
  const ignoreFile = join(dataFolder, '.gitignore');
  if (!existsSync(ignoreFile)) writeFileSync(ignoreFile, '*\n');
}

/** The data folder of the workspace in this folder, otherwise that of the system. */
export const defaultDataFolder = (folder = process.cwd()): string =>
  workspaceIn(folder)?.dataFolder ?? systemDataFolder();

// Outside of the workspace, which could otherwise trust itself.

const TrustedFolders = z.array(z.string());

const trustFile = (userFolder: string): string => join(userFolder, 'trusted-workspaces.json');

function trustedFolders(userFolder: string): readonly string[] {
  try {
    return TrustedFolders.parse(JSON.parse(readFileSync(trustFile(userFolder), 'utf8')));
  } catch {
    return [];
  }
}

/** Whether the user trusts a workspace; by its real path. */
export function createWorkspaceTrust({ folder }: Workspace, userFolder = systemDataFolder()) {
  let isTrusted = trustedFolders(userFolder).includes(folder);
  return {
    folder,
    isTrusted: (): boolean => isTrusted,
    trust(): void {
      isTrusted = true;
      const folders = new Set([...trustedFolders(userFolder), folder]);
      mkdirSync(userFolder, { recursive: true, mode: 0o700 });
      writeFileSync(trustFile(userFolder), `${JSON.stringify([...folders], null, 2)}\n`, {
        mode: 0o600,
      });
    },
  };
}
