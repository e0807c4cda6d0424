/** Jobs: long work in chunks at a rate, that survives restarts and can be paused and cancelled. */
import { z } from 'zod';
import { AttemptCode, DeliveryState } from '#shared/deliveries/delivery.ts';
import { UrlOutcome } from '#shared/deliveries/retry-urls.ts';
import { FilterText } from '#shared/filter/saved-filter.ts';
import { ChosenUrl, Id, RowId, Timestamp } from '#shared/kit/name.ts';
import { SendProblem, StorageProblem } from '#shared/kit/problem.ts';

export const bulkActions = ['retry', 'copy', 'cancel', 'delete'] as const;

/**
 * `retry`: retries chosen URLs now (D31, D72). `copy`: sends a copy of the request to chosen URLs, outside the ledger,
 * never retried. `cancel`: makes no further attempt. `delete`: deletes finished deliveries with all that
 * belongs to them; without a filter, also data that belongs to no delivery.
 */
export const BulkAction = z.enum(bulkActions, {
  error: `kind must be one of ${bulkActions.join(', ')}.`,
});
export type BulkAction = z.infer<typeof BulkAction>;

/** `planned`: waits for the job before it. `paused`: by the user, a restart or its `error`. */
export const JobState = z.enum([
  'planned',
  'running',
  'paused',
  'completed',
  'failed',
  'cancelled',
]);
export type JobState = z.infer<typeof JobState>;

export const JobCommand = z.enum(['pause', 'resume', 'cancel']);
export type JobCommand = z.infer<typeof JobCommand>;

export const skipReasons = [
  'sending',
  'paused',
  'unfinished',
  'ended',
  'no_request',
  'destination_deleted',
  'no_webhook',
  'not_chosen',
  'secret_unreadable',
  'changed',
] as const;

/** Why a job skips a delivery; `text.ts` has the text. */
export const SkipReason = z.enum(skipReasons);
export type SkipReason = z.infer<typeof SkipReason>;

const count = z.number().int().nonnegative();

const SkippedGroup = z.object({ reason: SkipReason, count });
export type SkippedGroup = z.infer<typeof SkippedGroup>;

/** `storage_failed` is retried every second; the others pause the job until it is resumed. */
export const JobError = z.discriminatedUnion('code', [StorageProblem, ...SendProblem.options]);
export type JobError = z.infer<typeof JobError>;

const progress = {
  id: RowId,
  state: JobState,
  /** Commands allowed in this state. */
  commands: z.array(JobCommand),
  /** Items to process; null if unknown. */
  totalCount: count.nullable(),
  /** Items that are neither done nor skipped at the end no longer matched. */
  doneCount: count,
  skippedCount: count,
  skipped: z.array(SkippedGroup),
  /**
   * Counts per kind. Cancel: `sending`, those in flight. Copy: `copies`, and the outcomes of their attempts.
   */
  counts: z.record(z.string(), count),
  /** Maximum items per second of real time; null: no limit. */
  perSecond: z.number().nullable(),
  /** Estimated real time left; null if unknown. */
  remainingMs: z.number().int().nullable(),
  error: JobError.nullable(),
  createdAt: Timestamp,
  startedAt: Timestamp.nullable(),
  endedAt: Timestamp.nullable(),
};

export const JobProgress = z.object(progress);
export type JobProgress = z.infer<typeof JobProgress>;

export const Job = z.discriminatedUnion('kind', [
  z.object({
    kind: BulkAction,
    /** Normalized; empty for all deliveries. */
    filter: z.string(),
    ...progress,
  }),
  /** Deletes data beyond the retention limits (D49); one job that runs when needed. */
  z.object({ kind: z.literal('retention'), ...progress }),
  z.object({
    /** Items are users. `counts`: `additions` and `removals`. */
    kind: z.literal('sync'),
    syncId: RowId,
    computationClass: z.enum(['audience', 'trait']),
    computationId: Id,
    /** The name at the start. */
    computationName: z.string(),
    /** Counts from 1 within the audience or trait. */
    number: z.number().int(),
    ...progress,
  }),
  z.object({
    /** Items are users. `counts`: `notices` sent and waiting deliveries `cancelled`. */
    kind: z.literal('deletion_request'),
    deletionId: Id,
    ...progress,
  }),
]);
export type Job = z.infer<typeof Job>;
export type JobKindName = Job['kind'];

export const jobKinds = [...bulkActions, 'sync', 'deletion_request'] as const;

/** Fixes what a plan applies to: later deliveries are skipped, ages are measured at plan time. */
export const PlanBounds = z.object({
  /** Row number of the newest delivery; 0 if there was none. */
  newest: z.number().int().nonnegative(),
  now: Timestamp,
  matchCount: count,
});
export type PlanBounds = z.infer<typeof PlanBounds>;

