/** `hookwright run [FILE…]`: runs scenarios, one process of the product per run, and reports verdicts. */
import { mkdir, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { dirname } from 'node:path';
import { runOne } from '#rehearsal/run-one.ts';
import { githubAnnotations, githubSummary } from '#shared/report/scenario-github.ts';
import { scenarioHtml } from '#shared/report/scenario-html.ts';
import { scenarioJunit } from '#shared/report/scenario-junit.ts';
import { runLine, runLines, verdictCounts } from '#shared/report/scenario-text.ts';
import { remoteOrigins } from '#shared/scenario/origins.ts';
import { problemLine } from '#shared/scenario/problem.ts';
import type { Scenario } from '#shared/scenario/scenario.ts';
import type { RunReport } from '#shared/schemas/scenario/report.ts';
import { createProgress, type Progress } from './progress.ts';
import { readForRun } from './read-files.ts';
import type { RunCommandOptions } from './run-options.ts';
import { SelectionError, scenarioFilesOnDisk } from './scenario-files.ts';

/** The only exit codes of a run. */
export const runExitCodes = {
  passed: 0,
  failed: 1,
  misuse: 2,
  inconclusive: 3,
  interrupted: 130,
} as const;

/** Misuse: nothing was run. `message` names it and the fix. */
class RunUsageError extends Error {
  override readonly name = 'RunUsageError';
}

interface PlannedRun {
  readonly scenario: Scenario;
  readonly seed: number;
  /** The digest must be the same as that of the run before. */
  readonly isRepeat: boolean;
}

const maxWorkers = 8;

/** Reads all files and reports all their problems at once. */
async function readAll(
  args: readonly string[],
  { set }: RunCommandOptions,
): Promise<readonly Scenario[]> {
  const { scenarios, others } = await readForRun(args, set);
  const problems = scenarios.flatMap((result) => result.problems);
  if (problems.length > 0) throw new RunUsageError(problems.map(problemLine).join('\n'));
  if (others.length > 0)
    process.stderr.write(`Not scenarios: ${others.join(', ')} (no key "scenario").\n`);
  return scenarios.flatMap((result) => result.scenarios);
}

const includesText = (text: string, part: string): boolean =>
  text.toLowerCase().includes(part.toLowerCase());

function select(scenarios: readonly Scenario[], options: RunCommandOptions): readonly Scenario[] {
  const { tag, grep, case: cases, shard } = options;
  const selected = scenarios.filter(
    (scenario) =>
      tag.every((one) => scenario.tags.includes(one)) &&
      grep.every((text) => includesText(`${scenario.file} ${scenario.name}`, text)) &&
      (cases.length === 0 || cases.includes(scenario.case ?? '')),
  );
  const part =
    shard === undefined
      ? selected
      : selected.filter((_, index) => index % shard.count === shard.index - 1);
  if (part.length === 0)
    throw new RunUsageError(
      scenarios.length === 0
        ? 'There is no scenario to run. Create one with: hookwright scenarios new NAME'
        : 'No scenario matches --tag, --grep, --case or --shard. Remove one of them.',
    );
  return part;
}

function checkOrigins(scenarios: readonly Scenario[], allowed: readonly string[]): void {
  for (const scenario of scenarios)
    for (const origin of remoteOrigins(scenario))
      if (!allowed.includes(origin))
        throw new RunUsageError(
          `${scenario.file} sends requests to ${origin}. If you trust it, add --allow-origin ${origin}.`,
        );
}

function plan(scenarios: readonly Scenario[], options: RunCommandOptions): readonly PlannedRun[] {
  return scenarios.flatMap((scenario) =>
    (options.seeds ?? [options.seed ?? scenario.seed]).flatMap((seed) =>
      Array.from({ length: options.repeat }, (_, index) => ({
        scenario,
        seed,
        isRepeat: index > 0,
      })),
    ),
  );
}

async function runPlanned(
  { scenario, seed }: PlannedRun,
  options: RunCommandOptions,
  { version, signal, progress }: { version: string; signal: AbortSignal; progress: Progress },
): Promise<RunReport> {
  const { report } = await runOne(scenario, {
    ...{ version, seed, signal, set: options.set },
    stallMs: options.stall,
    limitMs: options.limit,
    untilMs: options.until ?? null,
    speed: options.speed ?? null,
    updatesSnapshots: options.update,
    ...(options.keep && { keep: (path) => process.stderr.write(`Data: ${path}\n`) }),
    files: scenarioFilesOnDisk,
    progress: (at) => progress.show(scenario.file, at),
  });
  return report;
}

/** Externals of a scenario: two runs that share one never overlap. */
const externalsOf = ({ given }: Scenario): readonly string[] =>
  given.external.map(({ url }) => new URL(url).origin);

async function runAll(
  runs: readonly PlannedRun[],
  options: RunCommandOptions,
  context: { version: string; signal: AbortSignal; progress: Progress },
  ended: (report: RunReport) => void,
): Promise<readonly RunReport[]> {
  const reports: RunReport[] = [];
  const waiting = [...runs];
  const busy = new Set<string>();
  let running = 0;
  const maxFailures = options.bail === true ? 1 : (options.bail ?? Number.POSITIVE_INFINITY);
  const workers = options.workers ?? Math.min(maxWorkers, Math.max(1, availableParallelism() - 1));

  function take(): PlannedRun | undefined {
    const failures = reports.filter(({ verdict }) => verdict !== 'passed').length;
    const isOver =
      context.signal.aborted ||
      failures >= maxFailures ||
      (options.seeds !== undefined && failures > 0);
    if (isOver) return undefined;
    const index = waiting.findIndex(
      ({ scenario }) =>
        externalsOf(scenario).every((origin) => !busy.has(origin)) &&
        (running === 0 || scenario.clock.zone === process.env.TZ),
    );
    return index === -1 ? undefined : waiting.splice(index, 1)[0];
  }

  async function work(): Promise<void> {
    for (let next = take(); next !== undefined; next = take()) {
      const origins = externalsOf(next.scenario);
      for (const origin of origins) busy.add(origin);
      // Of the whole process: runs in different time zones don't overlap.
      process.env.TZ = next.scenario.clock.zone;
      running += 1;
      const report = await runPlanned(next, options, context);
      running -= 1;
      for (const origin of origins) busy.delete(origin);
      reports.push(report);
      ended(report);
    }
  }

  await Promise.all(Array.from({ length: Math.min(workers, runs.length) }, work));
  return reports;
}

async function save(file: string | undefined, text: () => string): Promise<void> {
  if (file === undefined) return;
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text());
}

