/**
 * Which workspace a data folder belongs to. A workspace can use the data folder of a moved one that had
 * the same configuration file, if the user says so (D59).
 */
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { AppError, notFound } from '#main/kit/app-error.ts';
import { writePrivateFile } from '#main/kit/files.ts';
import { StartupProblem } from '#main/kit/ports.ts';
import { requireUnused } from '#main/store/folder-lock.ts';
import type { DataFolderOfWorkspace, DataOffer } from '#shared/settings/system.ts';
import { dataFolderOf, workspacesFolder } from './data-folder.ts';

const Owner = z.object({
  /** Real path of the workspace. */
  folder: z.string(),
  /** Hash of the configuration file at the last start. */
  configuration: z.string(),
  /** The workspace whose data is used instead from the next start on. */
  replacement: z.string().optional(),
});
type Owner = z.infer<typeof Owner>;

const ownerFileIn = (dataFolder: string): string => join(dataFolder, 'workspace.json');

function ownerOf(dataFolder: string): Owner | null {
  try {
    return Owner.parse(JSON.parse(readFileSync(ownerFileIn(dataFolder), 'utf8')));
  } catch {
    return null;
  }
}

const writeOwner = (dataFolder: string, owner: Owner): void =>
  writePrivateFile(ownerFileIn(dataFolder), `${JSON.stringify(owner)}\n`);

interface GoneData extends Owner {
  readonly id: string;
  readonly path: string;
}

/** Whether a path no longer exists, rather than that it can't be read now. */
function isGone(path: string): boolean {
  try {
    statSync(path);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT';
  }
}

/** Data of workspaces whose path no longer exists. */
function goneData(userFolder: string): readonly GoneData[] {
  const folder = workspacesFolder(userFolder);
  if (!existsSync(folder)) return [];
  return readdirSync(folder).flatMap((id) => {
    const path = join(folder, id);
    const owner = ownerOf(path);
    return owner === null || !isGone(owner.folder) ? [] : [{ ...owner, id, path }];
  });
}

const bytesIn = (folder: string): number =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0);

const unusable = (problem: string): StartupProblem =>
  new StartupProblem('data_not_usable', problem);

/** Replaces the data of a workspace with that of another one. Both must be closed. */
function moveData(from: string, to: string): void {
  requireUnused(from);
  if (existsSync(to)) requireUnused(to);
  rmSync(to, { recursive: true, force: true });
  renameSync(from, to);
}

interface Options {
  readonly folder: string;
  /** Hash of its configuration file. */
  readonly configuration: string;
  readonly userFolder: string;
}

/**
 * Applies `--data-of`, and the choice made in the interface. Call it before the data folder is opened.
 * Throws a StartupProblem.
 */
export function takeData({ folder, userFolder }: Options, dataOf: string | undefined): void {
  const { path } = dataFolderOf(undefined, { folder }, userFolder);
  const owner = ownerOf(path);
  if (dataOf === undefined) {
    const chosen = goneData(userFolder).find((data) => data.folder === owner?.replacement);
    if (chosen !== undefined) moveData(chosen.path, path);
    return;
  }
  const from = resolve(dataOf);
  const found = goneData(userFolder).find((data) => data.folder === from);
  if (!isGone(from))
    throw unusable(
      `${from} exists, or can't be read, so its data stays there. Move or delete that folder first.`,
    );
  if (found === undefined) throw unusable(`There is no data for ${from}. Check the path.`);
  if (owner !== null)
    throw unusable(`${folder} already has data. To use the data of ${from}, delete ${path}.`);
  moveData(found.path, path);
}

/** `workspace` is null without one, or if the user chose another data folder. */
export function createWorkspaceData(
  userFolder: string,
  workspace: Omit<Options, 'userFolder'> | null,
) {
  const path = workspace && dataFolderOf(undefined, workspace, userFolder).path;
  const isNew = path !== null && ownerOf(path) === null;
  const offered = isNew
    ? goneData(userFolder).filter((data) => data.configuration === workspace?.configuration)
    : [];
  const [only] = offered.length === 1 ? offered : [];
  let isChosen = false;
  /** Not the data in use, though its workspace may have been moved meanwhile. */
  const removable = (): readonly GoneData[] =>
    goneData(userFolder).filter((data) => data.path !== path);
  const remember = (more: Partial<Owner> = {}): void => {
    if (workspace === null || path === null) return;
    const { folder, configuration } = workspace;
    writeOwner(path, { folder, configuration, ...more });
  };
  return {
    /** Call it when the start has succeeded. */
    remember: () => remember(),
    offer: (): DataOffer | null => (only === undefined ? null : { folder: only.folder, isChosen }),
    /** Takes effect at the next start. */
    useOffered(): void {
      if (only === undefined) throw notFound('Data folder');
      isChosen = true;
      remember({ replacement: only.folder });
    },
    gone: (): DataFolderOfWorkspace[] =>
      removable().map(({ id, folder, path }) => ({ id, folder, bytes: bytesIn(path) })),
    remove(id: string): void {
      const found = removable().find((data) => data.id === id);
      if (found === undefined) throw notFound('Data folder');
      try {
        requireUnused(found.path);
      } catch (cause) {
        throw cause instanceof StartupProblem ? new AppError('conflict', cause.message) : cause;
      }
      rmSync(found.path, { recursive: true });
    },
  };
}
