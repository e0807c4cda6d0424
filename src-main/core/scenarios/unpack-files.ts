/** Writes the files of an untrusted zip into a folder. */
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { clipped } from '#shared/lib/redacted.ts';
import { isInside } from './files-on-disk.ts';
import { ZipProblem } from './zip-file.ts';

/** Of all files of an archive. */
export const maxFilesBytes = 256 * 1024 ** 2;

/** Names that the file system doesn't accept, such as two that differ only in case, are a ZipProblem. */
export async function writing(name: string, write: () => Promise<void>): Promise<void> {
  try {
    await write();
  } catch (error) {
    if (!(error instanceof Error && 'syscall' in error && 'code' in error)) throw error;
    throw new ZipProblem(`${clipped(name)} can't be written (${error.code})`);
  }
}

/** Throws a ZipProblem. */
export async function unpackFiles(
  folder: string,
  names: readonly string[],
  read: (name: string) => Promise<Buffer>,
): Promise<void> {
  let bytes = 0;
  for (const name of names) {
    const path = join(folder, name);
    if (!isInside(folder, path)) throw new ZipProblem(`${clipped(name)} is outside the archive`);
    const content = await read(name);
    bytes += content.length;
    if (bytes > maxFilesBytes) throw new ZipProblem('its files are larger than 256 MB');
    await writing(name, async () => {
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, content);
    });
  }
}
