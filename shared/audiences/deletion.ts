/** Deletion requests: a `delete` message per user and affected source (spec 1, 6; D17, D39). */
import { z } from 'zod';
import { PlannedDestination } from '#shared/connections/destination.ts';
import { JobState } from '#shared/jobs/job.ts';
import { Id, RowId, Timestamp, UserId, UserIds } from '#shared/kit/name.ts';
import { PageRequest } from '#shared/kit/page.ts';

/** `draft`: users can be added and removed. After the start, the state of its job. */
export const DeletionState = z.enum(['draft', ...JobState.options]);
export type DeletionState = z.infer<typeof DeletionState>;

export const Deletion = z.object({
  id: Id,
  /** The job that sends the notices; null for a draft. */
  jobId: RowId.nullable(),
  state: DeletionState,
  userCount: z.number().int(),
  /** Users whose notices were sent. */
  forwardedCount: z.number().int(),
  /** Deletion notices sent so far: one per user and affected source. */
  noticesSent: z.number().int(),
  /** Whether the users' waiting deliveries are cancelled: the setting at the start; null for a draft. */
  cancelPending: z.boolean().nullable(),
  cancelledCount: z.number().int(),
  createdAt: Timestamp,
  startedAt: Timestamp.nullable(),
  completedAt: Timestamp.nullable(),
});
export type Deletion = z.infer<typeof Deletion>;

export const NewDeletion = z.object({
  userIds: UserIds.default([]),
  /** Default false: starts immediately. */
  draft: z.boolean({ error: 'draft must be true or false.' }).default(false),
});
export type NewDeletion = z.infer<typeof NewDeletion>;

/** Of a draft. */
export const DeletionUsersRequest = z.object({ id: Id, userIds: UserIds });
export type DeletionUsersRequest = z.infer<typeof DeletionUsersRequest>;

/** What starting a draft now would send. */
export const DeletionPlan = z.object({
  userCount: z.number().int(),
  /** Sources with an enabled webhook destination; each sends one notice per user. */
  sources: z.array(
    z.object({
      sourceId: Id,
      sourceName: z.string(),
      destinations: z.array(PlannedDestination),
    }),
  ),
  /** Connected but disabled destinations: they receive nothing. */
  disabledDestinations: z.array(PlannedDestination),
  /** One deletion notice per user and source. */
  notices: z.number().int(),
  /** One delivery per notice and enabled destination of its source. */
  deliveryCount: z.number().int(),
  /** Waiting deliveries of these users. */
  waitingCount: z.number().int(),
  /** Whether they would be cancelled, according to the current setting. */
  cancelPending: z.boolean(),
  /** The body of the first notice; null without users or sources. */
  bodyText: z.string().nullable(),
});
export type DeletionPlan = z.infer<typeof DeletionPlan>;

/**
 * `unaffected`: no source had an enabled destination. `in_progress`: at least one notice is not finished.
 * `delivered`: all notices were delivered. `failed`: at least one was not.
 */
export const DeletionUserState = z.enum([
  'waiting',
  'unaffected',
  'in_progress',
  'delivered',
  'failed',
]);
export type DeletionUserState = z.infer<typeof DeletionUserState>;

export const DeletionUser = z.object({
  userId: UserId,
  state: DeletionUserState,
  notices: z.number().int(),
  deliveries: z.number().int(),
  delivered: z.number().int(),
  /** Waiting deliveries of the user that were cancelled. */
  cancelled: z.number().int(),
  forwardedAt: Timestamp.nullable(),
});
export type DeletionUser = z.infer<typeof DeletionUser>;

/** Users in the order of their ids. */
export const DeletionUserQuery = z.object({
  id: Id,
  ...PageRequest.shape,
  search: z.string().max(500).optional(),
  cursor: z.string().max(1_000).optional(),
});
export type DeletionUserQuery = z.infer<typeof DeletionUserQuery>;
