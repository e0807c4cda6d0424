/** Whether a folder's files come from a repository. */
import { execFileSync } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { StartupProblem } from '#core/ports.ts';

function isInWorkTree(folder: string): boolean {
  if (existsSync(join(folder, '.git'))) return true;
  return folder !== dirname(folder) && isInWorkTree(dirname(folder));
}

/** Without variables for Git, which may name another repository, and without programs that its configuration names. */
function firstTracked(folder: string): string | undefined {
  const env = Object.entries(process.env).filter(([name]) => !name.startsWith('GIT_'));
  const args = ['-C', folder, '-c', 'core.fsmonitor=false', 'ls-files', '-z'];
  const options = { encoding: 'utf8', env: Object.fromEntries(env), stdio: 'pipe' } as const;
  return execFileSync('git', args, options).split('\0').find(Boolean);
}

/** Data that Git tracks was prepared by the repository's author, or would be published. Throws a StartupProblem. */
export function requireUntracked(path: string): void {
  const folder = realpathSync(path);
  if (!isInWorkTree(folder)) return;
  const fix = 'Choose a folder outside the repository.';
  let tracked: string | undefined;
  try {
    tracked = firstTracked(folder);
  } catch (cause) {
    throw new StartupProblem(
      'data_folder_tracked',
      `Can't tell whether Git tracks files in ${path}: ${(cause as Error).message.trim()}. ${fix}`,
      { cause },
    );
  }
  if (tracked !== undefined)
    throw new StartupProblem(
      'data_folder_tracked',
      `Git tracks ${join(path, tracked)}, so ${path} can't hold data. ${fix}`,
    );
}
