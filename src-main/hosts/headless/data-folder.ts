/**
 * Where data is stored: in a folder that the user chose, or in a folder of the user that Hookwright finds by
 * itself, never in a repository (D3, D59).
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, existsSync, lstatSync, readdirSync, realpathSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join, posix, relative, resolve, sep, win32 } from 'node:path';
import { isOwn, isPrivate, isWide, makeFolder } from '#main/kit/files.ts';
import { type Log, StartupProblem } from '#main/kit/ports.ts';
import { dataFolderProblem } from '#main/store/data-folder-problem.ts';

// Whether a folder's files come from a repository.

/** The innermost folder with `.git`. A folder with the files of a bare repository is not one. */
function workTreeOf(folder: string): string | null {
  if (existsSync(join(folder, '.git'))) return folder;
  return folder === dirname(folder) ? null : workTreeOf(dirname(folder));
}

const maxBuffer = 64 * 1024 ** 2;

/**
 * Without variables for Git, which may name another repository, and without programs that its configuration
 * names, also to fetch missing objects. Node on Windows looks for programs in `cwd` first, so that is not in
 * the repository.
 */
function firstTracked(folder: string, workTree: string): string | undefined {
  const variables = Object.entries(process.env).filter(([name]) => !name.startsWith('GIT_'));
  const env = { ...Object.fromEntries(variables), GIT_NO_LAZY_FETCH: '1', LC_ALL: 'C' };
  const path = relative(workTree, folder).replaceAll(sep, '/') || '.';
  const args = [
    ...['-C', workTree, '-c', 'core.fsmonitor=false', '-c', 'safe.bareRepository=explicit'],
    ...['ls-files', '-z', '--', `:(literal)${path}`],
  ];
  const cwd = dirname(process.execPath);
  const { error, status, stdout, stderr } = spawnSync('git', args, {
    ...{ encoding: 'utf8', env, cwd, stdio: 'pipe', maxBuffer },
  });
  if (error !== undefined) throw error;
  // Git exits with 0 without files that it can't list because objects are missing.
  if (status !== 0 || /^(error|fatal):/m.test(stderr)) throw new Error(`git failed: ${stderr}`);
  return stdout.split('\0').find(Boolean);
}

/** Data that Git tracks was prepared by the repository's author, or would be published. Throws a StartupProblem. */
function requireUntracked(path: string): void {
  // With the letters in the case that the folder has, as Git knows it.
  const folder = realpathSync.native(path);
  const workTree = workTreeOf(folder);
  if (workTree === null) return;
  const fix = 'Choose a folder outside the repository.';
  let tracked: string | undefined;
  try {
    tracked = firstTracked(folder, workTree);
  } catch (cause) {
    throw new StartupProblem(
      'data_folder_tracked',
      `Can't tell whether Git tracks files in ${path}: ${(cause as Error).message.trim()}. ${fix}`,
      { cause },
    );
  }
  if (tracked === undefined) return;
  const file = join(path, relative(folder, join(workTree, tracked)));
  throw new StartupProblem(
    'data_folder_tracked',
    `Git tracks ${file}, so ${path} can't hold data. ${fix}`,
  );
}

