/**
 * Runs a scenario again and again, each time with other disturbances of the deliveries to a server,
 * until one makes it fail or the budget is used up. A finding is shrunk and written as a scenario.
 */

import { backoffOf } from '#shared/profiles/profiles.ts';
import {
  findingHeader,
  incompleteText,
  noDisturbancesText,
  sideEffectsText,
  untriedIn,
} from '#shared/scenarios/exploration-text.ts';
import type { Scenario } from '#shared/scenarios/scenario.ts';
import type {
  DisturbanceKind,
  ExplorationCoverage,
  ExplorationProgress,
  ExplorationReport,
  FailedExpectation,
  Finding,
  Unchecked,
} from '#shared/scenarios/schema/exploration.ts';
import type { HistoryEvent } from '#shared/scenarios/schema/history.ts';
import type { Check, InconclusiveReason, RunReport } from '#shared/scenarios/schema/report.ts';
import { type RedactSecrets, redactSecretsOf } from '#shared/scenarios/secret-values.ts';
import type { HistoryIndex } from '../history/history-index.ts';
import { type Explored, kindsInOrder, rulesOf } from './disturbances.ts';
import { hintOf } from './hint.ts';
import { messagesOf } from './messages.ts';
import { coverageOf, type Schedule, scheduleKey, schedulesOf } from './schedules.ts';
import { type Confirmed, shrink } from './shrink.ts';
import { type ExploreTarget, proxyOf, type Variant, variantText } from './variant.ts';

export interface ExploreOptions {
  readonly kinds: readonly DisturbanceKind[];
  readonly seed: number;
  /** Milliseconds of real time for the search; null: no limit. */
  readonly budgetMs: number | null;
  /** Maximum number of schedules; null: no limit. */
  readonly maxRuns: number | null;
  /** Schedules that an earlier exploration decided. */
  readonly position: number;
  readonly allowIncomplete: boolean;
  readonly responsesOnly: boolean;
  /** The command that explores it again. */
  readonly command: string;
}

interface FinishedRun {
  readonly report: RunReport;
  readonly history: HistoryIndex;
}

export interface ExplorePorts {
  /** Runs the text of a scenario. */
  readonly run: (text: string) => Promise<FinishedRun>;
  readonly progress: (progress: ExplorationProgress) => void;
  readonly signal: AbortSignal;
}

/** How a run failed: its failed expectations, with their index in `then`. */
interface Failure {
  readonly failed: readonly { readonly index: number; readonly expectation: FailedExpectation }[];
  /** Expectations that fail with these disturbances even if the server works. */
  readonly excused: ReadonlySet<number>;
  readonly run: FinishedRun;
}

type Reason = NonNullable<ExplorationReport['reason']>;

type TriedSchedule =
  | { readonly kind: 'passed' | 'undecided' }
  | { readonly kind: 'failed'; readonly failure: Failure }
  /** No further run is possible. */
  | { readonly kind: 'stopped'; readonly reason: Reason };

type SearchResult =
  | { readonly kind: 'complete' | 'over' }
  | { readonly kind: 'found'; readonly start: Confirmed<Failure> }
  | Extract<TriedSchedule, { kind: 'stopped' }>;

const interrupted = {
  kind: 'stopped',
  reason: { code: 'interrupted', message: 'The exploration was interrupted.' },
} as const;

const reasonOf = ({ code, message }: InconclusiveReason, { server }: ExploreTarget): Reason => ({
  code,
  message:
    code === 'stall' || code === 'time_limit'
      ? `${server} did not finish. Respond to each request within 5 s. ${message}`
      : message,
});

const noCoverage: ExplorationCoverage = {
  runs: 0,
  inconclusive: 0,
  messages: 0,
  combinations: 0,
  kinds: [],
  pairs: { tried: 0, possible: 0 },
};

const noHeader = { omitted: new Set<number>(), isIdeal: false, header: null } as const;

const toExpectation = ({ name, place, expected, found, reference, processed }: Check) => ({
  ...{ name, place, expected, found },
  messageId: reference?.messageId ?? null,
  processed,
});

/** Failed expectations, by their place in `then`: checks come in its order, before the invariants. */
const failuresOf = ({ report }: FinishedRun): Failure['failed'] =>
  report.checks
    .filter(({ kind }) => kind === 'expectation')
    .flatMap((check, index) =>
      check.verdict === 'failed' ? [{ index, expectation: toExpectation(check) }] : [],
    );

/** At most this many events of a finding are reported. */
const maxEvents = 200;

