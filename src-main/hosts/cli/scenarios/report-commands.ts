/** `hookwright scenarios merge|compare`: work on JSON reports of `hookwright run --json`. */
import { readFile } from 'node:fs/promises';
import { printLine, printLines } from '#main/hosts/headless/print.ts';
import { runLine, runLines, verdictCounts } from '#shared/report/scenario-text.ts';
import { type Check, type RunReport, RunReports } from '#shared/scenarios/schema/report.ts';
import { exitCodeOf, type ReportOptions, runExitCodes, writeReports } from './reports.ts';
import { isRunArchive, readRunArchive } from './run-archive.ts';
import { SelectionError } from './scenario-files.ts';

interface ReportFile extends Pick<RunReports, 'shard' | 'planned' | 'reports'> {
  readonly path: string;
}

/** Throws a SelectionError. */
async function readReports(path: string): Promise<ReportFile> {
  if (isRunArchive(path)) {
    const { report, close } = await readRunArchive(path);
    await close();
    return { path, shard: null, planned: 1, reports: [report] };
  }
  const text = await readFile(path, 'utf8').catch(() => null);
  if (text === null) throw new SelectionError(`File not found: ${path}. Check the path.`);
  try {
    return { path, ...RunReports.parse(JSON.parse(text)) };
  } catch {
    throw new SelectionError(
      `${path} isn't a report of this version. Use a file written by "hookwright run --json".`,
    );
  }
}

const keyOf = ({ scenario, seed }: RunReport): string =>
  JSON.stringify([scenario.file, scenario.case, seed]);

const titleOf = ({ scenario, seed }: RunReport): string =>
  [scenario.file, ...(scenario.case === null ? [] : [scenario.case]), `seed ${seed}`].join('  ');

const pathsOf = (files: readonly ReportFile[]): string => files.map(({ path }) => path).join(', ');

/** A file without runs, or one that ended before all of its runs and without a failure. */
const incompleteFiles = (files: readonly ReportFile[]): readonly string[] =>
  files.flatMap(({ path, shard, planned, reports }) => {
    if (shard === null && reports.length === 0) return [`${path} has no runs. Leave it out.`];
    const isStopped = reports.some(({ verdict }) => verdict !== 'passed');
    return reports.length < planned && !isStopped
      ? [`${path} has ${reports.length} of ${planned} runs: it was interrupted. Run it again.`]
      : [];
  });

/** Shards that are missing, repeated or of different suites. */
function shardProblems(files: readonly ReportFile[]): readonly string[] {
  const sharded = files.flatMap(({ path, shard }) => (shard === null ? [] : [{ path, ...shard }]));
  const [first] = sharded;
  if (first === undefined) return [];
  const other = sharded.find(({ count }) => count !== first.count);
  if (other !== undefined)
    return [
      `${first.path} is one of ${first.count} shards, but ${other.path} is one of ${other.count}. Merge shards of the same suite.`,
    ];
  return Array.from({ length: first.count }, (_, at) => at + 1).flatMap((number) => {
    const paths = sharded.flatMap(({ index, path }) => (index === number ? [path] : []));
    if (paths.length === 1) return [];
    return paths.length === 0
      ? [`Shard ${number}/${first.count} is missing. Add its report.`]
      : [`Shard ${number}/${first.count} is repeated in ${paths.join(', ')}. Keep one of them.`];
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

/**
 * Prints the reports of several shards as one, and exits as a single run would. Throws a
 * SelectionError if a part is missing or repeated, since the result would not be that of the suite.
 */
export async function mergeReports(
  paths: readonly string[],
  options: ReportOptions,
): Promise<number> {
  const files = await Promise.all(paths.map(readReports));
  const shards = shardProblems(files);
  const problems = [
    ...incompleteFiles(files),
    ...shards,
    // Those of a repeated shard would repeat the same.
    ...(shards.length === 0 ? repeatedRuns(files) : []),
  ];
  if (problems.length > 0) throw new SelectionError(problems);
  const reports = files
    .flatMap((file) => file.reports)
    .toSorted((a, b) => keyOf(a).localeCompare(keyOf(b), 'en'));
  for (const report of reports) if (report.verdict === 'passed') printLine(runLine(report));
  for (const report of reports)
    if (report.verdict !== 'passed') printLines(['', ...runLines(report)]);
  printLines(['', verdictCounts(reports)]);
  await writeReports({ shard: null, planned: reports.length, reports }, options);
  return exitCodeOf(reports);
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

/** Exits with 1 if they differ. Runs are joined by file, case and seed; two single ones always. */
export async function compareReports(pathA: string, pathB: string): Promise<number> {
  const [{ reports: inA }, { reports: inB }] = [await readReports(pathA), await readReports(pathB)];
  const isPair = inA.length === 1 && inB.length === 1;
  const keyed = (reports: readonly RunReport[]) =>
    new Map(reports.map((report) => [isPair ? '' : keyOf(report), report]));
  const [a, b] = [keyed(inA), keyed(inB)];
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
