/** Syncs: telling receivers what changed in an audience or computed trait (spec 6, D36). */
import { z } from 'zod';
import { PlannedDestination } from './destination.ts';
import { flag } from './flag.ts';
import { JobError, JobState, SyncSettings } from './job.ts';
import { Id, Moment, RowId } from './name.ts';
import { PreviewDelivery } from './send.ts';

/** One sync with how far its job is. Of each user one identify call is sent. */
export const Sync = z.object({
  id: RowId,
  jobId: RowId,
  computationClass: z.enum(['audience', 'trait']),
  computationId: Id,
  /** Counts from 1 within the audience or trait. */
  number: z.number().int(),
  /** A paused or cancelled one can be resumed until the next one, which sends its rest as well. */
  state: JobState,
  /** Why it was paused; null where the user did that. */
  error: JobError.nullable(),
  cause: z.enum(['manual', 'schedule']),
  /** Identify calls per second of real time; null: as fast as it goes. */
  perSecond: z.number().nullable(),
  /** Whether it sends all users, including those already synced. */
  full: z.boolean(),
  /** Users in the audience or trait when it began. */
  userCount: z.number().int(),
  /** Users to tell `true` or a value, and how many were told. */
  additions: z.number().int(),
  additionsSent: z.number().int(),
  /** Users to tell `false`, or `null` for a trait, and how many were told. */
  removals: z.number().int(),
  removalsSent: z.number().int(),
  /** Whether it can be resumed. */
  resumable: z.boolean(),
  startedAt: Moment,
  /** When it was completed or cancelled. */
  endedAt: Moment.nullable(),
});
export type Sync = z.infer<typeof Sync>;

/** What a sync would send if it were begun now. */
export const SyncPlan = z.object({
  userCount: z.number().int(),
  additions: z.number().int(),
  removals: z.number().int(),
  /** Why it cannot be begun now, as a sentence; null when it can. */
  problem: z.string().nullable(),
  /**
   * `no_destination`: no destination receives the messages, but users count as synced; resend later
   * with `full`.
   */
  warning: z.enum(['no_destination']).nullable(),
  /** Enabled destinations of the source, and whether `integrations` lets them have it. */
  destinations: z.array(PlannedDestination.extend({ outcome: PreviewDelivery.shape.outcome })),
  /** Destinations of the source that are switched off: they get nothing. */
  disabledDestinations: z.array(PlannedDestination),
  /** The first identify call as it would go out; null when there is nothing to tell. */
  first: z.object({ userId: z.string(), deliveries: z.array(PreviewDelivery) }).nullable(),
});
export type SyncPlan = z.infer<typeof SyncPlan>;

/** `?plan=true` sends nothing and tells what would be sent. */
export const StartSyncRequest = z.object({
  params: z.object({ id: Id }),
  query: z.object({ plan: flag('plan').default(false) }).prefault({}),
  body: SyncSettings.nullish(),
});
export type StartSyncRequest = z.infer<typeof StartSyncRequest>;

export const StartSyncResult = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('plan'), plan: SyncPlan }),
  z.object({ kind: z.literal('sync'), sync: Sync }),
]);
export type StartSyncResult = z.infer<typeof StartSyncResult>;
