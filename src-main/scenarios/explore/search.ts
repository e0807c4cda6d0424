/** Tries schedules in their order, until one fails, all have a verdict, or the budget is used up. */
import type {
  DisturbanceKind,
  ExplorationCoverage,
  ExplorationReport,
} from '#shared/scenarios/schema/exploration.ts';
import type { Explored } from './disturbances.ts';
import {
  type AttemptTimes,
  type ExhaustiveOptions,
  type ExhaustivePlan,
  isAsPredicted,
  type PlannedSchedule,
  planExhaustive,
} from './exhaustive.ts';
import type { Reason } from './reasons.ts';
import {
  type Coverage,
  createCoverage,
  requiredSchedules,
  type Schedule,
  scheduleKey,
  schedulesOf,
} from './schedules.ts';
import type { Confirmed } from './shrink.ts';
import type { Failure, Trials, TriedSchedule } from './trials.ts';

/** What is tried, in this order. */
export interface Plan {
  readonly schedules: Iterable<PlannedSchedule>;
  readonly coverage: Coverage;
  /** Keys of those that a complete exploration needs. */
  readonly required: readonly string[];
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
export function planOf(
  explored: Explored,
  {
    kinds,
    seed,
    exhaustive,
  }: {
    readonly kinds: readonly DisturbanceKind[];
    readonly seed: number;
    readonly exhaustive: ExhaustiveOptions | null;
  },
  times: AttemptTimes | null,
): Plan | null {
  if (exhaustive === null) {
    const required = requiredSchedules(explored, kinds);
    return {
      schedules: searched(explored, kinds, seed),
      coverage: createCoverage(explored, kinds, required),
      required: required.map(scheduleKey),
      all: null,
    };
  }
  const all = planExhaustive(explored, kinds, { ...exhaustive, times });
  if (all === null) return null;
  const { schedules } = all;
  const planned = schedules.map(({ schedule }) => schedule);
  return {
    ...{ all, schedules, coverage: createCoverage(explored, kinds, planned) },
    required: schedules.map(({ key }) => key),
  };
}

export type SearchResult =
  | { readonly kind: 'complete' | 'over' }
  | { readonly kind: 'found'; readonly start: Confirmed<Failure> }
  | Extract<TriedSchedule, { kind: 'stopped' }>;

export interface SearchOptions {
  /** Schedules that an earlier exploration decided. */
  readonly position: number;
  /** Of an earlier exploration. */
  readonly unpredicted: readonly number[];
  /** The mock endpoint in front of the server. */
  readonly mock: string;
  /** Before a schedule is tried, by the number of those that were: whether the budget is used up. */
  readonly isOver: (runs: number) => boolean;
  /** Called before a schedule is tried. */
  readonly onTry: (schedule: Schedule) => void;
}

export function createSearch(
  plan: Plan,
  { tryOut }: Pick<Trials, 'tryOut'>,
  options: SearchOptions,
) {
  const toRun = new Set(plan.required);
  /** Schedules, in their order, that were tried. */
  let position = 0;
  /** Of the first schedule without a verdict. */
  let undecidedAt: number | null = null;
  let inconclusive = 0;
  let undecided: Reason | null = null;
  /** Schedules that ran, including those of an earlier exploration; and those that need not. */
  let [ran, equivalent] = [0, 0];
  /** Schedules of this exploration that ran. */
  let runs = 0;
  const unpredicted: number[] = [];
  const unpredictedBefore = new Set(options.unpredicted);
  /** Keys of schedules that passed as predicted: those that are equivalent would pass, too. */
  const passed = new Set<string>();

  /** Whether it has a verdict, and the server received what was predicted. Ends the search with a result. */
  async function tryPlanned(
    planned: PlannedSchedule,
  ): Promise<{ readonly isDecided: boolean; readonly isPredicted: boolean } | SearchResult> {
    const { schedule } = planned;
    if (options.isOver(runs)) return { kind: 'over' };
    options.onTry(schedule);
    const tried = await tryOut(schedule, { isShrinking: false });
    if (tried.kind === 'stopped') return tried;
    runs += 1;
    if (tried.kind === 'failed') {
      ran += 1;
      plan.coverage.add(schedule, true);
      const { failure, tries } = tried;
      return { kind: 'found', start: { schedule, runs: tries, failed: tries, failure } };
    }
    if (tried.kind === 'passed')
      return { isDecided: true, isPredicted: isAsPredicted(planned, tried.history, options.mock) };
    inconclusive += 1;
    undecidedAt ??= position;
    undecided = tried.reason;
    return { isDecided: false, isPredicted: false };
  }

  return {
    async run(): Promise<SearchResult> {
      for (const planned of plan.schedules) {
        const { schedule, key } = planned;
        const isEquivalent = passed.has(key);
        const result =
          isEquivalent || position < options.position
            ? { isDecided: true, isPredicted: !unpredictedBefore.has(position) }
            : await tryPlanned(planned);
        if ('kind' in result) return result;
        const { isDecided, isPredicted } = result;
        if (isEquivalent) equivalent += 1;
        else {
          ran += 1;
          if (isPredicted) passed.add(key);
          else if (isDecided) unpredicted.push(position);
        }
        if (isDecided) toRun.delete(key);
        plan.coverage.add(schedule, isDecided);
        position += 1;
      }
      return { kind: 'complete' };
    },

    coverage: (): ExplorationCoverage => ({ runs: ran, inconclusive, ...plan.coverage.counts() }),

    /** Schedules that a complete exploration needs and that have no verdict, and how many ran. */
    untried: () => ({ schedules: toRun.size, runs }),

    /** Schedules at the start that all have a verdict. */
    position: (): number => undecidedAt ?? position,

    /** Of the last schedule without a verdict. */
    undecided: (): Reason | null => undecided,

    exhaustive({
      maxDisturbances,
      shard,
      subject,
    }: ExhaustiveOptions): ExplorationReport['exhaustive'] {
      if (plan.all === null) return null;
      const { total: schedules, hash: schedulesHash } = plan.all;
      return {
        ...{ maxDisturbances, schedules, schedulesHash, shard },
        ...{ ran, equivalent, unpredicted, ...subject },
      };
    },
  };
}

export type Search = ReturnType<typeof createSearch>;
