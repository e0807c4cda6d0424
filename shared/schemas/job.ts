/**
 * Jobs: all long work. Planned, run in chunks at a rate, paused, resumed, cancelled and, where that is
 * possible, undone; durable, so that the program may end in the middle.
 */
import { z } from 'zod';
import { DeliveryState } from './delivery.ts';
import { FilterText } from './filter.ts';
import { Id, Moment, RowId } from './name.ts';

export const bulkActions = ['retry', 'resend', 'cancel', 'delete'] as const;

/**
 * `retry`: sent now (D31). `resend`: its request once more to the first webhook of its destination,
 * outside the ledger and never retried. `cancel`: no further attempt is made. `delete`: settled ones are
 * deleted with all that belongs to them; without a filter, also what belongs to no delivery.
 */
export const BulkAction = z.enum(bulkActions, {
  error: `kind must be one of ${bulkActions.join(', ')}.`,
});
export type BulkAction = z.infer<typeof BulkAction>;

/** `planned`: waits for the job before it. `paused`: by the user, by a restart or by its `error`. */
export const JobState = z.enum([
  'planned',
  'running',
  'paused',
  'completed',
  'failed',
  'cancelled',
  'undone',
]);
export type JobState = z.infer<typeof JobState>;

export const JobCommand = z.enum(['pause', 'resume', 'cancel', 'undo']);
export type JobCommand = z.infer<typeof JobCommand>;

export const skipReasons = [
  'sending',
  'paused',
  'unsettled',
  'ended',
  'no_request',
  'destination_deleted',
  'no_webhook',
  'secret_unreadable',
  'started',
  'changed',
] as const;

/** Why a job, or undoing it, does not apply to a delivery; `shared/lib/job-labels` has the text. */
export const SkipReason = z.enum(skipReasons);
export type SkipReason = z.infer<typeof SkipReason>;

const count = z.number().int().nonnegative();

const SkippedGroup = z.object({ reason: SkipReason, count });
export type SkippedGroup = z.infer<typeof SkippedGroup>;

/**
 * What is in the way of a job. `storage_failed`: it is tried again every second. The others pause it:
 * resume it when that is fixed.
 */
export const JobError = z.object({
  code: z.enum(['storage_failed', 'source_disabled', 'source_deleted']),
  params: z.record(z.string(), z.string()),
});
export type JobError = z.infer<typeof JobError>;

const progress = {
  id: RowId,
  state: JobState,
  /** Whether it takes back what it did. */
  undoing: z.boolean(),
  /** What can be done with it now. */
  commands: z.array(JobCommand),
  /** What it was to work on; null where that is not known beforehand. */
  totalCount: count.nullable(),
  /** What is left at the end was neither done nor skipped: it no longer matched. */
  doneCount: count,
  skippedCount: count,
  skipped: z.array(SkippedGroup),
  /**
   * Further counts of its kind. Cancel: `sending`, those whose attempt was still finished. Resend:
   * `delivered`, `failed` and `blocked` requests.
   */
  counts: z.record(z.string(), count),
  /** What undoing it put back, and what not. */
  undoneCount: count,
  notUndone: z.array(SkippedGroup),
  /** At most so many a second of real time; null: no limit. */
  perSecond: z.number().nullable(),
  /** Estimate of the real time left; null while there is none. */
  remainingMs: z.number().int().nullable(),
  error: JobError.nullable(),
  createdAt: Moment,
  startedAt: Moment.nullable(),
  endedAt: Moment.nullable(),
};

/** What all kinds of jobs have in common. */
export const JobProgress = z.object(progress);
export type JobProgress = z.infer<typeof JobProgress>;

