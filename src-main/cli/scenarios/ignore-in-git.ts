import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The files of a folder are not for a repository. */
export async function ignoreInGit(folder: string): Promise<void> {
  await writeFile(join(folder, '.gitignore'), '*\n', { flag: 'wx' }).catch(() => undefined);
}