interface Environment {
  readonly platform: NodeJS.Platform;
  readonly home: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

const currentEnvironment = (): Environment => ({
  platform: process.platform,
  home: homedir(),
  env: process.env,
});

/** Throws a StartupProblem for a home that depends on the current folder, which may be a repository. */
function absoluteHome({ platform, home }: Environment): string {
  if ((platform === 'win32' ? win32 : posix).isAbsolute(home)) return home;
  throw new StartupProblem(
    'data_not_usable',
    `The home folder "${home}" is not an absolute path, so there is no place for data. Set HOME to one.`,
  );
}

/** Throws a StartupProblem without a usable home. */
export function systemDataFolder(environment: Environment = currentEnvironment()): string {
  const { platform, env } = environment;
  const inHome = (...names: readonly string[]) => join(absoluteHome(environment), ...names);
  // Not APPDATA, which Windows may copy to other machines at each logon.
  if (platform === 'win32')
    return join(env.LOCALAPPDATA || inHome('AppData', 'Local'), 'Hookwright');
  if (platform === 'darwin') return inHome('Library', 'Application Support', 'Hookwright');
  // The XDG base directory specification says to ignore relative paths. The name is the same as
  // Electron's folder, so that the desktop app and this host share their data.
  const configured = env.XDG_CONFIG_HOME;
  return join(configured?.startsWith('/') ? configured : inHome('.config'), 'Hookwright');
}

/** Names the data folder of a workspace, by its real path. */
export const workspaceKey = (folder: string): string =>
  createHash('sha256').update(folder).digest('hex').slice(0, 32);

/** Data folders of workspaces, by key. */
export const workspacesFolder = (userFolder: string): string => join(userFolder, 'workspaces');

export type DataFolder =
  | { readonly kind: 'chosen'; readonly path: string }
  | { readonly kind: 'own'; readonly path: string; readonly userFolder: string };

/** The folder of an option, else that of the workspace, else that of the system. */
export function dataFolderOf(
  chosen: string | undefined,
  workspace: { readonly folder: string } | null,
  userFolder = systemDataFolder(),
): DataFolder {
  // Child processes may have another working directory.
  if (chosen !== undefined) return { kind: 'chosen', path: resolve(chosen) };
  const path =
    workspace === null
      ? userFolder
      : join(workspacesFolder(userFolder), workspaceKey(workspace.folder));
  return { kind: 'own', path, userFolder };
}

const unusable = (folder: string, problem: string): StartupProblem =>
  new StartupProblem('data_folder_not_private', `${folder} ${problem}`);

/** The user may have moved the outermost folder, leaving a link. Hookwright creates those in it, without links. */
function requirePrivate(folder: string, isOutermost: boolean): void {
  const found = (isOutermost ? statSync : lstatSync)(folder);
  if (!found.isDirectory()) throw unusable(folder, 'is not a folder. Delete it, then start again.');
  if (isPrivate(found)) return;
  throw isOwn(found)
    ? unusable(folder, `is open to other users. Run: chmod 700 '${folder}'`)
    : unusable(folder, 'belongs to another user. Delete or rename it, then start again.');
}

/** All folders from the user's folder to the one inside it. */
function levelsOf(path: string, userFolder: string): readonly string[] {
  return path === userFolder ? [path] : [...levelsOf(dirname(path), userFolder), path];
}

const exists = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false }) !== undefined;

const isMissingOrEmpty = (path: string): boolean => !exists(path) || readdirSync(path).length === 0;

/** Other errors as a StartupProblem. */
function explained<Value>(path: string, work: () => Value): Value {
  try {
    return work();
  } catch (cause) {
    throw cause instanceof StartupProblem ? cause : dataFolderProblem(path, cause);
  }
}

/** Call it before anything in the folder is read. Creates nothing. Throws a StartupProblem. */
export function checkDataFolder(folder: DataFolder): void {
  const { path } = folder;
  explained(path, () => {
    if (folder.kind === 'chosen') {
      if (!isMissingOrEmpty(path)) requireUntracked(path);
      return;
    }
    const { userFolder } = folder;
    // A home can be in a repository, too. It also holds what the user trusts.
    if (!isMissingOrEmpty(userFolder)) requireUntracked(userFolder);
    for (const level of levelsOf(path, userFolder).filter(exists))
      requirePrivate(level, level === userFolder);
  });
}

/** Creates it, for this user only. Throws a StartupProblem. */
export function openDataFolder(folder: DataFolder, log: Pick<Log, 'warn'>): void {
  const { path } = folder;
  checkDataFolder(folder);
  explained(path, () => {
    const isNew = isMissingOrEmpty(path);
    makeFolder(path, 0o700);
    if (folder.kind === 'own') return;
    if (isNew) chmodSync(path, 0o700);
    if (isWide(statSync(path).mode))
      log.warn(`Other users have access to the data folder. Run: chmod 700 '${path}'`);
  });
}
