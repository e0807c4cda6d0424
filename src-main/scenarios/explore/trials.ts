/** Runs a scenario with one schedule of disturbances, and judges what the server did. */
import type { Scenario } from '#shared/scenarios/scenario.ts';
import type { FailedExpectation, Hang, Unchecked } from '#shared/scenarios/schema/exploration.ts';
import { defaultProcessingMs } from '#shared/scenarios/schema/given.ts';
import type { Check, RunReport } from '#shared/scenarios/schema/report.ts';
import { readsServer } from '../expect/outside.ts';
import type { HistoryIndex } from '../history/history-index.ts';
import { type Explored, rulesOf, stepsOf, tookEffect } from './disturbances.ts';
import { type AttemptTimes, attemptTimesOf, failingRules } from './exhaustive.ts';
import { acceptsForgeries } from './forgery.ts';
import { hangOf, hangTries, maxTimeouts, toleranceOf } from './hang.ts';
import {
  busyReason,
  interruptedReason,
  notDisturbed,
  type Reason,
  reasonOf,
  stoppedReason,
} from './reasons.ts';
import type { Schedule } from './schedules.ts';
import { aheadOfServer } from './server-clock.ts';
import { destinationOf } from './target.ts';
import {
  type ExploreTarget,
  proxyOf,
  type Undisturbed,
  type Variant,
  variantText,
} from './variant.ts';

export interface FinishedRun {
  readonly report: RunReport;
  readonly history: HistoryIndex;
  /** Virtual time, in milliseconds since the epoch. */
  readonly startsAt: number;
  /** The longest delay of our own timers during the run. */
  readonly ownDelayMs: number;
  /** Values of probes with `asUndisturbed`, by their index in `then`. */
  readonly undisturbed: Undisturbed;
  /** Real time after a response in which its side effects show, as far as it is known, in milliseconds. */
  readonly processingMs: number;
}

/** Runs the text of a scenario. */
export type RunText = (
  text: string,
  limits: {
    /** Ends it once this many requests got no response in time; null: never. */
    readonly maxTimeouts: number | null;
    /** Milliseconds that side effects get after the last response, unless the scenario has `processesWithin`. */
    readonly leastMs: number;
  },
) => Promise<FinishedRun>;

/** How a run failed: its failed expectations, with their index in `then`. */
export interface Failure {
  readonly failed: readonly { readonly index: number; readonly expectation: FailedExpectation }[];
  /** Instead of them. */
  readonly hang: Hang | null;
  /** Expectations that fail with these disturbances even if the server works. */
  readonly excused: ReadonlySet<number>;
  readonly run: FinishedRun;
}

export type TriedSchedule =
  | { readonly kind: 'passed'; readonly history: HistoryIndex }
  | { readonly kind: 'undecided'; readonly reason: Reason }
  /** `tries`: all of them failed. */
  | { readonly kind: 'failed'; readonly failure: Failure; readonly tries: number }
  /** No further run is possible. */
  | { readonly kind: 'stopped'; readonly reason: Reason };

const interrupted = { kind: 'stopped', reason: interruptedReason } as const;

/**
 * Least time for side effects after the last response. A search waits longer where several messages are disturbed. To shorten
 * what failed, it is known how late that showed.
 */
const [quickMs, thoroughMs] = [200, defaultProcessingMs];

export const undisturbedVariant = {
  ...{ rules: [] as Variant['rules'], steps: [] as Variant['steps'], omitted: new Set<number>() },
  ...{ isIdeal: false, expectsResponses: false, processingMs: null, header: null },
} as const;

/** Each checks one expectation. */
const checksIn = (steps: Variant['steps']): number =>
  steps.filter((step) => 'check' in step).length;

const toExpectation = ({ name, place, expected, found, reference, processed }: Check) => ({
  ...{ name, place, expected, found },
  messageId: reference?.messageId ?? null,
  processed,
});

/**
 * Failed expectations, by their place in `then`: checks come in its order, before the invariants. Those of the steps of a
 * schedule come before them, so their index is negative.
 */
export const failuresOf = (
  { report }: Pick<FinishedRun, 'report'>,
  steps: Variant['steps'] = [],
): Failure['failed'] =>
  report.checks
    .filter(({ kind }) => kind === 'expectation')
    .flatMap((check, index) =>
      check.verdict === 'failed'
        ? [{ index: index - checksIn(steps), expectation: toExpectation(check) }]
        : [],
    );

/** Expectations about the server itself: lookups and probes. */
export const lookUpsOf = ({ then }: Scenario, { added }: ExploreTarget): ReadonlySet<number> =>
  new Set([...then, ...added].flatMap((one, index) => (readsServer(one) ? [index] : [])));

/** Runs the scenario without disturbances. `before`: an earlier such run, with whose values it is compared. */
export const runUndisturbed = (
  target: ExploreTarget,
  run: RunText,
  before: Pick<FinishedRun, 'history' | 'undisturbed'> | null,
): Promise<FinishedRun> =>
  run(variantText(target, undisturbedVariant, before?.undisturbed), {
    maxTimeouts: before !== null && hangOf(before.history, target) === null ? maxTimeouts : null,
    leastMs: thoroughMs,
  });

export interface TrialOptions {
  readonly scenario: Scenario;
  readonly target: ExploreTarget;
  readonly explored: Explored;
  /** The run without disturbances. */
  readonly baseline: Pick<FinishedRun, 'history' | 'undisturbed'>;
  readonly isExhaustive: boolean;
  /** Called with what can't be checked. */
  readonly onUnchecked: (what: Unchecked) => void;
  readonly run: RunText;
  readonly signal: AbortSignal;
}

