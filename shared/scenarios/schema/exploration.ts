/** Exploration: runs a scenario repeatedly with disturbances until it fails. */
import { z } from 'zod';
import { Seed } from '#shared/audiences/computation.ts';
import { HistoryEvent } from './history.ts';
import { Place, RunTimeline, Sha256, Shard } from './report.ts';
import { maxOrigins, VariableValues } from './run.ts';
import { ScenarioFileName, ScenarioText } from './values.ts';

/** Disturbances that at-least-once delivery allows, and requests that anyone can send, the simplest first. */
export const disturbanceKinds = [
  'duplicate',
  'lost_response',
  'reorder',
  'concurrent',
  'late_retry',
  'delete_first',
  'forged',
] as const;
/** Only the command line can restart a server. */
export const commandDisturbanceKinds = ['crash', 'restart'] as const;
export const DisturbanceKind = z.enum([...disturbanceKinds, ...commandDisturbanceKinds]);
export type DisturbanceKind = z.infer<typeof DisturbanceKind>;

/** A disturbance of the delivery of one message. */
export const Disturbance = z.object({ kind: DisturbanceKind, messageId: z.string() });
export type Disturbance = z.infer<typeof Disturbance>;

/** Why a disturbance can't occur in a scenario. */
export const NotApplicable = z.enum([
  /** The destination's profile doesn't retry. */
  'no_retries',
  /** No other message can arrive before one: it would have to come before the last retry that is certain. */
  'single_message',
  /** No user is deleted after a message of theirs, and before its last retry that is certain. */
  'no_deletion',
  /** No request is signed, or no message is looked up. */
  'no_forgery',
]);
export type NotApplicable = z.infer<typeof NotApplicable>;

/** What an exploration can't check. */
export const Unchecked = z.enum([
  /** The server has neither `lookUp` nor `probe`: only status codes and lost messages were checked. */
  'side_effects',
  /** Some messages have the same body, so they can't be distinguished. */
  'equal_messages',
  /** Some schedules were decided by earlier explorations. Without a receiver version, the receiver may have changed since. */
  'resumed',
  /** `check` steps are left out, because a disturbance may delay what they expect. */
  'check_steps',
  /** Neither `clock.header` nor `clock.notifyUrl` is set, so the server's clock did not move. */
  'server_clock',
  /** The server accepts requests with an invalid signature. */
  'signatures',
]);
export type Unchecked = z.infer<typeof Unchecked>;

const Count = z.number().int();

export const ExplorationCoverage = z.object({
  /** Runs with disturbances; those to shrink or confirm a finding don't count. */
  runs: Count,
  /** Runs without a verdict. */
  inconclusive: Count,
  /** Messages that can be disturbed. */
  messages: Count,
  /** Runs with a random combination of disturbances. */
  combinations: Count,
  /** How many messages each disturbance was tried on. */
  kinds: z.array(
    z.object({
      kind: DisturbanceKind,
      tried: Count,
      possible: Count,
      /** Schedules without a verdict: on all messages, and on each of them. */
      untried: Count,
      /** Why it can't occur; null if it can. */
      notApplicable: NotApplicable.nullable(),
    }),
  ),
  /** Pairs of disturbances that occurred in the same run. */
  pairs: z.object({ tried: Count, possible: Count }),
});
export type ExplorationCoverage = z.infer<typeof ExplorationCoverage>;

/** An expectation that failed. */
export const FailedExpectation = z.object({
  name: z.string(),
  place: Place.nullable(),
  expected: z.string().nullable(),
  found: z.string().nullable(),
  /** The first message that it concerns; null if it concerns none. */
  messageId: z.string().nullable(),
  /** How many times it was processed, as looked up; null without a lookup. */
  processed: Count.nullable(),
});
export type FailedExpectation = z.infer<typeof FailedExpectation>;

/** Requests without a response within the time limit, in each of three runs. */
export const Hang = z.object({
  /**
   * Of the first such request; or of two that probably wait for each other, since they were in progress at the same
   * time. The same ID twice stands for two copies.
   */
  messageIds: z.array(z.string()).min(1).max(2),
  timeLimitMs: Count,
});
export type Hang = z.infer<typeof Hang>;

/** Why a scenario probably fails without disturbances. */
export const FindingHint = z.enum([
  /** The requests don't contain the message ID that is looked up. */
  'no_message_id',
]);
export type FindingHint = z.infer<typeof FindingHint>;

/** The shortest schedule of disturbances that makes the scenario fail. */
export const Finding = z.object({
  /** In the order in which the messages arrive. Empty if the scenario fails without any. */
  disturbances: z.array(Disturbance),
  failures: z.array(FailedExpectation),
  /** Null if the reason is unknown, or if there are disturbances. */
  hint: FindingHint.nullable(),
  /** Null if an expectation failed. */
  hang: Hang.nullable(),
  /** How many of `runs` failed: fewer than all for a race condition. */
  failed: Count,
  /** Runs of the shortest schedule. */
  runs: Count,
  /** Timeline of the last run that failed. */
  timeline: RunTimeline,
  virtualMs: Count,
  /**
   * Events of that run for the messages that were disturbed or processed wrongly: at most 200, without
   * headers and bodies.
   */
  events: z.array(HistoryEvent),
  /** The scenario file that repeats it; null if the scenario fails without disturbances. */
  text: z.string().nullable(),
});
export type Finding = z.infer<typeof Finding>;