export const Job = z.discriminatedUnion('kind', [
  z.object({
    kind: BulkAction,
    /** In the one form in which the same filter is always written; empty for all deliveries. */
    filter: z.string(),
    ...progress,
  }),
  /** Deletes what is beyond the limits (D49); one job, which runs whenever there is something. */
  z.object({ kind: z.literal('retention'), ...progress }),
  z.object({
    /** Works on users. `counts`: of `additions` and `removals`. */
    kind: z.literal('sync'),
    syncId: RowId,
    computationClass: z.enum(['audience', 'trait']),
    computationId: Id,
    /** As it was at the start. */
    computationName: z.string(),
    /** Counts from 1 within the audience or trait. */
    number: z.number().int(),
    ...progress,
  }),
  z.object({
    /** Works on users. `counts`: `notices` sent and pending deliveries `cancelled`. */
    kind: z.literal('deletion_request'),
    deletionId: Id,
    ...progress,
  }),
]);
export type Job = z.infer<typeof Job>;
export type JobKindName = Job['kind'];

export const jobKinds = [...bulkActions, 'sync', 'deletion_request'] as const;

/** Where a plan stood: deliveries that came later are left out, and ages are judged as they were then. */
export const PlanBounds = z.object({
  /** Row number of the newest delivery; 0 when there was none. */
  newest: z.number().int().nonnegative(),
  /** What ages are measured against. */
  now: Moment,
  matchCount: count,
});
export type PlanBounds = z.infer<typeof PlanBounds>;

/** What a job would do if it were started now. */
export const JobPlan = z.object({
  kind: BulkAction,
  filter: z.string(),
  matchCount: count,
  /** Of these, those that it applies to. */
  applyCount: count,
  /** Of those, the ones being sent just now: that attempt is finished, and is the last. */
  sendingCount: count,
  skipped: z.array(SkippedGroup),
  /** Where those that it applies to go, or would have gone; most first. */
  destinations: z.array(
    z.object({
      destinationId: Id,
      destinationName: z.string(),
      webhookUrls: z.array(z.string()),
      count,
    }),
  ),
  undoable: z.boolean(),
  /** To be given when it is started, so that exactly this is done. */
  bounds: PlanBounds,
});
export type JobPlan = z.infer<typeof JobPlan>;

/** How far a plan is, as often as it can be read, and at last the plan. */
export const PlanProgress = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('progress'),
    /** How much of the list has been looked at, from 0 to 1. */
    share: z.number(),
    matchCount: count,
  }),
  z.object({ kind: z.literal('plan'), plan: JobPlan }),
]);
export type PlanProgress = z.infer<typeof PlanProgress>;

export const ResendRate = z
  .number({ error: 'perSecond must be a number of requests.' })
  .positive('perSecond must be more than 0.')
  .max(10_000, 'perSecond must be at most 10,000: leave it out for no limit.');

const wanted = {
  state: DeliveryState.optional(),
  destinationId: Id.optional(),
  filter: FilterText.optional(),
};

export const PlanRequest = z.object({ kind: BulkAction, ...wanted });
export type PlanRequest = z.infer<typeof PlanRequest>;

export const BulkRequest = z.object({
  kind: BulkAction,
  ...wanted,
  /** Of a resend only. */
  perSecond: ResendRate.optional(),
  /** Those of its plan; without them it is planned and started in one go. */
  bounds: PlanBounds.optional(),
});
export type BulkRequest = z.infer<typeof BulkRequest>;

export const SyncRate = z
  .number({ error: 'perSecond must be a number of identify calls.' })
  .positive('perSecond must be more than 0.')
  .max(10_000, 'perSecond must be at most 10,000: leave it out for as fast as it goes.');

/** How a sync sends. */
export const SyncSettings = z.object({
  perSecond: SyncRate.optional(),
  /** Sends all current users again, including those already synced. */
  full: z.boolean({ error: 'full must be true or false.' }).default(false),
});
export type SyncSettings = z.infer<typeof SyncSettings>;

export const JobRequest = z.discriminatedUnion(
  'kind',
  [
    BulkRequest,
    z.object({
      kind: z.literal('sync'),
      /** Of an audience or a computed trait. */
      computationId: Id,
      ...SyncSettings.shape,
    }),
    z.object({
      kind: z.literal('deletion_request'),
      /** A draft. */
      deletionId: Id,
    }),
  ],
  { error: `kind must be one of ${jobKinds.join(', ')}.` },
);
export type JobRequest = z.infer<typeof JobRequest>;
