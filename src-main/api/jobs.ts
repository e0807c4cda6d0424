import { implement } from '@orpc/server';
import type { Core } from '#core/create-core.ts';
import { contract } from '#shared/contract/index.ts';
import type { Job, JobRequest } from '#shared/schemas/job.ts';
import type { JobPlan, JobPlanRequest } from '#shared/schemas/job-plan.ts';
import { contractStream } from './errors.ts';

const os = implement(contract.jobs);

async function plan(
  { syncs, deletions, bulkJobs }: Core,
  request: JobPlanRequest,
  signal?: AbortSignal,
): Promise<JobPlan> {
  switch (request.kind) {
    case 'sync':
      return {
        kind: request.kind,
        ...syncs.plan(syncs.computation(request.computationId), request),
      };
    case 'deletion_request':
      return { kind: request.kind, ...(await deletions.plan(request.deletionId)) };
    default:
      return bulkJobs.plan(request, signal);
  }
}

async function start(core: Core, request: JobRequest, signal?: AbortSignal): Promise<Job> {
  switch (request.kind) {
    case 'sync': {
      const { computationId, ...settings } = request;
      const { jobId } = await core.syncs.start(
        () => core.syncs.computation(computationId),
        settings,
      );
      return core.jobs.get(jobId);
    }
    case 'deletion_request':
      return core.jobs.get(await core.deletions.startJob(request.deletionId));
    default:
      return core.bulkJobs.start(request, signal);
  }
}

export const jobs = (core: Core) => ({
  plan: os.plan.handler(({ input, signal }) => plan(core, input, signal)),
  planProgress: os.planProgress.handler(({ input, signal }) =>
    contractStream(core.log, core.bulkJobs.planProgress(input, signal)),
  ),
  start: os.start.handler(({ input, signal }) => start(core, input, signal)),
  list: os.list.handler(({ input }) => core.jobs.page(input)),
  get: os.get.handler(({ input }) => core.jobs.get(input.id)),
  pause: os.pause.handler(({ input }) => core.jobs.command(input.id, 'pause')),
  resume: os.resume.handler(({ input }) => core.jobs.command(input.id, 'resume')),
  cancel: os.cancel.handler(({ input }) => core.jobs.command(input.id, 'cancel')),
});
