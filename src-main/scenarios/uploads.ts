/** Opens files that a user chose: run archives as runs, scenarios as files of the folder. */
import { appendFile, copyFile, open, readFile, stat } from 'node:fs/promises';
import { basename, join, sep } from 'node:path';
import { AppError, fieldError } from '#main/kit/app-error.ts';
import type { Log } from '#main/kit/ports.ts';
import { createTemporaryFolder, type TemporaryFolder } from '#main/kit/temporary-folder.ts';
import { createTransfers, type TransferTools } from '#main/kit/transfers.ts';
import type { Reader } from '#main/store/reader.ts';
import { maxScenarioBytes } from '#shared/scenarios/files.ts';
import { ScenarioFileName } from '#shared/scenarios/schema/values.ts';
import type {
  NewScenarioUpload,
  OpenedUpload,
  ScenarioUploadPiece,
} from '#shared/scenarios/schema/workspace.ts';
import { filesOnDisk, isDataFile } from './files-on-disk.ts';
import { isRunArchive, openRunArchive } from './run-archive.ts';
import { type RunHistory, summaryOf } from './run-history.ts';
import type { ScenarioChecks } from './scenario-checks.ts';
import type { ScenarioFolder } from './scenario-folder.ts';
import { checkRunData } from './stored-run-data.ts';
import { unpackFiles, writing } from './unpack-files.ts';
import { openZip, type ZipFile, ZipProblem } from './zip-file.ts';

const bytesPerMb = 1024 ** 2;
const maxUploadBytes = 200 * bytesPerMb;
/** Of a zip with scenarios. */
const maxFiles = 500;

export interface Upload {
  readonly name: string;
  readonly path: string;
}

interface OpenTools {
  readonly folder: ScenarioFolder;
  readonly history: RunHistory;
  readonly newId: () => string;
  readonly checks: Pick<Reader<ScenarioChecks>, 'run'>;
  readonly log: Log;
}

async function unusedName(folder: ScenarioFolder, stem: string, ending: string): Promise<string> {
  for (let number = 1; ; number += 1) {
    const name = `${stem}${number === 1 ? '' : `-${number}`}${ending}`;
    if (!(await folder.exists(name))) return name;
  }
}

/** Without its extension, and valid on every system. */
const stemOf = (name: string): string =>
  basename(name)
    .replace(/\.[^.]*$/, '')
    .replaceAll(/[^\p{L}\d ._-]+/gu, '-')
    .replace(/^[.\s]+/, '')
    .slice(0, 80) || 'scenario';

async function openRun({ name, path }: Upload, { history, newId, log }: OpenTools) {
  const archive = await openRunArchive(path);
  const { report } = archive;
  try {
    // A damaged one is rejected now.
    await archive.checkHistory();
    await checkRunData(archive, log);
  } finally {
    await archive.close();
  }
  const id = newId();
  await copyFile(path, await history.newRunArchiveFile(id));
  const startedAt = Date.parse(report.real.startedAt);
  const summary = summaryOf(id, Number.isNaN(startedAt) ? 0 : startedAt, report, {
    openedFrom: name,
  });
  await history.add(summary, report);
  return { kind: 'run', run: summary } as const;
}

/** The folder that all names are in, with a slash; empty if there is none. */
function commonPrefix(names: readonly string[]): string {
  const [first = ''] = names;
  const prefix = first.slice(0, first.indexOf('/') + 1);
  return names.every((name) => name.startsWith(prefix)) ? prefix : '';
}

const isHidden = (name: string): boolean =>
  name.split('/').some((part) => part.startsWith('.') || part === '__MACOSX');

const isYaml = (path: string): boolean => /\.ya?ml$/.test(path);

/** YAML files, and the data files that they refer to: nothing that another program would run. */
async function filesToAdd(
  base: string,
  scenarios: readonly string[],
  checks: OpenTools['checks'],
): Promise<readonly string[]> {
  const files = filesOnDisk({ base, root: base });
  const added = new Set<string>();
  for (const file of scenarios) {
    const checked = await checks.run('check', { path: base, root: base, file });
    for (const used of checked?.files ?? [])
      if (isDataFile(used) && (await files.exists(used))) added.add(used.replaceAll(sep, '/'));
  }
  return [
    ...scenarios.toSorted(),
    ...[...added].sort().filter((path) => !scenarios.includes(path)),
  ];
}

