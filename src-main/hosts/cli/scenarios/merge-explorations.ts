/** `hookwright scenarios merge` of exhaustive explorations: one certificate of all shards, or the smallest finding. */
import { printLines } from '#main/hosts/headless/print.ts';
import { readUpTo } from '#main/kit/files.ts';
import { counted } from '#shared/kit/format.ts';
import { explorationReport } from '#shared/report/exploration-report.ts';
import { junitReport } from '#shared/report/junit.ts';
import {
  certificateLines,
  findingText,
  reasonText,
  uncheckedTexts,
} from '#shared/scenarios/exploration-text.ts';
import {
  type ExhaustiveSearch,
  ExplorationReport,
  Unchecked,
} from '#shared/scenarios/schema/exploration.ts';
import { type MergeOptions, maxReportBytes } from './report-commands.ts';
import { reportJson, runExitCodes, saveReport } from './reports.ts';
import { SelectionError } from './scenario-files.ts';

interface Part {
  readonly path: string;
  readonly report: ExplorationReport;
  readonly exhaustive: ExhaustiveSearch;
}

async function readPart(path: string): Promise<Part | null> {
  try {
    const bytes = await readUpTo(path, maxReportBytes);
    const report = ExplorationReport.parse(JSON.parse(bytes?.toString('utf8') ?? 'null'));
    return report.exhaustive && { path, report, exhaustive: report.exhaustive };
  } catch {
    return null;
  }
}

/** Null if no file is the report of an exhaustive exploration. Throws a SelectionError if only some are. */
export async function readExplorations(paths: readonly string[]): Promise<readonly Part[] | null> {
  const parts = await Promise.all(paths.map(readPart));
  const known = parts.filter((part) => part !== null);
  if (known.length === 0) return null;
  const others = paths.filter((_, index) => parts[index] === null);
  if (others.length === 0) return known;
  throw new SelectionError(
    `${others.join(', ')}: not the report of an exhaustive exploration of this version. Explore again.`,
  );
}

/** What is the same in all shards of an exploration. */
const subjectOf = ({ exhaustive }: Part): string => {
  const { maxDisturbances, schedulesHash, shard, files, valuesHash } = exhaustive;
  const { case: caseName, receiverVersion, version } = exhaustive;
  const same = { maxDisturbances, schedulesHash, files, caseName, valuesHash };
  return JSON.stringify({ ...same, receiverVersion, version, shards: shard?.count ?? 1 });
};

function problemsOf(parts: readonly Part[]): readonly string[] {
  const [first] = parts;
  const other = parts.find((part) => first !== undefined && subjectOf(part) !== subjectOf(first));
  if (first !== undefined && other !== undefined)
    return [
      `${first.path} and ${other.path} are shards of different explorations. Run all shards with the same options, file, case, values, receiver and version of Hookwright.`,
    ];
  const count = first?.exhaustive.shard?.count ?? 1;
  return Array.from({ length: count }, (_, index) => index + 1).flatMap((number) => {
    const same = parts.filter(({ exhaustive }) => (exhaustive.shard?.index ?? 1) === number);
    if (same.length === 0) return [`Shard ${number}/${count} is missing. Add its report.`];
    const paths = same.map(({ path }) => path).join(', ');
    return same.length === 1
      ? []
      : [`Shard ${number}/${count} is repeated in ${paths}. Keep one of them.`];
  });
}

const sum = (numbers: readonly number[]): number =>
  numbers.reduce((total, number) => total + number, 0);

function coverageOf(parts: readonly Part[], first: Part): ExplorationReport['coverage'] {
  const all = parts.map(({ report }) => report.coverage);
  const isComplete = parts.every(({ report }) => report.isComplete);
  /** Shards try the same disturbances in different schedules. */
  const tried = (possible: number, counts: readonly number[]): number =>
    isComplete ? possible : Math.max(...counts);
  const { kinds, pairs } = first.report.coverage;
  return {
    ...first.report.coverage,
    runs: sum(all.map(({ runs }) => runs)),
    inconclusive: sum(all.map(({ inconclusive }) => inconclusive)),
    kinds: kinds.map((of, index) => {
      const same = all.flatMap((coverage) => coverage.kinds[index] ?? []);
      return {
        ...of,
        tried: tried(
          of.possible,
          same.map((one) => one.tried),
        ),
        untried: sum(same.map((one) => one.untried)),
      };
    }),
    pairs: {
      ...pairs,
      tried: tried(
        pairs.possible,
        all.map((one) => one.pairs.tried),
      ),
    },
  };
}

