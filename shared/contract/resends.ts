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
      summary: 'Preview the exact request of an edited resend',
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
        'Responds after the webhook, within 5 seconds. The resend is kept with its response, is outside ' +
        'the ledger, leaves the delivery unchanged and is never retried.',
      tags,
      successStatus: 201,
    })
    .input(ResendEdit)
    .output(ResendDetail),
  list: operation
    .route({
      method: 'GET',
      path: '/deliveries/{deliveryId}/resends',
      summary: 'List resends of a delivery, newest first',
      tags,
    })
    .input(ResendQuery)
    .output(pageOf(ResendSummary)),
  listAll: operation
    .route({
      method: 'GET',
      path: '/resends',
      summary: 'List all resends, newest first',
      tags,
    })
    .input(PageRequest)
    .output(pageOf(ResendSummary)),
  get: operation
    .route({
      method: 'GET',
      path: '/resends/{id}',
      summary: 'Get a resend: the exact request and its response',
      tags,
    })
    .input(z.object({ id: RowId }))
    .output(ResendDetail),
};