async function addScenarios(zip: ZipFile, { name }: Upload, { folder, checks }: OpenTools) {
  const names = zip.names.filter((path) => !path.endsWith('/') && !isHidden(path));
  const scenarios = names.filter(isYaml);
  if (scenarios.length === 0) throw new ZipProblem('it has neither a run archive nor a YAML file');
  if (names.length > maxFiles) throw new ZipProblem(`it has more than ${maxFiles} files`);
  const prefix = commonPrefix(names);
  const { path: base, remove } = await createTemporaryFolder('zip');
  try {
    // Everything is read and checked before the first file is added.
    await unpackFiles(
      base,
      names.map((path) => path.slice(prefix.length)),
      (path, ...more) => zip.extract(`${prefix}${path}`, ...more),
    );
    const target = await unusedName(folder, stemOf(name), '');
    const added = await filesToAdd(
      base,
      scenarios.map((path) => path.slice(prefix.length)),
      checks,
    );
    for (const path of added)
      if (!ScenarioFileName.safeParse(`${target}/${path}`).success && isYaml(path))
        throw new ZipProblem(`${JSON.stringify(path)} is not a valid scenario name`);
    for (const path of added)
      await writing(path, async () =>
        folder.addBytes(`${target}/${path}`, await readFile(join(base, path))),
      );
    return { kind: 'files' as const, files: added.map((path) => `${target}/${path}`) };
  } finally {
    await remove();
  }
}

async function addScenario({ name, path }: Upload, { folder }: OpenTools) {
  if (!/\.ya?ml$/i.test(name))
    throw new ZipProblem('it is neither a run archive, a zip nor a YAML file');
  if ((await stat(path)).size > maxScenarioBytes) throw new ZipProblem('it is larger than 1 MB');
  const bytes = await readFile(path);
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new ZipProblem('it is not UTF-8');
  }
  const file = await unusedName(folder, stemOf(name), '.yaml');
  await folder.addBytes(file, bytes);
  return { kind: 'files' as const, files: [file] };
}

async function isZip(path: string): Promise<boolean> {
  const file = await open(path);
  try {
    const { buffer } = await file.read(Buffer.alloc(2), 0, 2, 0);
    return buffer.toString('latin1') === 'PK';
  } finally {
    await file.close();
  }
}

export async function openUpload(upload: Upload, tools: OpenTools): Promise<OpenedUpload> {
  try {
    if (!(await isZip(upload.path))) return await addScenario(upload, tools);
    const zip = await openZip(upload.path);
    try {
      return isRunArchive(zip)
        ? await openRun(upload, tools)
        : await addScenarios(zip, upload, tools);
    } finally {
      await zip.close();
    }
  } catch (error) {
    if (!(error instanceof ZipProblem)) throw error;
    throw new AppError('conflict', `Can't open ${upload.name}: ${error.message}.`, {
      fix: 'Choose a run archive, a zip of scenarios with their files, or a YAML file.',
    });
  }
}

/** A file in a temporary folder of its own, which ends with the upload. */
interface OpenedFile extends Upload {
  readonly folder: TemporaryFolder;
  bytes: number;
}

export function createScenarioUploads(
  tools: TransferTools,
  openFile: (upload: Upload) => Promise<OpenedUpload>,
) {
  const transfers = createTransfers<OpenedFile>(tools, 'upload', ({ folder }) => folder.remove());
  return {
    async startUpload({ name }: NewScenarioUpload): Promise<{ id: string }> {
      const id = await transfers.start(async () => {
        const folder = await createTemporaryFolder('upload');
        return { name, folder, path: join(folder.path, 'file'), bytes: 0 };
      });
      return { id };
    },
    upload: ({ id, base64, last }: ScenarioUploadPiece): Promise<{ opened: OpenedUpload | null }> =>
      transfers.piece(id, async (upload) => {
        const piece = Buffer.from(base64, 'base64');
        upload.bytes += piece.length;
        if (upload.bytes > maxUploadBytes)
          throw fieldError(['base64'], `${upload.name} is larger than 200 MB.`);
        await appendFile(upload.path, piece, { mode: 0o600 });
        if (!last) return { opened: null };
        const opened = await openFile(upload);
        await transfers.end(id);
        return { opened };
      }),
    cancelUpload: transfers.cancel,
    /** Removes incomplete uploads. */
    close: transfers.close,
  };
}
