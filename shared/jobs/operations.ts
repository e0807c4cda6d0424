import { eventIterator } from '@orpc/contract';
import { byRowId } from '#shared/kit/entity.ts';
import { group, op } from '#shared/kit/op.ts';
import { PageRequest, pageOf } from '#shared/kit/page.ts';
import { BulkPlanRequest, Job, JobRequest, PlanProgress } from './job.ts';

/** All long work. A command that the state forbids returns 409 `job_state`. */
export const jobs = group('Jobs', {
  planProgress: op('POST /jobs/plan/progress', {
    effect: 'read',
    summary: 'Plan a bulk action as a stream: progress, then the plan',
    input: BulkPlanRequest,
    output: eventIterator(PlanProgress),
  }),
  start: op('POST /jobs', {
    effect: 'deletes',
    summary: 'Start a job',
    description:
      'Runs in the background. Follow it with GET /jobs/{id} or the change feed. Bulk actions run one ' +
      'at a time and skip later deliveries. Pass the bounds of a plan to do exactly what was ' +
      'planned. Retries and copies are sent to the URLs that the plan preselects, unless `urls` names other ' +
      'rows of it, or is `all`. A delete cannot be undone and skips unfinished deliveries.',
    status: 201,
    input: JobRequest,
    output: Job,
    plan: { operation: 'jobs.plan', passed: ['bounds'] },
    jobId: ({ id }) => id,
  }),
  list: op('GET /jobs', {
    summary: 'List jobs, newest first',
    input: PageRequest,
    output: pageOf(Job),
  }),
  get: op('GET /jobs/{id}', {
    summary: 'Get a job with its progress',
    input: byRowId,
    output: Job,
  }),
  pause: op('POST /jobs/{id}/pause', {
    effect: 'write',
    summary: 'Pause a job',
    input: byRowId,
    output: Job,
  }),
  resume: op('POST /jobs/{id}/resume', {
    effect: 'deletes',
    summary: 'Resume a paused job or a cancelled sync',
    input: byRowId,
    output: Job,
    jobId: ({ id }) => id,
  }),
  cancel: op('POST /jobs/{id}/cancel', {
    effect: 'write',
    summary: 'Cancel a job; completed work stays',
    input: byRowId,
    output: Job,
  }),
});
