/**
 * Runs a scenario again and again, each time with other disturbances of the deliveries to a server,
 * until one makes it fail or the budget is used up. A finding is shrunk and written as a scenario.
 */

import { backoffOf } from '#shared/profiles/profiles.ts';
import { findingHeader } from '#shared/scenarios/exploration-text.ts';
import type { Scenario } from '#shared/scenarios/scenario.ts';
import {
  adaptedBudgetMs,
  type DisturbanceKind,
  type ExplorationCoverage,
  type ExplorationProgress,
  type ExplorationReport,
  type FailedExpectation,
  type Finding,
  type Hang,
  type Unchecked,
} from '#shared/scenarios/schema/exploration.ts';
import type { HistoryEvent } from '#shared/scenarios/schema/history.ts';
import type { Check, RunReport } from '#shared/scenarios/schema/report.ts';
import { type RedactSecrets, redactSecretsOf } from '#shared/scenarios/secret-values.ts';
import type { HistoryIndex } from '../history/history-index.ts';
import { type Explored, kindsInOrder, rulesOf, stepsOf, tookEffect } from './disturbances.ts';
import {
  type AttemptTimes,
  attemptTimesOf,
  dependsOnOrderOnly,
  type ExhaustiveOptions,
  type ExhaustivePlan,
  failingRules,
  isAsPredicted,
  type PlannedSchedule,
  planExhaustive,
} from './exhaustive.ts';
import { acceptsForgeries, forgeryOf } from './forgery.ts';
import { hangOf, hangTries, maxTimeouts, toleranceOf } from './hang.ts';
import { hintOf } from './hint.ts';
import { messagesOf } from './messages.ts';
import {
  busyReason,
  conclusionOf,
  interruptedReason,
  notDisturbed,
  nothingToDisturb,
  type Reason,
  reasonOf,
  stateDiffers,
  stoppedReason,
  tooManySchedules,
} from './reasons.ts';
import {
  type Coverage,
  createCoverage,
  requiredSchedules,
  type Schedule,
  scheduleKey,
  schedulesOf,
} from './schedules.ts';
import { aheadOfServer } from './server-clock.ts';
import { type Confirmed, type Outcome, shrink } from './shrink.ts';
import { destinationOf, lookedUpIn, readsServer } from './target.ts';
import {
  type ExploreTarget,
  proxyOf,
  type Undisturbed,
  type Variant,
  variantText,
} from './variant.ts';

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

interface FinishedRun {
  readonly report: RunReport;
  readonly history: HistoryIndex;
  /** Virtual time, in milliseconds since the epoch. */
  readonly startsAt: number;
  /** The longest delay of our own timers during the run. */
  readonly ownDelayMs: number;
  /** Values of probes with `asUndisturbed`, by their index in `then`. */
  readonly undisturbed: Undisturbed;
}

export interface ExplorePorts {
  /** Runs the text of a scenario. */
  readonly run: (
    text: string,
    limits: {
      /** Ends it once this many requests got no response in time; null: never. */
      readonly maxTimeouts: number | null;
      /** Milliseconds that side effects get after the last response. */
      readonly leastMs: number;
    },
  ) => Promise<FinishedRun>;
  readonly progress: (progress: ExplorationProgress) => void;
  readonly signal: AbortSignal;
  /** Milliseconds of real time. */
  readonly now: () => number;
}

/** How a run failed: its failed expectations, with their index in `then`. */
interface Failure {
  readonly failed: readonly { readonly index: number; readonly expectation: FailedExpectation }[];
  /** Instead of them. */
  readonly hang: Hang | null;
  /** Expectations that fail with these disturbances even if the server works. */
  readonly excused: ReadonlySet<number>;
  readonly run: FinishedRun;
}

type TriedSchedule =
  | { readonly kind: 'passed'; readonly history: HistoryIndex }
  | { readonly kind: 'undecided'; readonly reason: Reason }
  /** `tries`: all of them failed. */
  | { readonly kind: 'failed'; readonly failure: Failure; readonly tries: number }
  /** No further run is possible. */
  | { readonly kind: 'stopped'; readonly reason: Reason };

