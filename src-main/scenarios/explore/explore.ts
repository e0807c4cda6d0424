/**
 * Runs a scenario again and again, each time with other disturbances of the deliveries to a server,
 * until one makes it fail or the budget is used up. A finding is shrunk and written as a scenario.
 */
import { backoffOf } from '#shared/profiles/profiles.ts';
import type { Scenario } from '#shared/scenarios/scenario.ts';
import {
  adaptedBudgetMs,
  type DisturbanceKind,
  type ExplorationCoverage,
  type ExplorationProgress,
  type ExplorationReport,
  type Unchecked,
} from '#shared/scenarios/schema/exploration.ts';
import { redactSecretsOf } from '#shared/scenarios/secret-values.ts';
import { readsServer } from '../expect/outside.ts';
import { type Explored, kindsInOrder } from './disturbances.ts';
import { dependsOnOrderOnly, type ExhaustiveOptions } from './exhaustive.ts';
import { findingOf, messagesIn, undisturbedFinding } from './finding.ts';
import { forgeryOf } from './forgery.ts';
import { hangOf } from './hang.ts';
import { messagesOf } from './messages.ts';
import {
  conclusionOf,
  nothingToDisturb,
  type Reason,
  reasonOf,
  stateDiffers,
  stoppedReason,
  stuckReason,
  tooManySchedules,
} from './reasons.ts';
import type { Schedule } from './schedules.ts';
import { createSearch, planOf, type Search } from './search.ts';
import { type Confirmed, type Outcome, shrink } from './shrink.ts';
import { destinationOf, lookedUpIn } from './target.ts';
import {
  createTrials,
  type Failure,
  type FinishedRun,
  failuresOf,
  lookUpsOf,
  type RunText,
  runUndisturbed,
  type Trials,
} from './trials.ts';
import { type ExploreTarget, proxyOf } from './variant.ts';

export interface ExploreOptions {
  readonly kinds: readonly DisturbanceKind[];
  readonly seed: number;
  /** Milliseconds of real time for the search; null: by the speed of the server. */
  readonly budgetMs: number | null;
  /** Maximum number of schedules, instead of a budget. */
  readonly maxRuns: number | null;
  /** Schedules that an earlier exploration decided. */
  readonly position: number;
  /** What it could not check. */
  readonly unchecked: readonly Unchecked[];
  /** Tries all schedules with at most so many disturbances, without a default budget; null for a search. */
  readonly exhaustive: ExhaustiveOptions | null;
  readonly allowIncomplete: boolean;
  readonly responsesOnly: boolean;
  /** The command that explores it again. */
  readonly command: string;
}

export interface ExplorePorts {
  readonly run: RunText;
  readonly progress: (progress: ExplorationProgress) => void;
  readonly signal: AbortSignal;
  /** Milliseconds of real time. */
  readonly now: () => number;
}

/** Enough for schedules that take twice as long as the run without disturbances. */
const budgetFor = (undisturbedMs: number, schedules: number): number =>
  Math.min(
    adaptedBudgetMs.max,
    Math.max(adaptedBudgetMs.min, undisturbedMs * (1 + 2 * Math.max(0, schedules))),
  );

const noCoverage: ExplorationCoverage = {
  runs: 0,
  inconclusive: 0,
  messages: 0,
  combinations: 0,
  kinds: [],
  pairs: { tried: 0, possible: 0 },
};

type Result = Pick<ExplorationReport, 'verdict'> &
  Partial<Pick<ExplorationReport, 'reason' | 'finding' | 'isComplete'>>;

const inconclusive = (reason: Reason): Result => ({ verdict: 'inconclusive', reason });

function uncheckedIn(
  { clock, given, when, then }: Scenario,
  { server }: ExploreTarget,
  { position, exhaustive }: ExploreOptions,
  equal: number,
): readonly Unchecked[] {
  const { lookUp } = given.servers.find(({ name }) => name === server) ?? {};
  const isLookedUp = lookUp !== undefined || then.some(readsServer);
  const isVersionKnown = exhaustive?.subject.receiverVersion != null;
  return [
    ...(isLookedUp ? [] : (['side_effects'] as const)),
    ...(equal > 0 ? (['equal_messages'] as const) : []),
    ...(when.some(({ action }) => action === 'check') ? (['check_steps'] as const) : []),
    ...(clock.header === null && clock.notifyUrl === null ? (['server_clock'] as const) : []),
    ...(position > 0 && !isVersionKnown ? (['resumed'] as const) : []),
  ];
}

