/** Plans and starts jobs of every kind. */
import type { DeletionPlan } from '#shared/audiences/deletion.ts';
import type { SyncPlan } from '#shared/audiences/sync.ts';
import type { JobPlan, JobPlanRequest } from '#shared/job-plan.ts';
import type {
  BulkPlan,
  BulkPlanRequest,
  BulkRequest,
  Job,
  JobRequest,
  SyncRequest,
} from '#shared/jobs/job.ts';
import type { ById } from '#shared/kit/entity.ts';
import type { Jobs } from './jobs.ts';

interface Tools {
  readonly jobs: Jobs;
  readonly bulkJobs: {
    plan(request: BulkPlanRequest, signal?: AbortSignal): Promise<BulkPlan>;
    start(request: BulkRequest, signal?: AbortSignal): Promise<Job>;
  };
  readonly syncs: {
    plan(request: SyncRequest): SyncPlan;
    start(request: SyncRequest): Promise<{ readonly jobId: number }>;
  };
  readonly deletions: {
    plan(request: ById): Promise<DeletionPlan>;
    /** Returns the job's ID. */
    startJob(id: string): Promise<number>;
  };
}

export const createJobOperations = ({ jobs, bulkJobs, syncs, deletions }: Tools) => ({
  async plan(request: JobPlanRequest, signal?: AbortSignal): Promise<JobPlan> {
    switch (request.kind) {
      case 'sync':
        return { kind: request.kind, ...syncs.plan(request) };
      case 'deletion_request':
        return { kind: request.kind, ...(await deletions.plan({ id: request.deletionId })) };
      default:
        return bulkJobs.plan(request, signal);
    }
  },
  async start(request: JobRequest, signal?: AbortSignal): Promise<Job> {
    switch (request.kind) {
      case 'sync':
        return jobs.get({ id: (await syncs.start(request)).jobId });
      case 'deletion_request':
        return jobs.get({ id: await deletions.startJob(request.deletionId) });
      default:
        return bulkJobs.start(request, signal);
    }
  },
});