export function createTrials({
  scenario,
  target,
  explored,
  baseline,
  isExhaustive,
  onUnchecked,
  run: runText,
  signal,
}: TrialOptions) {
  const lookUps = lookUpsOf(scenario, target);
  const destination = destinationOf(scenario, target.server);
  /** Whether the server responds to each request in time without disturbances. */
  const respondsUndisturbed = hangOf(baseline.history, target) === null;
  /** By the kinds of a schedule: expectations that fail with them in any case. */
  const excusedByKinds: {
    readonly kinds: readonly string[];
    readonly excused: ReadonlySet<number>;
  }[] = [];

  const run = (
    variant: Partial<Variant>,
    { timeouts = maxTimeouts, leastMs = thoroughMs } = {},
  ): Promise<FinishedRun> =>
    runText(variantText(target, { ...undisturbedVariant, ...variant }, baseline.undisturbed), {
      maxTimeouts: respondsUndisturbed ? timeouts : null,
      leastMs,
    });

  /** Which of these expectations fail even if every request gets 200. */
  async function excusedOf(schedule: Schedule, failed: Failure['failed'], rules: Variant['rules']) {
    const present = schedule.map(({ kind }) => kind);
    const known = new Set(
      excusedByKinds
        .filter((one) => one.kinds.every((kind) => present.some((other) => other === kind)))
        .flatMap(({ excused }) => [...excused]),
    );
    const open = failed.filter(
      ({ index }) => index >= 0 && !lookUps.has(index) && !known.has(index),
    );
    if (open.length === 0) return known;
    const ideal = await run({ rules, isIdeal: true });
    // Without lookups, the others move up.
    const total = scenario.then.length + target.added.length;
    const indexes = Array.from({ length: total }, (_, index) => index).filter(
      (index) => !lookUps.has(index),
    );
    const excused = new Set(failuresOf(ideal).map(({ index }) => indexes[index] ?? -1));
    excusedByKinds.push({ kinds: present, excused });
    return new Set([...known, ...excused]);
  }

  /** Of a run, whose failure is a hang unless an expectation failed. */
  async function judge(
    finished: FinishedRun,
    hang: Hang | null,
    { schedule, rules, steps }: Pick<Variant, 'rules' | 'steps'> & { readonly schedule: Schedule },
  ): Promise<TriedSchedule> {
    const reason = finished.report.inconclusive[0];
    const isForgeable = acceptsForgeries(finished.history);
    if (isForgeable) onUnchecked('signatures');
    // Only what is rejected must have no side effect.
    const failed = failuresOf(finished, steps).filter(({ index }) => index >= 0 || !isForgeable);
    const excused =
      failed.length === 0 ? new Set<number>() : await excusedOf(schedule, failed, rules);
    const rest = failed.filter(({ index }) => !excused.has(index));
    const failure = { failed: rest, hang: rest.length === 0 ? hang : null, excused, run: finished };
    // It may have crashed.
    const isStopped = reason?.code === 'server_not_reachable' || reason?.code === 'reset_failed';
    const ahead = rest.length > 0 ? aheadOfServer(scenario, destination, target, finished) : null;
    if (ahead !== null) return { kind: 'undecided', reason: ahead };
    if (rest.length > 0 || (hang !== null && !isStopped))
      return { kind: 'failed', failure, tries: 1 };
    if (reason === undefined)
      return tookEffect(schedule, finished.history)
        ? { kind: 'passed', history: finished.history }
        : { kind: 'undecided', reason: notDisturbed };
    return { kind: isStopped ? 'stopped' : 'undecided', reason: reasonOf(reason, target) };
  }

  return {
    /** Repeats a run that hangs until the hang is confirmed (D69). */
    async tryOut(
      schedule: Schedule,
      { isShrinking }: { readonly isShrinking: boolean },
    ): Promise<TriedSchedule> {
      const rules = rulesOf(schedule, explored);
      const steps = stepsOf(schedule, explored, target.server);
      let hangs = 0;
      let firstHang: TriedSchedule | null = null;
      let late = 0;
      for (;;) {
        if (signal.aborted) return interrupted;
        const finished = await run(
          { rules, steps },
          {
            timeouts: hangs === 0 && schedule.length === 1 ? maxTimeouts : 1,
            leastMs: !isShrinking && (schedule.length > 1 || isExhaustive) ? thoroughMs : quickMs,
          },
        );
        if (signal.aborted) return interrupted;
        const hang = respondsUndisturbed ? hangOf(finished.history, target) : null;
        if (hang !== null && finished.ownDelayMs > toleranceOf(target)) {
          late += 1;
          if (late < hangTries) continue;
          return { kind: 'undecided', reason: busyReason(finished.ownDelayMs, target) };
        }
        const judged = await judge(finished, hang, { schedule, rules, steps });
        if (judged.kind === 'stopped' && hangs > 0 && !isShrinking)
          return { ...judged, reason: stoppedReason(judged.reason, schedule, target) };
        if (judged.kind !== 'failed' || judged.failure.hang === null) return judged;
        hangs += 1;
        // It shows which requests wait for each other; the others only confirm it.
        firstHang ??= { ...judged, tries: hangTries };
        if (hangs === hangTries) return firstHang;
      }
    },

    /** Null if they can't be determined. */
    async attemptTimes(): Promise<AttemptTimes | null> {
      const { history, report } = await run({ rules: failingRules(explored), isIdeal: true });
      return report.inconclusive.length > 0
        ? null
        : attemptTimesOf(history, proxyOf(target.server));
    },
  };
}

export type Trials = ReturnType<typeof createTrials>;
