/**
 * Workspaces in the desktop app. Each opens in a process of its own, with its own ports and window.
 */
import { spawn } from 'node:child_process';
import { readFileSync, realpathSync, statSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { app, type BrowserWindow, dialog } from 'electron';
import { z } from 'zod';
import { configurationName, workspaceIn } from '#main/hosts/headless/workspace.ts';
import { makeFolder, writePrivateFile } from '#main/kit/files.ts';
import { showError } from './error-box.ts';
import { startedProgram, thisInstallation } from './installation.ts';
import { pathOf } from './open-requests.ts';

const maxRecent = 10;

/** A link as argument may be too long for a path. */
export function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}

/** By its real path. In development, the app's own folder is an argument too. */
export const folderIn = (paths: readonly string[]): string | null =>
  paths
    .flatMap((argument) => pathOf(argument) ?? [])
    .filter(isFolder)
    .map((path) => realpathSync(path))
    .find((path) => path !== realpathSync(app.getAppPath())) ?? null;

// Recently opened ones, the latest first. All processes share the file.

const recentFile = (appFolder: string): string => join(appFolder, 'recent-workspaces.json');

export function recentWorkspaces(appFolder: string): readonly string[] {
  try {
    const folders = z
      .array(z.string())
      .parse(JSON.parse(readFileSync(recentFile(appFolder), 'utf8')));
    return folders.filter((folder) => workspaceIn(folder) !== null);
  } catch {
    return [];
  }
}

export function rememberWorkspace(appFolder: string, folder: string): void {
  const others = recentWorkspaces(appFolder).filter((one) => one !== folder);
  const folders = [folder, ...others].slice(0, maxRecent);
  try {
    makeFolder(appFolder, 0o700);
    writePrivateFile(recentFile(appFolder), `${JSON.stringify(folders, null, 2)}\n`);
  } catch {
    // The disk may be full. The menu lists it next time.
  }
  showRecent(folders);
}

/** Where the system lists recent ones: in the menu of the icon in the Dock, or in the taskbar. */
function showRecent(folders: readonly string[]): void {
  if (process.platform === 'darwin') app.addRecentDocument(folders[0] ?? '');
  if (process.platform !== 'win32' || !app.isPackaged) return;
  const items = folders.map((folder) => ({
    type: 'task' as const,
    title: basename(folder),
    description: folder,
    program: startedProgram(thisInstallation),
    args: `"${folder}"`,
  }));
  app.setJumpList([{ type: 'custom', name: 'Recent workspaces', items }]);
}

/** If it is open, that process shows its window. */
export function openWorkspace(folder: string): void {
  const sandbox = process.argv.includes('--no-sandbox') ? ['--no-sandbox'] : [];
  const development = [...process.execArgv, ...sandbox, app.getAppPath()];
  const child = spawn(
    startedProgram(thisInstallation),
    [...(app.isPackaged ? [] : development), folder],
    {
      detached: true,
      stdio: 'ignore',
    },
  );
  child.on('error', (error) => showError(`Can't open the workspace: ${error.message}`));
  child.unref();
}

async function confirmCreation(window: BrowserWindow, folder: string): Promise<boolean> {
  const { response } = await dialog.showMessageBox(window, {
    type: 'question',
    message: `${basename(folder)} is not a workspace.`,
    detail: `Create ${configurationName} in it?`,
    buttons: ['Create', 'Cancel'],
    cancelId: 1,
  });
  return response === 0;
}

export async function chooseWorkspace(window: BrowserWindow): Promise<void> {
  // While the app stops, macOS still shows its menu.
  if (window.isDestroyed()) return;
  const { filePaths } = await dialog.showOpenDialog(window, {
    title: 'Open workspace',
    properties: ['openDirectory', 'createDirectory'],
  });
  const [folder] = filePaths;
  if (folder === undefined) return;
  try {
    if (workspaceIn(folder) === null) {
      if (!(await confirmCreation(window, folder))) return;
      writeFileSync(join(folder, configurationName), '{}\n', { flag: 'wx' });
    }
    openWorkspace(folder);
  } catch (error) {
    showError(`Can't create the workspace: ${(error as Error).message}`);
  }
}
