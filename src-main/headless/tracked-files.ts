/** Whether a folder's files come from a repository. */
import { spawnSync } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { StartupProblem } from '#core/ports.ts';

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
export function requireUntracked(path: string): void {
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