/** What is known without disturbances. */
interface Known {
  readonly baseline: FinishedRun;
  readonly explored: Explored;
  /** Messages with the same body as others. */
  readonly equal: number;
}

/** Runs the scenario without disturbances. The result, if none can be tried. */
async function runBaseline(
  scenario: Scenario,
  target: ExploreTarget,
  options: ExploreOptions,
  run: RunText,
  onUnchecked: (what: Unchecked) => void,
): Promise<Known | Result> {
  const baseline = await runUndisturbed(target, run, null);
  const { report, undisturbed } = baseline;
  const [reason] = report.inconclusive;
  if (reason !== undefined) return inconclusive(reasonOf(reason, target));
  const { messages, equal } = messagesOf(baseline, proxyOf(target.server));
  uncheckedIn(scenario, target, options, equal).forEach(onUnchecked);
  const failed = failuresOf(baseline);
  if (failed.length > 0) {
    const redact = redactSecretsOf(scenario);
    const finding = undisturbedFinding(baseline, failed, scenario, target, redact);
    return { verdict: 'failed', finding };
  }
  if (undisturbed.some((value) => value !== undefined)) {
    const again = await runUndisturbed(target, run, baseline);
    const [undecided] = again.report.inconclusive;
    if (undecided !== undefined) return inconclusive(reasonOf(undecided, target));
    const [different] = failuresOf(again);
    if (different !== undefined) return inconclusive(stateDiffers(different.expectation, target));
  }
  const destination = destinationOf(scenario, target.server);
  if (messages.length === 0 || destination === undefined)
    return inconclusive(nothingToDisturb(target, equal));
  const forgery = forgeryOf(destination, lookedUpIn(scenario, target), baseline);
  return { baseline, explored: { messages, backoff: backoffOf(destination), forgery }, equal };
}

/** Expectations that read the server when a run has ended. */
const readAtEnd = ({ then }: Scenario, { server, added }: ExploreTarget): boolean =>
  added.some(readsServer) ||
  then.some(
    (one) =>
      (one.subject === 'lookUp' && one.server === server) ||
      (one.subject === 'probe' && one.server === server && one.holds === 'at end'),
  );

/** A shortest schedule that still fails. The reason instead, if the server stopped and may have failed because of that. */
async function shorten(
  start: Confirmed<Failure>,
  { messages }: Explored,
  { tryOut }: Pick<Trials, 'tryOut'>,
  {
    scenario,
    target,
    onTry,
    onUndecided,
  }: {
    readonly scenario: Scenario;
    readonly target: ExploreTarget;
    readonly onTry: (schedule: Schedule) => void;
    readonly onUndecided: (reason: Reason) => void;
  },
): Promise<Confirmed<Failure> | Reason> {
  let runs = 0;
  /** In the first run. */
  let stopped: Reason | null = null;
  const rerun = async (schedule: Schedule): Promise<Outcome<Failure>> => {
    onTry(schedule);
    const again = await tryOut(schedule, { isShrinking: true });
    runs += 1;
    if (again.kind === 'passed' || again.kind === 'failed') return again;
    onUndecided(again.reason);
    const isStopped = again.kind === 'stopped' && again.reason.code !== 'interrupted';
    if (isStopped && runs === 1) stopped = again.reason;
    return { kind: again.kind };
  };
  const shortest = await shrink(start, messages, rerun, messagesIn);
  if (stopped === null) return shortest;
  const { failed, failure } = start;
  const wasRead = readAtEnd(scenario, target) && failure.run.report.inconclusive.length === 0;
  // A hang was confirmed before; anything else may have been confirmed by a later run.
  const isConfirmed = failed > 1 || shortest.schedule !== start.schedule || shortest.failed > 1;
  return isConfirmed || wasRead ? shortest : stoppedReason(stopped, start.schedule, target);
}