/** The smallest finding, or else a part without a verdict, or else any. */
function decisiveOf(parts: readonly Part[], first: Part): Part {
  const [found] = parts
    .filter(({ report }) => report.finding !== null)
    .toSorted(
      (a, b) =>
        (a.report.finding?.disturbances.length ?? 0) - (b.report.finding?.disturbances.length ?? 0),
    );
  return found ?? parts.find(({ report }) => report.verdict === 'inconclusive') ?? first;
}

function mergedReport(parts: readonly Part[], first: Part, decisive: Part): ExplorationReport {
  const remaining = parts.flatMap(({ report }) => report.remainingMs ?? []);
  return {
    ...decisive.report,
    unchecked: Unchecked.options.filter((code) =>
      parts.some(({ report }) => report.unchecked.includes(code)),
    ),
    coverage: coverageOf(parts, first),
    isComplete: parts.every(({ report }) => report.isComplete),
    remainingMs: remaining.length === 0 ? null : Math.max(...remaining),
    exhaustive: {
      ...first.exhaustive,
      shard: null,
      ran: sum(parts.map(({ exhaustive }) => exhaustive.ran)),
      equivalent: sum(parts.map(({ exhaustive }) => exhaustive.equivalent)),
      unpredicted: [],
      startedAt: parts.map(({ exhaustive }) => exhaustive.startedAt).toSorted()[0] ?? '',
    },
  };
}

const shardOf = ({ exhaustive: { shard } }: Part): string =>
  shard === null ? 'The exploration' : `Shard ${shard.index}/${shard.count}`;

function linesOf(parts: readonly Part[], decisive: Part, merged: ExplorationReport) {
  const { verdict, finding, isComplete, coverage } = merged;
  const runs = counted(coverage.runs, 'schedule');
  if (verdict === 'passed')
    return [
      `Nothing found in ${runs}.${isComplete ? '' : ' The search is incomplete.'}`,
      ...(isComplete ? certificateLines(merged) : []),
      ...merged.unchecked.map((code) => uncheckedTexts[code]),
    ];
  if (finding !== null)
    return [
      `${shardOf(decisive)} found:`,
      ...findingText(finding).map((line) => `  ${line}`),
      ...(finding.text === null
        ? []
        : ['', `The scenario that repeats it is in ${decisive.path}, as finding.text.`]),
    ];
  return parts
    .filter(({ report }) => report.verdict === 'inconclusive')
    .flatMap((part) => [
      `${shardOf(part)} is inconclusive: ${reasonText(part.report) ?? ''}`,
      `  Continue: ${part.report.command} --resume`,
    ]);
}

/** Exits as an exploration of all schedules would. Throws a SelectionError if a shard is missing or repeated. */
export async function mergeExplorations(
  parts: readonly Part[],
  { junit, json, html, durations }: MergeOptions,
): Promise<number> {
  const [first] = parts;
  const unused = Object.entries({ html, durations }).filter(([, value]) => value !== undefined);
  const problems = [
    ...problemsOf(parts),
    ...unused.map(([name]) => `--${name} is for reports of runs. Use --json or --junit.`),
  ];
  if (first === undefined || problems.length > 0) throw new SelectionError(problems);
  const decisive = decisiveOf(parts, first);
  const merged = mergedReport(parts, first, decisive);
  const { files, startedAt } = first.exhaustive;
  const file = files[0]?.file ?? '';
  printLines(linesOf(parts, decisive, merged));
  await saveReport(json, () => reportJson(merged));
  await saveReport(junit, () =>
    junitReport(
      explorationReport(merged, {
        ...{ file, name: file, startedAt, durationMs: 0 },
        disturbances: merged.coverage.kinds.map(({ kind }) => kind),
        allowIncomplete: merged.verdict === 'passed' && !merged.isComplete,
      }),
    ),
  );
  return runExitCodes[merged.verdict];
}
