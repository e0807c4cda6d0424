/** Writes files whose names a repository may have prepared as links. */
import { lstat, rename, rm, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';

/** Pipes and devices, such as `/dev/stdout`, which is a link. */
async function isStream(file: string): Promise<boolean> {
  if (/^\/(dev|proc)\//.test(resolve(file))) return true;
  const entry = await lstat(file).catch(() => null);
  return entry !== null && !entry.isFile() && !entry.isSymbolicLink();
}

/** A link is replaced itself: the file that it points to is kept. */
export async function replaceFile(
  file: string,
  content: string | Iterable<Uint8Array>,
  mode?: number,
): Promise<void> {
  if (await isStream(file)) return writeFile(file, content);
  const temporary = `${file}.${process.pid}.tmp`;
  await rm(temporary, { force: true });
  try {
    await writeFile(temporary, content, { flag: 'wx', mode });
    await rename(temporary, file);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}
