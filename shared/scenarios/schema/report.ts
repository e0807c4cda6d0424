/**
 * The report of a run. All other formats are generated from it. Its canonical part (everything but
 * `real`) is the same for the same file, seed, case and version, on every machine.
 */
import { z } from 'zod';
import { Timestamp } from '#shared/kit/name.ts';
import { AttemptCounts, DeliveryCounts } from '#shared/statistics/statistics.ts';

// Limits of lists, since a report may come from a run archive of anyone (D62).
/** A file has at most 500 steps, expectations, tags and endpoints of a kind, and an invariant each. */
const maxItems = 1_100;
/** A lane has a bucket for each of 500 moments. */
const maxBuckets = 1_000;
/** A filter has at most 2,000 characters. */
const maxTerms = 1_000;
/** A predicate has at most three. */
const maxNearest = 100;

const maxOffsetMs = 1e15;
/** Milliseconds of virtual time since the start of the run. */
export const Offset = z.number().int().min(-maxOffsetMs).max(maxOffsetMs);
/** Files write years with four digits. With an offset, a Date can still have it. */
const lastStart = Date.UTC(10_000, 0) - 1;

/** A worse verdict wins: failed over inconclusive over passed. */
export const verdicts = ['passed', 'failed', 'inconclusive'] as const;
export const Verdict = z.enum(verdicts);
export type Verdict = z.infer<typeof Verdict>;

/** A position in a file. Lines and columns count from 1. */
export const Place = z.object({
  file: z.string(),
  line: z.number().int(),
  column: z.number().int(),
});
export type Place = z.infer<typeof Place>;

/** Where to find something in the data of a run. */
export const RunReference = z.object({
  messageId: z.string(),
  destination: z.string().nullable(),
  /** `mock:NAME`, `server:NAME`, or the URL; null for the delivery itself. So are the others. */
  webhook: z.string().nullable(),
  /** From 1, per delivery and webhook. */
  attempt: z.number().int().nullable(),
  /** ID of the `copy` step. */
  copiedBy: z.string().nullable(),
  /** In the log of the mock endpoint, rather than an attempt. */
  isReceived: z.boolean(),
});
export type RunReference = z.infer<typeof RunReference>;

const Reference = RunReference.nullable();

/** A term of a filter, and whether a candidate satisfies it. */
export const CheckedTerm = z.object({
  term: z.string(),
  matches: z.boolean(),
  /** The value found; null if it is absent. */
  found: z.string().nullable(),
});

/** Something that almost satisfies an expectation. */
export const NearestMiss = z.object({
  /** Such as `orders-101, attempt 10`. */
  subject: z.string(),
  at: Offset,
  terms: z.array(CheckedTerm).max(maxTerms),
  reference: Reference,
});
export type NearestMiss = z.infer<typeof NearestMiss>;

export const invariantCodes = [
  'ledger',
  'accepted',
  'requests',
  'signatures',
  'schedule',
  'log',
] as const;
export const InvariantCode = z.enum(invariantCodes);
export type InvariantCode = z.infer<typeof InvariantCode>;

export const Check = z.object({
  kind: z.enum(['expectation', 'invariant']),
  /** The code of an invariant; null for an expectation. */
  code: InvariantCode.nullable(),
  /** Its name, or its subject and predicate. */
  name: z.string(),
  place: Place.nullable(),
  verdict: Verdict.or(z.literal('skipped')),
  /** Why an invariant is skipped. */
  reason: z.string().nullable(),
  /** What was expected and found, one line each; null where it passed. */
  expected: z.string().nullable(),
  found: z.string().nullable(),
  /** What happened to the first message concerned, in one line. */
  history: z.string().nullable(),
  /** The first thing that is not as expected. */
  reference: Reference,
  nearest: z.array(NearestMiss).max(maxNearest),
  /** How many times the first message concerned was processed, as looked up; null without a lookup. */
  processed: z.number().int().nullable(),
  /** Passed, but probably by accident. */
  warnings: z.array(z.string()).max(maxTerms),
  /** When it was decided, in milliseconds of virtual time since the start. */
  decidedAt: Offset,
});
export type Check = z.infer<typeof Check>;

/** Why a run is inconclusive. */
export const InconclusiveReason = z.object({
  code: z.enum([
    'stall',
    'time_limit',
    'server_not_reachable',
    'server_timed_out',
    'server_restart_impossible',
    'http_step_failed',
    'reset_failed',
    'look_up_failed',
    'probe_failed',
    'probe_limit',
    'probe_unread',
    'not_explored',
    'machine_busy',
    'receiver_busy',
    'body_too_large',
    'pattern_limit',
    'fixture_invalid',
    'message_rejected',
    'step_failed',
    'step_not_ended',
    'condition_not_met',
    'product_ended',
    'interrupted',
  ]),
  message: z.string(),
  place: Place.nullable(),
});
export type InconclusiveReason = z.infer<typeof InconclusiveReason>;

const Count = z.number().int();

