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
      summary: 'Edit and resend: one request made by hand, signed rightly or wrongly on purpose',
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
      summary: 'Requests made by hand from a delivery, newest first',
      tags,
    })
    .input(ResendQuery)
    .output(pageOf(ResendSummary)),
  listAll: operation
    .route({
      method: 'GET',
      path: '/resends',
      summary: 'All requests made by hand, newest first: edits, bulk resends and imports',
      tags,
    })
    .input(PageRequest)
    .output(pageOf(ResendSummary)),
  get: operation
    .route({
      method: 'GET',
      path: '/resends/{id}',
      summary: 'One request made by hand, byte for byte, with its answer',
      tags,
    })
    .input(z.object({ id: RowId }))
    .output(ResendDetail),
};
