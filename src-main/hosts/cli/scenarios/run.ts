/** `hookwright run [FILE…]`: runs scenarios and reports verdicts. */

import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { printError, printLine, printLines } from '#main/hosts/headless/print.ts';
import type { ProductProcesses } from '#main/hosts/sandbox/product.ts';
import type { FinishedRun } from '#main/hosts/sandbox/run-settings.ts';
import { storageCodeOf } from '#main/kit/storage-error.ts';
import { differInTimesOnly, withoutTimes } from '#main/scenarios/compare-runs.ts';
import {
  canonicalLine,
  firstDifference,
  randomHeaders,
} from '#main/scenarios/history/history-hash.ts';
import { RunTooLarge, runArchiveNames } from '#main/scenarios/run-archive.ts';
import { formatOffset } from '#shared/kit/duration.ts';
import { shellWord } from '#shared/kit/shell.ts';
import { eventText } from '#shared/report/event-text.ts';
import { runLine, runLines, shardLines, verdictCounts } from '#shared/report/scenario-text.ts';
import { serverOrigins, usesOwnServers } from '#shared/scenarios/origins.ts';
import type { HistoryEvent } from '#shared/scenarios/schema/history.ts';
import type { RunReport } from '#shared/scenarios/schema/report.ts';
import { redactSecretsOf } from '#shared/scenarios/secret-values.ts';
import { announce } from '../announce.ts';
import { onInterrupt } from '../on-interrupt.ts';
import { createProgress } from './progress.ts';
import { exitCodeOf, runExitCodes, withProblems, writeReports } from './reports.ts';
import { runAll } from './run-all.ts';
import { saveRunArchive } from './run-archive.ts';
import type { RunCommandOptions } from './run-options.ts';
import { type PlannedRun, planRuns } from './run-plan.ts';
import { requireOwnFolder, SelectionError } from './scenario-files.ts';
import { serverProgramOf } from './server-program.ts';
import { type Round, type WatchedOutcome, watchRuns } from './watch.ts';

async function allOf(groups: AsyncIterable<readonly string[]>): Promise<readonly string[]> {
  const all: string[] = [];
  for await (const lines of groups) all.push(...lines);
  return all;
}

/** The history that a run must repeat. */
interface Expected {
  readonly historyHash: string;
  readonly lines: () => Promise<readonly string[]>;
}

/** An event, with what the line alone does not show of its difference. */
function differenceLine(line: string | null, otherLine: string | null): string {
  if (line === null) return '(nothing)';
  const event = JSON.parse(line) as HistoryEvent;
  const text = `${formatOffset(event.at)}  ${event.kind}  ${eventText(event)}`;
  const other = otherLine === null ? {} : (JSON.parse(otherLine) as Record<string, unknown>);
  if (otherLine === null || other.kind !== event.kind) return text;
  const fields = Object.entries(event)
    .filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(other[name]))
    .map(([name]) => name);
  return `${text}  (${fields.join(', ')})`;
}

interface Difference {
  /** To print. */
  readonly lines: readonly string[];
  /** Not a failure. */
  readonly isTimesOnly: boolean;
}

const shortHash = (historyHash: string): string => historyHash.slice(0, 12);

