/** What starting a job now would do. A plan sends and stores nothing. */
import { z } from 'zod';
import { DeletionPlan } from './deletion.ts';
import { BulkPlan, BulkPlanRequest, DeletionJobRequest, jobKinds, SyncRequest } from './job.ts';
import { SyncPlan } from './sync.ts';

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