/** What happened in a run that failed. */
function timelineOf(
  { failed, run: { report, history } }: Pick<Failure, 'failed' | 'run'>,
  schedule: Schedule,
  redact: RedactSecrets,
): Pick<Finding, 'timeline' | 'virtualMs' | 'events'> {
  const concerned = new Set([
    ...schedule.map(({ messageId }) => messageId),
    ...failed.flatMap(({ expectation }) => expectation.messageId ?? []),
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
  const startedAt = performance.now();
  const lookUps = new Set(
    [...scenario.then, ...target.added].flatMap((expectation, index) =>
      ('subject' in expectation && expectation.subject === 'lookUp') || 'lookUp' in expectation
        ? [index]
        : [],
    ),
  );
  const destination = scenario.given.destinations.find(({ webhooks }) =>
    webhooks.some((webhook) => 'server' in webhook && webhook.server === target.server),
  );
  const run = (variant: Variant): Promise<FinishedRun> => ports.run(variantText(target, variant));

  /** Schedules, in their order, that were tried. */
  let position = 0;
  /** Of the first schedule without a verdict. */
  let undecidedAt: number | null = null;
  let inconclusive = 0;
  let lastReason: Reason | null = null;
  let explored: Explored | null = null;
  const tried: Schedule[] = [];
  const decided = new Set<string>();
  const unchecked = new Set<Unchecked>();

  const coverage = (): ExplorationCoverage =>
    explored === null
      ? noCoverage
      : { runs: tried.length, inconclusive, ...coverageOf(explored, kinds, tried, decided) };

  const show = (phase: ExplorationProgress['phase'], schedule: Schedule): void =>
    ports.progress({
      ...{ phase, schedule: redact([...schedule]), coverage: coverage() },
      elapsedMs: Math.round(performance.now() - startedAt),
    });

  const report = (
    result: Pick<ExplorationReport, 'verdict'> &
      Partial<Pick<ExplorationReport, 'reason' | 'finding' | 'isComplete'>>,
  ): ExplorationReport => ({
    ...{ reason: lastReason, finding: null, isComplete: false },
    ...{ coverage: coverage(), unchecked: [...unchecked], seed, command: options.command },
    ...{ position: undecidedAt ?? position, remainingMs: remainingMs() },
    ...result,
  });

  /** By the time that the runs so far took. */
  function remainingMs(): number | null {
    const runs = position - options.position;
    const untried = untriedIn(coverage());
    if (runs <= 0 || untried === 0) return null;
    return Math.round(((performance.now() - startedAt) / runs) * untried);
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
    const open = failed.filter(({ index }) => !lookUps.has(index) && !known.has(index));
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

  async function tryOut(schedule: Schedule, of: Explored): Promise<TriedSchedule> {
    if (ports.signal.aborted) return interrupted;
    const rules = rulesOf(schedule, of);
    const finished = await run({ ...noHeader, rules });
    const reason = finished.report.inconclusive[0];
    const failed = failuresOf(finished);
    if (ports.signal.aborted) return interrupted;
    if (failed.length === 0) {
      if (reason === undefined) return { kind: 'passed' };
      lastReason = reasonOf(reason, target);
      // It may have crashed.
      const isStopped = reason.code === 'server_not_reachable' || reason.code === 'reset_failed';
      return isStopped ? { kind: 'stopped', reason: lastReason } : { kind: 'undecided' };
    }
    const excused = await excusedOf(schedule, failed, rules);
    const rest = failed.filter(({ index }) => !excused.has(index));
    return rest.length === 0
      ? { kind: 'passed' }
      : { kind: 'failed', failure: { failed: rest, excused, run: finished } };
  }

  function findingOf(confirmed: Confirmed<Failure>, of: Explored): ExplorationReport['finding'] {
    const { schedule, runs, failed, failure } = confirmed;
    const finding = {
      disturbances: [...schedule],
      failures: failure.failed.map(({ expectation }) => expectation),
      ...{ hint: null, failed, runs, text: null },
      ...timelineOf(failure, schedule, redact),
    };
    const header = findingHeader(finding, {
      ...{ scenario: redact(scenario.name), command: options.command },
    });
    const variant = { ...noHeader, rules: rulesOf(schedule, of), omitted: failure.excused, header };
    return { ...finding, text: variantText(target, variant) };
  }

  async function search(of: Explored): Promise<SearchResult> {
    const isOver = (): boolean =>
      (options.budgetMs !== null && performance.now() - startedAt >= options.budgetMs) ||
      (options.maxRuns !== null && position - options.position >= options.maxRuns);
    for (const schedule of schedulesOf(of, kinds, seed)) {
      if (position >= options.position) {
        if (isOver()) return { kind: 'over' };
        show('searching', schedule);
        const result = await tryOut(schedule, of);
        if (result.kind === 'stopped') return result;
        if (result.kind === 'undecided') {
          inconclusive += 1;
          undecidedAt ??= position;
        } else decided.add(scheduleKey(schedule));
        if (result.kind === 'failed') {
          tried.push(schedule);
          return {
            kind: 'found',
            start: { schedule, runs: 1, failed: 1, failure: result.failure },
          };
        }
      } else decided.add(scheduleKey(schedule));
      tried.push(schedule);
      position += 1;
    }
    return { kind: 'complete' };
  }

  show('baseline', []);
  const baseline = await run({ ...noHeader, rules: [] });
  const [reason] = baseline.report.inconclusive;
  if (reason !== undefined)
    return report({ verdict: 'inconclusive', reason: reasonOf(reason, target) });
  const { messages, equal } = messagesOf(baseline.history, proxyOf(target.server));
  addUnchecked(unchecked, scenario, target, equal);
  const failedBefore = failuresOf(baseline);
  if (failedBefore.length > 0) {
    const failures = failedBefore.map(({ expectation }) => expectation);
    return report({
      verdict: 'failed',
      finding: {
        ...{ disturbances: [], failures, failed: 1, runs: 1, text: null },
        hint: hintOf(failures, baseline.history, {
          mock: proxyOf(target.server),
          destination,
        }),
        ...timelineOf({ failed: failedBefore, run: baseline }, [], redact),
      },
    });
  }
  if (messages.length === 0 || destination === undefined)
    return report({ verdict: 'inconclusive', reason: nothingToDisturb(target, equal) });
  const of: Explored = { messages, backoff: backoffOf(destination) };
  explored = of;
  const result = await search(of);
  if (result.kind === 'stopped') return report({ verdict: 'inconclusive', reason: result.reason });
  if (result.kind !== 'found') {
    const end = { coverage: coverage(), remainingMs: remainingMs(), undecided: lastReason };
    return report(conclusionOf(end, options, lookUps.size > 0));
  }
  const shortest = await shrink(result.start, messages, async (schedule) => {
    show('shrinking', schedule);
    const again = await tryOut(schedule, of);
    return again.kind === 'stopped' ? { kind: 'undecided' } : again;
  });
  return report({ verdict: 'failed', finding: findingOf(shortest, of) });
}

/** What a search without a finding says (D71). */
function conclusionOf(
  {
    coverage,
    remainingMs,
    undecided,
  }: Pick<ExplorationReport, 'coverage' | 'remainingMs'> & { readonly undecided: Reason | null },
  { allowIncomplete, responsesOnly }: ExploreOptions,
  isLookedUp: boolean,
): Pick<ExplorationReport, 'verdict' | 'isComplete'> & { readonly reason?: Reason } {
  const isComplete = untriedIn(coverage) === 0;
  const inconclusive = (reason: Reason) =>
    ({ verdict: 'inconclusive', isComplete, reason }) as const;
  if (coverage.kinds.every(({ possible }) => possible === 0))
    return inconclusive({ code: 'no_disturbances', message: noDisturbancesText(coverage) });
  if (coverage.runs > 0 && coverage.inconclusive === coverage.runs && undecided !== null)
    return inconclusive(undecided);
  if (!isComplete && !allowIncomplete)
    return inconclusive(
      undecided ?? { code: 'incomplete', message: incompleteText({ coverage, remainingMs }) },
    );
  if (!isLookedUp && !responsesOnly)
    return inconclusive({ code: 'side_effects', message: sideEffectsText });
  return { verdict: 'passed', isComplete };
}

function addUnchecked(
  unchecked: Set<Unchecked>,
  { given, when }: Scenario,
  { server }: ExploreTarget,
  equal: number,
): void {
  if (given.servers.find(({ name }) => name === server)?.lookUp === undefined)
    unchecked.add('side_effects');
  if (equal > 0) unchecked.add('equal_messages');
  if (when.some(({ action }) => action === 'check')) unchecked.add('check_steps');
}

const nothingToDisturb = ({ server }: ExploreTarget, equal: number) =>
  equal > 0
    ? {
        code: 'equal_messages',
        message: `The messages to ${server} can't be distinguished by their bodies. Add payloadShape: full to the destination.`,
      }
    : {
        code: 'no_messages',
        message: `No message was delivered to ${server}. Check the source and its destination.`,
      };
