/** `hookwright scenarios merge|compare`: work on JSON reports of `hookwright run --json`. */

import { printLine, printLines } from '#main/hosts/headless/print.ts';
import { readUpTo } from '#main/kit/files.ts';
import { runLine, runLines, verdictCounts } from '#shared/report/scenario-text.ts';
import {
  type Check,
  type RunReport,
  RunReports,
  type SuiteShard,
} from '#shared/scenarios/schema/report.ts';
import { exitCodeOf, type ReportOptions, runExitCodes, writeReports } from './reports.ts';
import { isRunArchive, readRunArchive } from './run-archive.ts';
import { SelectionError } from './scenario-files.ts';
import { runKey, saveDurations, selectionHashOf } from './shards.ts';

type ReportFile = Omit<RunReports, 'format'> & { readonly path: string };

export const maxReportBytes = 200 * 1024 * 1024;

/** Throws a SelectionError. */
async function readReports(path: string): Promise<ReportFile> {
  if (isRunArchive(path)) {
    const { report, close } = await readRunArchive(path);
    await close();
    const { startedAt } = report.real;
    return {
      ...{ path, startedAt, shard: null, planned: 1 },
      ...{ hasDifferences: false, reports: [report] },
    };
  }
  const bytes = await readUpTo(path, maxReportBytes).catch((error: NodeJS.ErrnoException) => {
    throw new SelectionError(
      error.code === 'ENOENT'
        ? `File not found: ${path}. Check the path.`
        : `Can't read ${path}: ${error.message}.`,
    );
  });
  if (bytes === null)
    throw new SelectionError(`${path} is larger than 200 MB. Run the scenarios in more shards.`);
  try {
    return { path, ...RunReports.parse(JSON.parse(bytes.toString('utf8'))) };
  } catch {
    throw new SelectionError(
      `${path} isn't a report of this version. Use a file written by "hookwright run --json".`,
    );
  }
}

const titleOf = ({ scenario, seed }: RunReport): string =>
  [scenario.file, ...(scenario.case === null ? [] : [scenario.case]), `seed ${seed}`].join('  ');

const pathsOf = (files: readonly ReportFile[]): string => files.map(({ path }) => path).join(', ');

/** A file without runs, or one that ended before all of its runs and without a failure. */
const incompleteFiles = (files: readonly ReportFile[]): readonly string[] =>
  files.flatMap(({ path, shard, planned, reports }) => {
    if (shard === null && reports.length === 0) return [`${path} has no runs. Leave it out.`];
    const isInterrupted = reports.some(({ inconclusive }) =>
      inconclusive.some(({ code }) => code === 'interrupted'),
    );
    const isStopped = reports.some(({ verdict }) => verdict !== 'passed');
    return isInterrupted || (reports.length < planned && !isStopped)
      ? [`${path} has ${reports.length} of ${planned} runs: it was interrupted. Run it again.`]
      : [];
  });

type ShardFile = ReportFile & { readonly shard: SuiteShard };

const isOfShard = (file: ReportFile): file is ShardFile => file.shard !== null;

/** Of a shard that ran several times, the last run counts. The others are in their order. */
function splitRetries<File extends ReportFile>(files: readonly File[]) {
  const byStart = files.toSorted((a, b) => Date.parse(a.startedAt) - Date.parse(b.startedAt));
  const lastOf = new Map(byStart.map((file) => [file.shard?.index, file]));
  const isLast = (file: File): boolean =>
    file.shard === null || lastOf.get(file.shard.index) === file;
  return { last: files.filter(isLast), earlier: byStart.filter((file) => !isLast(file)) };
}

/** The first of the files, and one whose shard differs from it. */
function differing(
  files: readonly ShardFile[],
  field: 'count' | 'selectionHash' | 'durationsHash',
): readonly [ShardFile, ShardFile] | null {
  const [first] = files;
  const other = files.find(({ shard }) => shard[field] !== first?.shard[field]);
  return first === undefined || other === undefined ? null : [first, other];
}

