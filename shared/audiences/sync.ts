/** Syncs send changes of an audience or computed trait to receivers (spec 6, D36). */
import { z } from 'zod';
import { PlannedDestination } from '#shared/connections/destination.ts';
import { NotSentReason } from '#shared/deliveries/delivery.ts';
import { JobError, JobState, SyncSettings } from '#shared/jobs/job.ts';
import { flag, Id, RowId, Timestamp } from '#shared/kit/name.ts';
import { SyncProblem } from '#shared/kit/problem.ts';
import { PreviewDelivery } from '#shared/sending/send.ts';

/** A sync with the progress of its job. It sends one identify message per user. */
export const Sync = z.object({
  id: RowId,
  jobId: RowId,
  computationClass: z.enum(['audience', 'trait']),
  computationId: Id,
  /** Counts from 1 within the audience or trait. */
  number: z.number().int(),
  /** Can be resumed until the next sync, which includes the rest. */
  state: JobState,
  /** Why it was paused; null if paused by the user. */
  error: JobError.nullable(),
  cause: z.enum(['manual', 'schedule']),
  /** Identify messages per second of real time; null: no limit. */
  perSecond: z.number().nullable(),
  /** Whether it sends all users, including those already synced. */
  full: z.boolean(),
  /** Users in the audience or trait at the start. */
  userCount: z.number().int(),
  /** Users to sync with `true` or a value. */
  additions: z.number().int(),
  additionsSent: z.number().int(),
  /** Users to sync with `false`, or `null` for a trait. */
  removals: z.number().int(),
  removalsSent: z.number().int(),
  /** Whether it can be resumed. */
  resumable: z.boolean(),
  startedAt: Timestamp,
  /** When it was completed or cancelled. */
  endedAt: Timestamp.nullable(),
});
export type Sync = z.infer<typeof Sync>;

/** What starting a sync now would send. */
export const SyncPlan = z.object({
  userCount: z.number().int(),
  additions: z.number().int(),
  removals: z.number().int(),
  /** Estimated real time at the rate; null without one. */
  estimatedMs: z.number().int().nullable(),
  /** Why it can't be started; null if it can. */
  problem: SyncProblem.nullable(),
  /** Enabled destinations of the source, and why they receive nothing. */
  destinations: z.array(PlannedDestination.extend({ notSent: NotSentReason.nullable() })),
  /** Disabled destinations of the source: they receive nothing. */
  disabledDestinations: z.array(PlannedDestination),
  /** The first identify message; null if there is nothing to sync. */
  first: z.object({ userId: z.string(), deliveries: z.array(PreviewDelivery) }).nullable(),
});
export type SyncPlan = z.infer<typeof SyncPlan>;

/** `?plan=true` sends nothing and returns the plan. */
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
