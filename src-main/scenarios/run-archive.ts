/** Run archives: finished runs as files, to be examined and repeated. */
import { closeSync, openSync, readSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { strToU8 } from 'fflate';
import type { z } from 'zod';
import { replaceFile } from '#main/kit/files.ts';
import { createTemporaryFolder, type TemporaryFolder } from '#main/kit/temporary-folder.ts';
import { zipped } from '#main/kit/zip-writer.ts';
import { clipped } from '#shared/kit/redacted.ts';
import { maxScenarioBytes } from '#shared/scenarios/files.ts';
import { type ReadOptions, type ReadResult, readScenario } from '#shared/scenarios/read.ts';
import type { Scenario } from '#shared/scenarios/scenario.ts';
import { HistoryEvent } from '#shared/scenarios/schema/history.ts';
import { RunReport } from '#shared/scenarios/schema/report.ts';
import { RunArchiveManifest } from '#shared/scenarios/schema/run-archive.ts';
import { redactSecretsOf } from '#shared/scenarios/secret-values.ts';
import {
  type FilesOnDisk,
  filesOnDisk,
  isInside,
  rememberingTexts,
  withTexts,
} from './files-on-disk.ts';
import type { RunData } from './run-data.ts';
import { isReadable, maxEventValues, parsedJson, unpackFiles } from './unpack-files.ts';
import { maxLineLength, openZip, type ZipFile, ZipProblem } from './zip-file.ts';

const manifestName = 'archive.json';
const reportName = 'report.json';
const historyName = 'history.jsonl';
const databaseName = 'run.sqlite';
const filesFolder = 'files/';

const bytesPerMb = 1024 ** 2;
/** Several times what its variables need, since a scenario has at most 1 MB. */
const maxManifestBytes = bytesPerMb;
/** Far more than the largest reports have, and little enough to parse at once. */
const maxReportBytes = 8 * bytesPerMb;
/** Far more than the largest runs have. */
const maxHistoryBytes = 256 * bytesPerMb;
/** Twice what the largest runs have. */
export const maxDatabaseBytes = 256 * bytesPerMb;

/** The folder that contains all of the paths. */
function commonFolder(paths: readonly string[]): string {
  let folder = dirname(paths[0] ?? '');
  while (!paths.every((path) => isInside(folder, path))) folder = dirname(folder);
  return folder;
}

/** Values from the command line or the environment, so that neither is needed again. */
const openValues = ({ variables, secretVariables }: Scenario): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(variables)
      .filter(([name, value]) => !Object.hasOwn(secretVariables, name) && typeof value !== 'object')
      .map(([name, value]) => [name, String(value)]),
  );

/** A finished run, and its inputs. */
export interface RunArchiveInput {
  readonly scenario: Scenario;
  readonly files: FilesOnDisk;
  /** Of the other files the scenario refers to. */
  readonly paths: readonly string[];
  readonly untilMs: number | null;
  /** Without secret values, unlike the lines and the data. */
  readonly report: RunReport;
  /** Events, a line of JSON each. */
  readonly lines: Iterable<string>;
  readonly data: Pick<RunData, 'write'>;
  /** Virtual time at the start, in milliseconds since the epoch. */
  readonly startsAt: number;
}

/** What can't be read isn't written. */
export class RunTooLarge extends Error {
  override readonly name = 'RunTooLarge';

  constructor() {
    super(
      'The run is too large for a run archive: its history has more than 256 MB. Send smaller bodies.',
    );
  }
}

/** Well below the limit of file systems, 255 bytes. */
const maxNameLength = 60;

interface NamedRun {
  readonly scenario: Pick<RunReport['scenario'], 'file' | 'case'>;
  readonly seed: number;
}

/** `outage-1.hookwright-run`; of further runs that are `number`ed from 2, `outage-1-2.hookwright-run`. */
export function runArchiveName({ scenario, seed }: NamedRun, number = 1): string {
  const name = [basename(scenario.file).replace(/\.ya?ml$/, ''), scenario.case]
    .filter((part) => part !== null)
    .join('-')
    .replaceAll(/[^\p{L}\p{M}\p{N}_.-]+/gu, '-')
    .slice(0, maxNameLength)
    .toWellFormed();
  return `${[name, seed, ...(number === 1 ? [] : [number])].join('-')}.hookwright-run`;
}

