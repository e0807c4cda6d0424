/** The app folder, which the user may change while the app runs. */
import { existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { workspaceKey, workspacesFolder } from '#main/hosts/headless/data-folder.ts';

/** Empty if the folder is missing or can't be read. */
export function namesIn(folder: string, recursive = false): readonly string[] {
  try {
    return readdirSync(folder, { recursive, encoding: 'utf8' });
  } catch {
    return [];
  }
}

/** Chromium's files for the windows of workspaces. */
export const windowsFolder = (appFolder: string): string => join(appFolder, 'windows');

export const windowFolderOf = (appFolder: string, workspace: string): string =>
  join(windowsFolder(appFolder), workspaceKey(workspace));

/** A new workspace has a window before it has data. */
const minAgeMs = 24 * 3_600_000;

/** Deletes those of workspaces whose data was deleted. */
export function removeUnusedWindows(appFolder: string, now = Date.now()): void {
  const folder = windowsFolder(appFolder);
  for (const key of namesIn(folder)) {
    const path = join(folder, key);
    const isUsed = existsSync(join(workspacesFolder(appFolder), key));
    try {
      if (!isUsed && now - statSync(path).mtimeMs > minAgeMs) rmSync(path, { recursive: true });
    } catch {
      // Another instance has removed it, or uses it.
    }
  }
}