/** Finds what differs from the run archive that is replayed, or from the first run with the same seed. */
function createComparison({ repeat }: RunCommandOptions) {
  const firstRuns = new Map<string, Expected>();

  function expectedOf({ scenario, seed, archive }: PlannedRun, run: () => Expected) {
    if (archive !== null && seed === archive.manifest.seed)
      return {
        historyHash: archive.report.historyHash,
        lines: () => allOf(archive.lines()),
      };
    const key = JSON.stringify([scenario.file, scenario.case, seed]);
    const expected = firstRuns.get(key);
    if (expected === undefined && repeat > 1) firstRuns.set(key, run());
    return expected;
  }

  /** Null if it is the same, or if there is nothing to compare with. */
  return async (
    planned: PlannedRun,
    { report, history }: FinishedRun,
  ): Promise<Difference | null> => {
    if (report.verdict === 'inconclusive') return null;
    const { historyHash } = report;
    const redact = redactSecretsOf(planned.scenario);
    const random = randomHeaders(planned.scenario);
    const lines = (): readonly string[] =>
      history.events.map((event) => canonicalLine(redact(event), random));
    const expected = expectedOf(planned, () => {
      const kept = lines();
      return { historyHash, lines: async () => kept };
    });
    if (expected === undefined || expected.historyHash === historyHash) return null;
    const [before, after] = [await expected.lines(), lines()];
    // Own servers take real time to respond.
    const isTimed = usesOwnServers(planned.scenario);
    const isTimesOnly =
      isTimed &&
      (await differInTimesOnly(
        () => [before],
        () => [after],
      ));
    const comparable = isTimed && !isTimesOnly ? withoutTimes : undefined;
    const { a, b } = firstDifference(before, after, comparable) ?? { a: null, b: null };
    const reason = isTimesOnly ? ' The events are the same, but times differ, first in:' : '';
    const difference = [
      `${planned.scenario.file}: seed ${planned.seed} gave history hash ${shortHash(historyHash)}, expected ${shortHash(expected.historyHash)}.${reason}`,
      `  before  ${differenceLine(a, b)}`,
      `  now     ${differenceLine(b, a)}`,
    ];
    return { lines: difference, isTimesOnly };
  };
}

/** A run archive is run again by its own name. `savedAs` is the new one. */
const reportOf = (
  { archive }: PlannedRun,
  { report }: FinishedRun,
  savedAs: string | null,
): RunReport => ({
  ...report,
  ...(archive !== null && { command: `npx hookwright run ${shellWord(archive.path)}` }),
  real: { ...report.real, archive: savedAs },
});

interface Failure {
  readonly report: RunReport;
  /** Its path; undefined if none was saved. */
  readonly archive: string | undefined;
}

const failureLines = ({ report, archive }: Failure): readonly string[] => [
  ...runLines(report),
  ...(archive === undefined ? [] : [`  archive   ${archive}`]),
];

/** In full the one with the smallest seed; of the others, how to repeat them. */
function seedFailureLines(failures: readonly Failure[]): readonly string[] {
  const bySeed = failures.toSorted(
    (a, b) =>
      Number(a.report.verdict !== 'failed') - Number(b.report.verdict !== 'failed') ||
      a.report.seed - b.report.seed,
  );
  const [first, ...others] = bySeed;
  if (first === undefined) return [];
  return [
    ...failureLines(first),
    ...others.map(
      ({ report: { verdict, seed, command } }) => `  ${verdict} with seed ${seed}: ${command}`,
    ),
  ];
}

/** In the order of the runs; with several seeds, those of a scenario together. */
function allFailureLines(
  failures: readonly Failure[],
  { seeds }: RunCommandOptions,
  isAlone: boolean,
): readonly string[] {
  const keyOf = ({ report: { scenario } }: Failure) =>
    JSON.stringify([scenario.file, scenario.case]);
  const groups =
    seeds === undefined
      ? failures.map(failureLines)
      : [...Map.groupBy(failures, keyOf).values()].map(seedFailureLines);
  return groups.flatMap((lines) => (isAlone ? lines : ['', ...lines]));
}

/** Why there is no run archive; null if that is unexpected. */
function archiveProblem(error: unknown, folder: string): string | null {
  if (error instanceof RunTooLarge) return error.message;
  const code = storageCodeOf(error);
  return code === null
    ? null
    : `The run archive can't be written to ${folder} (${code}). Make it and ${tmpdir()} writable, with enough space, or choose another folder with --out.`;
}

interface Outcome extends WatchedOutcome {
  readonly exitCode: number;
}