async function writeReports(
  reports: readonly RunReport[],
  { junit, html, json, github }: RunCommandOptions,
): Promise<void> {
  await save(junit, () => scenarioJunit(reports));
  await save(html, () => scenarioHtml(reports));
  await save(json, () => `${JSON.stringify(reports, null, 2)}\n`);
  if (!github) return;
  for (const annotation of githubAnnotations(reports)) process.stdout.write(`${annotation}\n`);
  const summary = process.env.GITHUB_STEP_SUMMARY;
  if (summary !== undefined) await writeFile(summary, githubSummary(reports), { flag: 'a' });
}

/** Runs whose digest differs from another run of the same file, case and seed. */
function differing(reports: readonly RunReport[]): readonly RunReport[] {
  const first = new Map<string, string>();
  return reports.filter(({ scenario, seed, digest, verdict }) => {
    const key = JSON.stringify([scenario.file, scenario.case, seed]);
    const known = first.get(key);
    first.set(key, known ?? digest);
    return known !== undefined && known !== digest && verdict !== 'inconclusive';
  });
}

function exitCode(reports: readonly RunReport[], hasDifferences: boolean): number {
  const verdicts = new Set(reports.map(({ verdict }) => verdict));
  if (verdicts.has('failed') || hasDifferences) return runExitCodes.failed;
  return verdicts.has('inconclusive') ? runExitCodes.inconclusive : runExitCodes.passed;
}

/** Returns the exit code. */
export async function runScenarios(
  args: readonly string[],
  options: RunCommandOptions,
  version: string,
): Promise<number> {
  const interrupted = new AbortController();
  const interrupt = (): void => interrupted.abort();
  process.once('SIGINT', interrupt);
  process.once('SIGTERM', interrupt);
  try {
    const scenarios = select(await readAll(args, options), options);
    checkOrigins(scenarios, options.allowOrigin);
    const progress = createProgress(process.stderr, () => performance.now());
    const context = { version, signal: interrupted.signal, progress };
    const reports = await runAll(plan(scenarios, options), options, context, (report) => {
      progress.clear();
      if (!options.quiet || report.verdict !== 'passed')
        process.stdout.write(`${runLine(report)}\n`);
    });
    const failing = reports.filter(({ verdict }) => verdict !== 'passed');
    for (const report of failing) process.stdout.write(`\n${runLines(report).join('\n')}\n`);
    const different = differing(reports);
    for (const { scenario, seed, digest } of different)
      process.stdout.write(
        `\n${scenario.file}: seed ${seed} gave another digest, ${digest.slice(0, 12)}.\n`,
      );
    process.stdout.write(`\n${verdictCounts(reports)}\n`);
    await writeReports(reports, options);
    return interrupted.signal.aborted
      ? runExitCodes.interrupted
      : exitCode(reports, different.length > 0);
  } catch (error) {
    const isMisuse = error instanceof RunUsageError || error instanceof SelectionError;
    if (!isMisuse) throw error;
    process.stderr.write(`${error.message}\n`);
    return runExitCodes.misuse;
  } finally {
    process.off('SIGINT', interrupt);
    process.off('SIGTERM', interrupt);
  }
}
