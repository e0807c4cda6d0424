import { eventIterator } from '@orpc/contract';
import { z } from 'zod';
import { Job, JobPlan, JobRequest, PlanProgress, PlanRequest } from '../schemas/job.ts';
import { RowId } from '../schemas/name.ts';
import { PageRequest, pageOf } from '../schemas/page.ts';
import { operation } from './errors.ts';

const tags = ['Jobs'];
const one = z.object({ id: RowId });

/** All long work. A transition that the state of a job forbids is answered with 409 `job_state`. */
export const jobs = {
  plan: operation
    .route({
      method: 'POST',
      path: '/jobs/plan',
      summary: 'What a job would do if it were started now; nothing is done',
      tags,
    })
    .input(PlanRequest)
    .output(JobPlan),
  planProgress: operation
    .route({
      method: 'POST',
      path: '/jobs/plan/progress',
      summary: 'The same as a stream: how far the plan is, and at last the plan',
      tags,
    })
    .input(PlanRequest)
    .output(eventIterator(PlanProgress)),
  start: operation
    .route({
      method: 'POST',
      path: '/jobs',
      summary: 'Start a job',
      description:
        'It runs by itself; follow it by GET /jobs/{id} or over the changes. Bulk actions run one after ' +
        'the other, and leave out deliveries that come in later. Give the bounds of the plan to do ' +
        'exactly what was planned. A delete cannot be undone; unsettled deliveries are skipped. A ' +
        'sync is of an audience or computed trait, a deletion request is a draft.',
      successStatus: 201,
      tags,
    })
    .input(JobRequest)
    .output(Job),
  list: operation
    .route({ method: 'GET', path: '/jobs', summary: 'Jobs, newest first', tags })
    .input(PageRequest)
    .output(pageOf(Job)),
  get: operation
    .route({ method: 'GET', path: '/jobs/{id}', summary: 'One job with its progress', tags })
    .input(one)
    .output(Job),
  pause: operation
    .route({ method: 'POST', path: '/jobs/{id}/pause', summary: 'Pause a job', tags })
    .input(one)
    .output(Job),
  resume: operation
    .route({
      method: 'POST',
      path: '/jobs/{id}/resume',
      summary: 'Resume a paused job or a cancelled sync: the rest is done, nothing twice',
      tags,
    })
    .input(one)
    .output(Job),
  cancel: operation
    .route({
      method: 'POST',
      path: '/jobs/{id}/cancel',
      summary: 'Cancel a job; what was done stays done',
      tags,
    })
    .input(one)
    .output(Job),
  undo: operation
    .route({
      method: 'POST',
      path: '/jobs/{id}/undo',
      summary: 'Undo the newest retry or cancel, as far as that is possible',
      description:
        'Cancelled deliveries wait again, with the attempt that was planned. Retried ones are as they ' +
        'were, unless the attempt has started.',
      tags,
    })
    .input(one)
    .output(Job),
};
