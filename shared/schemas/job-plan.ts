/** What starting a job now would do: for syncs and deletion requests, the plan of their own endpoints. */
import { z } from 'zod';
import { DeletionPlan } from './deletion.ts';
import { BulkPlan, BulkPlanRequest, bulkActions, DeletionJobRequest, SyncRequest } from './job.ts';
import { SyncPlan } from './sync.ts';

const plannedKinds = [...bulkActions, 'sync', 'deletion_request'];

export const JobPlanRequest = z.discriminatedUnion(
  'kind',
  [BulkPlanRequest, SyncRequest, DeletionJobRequest],
  { error: `kind must be one of ${plannedKinds.join(', ')}.` },
);
export type JobPlanRequest = z.infer<typeof JobPlanRequest>;

export const JobPlan = z.discriminatedUnion('kind', [
  BulkPlan,
  SyncPlan.extend({ kind: SyncRequest.shape.kind }),
  DeletionPlan.extend({ kind: DeletionJobRequest.shape.kind }),
]);
export type JobPlan = z.infer<typeof JobPlan>;
