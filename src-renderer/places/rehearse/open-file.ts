/** Opens run archives, zips and YAML files that the user chooses or drops. */
import { zipSync } from 'fflate';
import { perform } from '#renderer/kit/actions/perform.ts';
import { uploadScenario } from '#renderer/kit/files/upload-scenario.ts';
import { host } from '#renderer/kit/host/host.ts';
import { counted } from '#shared/kit/format.ts';
import { FileProblem } from '#shared/kit/transfer.ts';
import { openRunFromHere, openScenarioFromHere, reloadScenarios } from './scenario-data.ts';

// Folders and several files that are dropped at once, as a zip that keeps their paths.

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
const entriesOf = ({ items }: DataTransfer): readonly FileSystemEntry[] =>
  [...items].map((item) => item.webkitGetAsEntry()).filter((entry) => entry !== null);

/** The single file, or a zip of everything; the server takes its folder from the name. */
async function fileOf(entries: readonly FileSystemEntry[]): Promise<File | undefined> {
  const files: Record<string, Uint8Array> = {};
  let bytes = 0;
  for (const entry of entries)
    for await (const [path, file] of filesIn(entry)) {
      if (entries.length === 1 && !isFolder(entry)) return file;
      bytes += file.size;
      if (Object.keys(files).length === maxFiles || bytes > maxBytes)
        throw new FileProblem(
          'It has more than 500 files or 200 MB. Drop the folder with the scenarios only.',
        );
      files[path] = new Uint8Array(await file.arrayBuffer());
    }
  const [first] = entries;
  if (first === undefined || Object.keys(files).length === 0) return undefined;
  const name = entries.length === 1 ? first.name : 'scenarios';
  return new File([zipSync(files, { level: 0 }) as BlobPart], `${name}.zip`);
}

export async function openFile(file: File | undefined): Promise<void> {
  if (file === undefined) return;
  const open = openScenarioFromHere();
  const openRun = openRunFromHere();
  await perform(`Can't open ${file.name}`, async () => {
    const content = await uploadScenario(file);
    await reloadScenarios();
    if (content?.kind === 'run') return openRun(content.run.id);
    const [first] = content?.files ?? [];
    if (first === undefined) return;
    open(first);
    return { title: `Added ${counted(content?.files.length ?? 0, 'file')}`, tone: 'ok' };
  });
}

/** Files and folders. */
export function openDropped(all: DataTransfer): Promise<boolean> {
  const entries = entriesOf(all);
  return perform(`Can't open ${entries[0]?.name ?? 'the files'}`, async () =>
    openFile(await fileOf(entries)),
  );
}

export async function chooseAndOpen(): Promise<void> {
  await openFile((await host.chooseFile('.hookwright-run,.zip,.yaml,.yml')) ?? undefined);
}
