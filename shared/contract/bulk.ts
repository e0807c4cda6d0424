import { eventIterator } from '@orpc/contract';
import { z } from 'zod';
import {
  BulkPlanning,
  BulkRequest,
  BulkRun,
  StartBulkAnswer,
  StartBulkRequest,
} from '../schemas/bulk.ts';
import { RowId } from '../schemas/name.ts';
import { PageRequest, pageOf } from '../schemas/page.ts';
import { operation } from './errors.ts';

const tags = ['Bulk actions'];
const one = z.object({ id: RowId });

/** One action on every delivery that a filter lets through; one run at a time. */
export const bulk = {
  start: operation
    .route({
      method: 'POST',
      path: '/bulk',
      summary:
        'Retry, resend or cancel what a filter lets through, or with ?plan=true tell what that is',
      description:
        'It goes on by itself; follow it by GET /bulk/{id} or over the changes. Deliveries that come ' +
        'in later are not touched. Give the bounds of the plan to do exactly what was planned.',
      inputStructure: 'detailed',
      tags,
    })
    .input(StartBulkRequest)
    .output(StartBulkAnswer),
  plan: operation
    .route({
      method: 'POST',
      path: '/bulk/plan',
      summary: 'Tell what an action would do, and until then how far that has been looked for',
      description: 'As POST /bulk?plan=true, which answers with the plan alone. Nothing is done.',
      tags,
    })
    .input(BulkRequest)
    .output(eventIterator(BulkPlanning)),
  list: operation
    .route({ method: 'GET', path: '/bulk', summary: 'Runs of bulk actions, newest first', tags })
    .input(PageRequest)
    .output(pageOf(BulkRun)),
  get: operation
    .route({ method: 'GET', path: '/bulk/{id}', summary: 'One run with how far it is', tags })
    .input(one)
    .output(BulkRun),
  cancel: operation
    .route({
      method: 'POST',
      path: '/bulk/{id}/cancel',
      summary: 'Stop a run; what was done stays done',
      tags,
    })
    .input(one)
    .output(BulkRun),
  resume: operation
    .route({
      method: 'POST',
      path: '/bulk/{id}/resume',
      summary:
        'Go on with a run that was cancelled or interrupted: the rest is done, nothing twice',
      tags,
    })
    .input(one)
    .output(BulkRun),
  undo: operation
    .route({
      method: 'POST',
      path: '/bulk/{id}/undo',
      summary: 'Put back what the newest run did, as far as that is possible',
      description:
        'Cancelled deliveries wait again, with the attempt that was planned. Retried ones are as they ' +
        'were, unless the attempt has begun. A resend cannot be undone.',
      tags,
    })
    .input(one)
    .output(BulkRun),
};
