/** What `hookwright run` is to run: scenarios of the selected files, and run archives. */

import { printLine } from '#main/hosts/headless/print.ts';
import { type FilesOnDisk, withTexts } from '#main/scenarios/files-on-disk.ts';
import { unpackRunArchive } from '#main/scenarios/run-archive.ts';
import { ZipProblem } from '#main/scenarios/zip-file.ts';
import { remoteOrigins } from '#shared/scenarios/origins.ts';
import { problemLine } from '#shared/scenarios/problem.ts';
import type { ReadResult } from '#shared/scenarios/read.ts';
import type { Scenario } from '#shared/scenarios/scenario.ts';
import type { SuiteShard } from '#shared/scenarios/schema/report.ts';
import type { RunArchiveManifest } from '#shared/scenarios/schema/run-archive.ts';
import { isDetailed } from '#shared/scenarios/variables.ts';
import { variablesReadBy } from '../announce.ts';
import { isRunArchive, type RunArchiveFile, readRunArchive } from './run-archive.ts';
import type { RunCommandOptions } from './run-options.ts';
import { readForRun, SelectionError, scenarioFilesOnDisk } from './scenario-files.ts';
import { readDurations, scenariosOfShard, selectionHashOf } from './shards.ts';

/** A scenario, and where it was read from. */
export interface RunSource {
  readonly scenario: Scenario;
  readonly files: FilesOnDisk;
  /** Of the other files it refers to. */
  readonly paths: readonly string[];
  /** Environment variables that it reads. */
  readonly variables: readonly string[];
  /** The run to repeat; null for a scenario file. */
  readonly archive: RunArchiveFile | null;
}

export interface PlannedRun extends RunSource {
  readonly seed: number;
  readonly untilMs: number | null;
}

export interface RunPlan {
  readonly runs: readonly PlannedRun[];
  /** Null for the whole suite. */
  readonly shard: SuiteShard | null;
  /** Removes the files of run archives. */
  close(): Promise<void>;
}

async function sourcesOfFiles(
  args: readonly string[],
  { set }: RunCommandOptions,
): Promise<readonly RunSource[]> {
  const { scenarios, others } = await readForRun(args, set);
  // All problems of all files at once.
  const problems = scenarios.flatMap((result) => result.problems);
  if (problems.length > 0) throw new SelectionError(problems.map(problemLine));
  if (others.length > 0)
    printLine(`Skipped files without a "scenario" key: ${others.join(', ')}.`, process.stderr);
  return scenarios.flatMap((result) =>
    result.scenarios.map((scenario) => ({
      ...{ scenario, paths: result.files, archive: null },
      files: withTexts(scenarioFilesOnDisk, result.texts),
      variables: variablesReadBy(result, set),
    })),
  );
}

/** Secret variables that the run had values for, which the run archive leaves out. */
function unsetSecrets(
  { secrets }: RunArchiveManifest,
  { variables }: ReadResult,
  set: RunCommandOptions['set'],
): readonly string[] {
  return Object.entries(variables).flatMap(([name, variable]) => {
    if (!isDetailed(variable) || !variable.secret) return [];
    const isNeeded = secrets?.includes(name) ?? true;
    const { env } = variable;
    const isSet = name in set || (env !== undefined && Boolean(process.env[env]));
    if (!isNeeded || isSet) return [];
    const fix = `${env === undefined ? 'Pass' : `Set ${env}, or pass`} --set ${name}=VALUE.`;
    return [`needs the variable "${name}": run archives leave secrets out. ${fix}`];
  });
}

