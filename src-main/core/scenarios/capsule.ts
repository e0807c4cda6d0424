/** Capsules: written for runs that did not pass, and replayed. */
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join, relative } from 'node:path';
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { type ReadOptions, type ReadResult, readScenario } from '#shared/scenario/read.ts';
import type { Scenario } from '#shared/scenario/scenario.ts';
import { CapsuleManifest } from '#shared/schemas/scenario/capsule.ts';
import { RunReport } from '#shared/schemas/scenario/report.ts';
import { type FilesOnDisk, filesOnDisk, isInside } from './files-on-disk.ts';

const manifestName = 'capsule.json';
const reportName = 'report.json';
const historyName = 'history.jsonl';
const filesFolder = 'files/';

/** A larger one is not opened. */
const maxUnzippedBytes = 1024 ** 3;

/** The folder that contains all of the paths. */
function commonFolder(paths: readonly string[]): string {
  let folder = dirname(paths[0] ?? '');
  while (!paths.every((path) => isInside(folder, path))) folder = dirname(folder);
  return folder;
}

/** What came from the command line or the environment, so that neither is needed again. */
const openValues = ({ variables, secretVariables }: Scenario): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(variables)
      .filter(([name, value]) => !secretVariables.includes(name) && typeof value !== 'object')
      .map(([name, value]) => [name, String(value)]),
  );

/** A finished run, and its inputs. */
export interface CapsuleInput {
  readonly scenario: Scenario;
  readonly files: FilesOnDisk;
  /** Of the other files the scenario refers to. */
  readonly paths: readonly string[];
  readonly untilMs: number | null;
  readonly report: RunReport;
  /** Events, a line of JSON each. */
  readonly lines: readonly string[];
  /** Virtual time at the start, in milliseconds since the epoch. */
  readonly startsAt: number;
}

/** `outage-1.capsule`. */
export const capsuleName = ({ scenario, seed }: RunReport): string =>
  `${[basename(scenario.file).replace(/\.ya?ml$/, ''), scenario.case, seed]
    .filter((part) => part !== null)
    .join('-')
    .replaceAll(/[^\w.-]+/g, '-')}.capsule`;

export async function capsuleBytes(input: CapsuleInput): Promise<Uint8Array> {
  const { scenario, report, startsAt, untilMs } = input;
  const [file = '', ...paths] = [scenario.file, ...input.paths].map(input.files.absolute);
  const folder = commonFolder([file, ...paths]);
  const inFolder = (path: string): string => relative(folder, path).replaceAll('\\', '/');
  const manifest: CapsuleManifest = {
    ...{ format: 1, version: report.version, file: inFolder(file) },
    ...{ case: scenario.case, seed: report.seed, startsAt, untilMs, set: openValues(scenario) },
  };
  const files = await Promise.all(
    [file, ...paths].map(
      async (path) => [`${filesFolder}${inFolder(path)}`, await readFile(path)] as const,
    ),
  );
  return zipSync({
    [manifestName]: strToU8(JSON.stringify(manifest, null, 2)),
    [reportName]: strToU8(JSON.stringify(report, null, 2)),
    [historyName]: strToU8(input.lines.map((line) => `${line}\n`).join('')),
    ...Object.fromEntries(files),
  });
}

export interface OpenedCapsule {
  readonly manifest: CapsuleManifest;
  readonly report: RunReport;
  /** Events, a line of JSON each. */
  readonly lines: readonly string[];
  readonly files: Readonly<Record<string, Uint8Array>>;
}

/** Throws an error that says why it can't be opened. */
export function openCapsule(bytes: Uint8Array): OpenedCapsule {
  let size = 0;
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
    manifest: manifest.data,
    report: report.data,
    lines: textOf(historyName).split('\n').slice(0, -1),
    files: Object.fromEntries(files),
  };
}

interface UnpackedCapsule {
  /** Temporary; `remove` deletes it. */
  readonly folder: string;
  readonly files: FilesOnDisk;
  readonly read: ReadResult;
  /** To be run as it was before; undefined if it can't be read, or has no such case. */
  readonly scenario: Scenario | undefined;
  remove(): Promise<void>;
}

export async function unpackCapsule(
  { files: contents, manifest }: OpenedCapsule,
  options: Pick<ReadOptions, 'set' | 'environment'>,
): Promise<UnpackedCapsule> {
  const folder = await mkdtemp(join(tmpdir(), 'hookwright-capsule-'));
  const remove = (): Promise<void> => rm(folder, { recursive: true, force: true });
  try {
    for (const [name, content] of Object.entries(contents)) {
      const path = join(folder, name);
      if (!isInside(folder, path)) throw new Error(`${name} is outside the capsule`);
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, content);
    }
    const files = filesOnDisk({ base: folder, root: folder });
    const set = { ...manifest.set, ...options.set };
    const read = await readScenario(manifest.file, { ...options, files, set, isCheck: false });
    const found = read.scenarios.find((one) => one.case === manifest.case);
    const start = { kind: 'at', at: manifest.startsAt } as const;
    const scenario = found && { ...found, clock: { ...found.clock, start } };
    return { folder, files, read, scenario, remove };
  } catch (error) {
    await remove();
    throw error;
  }
}
