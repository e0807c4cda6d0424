/** `hookwright scenarios merge|compare`: work on JSON reports of `hookwright run --json`. */
import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { runLine, runLines, verdictCounts } from '#shared/report/scenario-text.ts';
import { type Check, RunReport } from '#shared/schemas/scenario/report.ts';
import { isCapsule, readCapsule } from './capsule.ts';
import { exitCodeOf, type ReportOptions, runExitCodes, writeReports } from './reports.ts';
import { SelectionError } from './scenario-files.ts';

const print = (text: string): void => void process.stdout.write(`${text}\n`);

const Reports = z.array(RunReport);

/** Throws a SelectionError. */
async function readReports(path: string): Promise<readonly RunReport[]> {
  if (isCapsule(path)) {
    const { report, close } = await readCapsule(path);
    await close();
    return [report];
  }
  const text = await readFile(path, 'utf8').catch(() => null);
  if (text === null) throw new SelectionError(`File not found: ${path}. Check the path.`);
  try {
    return Reports.parse(JSON.parse(text));
  } catch {
    throw new SelectionError(
      `${path} isn't a report of this version. Use a file written by "hookwright run --json".`,
    );
  }
}

const keyOf = ({ scenario, seed }: RunReport): string =>
  JSON.stringify([scenario.file, scenario.case, seed]);

/** Prints the reports of several shards as one, and exits as a single run would. */
export async function mergeReports(
  paths: readonly string[],
  options: ReportOptions,
): Promise<number> {
  const reports = (await Promise.all(paths.map(readReports))).flat();
  const sorted = reports.toSorted((a, b) => keyOf(a).localeCompare(keyOf(b), 'en'));
  for (const report of sorted) if (report.verdict === 'passed') print(runLine(report));
  for (const report of sorted)
    if (report.verdict !== 'passed') print(`\n${runLines(report).join('\n')}`);
  print(`\n${verdictCounts(sorted)}`);
  await writeReports(sorted, options);
  return exitCodeOf(sorted);
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
    ...changed('digest', a.digest.slice(0, 12), b.digest.slice(0, 12)),
  ];
}

const titleOf = ({ scenario, seed }: RunReport): string =>
  [scenario.file, ...(scenario.case === null ? [] : [scenario.case]), `seed ${seed}`].join('  ');

/** Exits with 1 if they differ. Runs are joined by file, case and seed; two single ones always. */
export async function compareReports(pathA: string, pathB: string): Promise<number> {
  const [inA, inB] = [await readReports(pathA), await readReports(pathB)];
  const isPair = inA.length === 1 && inB.length === 1;
  const keyed = (reports: readonly RunReport[]) =>
    new Map(reports.map((report) => [isPair ? '' : keyOf(report), report]));
  const [a, b] = [keyed(inA), keyed(inB)];
  const blocks = [...new Set([...a.keys(), ...b.keys()])].flatMap((key) => {
    const [reportA, reportB] = [a.get(key), b.get(key)];
    if (reportA === undefined || reportB === undefined) {
      const only = reportA ?? reportB;
      return only === undefined
        ? []
        : [`${titleOf(only)}\n  only in ${reportA === undefined ? pathB : pathA}`];
    }
    const names = changed('scenario', titleOf(reportA), titleOf(reportB));
    const lines = [...names, ...runChanges(reportA, reportB)];
    return lines.length === 0 ? [] : [[titleOf(reportA), ...lines].join('\n')];
  });
  print(blocks.length === 0 ? 'No differences.' : blocks.join('\n\n'));
  return blocks.length === 0 ? runExitCodes.passed : runExitCodes.failed;
}
