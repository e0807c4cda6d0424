import { z } from 'zod';
import { CopyDetail, CopyEdit, CopyPreview, CopySummary } from '../schemas/copy.ts';
import { RowId } from '../schemas/name.ts';
import { PageRequest, pageOf } from '../schemas/page.ts';
import { operation } from './errors.ts';

const tags = ['Copies'];

export const CopyQuery = PageRequest.extend({ deliveryId: RowId });
export type CopyQuery = z.infer<typeof CopyQuery>;

export const copies = {
  preview: operation
    .route({
      method: 'POST',
      path: '/deliveries/{deliveryId}/copies/preview',
      summary: 'Preview the exact request of a copy',
      tags,
    })
    .input(CopyEdit)
    .output(CopyPreview),
  send: operation
    .route({
      method: 'POST',
      path: '/deliveries/{deliveryId}/copies',
      summary:
        'Send a copy of a delivery, possibly edited, signed correctly or with a deliberate fault',
      description:
        'Responds after the webhook, within 5 seconds. The copy is kept with its response, is outside ' +
        'the ledger, leaves the delivery unchanged and is never retried.',
      tags,
      successStatus: 201,
    })
    .input(CopyEdit)
    .output(CopyDetail),
  list: operation
    .route({
      method: 'GET',
      path: '/deliveries/{deliveryId}/copies',
      summary: 'List the copies of a delivery, newest first',
      tags,
    })
    .input(CopyQuery)
    .output(pageOf(CopySummary)),
  listAll: operation
    .route({
      method: 'GET',
      path: '/copies',
      summary: 'List all copies, newest first',
      tags,
    })
    .input(PageRequest)
    .output(pageOf(CopySummary)),
  get: operation
    .route({
      method: 'GET',
      path: '/copies/{id}',
      summary: 'Get a copy: the exact request and its response',
      tags,
    })
    .input(z.object({ id: RowId }))
    .output(CopyDetail),
};