const interrupted = { kind: 'stopped', reason: interruptedReason } as const;

/** What is tried, in this order. */
interface Plan {
  readonly schedules: Iterable<PlannedSchedule>;
  readonly coverage: Coverage;
  /** Keys of those that have not run yet, and that a complete exploration needs. */
  readonly toRun: Set<string>;
  /** Null for a search. */
  readonly all: Pick<ExhaustivePlan, 'total' | 'hash'> | null;
}

function* searched(
  explored: Explored,
  kinds: readonly DisturbanceKind[],
  seed: number,
): Generator<PlannedSchedule, void, void> {
  for (const schedule of schedulesOf(explored, kinds, seed))
    yield { schedule, key: scheduleKey(schedule), received: null };
}

/** Null if there are too many. */
function planOf(
  explored: Explored,
  { kinds, seed, exhaustive }: Pick<ExploreOptions, 'kinds' | 'seed' | 'exhaustive'>,
  times: AttemptTimes | null,
): Plan | null {
  if (exhaustive === null) {
    const required = requiredSchedules(explored, kinds);
    return {
      schedules: searched(explored, kinds, seed),
      coverage: createCoverage(explored, kinds, required),
      toRun: new Set(required.map(scheduleKey)),
      all: null,
    };
  }
  const all = planExhaustive(explored, kinds, { ...exhaustive, times });
  if (all === null) return null;
  const { schedules } = all;
  const required = schedules.map(({ schedule }) => schedule);
  return {
    ...{ all, schedules, coverage: createCoverage(explored, kinds, required) },
    toRun: new Set(schedules.map(({ key }) => key)),
  };
}

type SearchResult =
  | { readonly kind: 'complete' | 'over' }
  | { readonly kind: 'found'; readonly start: Confirmed<Failure> }
  | Extract<TriedSchedule, { kind: 'stopped' }>;

/**
 * Time for side effects after the last response. A search waits longer where all messages are disturbed: how long the
 * slowest of their side effects took is then known where one is.
 */
const [quickMs, thoroughMs] = [200, 1_000];

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

