/** Capsules: written for runs that did not pass, and replayed by `hookwright run x.capsule`. */
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, extname, join, relative, resolve } from 'node:path';
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { filesOnDisk, isInside } from '#core/scenarios/files-on-disk.ts';
import { canonicalLine } from '#scenarios/history/digest.ts';
import type { FinishedRun } from '#scenarios/run/run.ts';
import type { Scenario } from '#shared/scenario/scenario.ts';
import { CapsuleManifest } from '#shared/schemas/scenario/capsule.ts';
import { RunReport } from '#shared/schemas/scenario/report.ts';
import { SelectionError } from './scenario-files.ts';

const manifestName = 'capsule.json';
const reportName = 'report.json';
const historyName = 'history.jsonl';
const filesFolder = 'files/';

/** A larger one is not opened. */
const maxUnzippedBytes = 1024 ** 3;

export const isCapsule = (path: string): boolean => extname(path) === '.capsule';

/** The folder that contains all of the paths. */
function commonFolder(paths: readonly string[]): string {
  let folder = dirname(resolve(paths[0] ?? ''));
  while (!paths.every((path) => isInside(folder, resolve(path)))) folder = dirname(folder);
  return folder;
}

/** What came from the command line or the environment, so that neither is needed again. */
const openValues = ({ variables, secretVariables }: Scenario): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(variables)
      .filter(([name, value]) => !secretVariables.includes(name) && typeof value !== 'object')
      .map(([name, value]) => [name, String(value)]),
  );

/** The inputs of a run that a capsule keeps. */
interface CapsuleInput {
  readonly scenario: Scenario;
  /** Of the other files the scenario refers to. */
  readonly paths: readonly string[];
  readonly untilMs: number | null;
}

/** Returns the path of the new file. */
export async function writeCapsule(
  out: string,
  { scenario, paths, untilMs }: CapsuleInput,
  { report, history, startsAt }: FinishedRun,
): Promise<string> {
  const folder = commonFolder([scenario.file, ...paths]);
  const inFolder = (path: string): string => relative(folder, resolve(path)).replaceAll('\\', '/');
  const manifest: CapsuleManifest = {
    ...{ format: 1, version: report.version, file: inFolder(scenario.file) },
    ...{ case: scenario.case, seed: report.seed, startsAt, untilMs, set: openValues(scenario) },
  };
  const files = await Promise.all(
    [scenario.file, ...paths].map(
      async (path) => [`${filesFolder}${inFolder(path)}`, await readFile(path)] as const,
    ),
  );
  const bytes = zipSync({
    [manifestName]: strToU8(JSON.stringify(manifest, null, 2)),
    [reportName]: strToU8(JSON.stringify(report, null, 2)),
    [historyName]: strToU8(history.events.map((event) => `${canonicalLine(event)}\n`).join('')),
    ...Object.fromEntries(files),
  });
  const name = [basename(scenario.file).replace(/\.ya?ml$/, ''), scenario.case, report.seed]
    .filter((part) => part !== null)
    .join('-')
    .replaceAll(/[^\w.-]+/g, '-');
  const path = join(out, `${name}.capsule`);
  await mkdir(out, { recursive: true });
  await writeFile(path, bytes);
  return path;
}

export interface OpenedCapsule {
  readonly path: string;
  readonly manifest: CapsuleManifest;
  readonly report: RunReport;
  /** Events, a line of JSON each. */
  readonly lines: readonly string[];
  readonly files: Readonly<Record<string, Uint8Array>>;
}

/** Throws a SelectionError. */
export async function readCapsule(path: string): Promise<OpenedCapsule> {
  const invalid = (why: string): SelectionError =>
    new SelectionError(`${path} can't be opened: ${why}. Use a file that --capsule wrote.`);
  const bytes = await readFile(path).catch(() => null);
  if (bytes === null) throw new SelectionError(`File not found: ${path}. Check the path.`);
  let size = 0;
  try {
    const entries = unzipSync(bytes, {
      filter({ originalSize }) {
        size += originalSize;
        if (size > maxUnzippedBytes) throw new Error('it contains more than 1 GB');
        return true;
      },
    });
    const textOf = (name: string): string => {
      const entry = entries[name];
      if (entry === undefined) throw new Error(`it has no ${name}`);
      return strFromU8(entry);
    };
    const manifest = CapsuleManifest.safeParse(JSON.parse(textOf(manifestName)));
    const report = RunReport.safeParse(JSON.parse(textOf(reportName)));
    if (!manifest.success)
      throw new Error(`${manifestName} is not valid, or newer than this version`);
    if (!report.success) throw new Error(`${reportName} is not valid, or newer than this version`);
    const files = Object.entries(entries)
      .filter(([name]) => name.startsWith(filesFolder) && !name.endsWith('/'))
      .map(([name, content]) => [name.slice(filesFolder.length), content] as const);
    return {
      path,
      manifest: manifest.data,
      report: report.data,
      lines: textOf(historyName).split('\n').slice(0, -1),
      files: Object.fromEntries(files),
    };
  } catch (error) {
    throw invalid(error instanceof Error ? error.message : String(error));
  }
}

/** Writes the files of a capsule to a temporary folder, which `remove` deletes. */
export async function unpackCapsule({ files }: OpenedCapsule) {
  const folder = await mkdtemp(join(tmpdir(), 'hookwright-capsule-'));
  for (const [name, content] of Object.entries(files)) {
    const path = join(folder, name);
    if (!isInside(folder, path)) throw new SelectionError(`${name} is outside the capsule.`);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, content);
  }
  return {
    files: filesOnDisk({ base: folder, root: folder }),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