/** Why shards are not of one suite; null if they are. Runs that don't count may have been balanced differently. */
function mixedShards(shards: readonly ShardFile[]): string | null {
  const counts = differing(shards, 'count');
  if (counts !== null) {
    const [a, b] = counts;
    return `${a.path} is one of ${a.shard.count} shards, but ${b.path} is one of ${b.shard.count}. Merge shards of the same suite.`;
  }
  const suites = differing(shards, 'selectionHash');
  if (suites !== null)
    return `${pathsOf(suites)} are shards of different suites. Run all shards with the same files, cases and seeds.`;
  const durations = differing(splitRetries(shards).last, 'durationsHash');
  return durations === null
    ? null
    : `${pathsOf(durations)} were not balanced by the same durations file. Run all shards with the same --durations.`;
}

/** Shards of different suites, or that are missing or repeated. */
function shardProblems(files: readonly ReportFile[]): readonly string[] {
  const shards = files.filter(isOfShard);
  const mixed = mixedShards(shards);
  if (mixed !== null) return [mixed];
  const count = shards[0]?.shard.count ?? 0;
  return Array.from({ length: count }, (_, at) => at + 1).flatMap((number) => {
    const runs = shards.filter(({ shard }) => shard.index === number);
    if (runs.length === 0) return [`Shard ${number}/${count} is missing. Add its report.`];
    return [...Map.groupBy(runs, ({ startedAt }) => startedAt).values()].flatMap((same) =>
      same.length > 1
        ? [`Shard ${number}/${count} is repeated in ${pathsOf(same)}. Keep one of them.`]
        : [],
    );
  });
}

/** Runs that several files have. One file may have a run several times, by `--repeat`. */
function repeatedRuns(files: readonly ReportFile[]): readonly string[] {
  const filesOf = new Map<string, Set<ReportFile>>();
  for (const file of files)
    for (const report of file.reports)
      filesOf.set(titleOf(report), (filesOf.get(titleOf(report)) ?? new Set()).add(file));
  return [...filesOf].flatMap(([title, having]) =>
    having.size > 1 ? [`${title} is repeated in ${pathsOf([...having])}. Keep one of them.`] : [],
  );
}

/** Where all runs of a suite are there, they must be those that were selected. */
function selectionProblems(files: readonly ReportFile[]): readonly string[] {
  const shards = files.filter(isOfShard);
  const [first] = shards;
  if (first === undefined || shards.some(({ planned, reports }) => reports.length < planned))
    return [];
  const runs = shards.flatMap(({ reports }) => reports);
  return selectionHashOf(runs) === first.shard.selectionHash
    ? []
    : [
        'The shards are not all runs of the suite. Run all shards with the same version of Hookwright.',
      ];
}

function withEarlierVerdicts(
  reports: readonly RunReport[],
  earlier: readonly ReportFile[],
): RunReport[] {
  const earlierRuns = Map.groupBy(
    earlier.flatMap((file) => file.reports),
    runKey,
  );
  return reports.map((report) => {
    const earlierVerdicts = earlierRuns.get(runKey(report))?.map(({ verdict }) => verdict);
    return earlierVerdicts === undefined
      ? report
      : { ...report, real: { ...report.real, earlierVerdicts } };
  });
}

const retryLines = (earlier: readonly ReportFile[]): readonly string[] =>
  [...Map.groupBy(earlier.filter(isOfShard), ({ shard }) => shard.index)].map(
    ([index, runs]) =>
      `Shard ${index}/${runs[0]?.shard.count} ran ${runs.length + 1} times. The last run counts.`,
  );

const differenceLines = (files: readonly ReportFile[]): readonly string[] =>
  files.length === 0
    ? []
    : [`Runs with the same seed differ in ${pathsOf(files)}. The output of that run shows where.`];

export interface MergeOptions extends ReportOptions {
  /** Path of the file for the durations of the merged runs. */
  readonly durations?: string;
}

/**
 * Prints the reports of several shards as one, and exits as a single run would. Throws a
 * SelectionError if a part is missing or repeated, since the result would not be that of the suite.
 */
