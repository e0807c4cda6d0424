import { z } from 'zod';
import { RowId } from '../schemas/name.ts';
import { PageRequest, pageOf } from '../schemas/page.ts';
import { ResendDetail, ResendEdit, ResendPreview, ResendSummary } from '../schemas/resend.ts';
import { operation } from './errors.ts';

const tags = ['Resends'];

export const ResendQuery = PageRequest.extend({ deliveryId: RowId });
export type ResendQuery = z.infer<typeof ResendQuery>;

export const resends = {
  preview: operation
    .route({
      method: 'POST',
      path: '/deliveries/{deliveryId}/resends/preview',
      summary: 'The exact request that an edit of a delivery leads to; nothing is sent or kept',
      tags,
    })
    .input(ResendEdit)
    .output(ResendPreview),
  send: operation
    .route({
      method: 'POST',
      path: '/deliveries/{deliveryId}/resends',
      summary: 'Edit and resend a delivery, signed correctly or with a deliberate fault',
      description:
        'Answers when the webhook has, within 5 seconds. It is kept with its answer, stands outside ' +
        'the ledger, changes nothing of the delivery, and is never retried.',
      tags,
      successStatus: 201,
    })
    .input(ResendEdit)
    .output(ResendDetail),
  list: operation
    .route({
      method: 'GET',
      path: '/deliveries/{deliveryId}/resends',
      summary: 'Resends of a delivery, newest first',
      tags,
    })
    .input(ResendQuery)
    .output(pageOf(ResendSummary)),
  listAll: operation
    .route({
      method: 'GET',
      path: '/resends',
      summary: 'All resends, newest first: edited, bulk and imported',
      tags,
    })
    .input(PageRequest)
    .output(pageOf(ResendSummary)),
  get: operation
    .route({
      method: 'GET',
      path: '/resends/{id}',
      summary: 'One resend: the exact request and its response',
      tags,
    })
    .input(z.object({ id: RowId }))
    .output(ResendDetail),
};
