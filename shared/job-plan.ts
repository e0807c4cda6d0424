/** What starting a job now would do. A plan sends and stores nothing. */
import { z } from 'zod';
import { DeletionPlan } from '#shared/audiences/deletion.ts';
import { SyncPlan } from '#shared/audiences/sync.ts';
import {
  BulkPlan,
  BulkPlanRequest,
  DeletionJobRequest,
  jobKinds,
  plannedCount,
  preselectedUrls,
  SyncRequest,
} from '#shared/jobs/job.ts';
import { group, op } from '#shared/kit/op.ts';

export const JobPlanRequest = z.discriminatedUnion(
  'kind',
  [BulkPlanRequest, SyncRequest, DeletionJobRequest],
  { error: `kind must be one of ${jobKinds.join(', ')}.` },
);
export type JobPlanRequest = z.infer<typeof JobPlanRequest>;

export const JobPlan = z.discriminatedUnion('kind', [
  BulkPlan,
  SyncPlan.extend({ kind: SyncRequest.shape.kind }),
  DeletionPlan.extend({ kind: DeletionJobRequest.shape.kind }),
]);
export type JobPlan = z.infer<typeof JobPlan>;

export const planJob = group(
  'Jobs',
  op('POST /jobs/plan', {
    effect: 'read',
    summary: 'Plan a job: what starting it now would do',
    input: JobPlanRequest,
    output: JobPlan,
    plannedCount(plan, { urls }) {
      if (plan.kind === 'sync') return plan.additions + plan.removals;
      if (plan.kind === 'deletion_request') return plan.userCount;
      return plannedCount(plan, urls === undefined ? preselectedUrls(plan) : plan.urls);
    },
  }),
);