/** A name of its own for each run, also where file systems ignore case or the form of letters. */
export function runArchiveNames<Run extends NamedRun>(
  runs: readonly Run[],
): ReadonlyMap<Run, string> {
  const used = new Set<string>();
  const numbers = new Map<string, number>();
  const keyOf = (name: string): string => name.normalize('NFKC').toLowerCase();
  return new Map(
    runs.map((run) => {
      const first = keyOf(runArchiveName(run));
      let number = (numbers.get(first) ?? 0) + 1;
      while (used.has(keyOf(runArchiveName(run, number)))) number += 1;
      const name = runArchiveName(run, number);
      numbers.set(first, number);
      used.add(keyOf(name));
      return [run, name];
    }),
  );
}

/** The scenario and those of its files that exist, by their paths in the folder that contains all of them. */
export async function bundleFiles(
  files: FilesOnDisk,
  paths: readonly string[],
): Promise<readonly (readonly [string, Uint8Array])[]> {
  const existing = [];
  for (const path of paths) if (await files.exists(path)) existing.push(path);
  const folder = commonFolder(existing.map(files.absolute));
  return Promise.all(
    existing.map(async (path) => {
      const name = relative(folder, files.absolute(path)).replaceAll('\\', '/');
      return [name, await files.bytes(path)] as const;
    }),
  );
}

/** Of a body that is cut. */
const maxCutBodyLength = 64 * 1024;

/** Keeps the start of the body of a request, which alone can be long. */
function cutLine(line: string): string {
  const event = JSON.parse(line) as HistoryEvent;
  if (event.kind !== 'request') throw new RunTooLarge();
  const body = event.body.slice(0, maxCutBodyLength).toWellFormed();
  return JSON.stringify({ ...event, body, bodyIsCut: true } satisfies HistoryEvent);
}

/** Events can't be left out: a run is compared with them. Throws a RunTooLarge. */
function* historyLines(lines: Iterable<string>): Generator<string> {
  let bytes = 0;
  for (const whole of lines) {
    const line = whole.length <= maxLineLength ? whole : cutLine(whole);
    bytes += Buffer.byteLength(line) + 1;
    if (bytes > maxHistoryBytes || !isReadable(line, maxEventValues)) throw new RunTooLarge();
    yield line;
  }
}

const pieceLength = 256 * 1024;

function* piecesOf(lines: Iterable<string>): Generator<Uint8Array> {
  let piece = '';
  for (const line of lines) {
    piece += `${line}\n`;
    if (piece.length < pieceLength) continue;
    yield strToU8(piece);
    piece = '';
  }
  yield strToU8(piece);
}

function* piecesOfFile(path: string): Generator<Uint8Array> {
  const file = openSync(path, 'r');
  try {
    const piece = Buffer.alloc(pieceLength);
    for (let length = readSync(file, piece); length > 0; length = readSync(file, piece))
      yield Buffer.from(piece.subarray(0, length));
  } finally {
    closeSync(file);
  }
}

/** Throws a RunTooLarge. */
export async function writeRunArchive(path: string, input: RunArchiveInput): Promise<void> {
  const { scenario, report, startsAt, untilMs } = input;
  const files = await bundleFiles(input.files, [scenario.file, ...input.paths]);
  const [[file = ''] = []] = files;
  const manifest: z.input<typeof RunArchiveManifest> = {
    ...{ format: 1, version: report.version, file },
    ...{ case: scenario.case, seed: report.seed, untilMs, set: openValues(scenario) },
    startsAt: new Date(startsAt).toISOString(),
    secrets: [...scenario.enteredSecrets],
  };
  const redact = redactSecretsOf(scenario);
  function* redacted(lines: Iterable<string>): Generator<string> {
    for (const line of lines) yield JSON.stringify(redact(JSON.parse(line)));
  }
  const { path: folder, remove } = await createTemporaryFolder('run');
  const database = join(folder, databaseName);
  function* contents(): Generator<readonly [string, Iterable<Uint8Array>]> {
    yield [manifestName, [strToU8(JSON.stringify(manifest, null, 2))]];
    yield [reportName, [strToU8(JSON.stringify(report, null, 2))]];
    yield [historyName, piecesOf(historyLines(redacted(input.lines)))];
    yield [databaseName, piecesOfFile(database)];
    for (const [name, bytes] of files) yield [`${filesFolder}${name}`, [bytes]];
  }
  try {
    input.data.write(database, redact);
    await replaceFile(path, zipped(contents()), 0o600);
  } finally {
    await remove();
  }
}

