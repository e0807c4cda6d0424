/** Folders and several files that are dropped at once, as a zip that keeps their paths. */
import { zipSync } from 'fflate';

const maxFiles = 500;
const maxBytes = 200 * 1024 ** 2;

const isSkipped = (name: string): boolean => name.startsWith('.') || name === 'node_modules';

/** The browser lists a folder in parts. */
async function entriesIn(folder: FileSystemDirectoryEntry): Promise<readonly FileSystemEntry[]> {
  const reader = folder.createReader();
  const all: FileSystemEntry[] = [];
  for (;;) {
    const part = await new Promise<readonly FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    );
    if (part.length === 0) return all;
    all.push(...part);
  }
}

const isFolder = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory;

async function* filesIn(entry: FileSystemEntry): AsyncGenerator<readonly [path: string, File]> {
  if (isSkipped(entry.name)) return;
  if (isFolder(entry)) {
    for (const one of await entriesIn(entry)) yield* filesIn(one);
    return;
  }
  const file = await new Promise<File>((resolve, reject) =>
    (entry as FileSystemFileEntry).file(resolve, reject),
  );
  yield [entry.fullPath.replace(/^\//, ''), file];
}

/** The dropped items; they can only be read before the event ends. */
export const entriesOf = ({ items }: DataTransfer): readonly FileSystemEntry[] =>
  [...items].map((item) => item.webkitGetAsEntry()).filter((entry) => entry !== null);

/** The single file, or a zip of everything; the server takes its folder from the name. */
export async function fileOf(entries: readonly FileSystemEntry[]): Promise<File | undefined> {
  const files: Record<string, Uint8Array> = {};
  let bytes = 0;
  for (const entry of entries)
    for await (const [path, file] of filesIn(entry)) {
      if (entries.length === 1 && !isFolder(entry)) return file;
      bytes += file.size;
      if (Object.keys(files).length === maxFiles || bytes > maxBytes)
        throw new Error(
          'It has more than 500 files or 200 MB. Drop the folder with the scenarios only.',
        );
      files[path] = new Uint8Array(await file.arrayBuffer());
    }
  const [first] = entries;
  if (first === undefined || Object.keys(files).length === 0) return undefined;
  const name = entries.length === 1 ? first.name : 'scenarios';
  return new File([zipSync(files, { level: 0 }) as BlobPart], `${name}.zip`);
}
