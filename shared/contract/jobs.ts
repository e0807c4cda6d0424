import { eventIterator } from '@orpc/contract';
import { z } from 'zod';
import { BulkPlanRequest, Job, JobRequest, PlanProgress } from '../schemas/job.ts';
import { JobPlan, JobPlanRequest } from '../schemas/job-plan.ts';
import { RowId } from '../schemas/name.ts';
import { PageRequest, pageOf } from '../schemas/page.ts';
import { operation } from './errors.ts';

const tags = ['Jobs'];
const byRowId = z.object({ id: RowId });

/** All long work. A command that the state forbids returns 409 `job_state`. */
export const jobs = {
  plan: operation
    .route({
      method: 'POST',
      path: '/jobs/plan',
      summary: 'Plan a job: what starting it now would do',
      tags,
    })
    .input(JobPlanRequest)
    .output(JobPlan),
  planProgress: operation
    .route({
      method: 'POST',
      path: '/jobs/plan/progress',
      summary: 'Plan a bulk action as a stream: progress, then the plan',
      tags,
    })
    .input(BulkPlanRequest)
    .output(eventIterator(PlanProgress)),
  start: operation
    .route({
      method: 'POST',
      path: '/jobs',
      summary: 'Start a job',
      description:
        'Runs in the background. Follow it with GET /jobs/{id} or the change feed. Bulk actions run one ' +
        'at a time and skip later deliveries. Pass the bounds of a plan to do exactly what was ' +
        'planned. A delete cannot be undone and skips unfinished deliveries.',
      successStatus: 201,
      tags,
    })
    .input(JobRequest)
    .output(Job),
  list: operation
    .route({ method: 'GET', path: '/jobs', summary: 'List jobs, newest first', tags })
    .input(PageRequest)
    .output(pageOf(Job)),
  get: operation
    .route({ method: 'GET', path: '/jobs/{id}', summary: 'Get a job with its progress', tags })
    .input(byRowId)
    .output(Job),
  pause: operation
    .route({ method: 'POST', path: '/jobs/{id}/pause', summary: 'Pause a job', tags })
    .input(byRowId)
    .output(Job),
  resume: operation
    .route({
      method: 'POST',
      path: '/jobs/{id}/resume',
      summary: 'Resume a paused job or a cancelled sync',
      tags,
    })
    .input(byRowId)
    .output(Job),
  cancel: operation
    .route({
      method: 'POST',
      path: '/jobs/{id}/cancel',
      summary: 'Cancel a job; completed work stays',
      tags,
    })
    .input(byRowId)
    .output(Job),
};