const noHeader = {
  steps: [] as Variant['steps'],
  ...{ omitted: new Set<number>(), isIdeal: false, expectsResponses: false, header: null },
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
const failuresOf = ({ report }: FinishedRun, steps: Variant['steps'] = []): Failure['failed'] =>
  report.checks
    .filter(({ kind }) => kind === 'expectation')
    .flatMap((check, index) =>
      check.verdict === 'failed'
        ? [{ index: index - checksIn(steps), expectation: toExpectation(check) }]
        : [],
    );

/** Messages that a failure names. */
const messagesIn = ({ failed, hang }: Pick<Failure, 'failed' | 'hang'>): readonly string[] => [
  ...failed.flatMap(({ expectation }) => expectation.messageId ?? []),
  ...(hang?.messageIds ?? []),
];

/** At most this many events of a finding are reported. */
const maxEvents = 200;

/** What happened in a run that failed. */
function timelineOf(
  { failed, hang, run: { report, history } }: Pick<Failure, 'failed' | 'hang' | 'run'>,
  schedule: Schedule,
  redact: RedactSecrets,
): Pick<Finding, 'timeline' | 'virtualMs' | 'events'> {
  const concerned = new Set([
    ...schedule.map(({ messageId }) => messageId),
    ...messagesIn({ failed, hang }),
  ]);
  const events = history.events.flatMap((event): HistoryEvent[] => {
    if (!('messageId' in event) || !concerned.has(event.messageId ?? '')) return [];
    if (event.kind === 'message') return [{ ...event, body: null }];
    if (event.kind === 'attempt') return [{ ...event, headers: [] }];
    return event.kind === 'request' ? [{ ...event, headers: [], body: '' }] : [];
  });
  const { timeline, virtualMs } = report;
  return { timeline, virtualMs, events: redact(events.slice(0, maxEvents)) };
}

export async function explore(
  scenario: Scenario,
  target: ExploreTarget,
  options: ExploreOptions,
  ports: ExplorePorts,
): Promise<ExplorationReport> {
  const { seed } = options;
  const redact = redactSecretsOf(scenario);
  const kinds = kindsInOrder(options.kinds);
  const startedAt = ports.now();
  /** Expectations about the server itself: lookups and probes. */
  const lookUps = new Set(
    [...scenario.then, ...target.added].flatMap((expectation, index) =>
      readsServer(expectation) ? [index] : [],
    ),
  );
  let undisturbed: Undisturbed = [];
  const destination = destinationOf(scenario, target.server);
  /** Whether the server responds to each request in time without disturbances. */
  let respondsUndisturbed = false;
  /** Null: none. */
  let { budgetMs } = options;
  const run = (
    variant: Variant,
    { timeouts = maxTimeouts, leastMs = thoroughMs } = {},
  ): Promise<FinishedRun> =>
    ports.run(variantText(target, variant, undisturbed), {
      maxTimeouts: respondsUndisturbed ? timeouts : null,
      leastMs,
    });

  /** Schedules, in their order, that were tried. */
  let position = 0;
  /** Of the first schedule without a verdict. */
  let undecidedAt: number | null = null;
  let inconclusive = 0;
  let lastReason: Reason | null = null;
  let plan: Plan | null = null;
  /** Schedules that ran, including those of an earlier exploration; and those that need not. */
  let [ran, equivalent] = [0, 0];
  /** Runs of this exploration. */
  let runs = 0;
  const unpredicted: number[] = [];
  const unchecked = new Set(options.unchecked);

  const coverage = (): ExplorationCoverage =>
    plan === null ? noCoverage : { runs: ran, inconclusive, ...plan.coverage.counts() };

  const show = (phase: ExplorationProgress['phase'], schedule: Schedule): void =>
    ports.progress({
      ...{ phase, schedule: redact([...schedule]), coverage: coverage() },
      elapsedMs: Math.round(ports.now() - startedAt),
      remainingMs: remainingMs(),
    });

  const report = (
    result: Pick<ExplorationReport, 'verdict'> &
      Partial<Pick<ExplorationReport, 'reason' | 'finding' | 'isComplete'>>,
  ): ExplorationReport => ({
    ...{ reason: lastReason, finding: null, isComplete: false },
    ...{ coverage: coverage(), unchecked: [...unchecked], seed, command: options.command },
    position: plan === null ? options.position : (undecidedAt ?? position),
    remainingMs: remainingMs(),
    exhaustive: exhaustive(),
    ...result,
  });

  function exhaustive(): ExplorationReport['exhaustive'] {
    if (options.exhaustive === null || plan === null || plan.all === null) return null;
    const { maxDisturbances, shard, subject } = options.exhaustive;
    const { total: schedules, hash: schedulesHash } = plan.all;
    return {
      ...{ maxDisturbances, schedules, schedulesHash, shard },
      ...{ ran, equivalent, unpredicted, ...subject },
    };
  }

  /** By the time that the runs so far took. */
  function remainingMs(): number | null {
    const untried = plan?.toRun.size ?? 0;
    if (runs === 0 || untried === 0) return null;
    return Math.round(((ports.now() - startedAt) / runs) * untried);
  }

  /** By the kinds of a schedule: expectations that fail with them in any case. */
  const excusedByKinds: {
    readonly kinds: readonly string[];
    readonly excused: ReadonlySet<number>;
  }[] = [];

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
    const ideal = await run({ ...noHeader, rules, isIdeal: true });
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
    if (isForgeable) unchecked.add('signatures');
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

  async function tryOut(schedule: Schedule, of: Explored): Promise<TriedSchedule> {
    const rules = rulesOf(schedule, of);
    const steps = stepsOf(schedule, of, target.server);
    let hangs = 0;
    let firstHang: TriedSchedule | null = null;
    let late = 0;
    for (;;) {
      if (ports.signal.aborted) return interrupted;
      const finished = await run(
        { ...noHeader, rules, steps },
        {
          timeouts: hangs === 0 && schedule.length === 1 ? maxTimeouts : 1,
          leastMs: schedule.length === 1 && options.exhaustive === null ? quickMs : thoroughMs,
        },
      );
      if (ports.signal.aborted) return interrupted;
      const hang = respondsUndisturbed ? hangOf(finished.history, target) : null;
      if (hang !== null && finished.ownDelayMs > toleranceOf(target)) {
        late += 1;
        if (late < hangTries) continue;
        return { kind: 'undecided', reason: busyReason(finished.ownDelayMs, target) };
      }
      const judged = await judge(finished, hang, { schedule, rules, steps });
      if (judged.kind === 'stopped' && hangs > 0)
        return { ...judged, reason: stoppedReason(judged.reason, schedule, target) };
      if (judged.kind !== 'failed' || judged.failure.hang === null) return judged;
      hangs += 1;
      // It shows which requests wait for each other; the others only confirm it.
      firstHang ??= { ...judged, tries: hangTries };
      if (hangs === hangTries) return firstHang;
    }
  }

  function findingOf(confirmed: Confirmed<Failure>, of: Explored): ExplorationReport['finding'] {
    const { schedule, runs, failed, failure } = confirmed;
    const finding = {
      disturbances: [...schedule],
      failures: failure.failed.map(({ expectation }) => expectation),
      ...{ hint: null, hang: failure.hang, failed, runs, text: null },
      ...timelineOf(failure, schedule, redact),
    };
    const header = findingHeader(finding, {
      ...{ scenario: redact(scenario.name), command: options.command },
    });
    const variant = {
      ...{ ...noHeader, rules: rulesOf(schedule, of), omitted: failure.excused, header },
      steps: stepsOf(schedule, of, target.server),
      expectsResponses: failure.hang !== null,
    };
    return { ...finding, text: variantText(target, variant, redact(undisturbed)) };
  }

  async function attemptTimes(of: Explored): Promise<AttemptTimes | null> {
    const { history, report } = await run({ ...noHeader, rules: failingRules(of), isIdeal: true });
    return report.inconclusive.length > 0 ? null : attemptTimesOf(history, proxyOf(target.server));
  }

  async function search(of: Explored, { schedules, coverage, toRun }: Plan): Promise<SearchResult> {
    const isOver = (): boolean =>
      options.maxRuns === null
        ? budgetMs !== null && ports.now() - startedAt >= budgetMs
        : runs >= options.maxRuns;
    const before = new Set(options.exhaustive?.unpredicted);
    /** Keys of schedules that passed as predicted: those that are equivalent would pass, too. */
    const passed = new Set<string>();
    for (const planned of schedules) {
      const { schedule, key } = planned;
      const isEquivalent = passed.has(key);
      let isDecided = true;
      let isPredicted = !before.has(position);
      if (!isEquivalent && position >= options.position) {
        if (isOver()) return { kind: 'over' };
        show('searching', schedule);
        const result = await tryOut(schedule, of);
        if (result.kind === 'stopped') return result;
        runs += 1;
        isDecided = result.kind !== 'undecided';
        isPredicted =
          result.kind === 'passed' &&
          isAsPredicted(planned, result.history, proxyOf(target.server));
        if (result.kind === 'undecided') {
          inconclusive += 1;
          undecidedAt ??= position;
          lastReason = result.reason;
        }
        if (result.kind === 'failed') {
          ran += 1;
          coverage.add(schedule, true);
          const { failure, tries } = result;
          return { kind: 'found', start: { schedule, runs: tries, failed: tries, failure } };
        }
      }
      if (isEquivalent) equivalent += 1;
      else {
        ran += 1;
        if (isPredicted) passed.add(key);
        else if (isDecided) unpredicted.push(position);
      }
      if (isDecided) toRun.delete(key);
      coverage.add(schedule, isDecided);
      position += 1;
    }
    return { kind: 'complete' };
  }

  show('baseline', []);
  const baseline = await run({ ...noHeader, rules: [] });
  undisturbed = baseline.undisturbed;
  const [reason] = baseline.report.inconclusive;
  if (reason !== undefined)
    return report({ verdict: 'inconclusive', reason: reasonOf(reason, target) });
  respondsUndisturbed = hangOf(baseline.history, target) === null;
  const { messages, equal } = messagesOf(baseline, proxyOf(target.server));
  addUnchecked(unchecked, scenario, target, equal);
  if (options.position > 0 && options.exhaustive?.subject.receiverVersion == null)
    unchecked.add('resumed');
  const failedBefore = failuresOf(baseline);
  if (failedBefore.length > 0) {
    const failures = failedBefore.map(({ expectation }) => expectation);
    return report({
      verdict: 'failed',
      finding: {
        ...{ disturbances: [], failures, hang: null, failed: 1, runs: 1, text: null },
        hint: hintOf(failures, baseline.history, {
          ...{ mock: proxyOf(target.server), destination },
          lookUp: scenario.given.servers.find(({ name }) => name === target.server)?.lookUp,
        }),
        ...timelineOf({ failed: failedBefore, hang: null, run: baseline }, [], redact),
      },
    });
  }
  if (undisturbed.some((value) => value !== undefined)) {
    const [different] = failuresOf(await run({ ...noHeader, rules: [] }));
    if (different !== undefined)
      return report({ verdict: 'inconclusive', reason: stateDiffers(different.expectation) });
  }
  if (messages.length === 0 || destination === undefined)
    return report({ verdict: 'inconclusive', reason: nothingToDisturb(target, equal) });
  const forgery = forgeryOf(destination, lookedUpIn(scenario, target), baseline);
  const of: Explored = { messages, backoff: backoffOf(destination), forgery };
  const isPredicted = options.exhaustive?.prunes === true && equal === 0;
  const times = isPredicted && dependsOnOrderOnly(scenario) ? await attemptTimes(of) : null;
  plan = planOf(of, { ...options, kinds }, times);
  if (plan === null) return report({ verdict: 'inconclusive', reason: tooManySchedules });
  if (options.exhaustive === null)
    budgetMs ??= budgetFor(ports.now() - startedAt, plan.toRun.size - options.position);
  const result = await search(of, plan);
  if (result.kind === 'stopped') return report({ verdict: 'inconclusive', reason: result.reason });
  if (result.kind !== 'found') {
    const end = { coverage: coverage(), remainingMs: remainingMs(), undecided: lastReason };
    return report(conclusionOf(end, options, lookUps.size > 0));
  }
  const rerun = async (schedule: Schedule): Promise<Outcome<Failure>> => {
    show('shrinking', schedule);
    const again = await tryOut(schedule, of);
    if (again.kind !== 'stopped' && again.kind !== 'undecided') return again;
    lastReason = again.reason;
    return { kind: 'undecided' };
  };
  const shortest = await shrink(result.start, messages, rerun, messagesIn);
  return report({ verdict: 'failed', finding: findingOf(shortest, of) });
}

function addUnchecked(
  unchecked: Set<Unchecked>,
  { clock, given, when, then }: Scenario,
  { server }: ExploreTarget,
  equal: number,
): void {
  const { lookUp } = given.servers.find(({ name }) => name === server) ?? {};
  if (lookUp === undefined && !then.some(readsServer)) unchecked.add('side_effects');
  if (equal > 0) unchecked.add('equal_messages');
  if (when.some(({ action }) => action === 'check')) unchecked.add('check_steps');
  if (clock.header === null && clock.notifyUrl === null) unchecked.add('server_clock');
}