/** An exploration of all schedules with at most so many disturbances. Without a finding, it is a certificate. */
export const ExhaustiveSearch = z.object({
  maxDisturbances: Count,
  /** All of them, in each shard. */
  schedules: Count,
  /** Of all of them and which are equivalent: the same in each shard. */
  schedulesHash: Sha256,
  /** Null for all of them. */
  shard: Shard.nullable(),
  /** Schedules of the shard that ran, including those before it was resumed. */
  ran: Count,
  /** Schedules of the shard that did not run: the server receives the same as in one that passed. */
  equivalent: Count,
  /**
   * Positions of schedules that passed, but in which the server did not accept each request, or received others
   * than predicted: what is equivalent to them runs, too.
   */
  unpredicted: z.array(Count),
  /** The scenario file and the files that it uses. */
  files: z.array(z.object({ file: z.string(), sha256: Sha256 })),
  /** Null without cases. */
  case: z.string().nullable(),
  /** Of the values that variables were set to, without those of secrets. */
  valuesHash: Sha256,
  /** As given; null if it was not. */
  receiverVersion: z.string().nullable(),
  /** Of Hookwright. */
  version: z.string(),
  startedAt: z.iso.datetime(),
});
export type ExhaustiveSearch = z.infer<typeof ExhaustiveSearch>;

export const ExplorationReport = z.object({
  /** `failed`: there is a finding. `passed`: nothing was found. */
  verdict: z.enum(['passed', 'failed', 'inconclusive']),
  /** Why it could not be carried out, or why some runs were inconclusive; null otherwise. */
  reason: z.object({ code: z.string(), message: z.string() }).nullable(),
  finding: Finding.nullable(),
  coverage: ExplorationCoverage,
  unchecked: z.array(Unchecked),
  seed: Count,
  /** Schedules at the start that all have a verdict, including those before it was resumed. */
  position: Count,
  /** Whether each disturbance has a verdict on all messages, and on each of them (D71). */
  isComplete: z.boolean(),
  /** Milliseconds of real time that the rest would take; null if it is complete or unknown. */
  remainingMs: Count.nullable(),
  /** The command that explores it again. */
  command: z.string(),
  /** Null unless all schedules up to a number of disturbances are tried, which only the command line does. */
  exhaustive: ExhaustiveSearch.nullable(),
});
export type ExplorationReport = z.infer<typeof ExplorationReport>;

/** Bounds of the budget that adapts to the speed of the server. */
export const adaptedBudgetMs = { min: 60_000, max: 600_000 } as const;

export const ExploreRequest = z.object({
  file: ScenarioFileName,
  /** Instead of the file, which need not exist. */
  text: ScenarioText.optional(),
  /** Required if the file has cases. */
  case: z.string().nullable().prefault(null),
  /** The server to explore; required if there are several. */
  server: z.string().nullable().prefault(null),
  disturbances: z
    .array(z.enum(disturbanceKinds))
    .min(1, 'Choose at least one disturbance.')
    .max(disturbanceKinds.length)
    .prefault([...disturbanceKinds]),
  /** Seed for random schedules. */
  seed: Seed.prefault(1),
  /** Milliseconds of real time for the search; null: by the speed of the server, from 1 to 10 minutes. */
  budgetMs: z.number().int().min(1_000).max(86_400_000).nullable().prefault(null),
  /** Number of schedules to skip because an earlier exploration tried them. */
  position: Count.min(0).prefault(0),
  /** What it could not check, from its report. */
  unchecked: z.array(Unchecked).max(Unchecked.options.length).prefault([]),
  /** Whether the exploration may pass even if some disturbances were not tried. */
  allowIncomplete: z.boolean().prefault(false),
  /** Whether the exploration may pass without `lookUp`, based on responses alone. */
  responsesOnly: z.boolean().prefault(false),
  set: VariableValues.prefault({}),
  /** Servers on other machines that requests may be sent to. */
  allowOrigins: z.array(z.string()).max(maxOrigins).prefault([]),
});
export type ExploreRequest = z.infer<typeof ExploreRequest>;

export const ExplorationProgress = z.object({
  /** `baseline`: without disturbances. `shrinking`: looking for the shortest schedule. */
  phase: z.enum(['baseline', 'searching', 'shrinking']),
  /** The disturbances of the current run. */
  schedule: z.array(Disturbance),
  coverage: ExplorationCoverage,
  /** Milliseconds of real time since the start. */
  elapsedMs: Count,
  /** That the rest of a complete search would take; null if unknown. */
  remainingMs: Count.nullable(),
});
export type ExplorationProgress = z.infer<typeof ExplorationProgress>;

export const ExplorationUpdate = z.discriminatedUnion('kind', [
  /** Pass `id` to cancel the exploration. */
  z.object({ kind: z.literal('started'), id: z.string() }),
  z.object({ kind: z.literal('progress'), progress: ExplorationProgress }),
  z.object({ kind: z.literal('finished'), report: ExplorationReport }),
]);
export type ExplorationUpdate = z.infer<typeof ExplorationUpdate>;