export async function mergeReports(
  paths: readonly string[],
  options: MergeOptions,
): Promise<number> {
  const files = await Promise.all(paths.map(readReports));
  const shards = shardProblems(files);
  const { last, earlier } = splitRetries(files);
  const parts = [
    ...incompleteFiles(last),
    ...shards,
    // Those of a repeated shard would repeat the same.
    ...(shards.length === 0 ? repeatedRuns(last) : []),
  ];
  const problems = parts.length === 0 ? selectionProblems(last) : parts;
  if (problems.length > 0) throw new SelectionError(problems);
  const merged = last
    .flatMap((file) => file.reports)
    .toSorted((a, b) => runKey(a).localeCompare(runKey(b), 'en'));
  const reports = withEarlierVerdicts(merged, earlier);
  for (const report of reports) if (report.verdict === 'passed') printLine(runLine(report));
  for (const report of reports)
    if (report.verdict !== 'passed') printLines(['', ...runLines(report)]);
  const differing = last.filter((file) => file.hasDifferences);
  printLines(['', ...retryLines(earlier), ...differenceLines(differing), verdictCounts(reports)]);
  const startedAt = files.map((file) => file.startedAt).sort()[0] ?? new Date().toISOString();
  const hasDifferences = differing.length > 0;
  const exitCode = await writeReports(
    { startedAt, shard: null, planned: reports.length, hasDifferences, reports },
    options,
    hasDifferences ? runExitCodes.failed : exitCodeOf(reports),
  );
  await saveDurations(options.durations, reports);
  return exitCode;
}

const changed = <Value>(name: string, a: Value, b: Value): readonly string[] =>
  a === b ? [] : [`  ${name}  ${String(a)} → ${String(b)}`];

function checkChanges(a: readonly Check[], b: readonly Check[]): readonly string[] {
  const before = new Map(a.map((check) => [check.name, check]));
  const after = new Map(b.map((check) => [check.name, check]));
  const names = [...new Set([...before.keys(), ...after.keys()])];
  return names.flatMap((name) => {
    const [checkA, checkB] = [before.get(name), after.get(name)];
    const lines = changed(name, checkA?.verdict ?? 'missing', checkB?.verdict ?? 'missing');
    const found = lines.length > 0 && checkB?.found != null ? [`    ${checkB.found}`] : [];
    return [...lines, ...found];
  });
}

/** Lines about two runs of one scenario; none if they are the same. */
function runChanges(a: RunReport, b: RunReport): readonly string[] {
  const counts = (Object.keys(a.counts) as (keyof RunReport['counts'])[]).flatMap((name) =>
    changed(name, a.counts[name], b.counts[name]),
  );
  return [
    ...changed('version', a.version, b.version),
    ...changed('verdict', a.verdict, b.verdict),
    ...checkChanges(a.checks, b.checks),
    ...counts,
    ...changed('history hash', a.historyHash.slice(0, 12), b.historyHash.slice(0, 12)),
  ];
}

/** A run that is repeated has its number in the key. */
function keyed(reports: readonly RunReport[]): ReadonlyMap<string, RunReport> {
  const counts = new Map<string, number>();
  return new Map(
    reports.map((report) => {
      const key = runKey(report);
      const number = (counts.get(key) ?? 0) + 1;
      counts.set(key, number);
      return [`${key} ${number}`, report];
    }),
  );
}

/** Exits with 1 if they differ. Runs are joined by file, case, seed and repetition; two single ones always. */
export async function compareReports(pathA: string, pathB: string): Promise<number> {
  const [{ reports: inA }, { reports: inB }] = [await readReports(pathA), await readReports(pathB)];
  const isPair = inA.length === 1 && inB.length === 1;
  const joined = (reports: readonly RunReport[]) =>
    isPair ? new Map(reports.map((report) => ['', report])) : keyed(reports);
  const [a, b] = [joined(inA), joined(inB)];
  const blocks = [...new Set([...a.keys(), ...b.keys()])].flatMap((key): string[][] => {
    const [reportA, reportB] = [a.get(key), b.get(key)];
    if (reportA === undefined || reportB === undefined) {
      const only = reportA ?? reportB;
      return only === undefined
        ? []
        : [[titleOf(only), `  only in ${reportA === undefined ? pathB : pathA}`]];
    }
    const names = changed('scenario', titleOf(reportA), titleOf(reportB));
    const lines = [...names, ...runChanges(reportA, reportB)];
    return lines.length === 0 ? [] : [[titleOf(reportA), ...lines]];
  });
  const lines = blocks.flatMap((block, index) => (index === 0 ? block : ['', ...block]));
  printLines(blocks.length === 0 ? ['No differences.'] : lines);
  return blocks.length === 0 ? runExitCodes.passed : runExitCodes.failed;
}
