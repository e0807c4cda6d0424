/** Performs planned runs, several at the same time. */
import { availableParallelism } from 'node:os';
import { printLine } from '#main/hosts/headless/print.ts';
import type { ProductProcesses } from '#main/hosts/sandbox/product.ts';
import { runScenario } from '#main/hosts/sandbox/run.ts';
import type { FinishedRun, ServerProgram } from '#main/hosts/sandbox/run-settings.ts';
import type { RunData } from '#main/scenarios/run-data.ts';
import type { Scenario } from '#shared/scenarios/scenario.ts';
import type { Progress } from './progress.ts';
import type { RunCommandOptions } from './run-options.ts';
import type { PlannedRun } from './run-plan.ts';

const maxWorkers = 8;

/** Servers of a scenario: two runs that share one never overlap. */
const serversOf = ({ given }: Scenario): readonly string[] =>
  given.servers.map(({ url }) => new URL(url).origin);

export interface RunContext {
  readonly version: string;
  readonly signal: AbortSignal;
  readonly products: ProductProcesses;
  readonly progress: Progress;
  /** Undefined without a command. */
  readonly serverProgram: ServerProgram | undefined;
  /** While the data of the run still exists. */
  readonly save: (planned: PlannedRun, run: FinishedRun, openData: () => RunData) => Promise<void>;
  /** In the order in which they end. */
  readonly ended: (planned: PlannedRun, run: FinishedRun) => Promise<void>;
}

const performRun = (
  planned: PlannedRun,
  options: RunCommandOptions,
  { version, signal, products, progress, serverProgram, save }: RunContext,
): Promise<FinishedRun> => {
  const { scenario, files, seed, untilMs } = planned;
  return runScenario(scenario, {
    save: (run, openData) => save(planned, run, openData),
    ...{ version, seed, signal, set: options.set, untilMs, files, products },
    ...{ allowOrigins: options.allowOrigin, serverProgram },
    stallMs: options.stall,
    limitMs: options.limit,
    speed: options.speed ?? null,
    updatesSnapshots: options.update,
    ...(options.keep && { keep: (path) => printLine(`Data: ${path}`, process.stderr) }),
    progress: (at) => progress.show(scenario.file, at),
  });
};

export async function runAll(
  runs: readonly PlannedRun[],
  options: RunCommandOptions,
  context: RunContext,
): Promise<void> {
  const queue = [...runs];
  const originsInUse = new Set<string>();
  let running = 0;
  let failures = 0;
  const maxFailures = options.bail === true ? 1 : (options.bail ?? Number.POSITIVE_INFINITY);
  const workers = options.workers ?? Math.min(maxWorkers, Math.max(1, availableParallelism() - 1));

  function takeNext(): PlannedRun | undefined {
    if (context.signal.aborted || failures >= maxFailures) return undefined;
    const index = queue.findIndex(
      ({ scenario }) =>
        serversOf(scenario).every((origin) => !originsInUse.has(origin)) &&
        (running === 0 || scenario.clock.zone === process.env.TZ),
    );
    return index === -1 ? undefined : queue.splice(index, 1)[0];
  }

  async function work(): Promise<void> {
    for (let next = takeNext(); next !== undefined; next = takeNext()) {
      const origins = serversOf(next.scenario);
      for (const origin of origins) originsInUse.add(origin);
      // Of the whole process: runs in different time zones don't overlap.
      process.env.TZ = next.scenario.clock.zone;
      running += 1;
      const run = await performRun(next, options, context);
      running -= 1;
      for (const origin of origins) originsInUse.delete(origin);
      if (run.report.verdict !== 'passed') failures += 1;
      await context.ended(next, run);
    }
  }

  await Promise.all(Array.from({ length: Math.min(workers, runs.length) }, work));
}