async function sourceOfRunArchive(path: string, { set }: RunCommandOptions) {
  const archive = await readRunArchive(path);
  const unpacked = await unpackRunArchive(archive, {
    ...{ set, environment: process.env, isCheck: false },
  }).catch(async (error: unknown) => {
    await archive.close();
    throw error instanceof ZipProblem ? new SelectionError(`${path}: ${error.message}.`) : error;
  });
  const { files, read, scenario } = unpacked;
  async function close(): Promise<void> {
    await unpacked.remove();
    await archive.close();
  }
  if (scenario === undefined) {
    await close();
    throw new SelectionError(
      read.problems.length > 0
        ? read.problems.map(problemLine)
        : `${path} has no case ${archive.manifest.case}.`,
    );
  }
  const unset = unsetSecrets(archive.manifest, read, set);
  if (unset.length > 0) {
    await close();
    throw new SelectionError(unset.map((fix) => `${path} ${fix}`));
  }
  const variables = variablesReadBy(read, set);
  const source: RunSource = { files, scenario, paths: read.files, variables, archive };
  return { source, close };
}

const includesText = (text: string, part: string): boolean =>
  text.toLowerCase().includes(part.toLowerCase());

function select(sources: readonly RunSource[], options: RunCommandOptions): readonly RunSource[] {
  const { tag, grep, case: cases } = options;
  const selected = sources.filter(
    ({ scenario }) =>
      tag.every((requiredTag) => scenario.tags.includes(requiredTag)) &&
      grep.every((text) => includesText(`${scenario.file} ${scenario.name}`, text)) &&
      (cases.length === 0 || cases.includes(scenario.case ?? '')),
  );
  if (selected.length === 0)
    throw new SelectionError(
      sources.length === 0
        ? 'No scenarios to run. Create one with: npx hookwright scenarios new NAME'
        : 'No scenarios match --tag, --grep and --case. Remove one of them.',
    );
  return selected;
}

function checkOrigins(sources: readonly RunSource[], allowed: readonly string[]): void {
  for (const { scenario } of sources)
    for (const origin of remoteOrigins(scenario))
      if (!allowed.includes(origin))
        throw new SelectionError(
          `${scenario.file} sends requests to ${origin}. If you trust it, add --allow-origin ${origin}.`,
        );
}

const runsOf = (source: RunSource, options: RunCommandOptions): readonly PlannedRun[] => {
  const defaultSeed = source.archive?.manifest.seed ?? source.scenario.seed;
  const untilMs = options.until ?? source.archive?.manifest.untilMs ?? null;
  return (options.seeds ?? [options.seed ?? defaultSeed]).flatMap((seed) =>
    Array.from({ length: options.repeat }, () => ({ ...source, seed, untilMs })),
  );
};

/** The sources of the shard; without one, all of them. */
async function shardOf(
  sources: readonly RunSource[],
  options: RunCommandOptions,
): Promise<{ readonly sources: readonly RunSource[]; readonly shard: SuiteShard | null }> {
  const { shard, durations: path } = options;
  if (shard === undefined) {
    if (path !== undefined)
      throw new SelectionError('--durations balances shards. Add --shard, such as --shard 1/4.');
    return { sources, shard: null };
  }
  const durations = path === undefined ? null : await readDurations(path);
  const runs = sources.flatMap((source) => runsOf(source, options));
  return {
    sources: scenariosOfShard(sources, shard, durations),
    shard: {
      ...shard,
      selectionHash: selectionHashOf(runs),
      durationsHash: durations?.hash ?? null,
    },
  };
}

/** Throws a SelectionError. */
export async function planRuns(
  args: readonly string[],
  options: RunCommandOptions,
): Promise<RunPlan> {
  const closing: (() => Promise<void>)[] = [];
  const close = async (): Promise<void> => {
    for (const closeOne of closing) await closeOne();
  };
  try {
    const archives: RunSource[] = [];
    for (const path of args.filter(isRunArchive)) {
      const { source, close: closeOne } = await sourceOfRunArchive(path, options);
      closing.push(closeOne);
      archives.push(source);
    }
    const others = args.filter((path) => !isRunArchive(path));
    const onlyRunArchives = archives.length > 0 && others.length === 0;
    const files = onlyRunArchives ? [] : await sourcesOfFiles(others, options);
    const { sources, shard } = await shardOf(select([...files, ...archives], options), options);
    checkOrigins(sources, options.allowOrigin);
    return { runs: sources.flatMap((source) => runsOf(source, options)), shard, close };
  } catch (error) {
    await close();
    throw error;
  }
}