/** Deliveries to one URL with the same outcome so far. */
export const PlannedUrl = z.object({
  destinationId: Id,
  destinationName: z.string(),
  url: z.string(),
  /** `accepted` if any attempt was, otherwise the latest outcome; null before the first attempt. */
  outcome: UrlOutcome,
  /** Deliveries that the action applies to. */
  count,
  /** Of the latest attempt of all these deliveries; null before the first. */
  lastResponse: z
    .object({
      at: Timestamp,
      status: z.number().int().nullable(),
      code: AttemptCode.nullable(),
    })
    .nullable(),
  /** Whether a retry or copy is sent there unless `urls` chooses otherwise. */
  preselected: z.boolean(),
});
export type PlannedUrl = z.infer<typeof PlannedUrl>;

/** Rows of a plan, or `all` of them. */
const ChosenUrls = z.union(
  [
    z.literal('all'),
    z
      .array(PlannedUrl.pick({ destinationId: true, outcome: true }).extend({ url: ChosenUrl }))
      .min(1, 'urls is empty. Choose a URL.')
      .max(10_000, 'urls can have at most 10,000 items. Use "all" or a filter for fewer URLs.'),
  ],
  { error: 'urls must be "all" or a list of URLs of the plan.' },
);
export type ChosenUrls = z.infer<typeof ChosenUrls>;

/** What starting a bulk action now would do. */
export const BulkPlan = z.object({
  kind: BulkAction,
  filter: z.string(),
  matchCount: count,
  /** Matches that it applies to. */
  applyCount: count,
  /** Of those, deliveries in flight: their current attempt is the last. */
  sendingCount: count,
  skipped: z.array(SkippedGroup),
  /** The current URLs of their destinations: those with preselected rows first, then by count. */
  urls: z.array(PlannedUrl),
  /** Pass them to the start to do exactly what was planned. */
  bounds: PlanBounds,
});
export type BulkPlan = z.infer<typeof BulkPlan>;

/** Progress, then the plan. */
export const PlanProgress = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('progress'),
    /** Share of deliveries scanned, from 0 to 1. */
    share: z.number(),
    matchCount: count,
  }),
  z.object({ kind: z.literal('plan'), plan: BulkPlan }),
]);
export type PlanProgress = z.infer<typeof PlanProgress>;

export const CopyRate = z
  .number({ error: 'perSecond must be a number of requests per second.' })
  .positive('perSecond must be more than 0.')
  .max(10_000, 'perSecond must be at most 10,000. Omit it for no limit.');

const criteria = {
  state: DeliveryState.optional(),
  destinationId: Id.optional(),
  filter: FilterText.optional(),
};

export const BulkPlanRequest = z.object({ kind: BulkAction, ...criteria });
export type BulkPlanRequest = z.infer<typeof BulkPlanRequest>;

export const BulkRequest = z.object({
  kind: BulkAction,
  ...criteria,
  /** For copies only. */
  perSecond: CopyRate.optional(),
  /** For retries and copies; omitted: those that a plan preselects. */
  urls: ChosenUrls.optional(),
  /** From its plan; without them, it is planned and started in one step. */
  bounds: PlanBounds.optional(),
});
export type BulkRequest = z.infer<typeof BulkRequest>;

export const SyncRate = z
  .number({ error: 'perSecond must be a number of identify messages per second.' })
  .positive('perSecond must be more than 0.')
  .max(10_000, 'perSecond must be at most 10,000. Omit it for no limit.');

/** How a sync sends. */
export const SyncSettings = z.object({
  perSecond: SyncRate.optional(),
  /** Sends all current users again, including those already synced. */
  full: z.boolean({ error: 'full must be true or false.' }).default(false),
});
export type SyncSettings = z.infer<typeof SyncSettings>;

/** A sync of an audience or a computed trait. */
export const SyncRequest = z.object({
  kind: z.literal('sync'),
  computationId: Id,
  ...SyncSettings.shape,
});
export type SyncRequest = z.infer<typeof SyncRequest>;

/** Starts a draft. */
export const DeletionJobRequest = z.object({
  kind: z.literal('deletion_request'),
  deletionId: Id,
});

export const JobRequest = z.discriminatedUnion(
  'kind',
  [BulkRequest, SyncRequest, DeletionJobRequest],
  { error: `kind must be one of ${jobKinds.join(', ')}.` },
);
export type JobRequest = z.infer<typeof JobRequest>;

// What a plan would send, depending on the chosen URLs (D72).

/** The other actions concern a delivery as a whole. */
export const canChooseUrls = (action: BulkAction): boolean =>
  action === 'retry' || action === 'copy';

export const preselectedUrls = ({ urls }: Pick<BulkPlan, 'urls'>): readonly PlannedUrl[] =>
  urls.filter(({ preselected }) => preselected);

/** Attempts, copies or deliveries. */
export const plannedCount = (
  { kind, applyCount }: Pick<BulkPlan, 'kind' | 'applyCount'>,
  chosen: readonly PlannedUrl[],
): number =>
  canChooseUrls(kind) ? chosen.reduce((total, { count }) => total + count, 0) : applyCount;