export async function explore(
  scenario: Scenario,
  target: ExploreTarget,
  options: ExploreOptions,
  ports: ExplorePorts,
): Promise<ExplorationReport> {
  const { seed, command, exhaustive } = options;
  const { signal, run } = ports;
  const redact = redactSecretsOf(scenario);
  const kinds = kindsInOrder(options.kinds);
  const mock = proxyOf(target.server);
  const startedAt = ports.now();
  const elapsedMs = (): number => ports.now() - startedAt;
  const unchecked = new Set(options.unchecked);
  const onUnchecked = (what: Unchecked): void => void unchecked.add(what);
  let search: Search | null = null;
  /** Why a run had no verdict. */
  let undecided: Reason | null = null;

  const coverage = (): ExplorationCoverage => search?.coverage() ?? noCoverage;

  /** By the time that the runs so far took. */
  function remainingMs(): number | null {
    const { schedules = 0, runs = 0 } = search?.untried() ?? {};
    return runs === 0 || schedules === 0 ? null : Math.round((elapsedMs() / runs) * schedules);
  }

  const show = (phase: ExplorationProgress['phase'], schedule: Schedule): void =>
    ports.progress({
      ...{ phase, schedule: redact([...schedule]), coverage: coverage() },
      ...{ elapsedMs: Math.round(elapsedMs()), remainingMs: remainingMs() },
    });

  const report = (result: Result): ExplorationReport => ({
    ...{ reason: undecided ?? search?.undecided() ?? null, finding: null, isComplete: false },
    ...{ coverage: coverage(), unchecked: [...unchecked], seed, command },
    position: search?.position() ?? options.position,
    remainingMs: remainingMs(),
    exhaustive: (exhaustive && search?.exhaustive(exhaustive)) ?? null,
    ...result,
  });

  show('baseline', []);
  const known = await runBaseline(scenario, target, options, run, onUnchecked);
  if ('verdict' in known) return report(known);
  const { baseline, explored, equal } = known;
  const trials = createTrials({
    ...{ scenario, target, explored, baseline, run, signal, onUnchecked },
    isExhaustive: exhaustive !== null,
  });
  const isPredicted = exhaustive?.prunes === true && equal === 0 && dependsOnOrderOnly(scenario);
  const times = isPredicted ? await trials.attemptTimes() : null;
  const plan = planOf(explored, { kinds, seed, exhaustive }, times);
  if (plan === null) return report(inconclusive(tooManySchedules));
  const adaptedMs =
    exhaustive === null ? budgetFor(elapsedMs(), plan.required.length - options.position) : null;
  const budgetMs = options.budgetMs ?? adaptedMs ?? Number.POSITIVE_INFINITY;
  search = createSearch(plan, trials, {
    ...{ position: options.position, unpredicted: exhaustive?.unpredicted ?? [], mock },
    isOver: (runs) =>
      options.maxRuns === null ? elapsedMs() >= budgetMs : runs >= options.maxRuns,
    onTry: (schedule) => show('searching', schedule),
  });
  const result = await search.run();
  if (result.kind === 'stopped') return report(inconclusive(result.reason));
  if (result.kind !== 'found') {
    const end = { coverage: coverage(), remainingMs: remainingMs(), undecided: search.undecided() };
    return report(conclusionOf(end, options, lookUpsOf(scenario, target).size > 0));
  }
  const { start } = result;
  const isStuck = async (): Promise<boolean> => {
    const again = await runUndisturbed(target, run, baseline);
    return hangOf(again.history, target) !== null;
  };
  if (start.failure.hang !== null && (await isStuck())) undecided = stuckReason(target);
  const of = { scenario, target, explored, undisturbed: baseline.undisturbed, command, redact };
  // Any shorter schedule would fail, too.
  if (undecided !== null) return report({ verdict: 'failed', finding: findingOf(start, of) });
  const shortest = await shorten(start, explored, trials, {
    ...{ scenario, target },
    onTry: (schedule) => show('shrinking', schedule),
    onUndecided(reason) {
      undecided = reason;
    },
  });
  if ('code' in shortest) return report(inconclusive(shortest));
  return report({ verdict: 'failed', finding: findingOf(shortest, of) });
}