export interface OpenedRunArchive {
  readonly manifest: RunArchiveManifest;
  readonly report: RunReport;
  /** Events, a line of JSON each, many at a time. What they contain is unchecked before `checkHistory`. */
  lines(): AsyncGenerator<readonly string[]>;
  /** Reads the history once. Throws a ZipProblem. */
  checkHistory(): Promise<void>;
  /** Writes the database of the run, unchecked, to a new file. */
  extractDatabase(path: string): Promise<void>;
  /** Of the scenario. */
  readonly text: string;
  /** Names of the scenario and its files. */
  readonly files: readonly string[];
  readonly extractFile: ZipFile['extract'];
  close(): Promise<void>;
}

export const isRunArchive = (zip: ZipFile): boolean => zip.has(manifestName);

async function read(zip: ZipFile): Promise<OpenedRunArchive> {
  async function one<Schema extends z.ZodType>(schema: Schema, name: string, maxBytes: number) {
    return parsedJson(schema, name, await zip.text(name, maxBytes));
  }
  const manifest = await one(RunArchiveManifest, manifestName, maxManifestBytes);
  const report = await one(RunReport, reportName, maxReportBytes);
  const files = zip.names
    .filter((name) => name.startsWith(filesFolder) && !name.endsWith('/'))
    .map((name) => name.slice(filesFolder.length));
  if (!files.includes(manifest.file)) throw new ZipProblem(`it has no ${clipped(manifest.file)}`);
  for (const name of [historyName, databaseName])
    if (!zip.has(name)) throw new ZipProblem(`it has no ${name}`);
  const text = await zip.text(`${filesFolder}${manifest.file}`, maxScenarioBytes);
  const lines = () => zip.lines(historyName, maxHistoryBytes);
  return {
    ...{ manifest, report, text, files },
    lines,
    async checkHistory() {
      for await (const group of lines()) {
        for (const line of group) parsedJson(HistoryEvent, historyName, line, maxEventValues);
        await nextTurn();
      }
    },
    async extractDatabase(path) {
      await zip.extract(databaseName, path, maxDatabaseBytes);
    },
    extractFile: (name, ...more) => zip.extract(`${filesFolder}${name}`, ...more),
    close: zip.close,
  };
}

/** Throws a ZipProblem. */
export async function openRunArchive(path: string): Promise<OpenedRunArchive> {
  const zip = await openZip(path);
  try {
    return await read(zip);
  } catch (error) {
    await zip.close();
    throw error;
  }
}

/** Starts at a virtual time, in milliseconds since the epoch. */
export const startingAt = (scenario: Scenario, at: number): Scenario => ({
  ...scenario,
  clock: { ...scenario.clock, start: { kind: 'at', at } },
});

/** The scenario and its files, in a temporary folder. Throws a ZipProblem. */
export async function unpackScenario({
  files,
  extractFile,
}: Pick<OpenedRunArchive, 'files' | 'extractFile'>): Promise<TemporaryFolder> {
  const folder = await createTemporaryFolder('run');
  try {
    await unpackFiles(folder.path, files, extractFile);
    return folder;
  } catch (error) {
    await folder.remove();
    throw error;
  }
}

interface UnpackedRunArchive {
  readonly files: FilesOnDisk;
  readonly read: ReadResult;
  /** To be run as it was before; undefined if it can't be read, or has no such case. */
  readonly scenario: Scenario | undefined;
  remove(): Promise<void>;
}

/** Throws a ZipProblem. Reads the scenario, which can take seconds. */
export async function unpackRunArchive(
  { manifest, ...archive }: Pick<OpenedRunArchive, 'files' | 'extractFile' | 'manifest'>,
  options: Pick<ReadOptions, 'set' | 'environment' | 'isCheck'>,
): Promise<UnpackedRunArchive> {
  const { path: folder, remove } = await unpackScenario(archive);
  try {
    const onDisk = filesOnDisk({ base: folder, root: folder });
    const texts = new Map<string, string>();
    const files = withTexts(onDisk, texts);
    const set = { ...manifest.set, ...options.set };
    const result = await readScenario(manifest.file, {
      ...{ ...options, set },
      files: rememberingTexts(onDisk, texts),
    });
    const original = result.scenarios.find((candidate) => candidate.case === manifest.case);
    const scenario = original && startingAt(original, manifest.startsAt);
    return { files, read: result, scenario, remove };
  } catch (error) {
    await remove();
    throw error;
  }
}
