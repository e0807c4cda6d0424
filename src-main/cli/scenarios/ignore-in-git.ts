import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder } from '#core/make-folder.ts';

/** Makes a folder whose files are not for a repository. A folder that has files stays as it is. */
export async function makeIgnoredFolder(folder: string): Promise<void> {
  makeFolder(folder);
  if ((await readdir(folder)).length > 0) return;
  await writeFile(join(folder, '.gitignore'), '*\n', { flag: 'wx' }).catch(() => undefined);
}