/** How deliveries went over virtual time: attempts per URL, and how many deliveries waited. */
export const RunFilm = z
  .object({
    /** Virtual time at the start of the run. */
    startsAt: Timestamp,
    /** The most deliveries that waited at once in each bucket of the timeline; in the last one, at its end. */
    waiting: z.array(Count).max(maxBuckets),
    lanes: z
      .array(
        z.object({
          /** `mock:NAME`, `server:NAME`, or the URL. */
          webhook: z.string(),
          buckets: z.array(AttemptCounts.extend({ index: Count })).max(maxBuckets),
        }),
      )
      .max(maxItems),
    /** Deliveries by state. */
    states: DeliveryCounts,
    /** Deliveries that had to wait for another attempt, and how many of them were delivered. */
    held: Count,
    heldDelivered: Count,
    /** Deliveries that ended without being delivered: refused, given up or blocked. */
    lost: Count,
    /** Messages that a URL may have processed more than once. */
    twice: Count,
    /** From the acceptance of a message to its delivery; 0 without a wait. */
    longestWaitMs: Count,
    /** From the end of the last outage until nothing waited; null before, or without an outage. */
    clearedAfterMs: Count.nullable(),
  })
  .refine(({ startsAt }) => startsAt <= lastStart, { path: ['startsAt'] });
export type RunFilm = z.infer<typeof RunFilm>;

/** Steps, outages, and counts of requests per mock endpoint, status class and moment of virtual time. */
export const RunTimeline = z.object({
  film: RunFilm,
  steps: z
    .array(
      z.object({
        id: z.string(),
        action: z.string(),
        name: z.string().nullable(),
        startedAt: Offset,
        endedAt: Offset,
      }),
    )
    .max(maxItems),
  outages: z.array(z.object({ mock: z.string(), from: Offset, until: Offset })).max(maxItems),
  /** At most 500 buckets of equal length. */
  bucketMs: z.number().min(0).max(maxOffsetMs),
  lanes: z
    .array(
      z.object({
        mock: z.string(),
        buckets: z
          .array(
            z.object({
              index: z.number().int(),
              ok: z.number().int(),
              failed: z.number().int(),
              noResponse: z.number().int(),
              /** Copies that the mock endpoint forwarded after the first; absent for none. */
              copies: z.number().int().optional(),
            }),
          )
          .max(maxBuckets),
      }),
    )
    .max(maxItems),
});
export type RunTimeline = z.infer<typeof RunTimeline>;

/** In lists of runs: the path of a file, or a name whose variables are replaced. */
export const RunLabel = z.string().max(4_096);

export const RunReport = z.object({
  format: z.literal(1),
  version: z.string(),
  scenario: z.object({
    file: RunLabel,
    name: RunLabel,
    description: z.string().nullable(),
    tags: z.array(z.string()).max(maxItems),
    /** Null without cases. */
    case: RunLabel.nullable(),
  }),
  seed: z.number().int(),
  verdict: Verdict,
  inconclusive: z.array(InconclusiveReason).max(maxItems),
  checks: z.array(Check).max(maxItems),
  /** SHA-256 of the history, in hex; empty without events. */
  historyHash: z.string(),
  /** Milliseconds of virtual time. */
  virtualMs: Offset,
  counts: z.object({
    messages: z.number().int(),
    deliveries: z.number().int(),
    attempts: z.number().int(),
    requests: z.number().int(),
    /** Deliveries still open at the end. */
    open: z.number().int(),
  }),
  timeline: RunTimeline,
  /** The command that repeats it. */
  command: z.string(),
  real: z.object({
    startedAt: z.iso.datetime(),
    durationMs: z.number().int(),
    /** Path of its run archive; null if none was written. */
    archive: z.string().nullable(),
    /** If its shard was run again: what it gave before, in order. */
    earlierVerdicts: z.array(Verdict).max(maxItems).optional(),
  }),
});
export type RunReport = z.infer<typeof RunReport>;

export const maxShards = 1_000;
const ShardNumber = z.int().min(1).max(maxShards);

/** One of the parts of a suite, from 1. */
export const Shard = z
  .object({ index: ShardNumber, count: ShardNumber })
  .refine(({ index, count }) => index <= count);
export type Shard = z.infer<typeof Shard>;

export const Sha256 = z.string().regex(/^[0-9a-f]{64}$/);

/** A shard, with what is the same in all shards of a suite. */
export const SuiteShard = Shard.and(
  z.object({
    /** Of all runs of the suite: the files, cases and seeds. */
    selectionHash: Sha256,
    /** Of the file that balanced the shards; null without one. */
    durationsHash: Sha256.nullable(),
  }),
);
export type SuiteShard = z.infer<typeof SuiteShard>;

/** The file of `hookwright run --json`. */
export const RunReports = z.object({
  format: z.literal(1),
  startedAt: z.iso.datetime(),
  /** Null for the whole suite. */
  shard: SuiteShard.nullable(),
  /** Runs that were selected. There are fewer reports if it was interrupted, or stopped by failures. */
  planned: z.int(),
  /** Whether a run had other events than the run archive that it replayed, or than the first one with its seed. */
  hasDifferences: z.boolean().default(false),
  reports: z.array(RunReport),
});
export type RunReports = z.infer<typeof RunReports>;