/** Runs and prints. Throws a SelectionError. */
async function performRuns(
  args: readonly string[],
  options: RunCommandOptions,
  context: {
    readonly version: string;
    readonly signal: AbortSignal;
    readonly products: ProductProcesses;
    readonly isPicked?: Round['isPicked'];
  },
): Promise<Outcome> {
  const { isPicked = () => true } = context;
  if (!options.isOutNamed && options.archive !== 'never')
    requireOwnFolder(options.out, 'Delete it, or choose a folder with --out.');
  const startedAt = new Date().toISOString();
  const { runs: planned, shard, close } = await planRuns(args, options);
  const runs = planned.filter(isPicked);
  announce({
    servers: runs.flatMap(({ scenario }) => serverOrigins(scenario)),
    variables: runs.flatMap(({ variables }) => variables),
    command: options.restartWith,
  });
  const serverProgram = serverProgramOf(options);
  const progress = createProgress(process.stderr, () => performance.now());
  const differenceOf = createComparison(options);
  const reports: RunReport[] = [];
  const failures: Failure[] = [];
  const differences: Difference[] = [];
  const unwritten: string[] = [];
  const names = runArchiveNames(planned);
  /** Paths of their files. */
  const archives = new Map<FinishedRun, string>();
  try {
    await runAll(runs, options, {
      ...{ ...context, progress, serverProgram },
      async save(one, run, openData) {
        const isPassed = run.report.verdict === 'passed';
        const isKept = options.archive === 'always' || (options.archive === 'failed' && !isPassed);
        if (!isKept || one.archive !== null) return;
        try {
          const path = join(options.out, names.get(one) ?? '');
          await saveRunArchive(path, one, run, openData());
          archives.set(run, path);
        } catch (error) {
          // The verdict counts without it.
          const problem = archiveProblem(error, options.out);
          if (problem === null) throw error;
          progress.clear();
          printLine(`${one.scenario.file}: ${problem}`, process.stderr);
        }
      },
      async ended(one, run) {
        const archive = archives.get(run);
        const report = reportOf(one, run, archive ?? null);
        progress.clear();
        const isPassed = report.verdict === 'passed';
        // The only run is printed in full below.
        if (isPassed ? !options.quiet : runs.length > 1) printLine(runLine(report));
        reports.push(report);
        const difference = await differenceOf(one, run);
        if (difference !== null) differences.push(difference);
        for (const problem of run.snapshotProblems)
          unwritten.push(`${one.scenario.file}: ${problem}`);
        if (!isPassed) failures.push({ report, archive });
        else if (archive !== undefined && !options.quiet) printLine(`  archive   ${archive}`);
      },
    });
  } finally {
    await serverProgram?.end();
    await close();
  }
  if (planned.length === 0)
    printLine('The shard has no scenarios: there are more shards than scenarios.');
  // While watching.
  else if (runs.length === 0) return { runs: planned, reports, exitCode: runExitCodes.passed };
  printLines(allFailureLines(failures, options, runs.length === 1));
  if (differences.length > 0) printLines(['', ...differences.flatMap(({ lines }) => lines)]);
  printLines(['', ...shardLines(shard), verdictCounts(reports)]);
  const hasDifferences = differences.some(({ isTimesOnly }) => !isTimesOnly);
  const exitCode = await writeReports(
    { startedAt, shard, planned: runs.length, hasDifferences, reports },
    options,
    withProblems(unwritten, hasDifferences ? runExitCodes.failed : exitCodeOf(reports)),
  );
  return { runs: planned, reports, exitCode };
}

/** Returns the exit code. */
export async function runScenarios(
  args: readonly string[],
  options: RunCommandOptions,
  { version, products }: { readonly version: string; readonly products: ProductProcesses },
): Promise<number> {
  const interrupted = new AbortController();
  const ignoreInterrupts = onInterrupt(() => interrupted.abort());
  try {
    const context = { version, products, signal: interrupted.signal };
    if (options.watch) {
      await watchRuns(args, interrupted, ({ isPicked, update }) =>
        performRuns(
          args,
          { ...options, update: options.update || update },
          { ...context, isPicked },
        ),
      );
      return runExitCodes.passed;
    }
    const { exitCode } = await performRuns(args, options, context);
    return interrupted.signal.aborted ? runExitCodes.interrupted : exitCode;
  } catch (error) {
    if (!(error instanceof SelectionError)) throw error;
    printError(error.lines);
    return runExitCodes.misuse;
  } finally {
    ignoreInterrupts();
  }
}
