import { z } from 'zod';
import { DeliveryDetail, DeliveryState, DeliverySummary } from '../schemas/delivery.ts';
import { Id, RowId } from '../schemas/name.ts';
import { PageRequest, pageOf } from '../schemas/page.ts';
import { operation } from './errors.ts';

const tags = ['Deliveries'];

export const DeliveryQuery = PageRequest.extend({
  state: DeliveryState.optional(),
  destinationId: Id.optional(),
});
export type DeliveryQuery = z.infer<typeof DeliveryQuery>;

export const deliveries = {
  list: operation
    .route({ method: 'GET', path: '/deliveries', summary: 'Deliveries, newest first', tags })
    .input(DeliveryQuery)
    .output(pageOf(DeliverySummary)),
  get: operation
    .route({
      method: 'GET',
      path: '/deliveries/{id}',
      summary: 'One delivery with its message, body, webhooks and all attempts',
      tags,
    })
    .input(z.object({ id: RowId }))
    .output(DeliveryDetail),
  retry: operation
    .route({
      method: 'POST',
      path: '/deliveries/{id}/retry',
      summary: 'Send now',
      description:
        'Waiting: the next attempt is due at once. Ended (delivered, exhausted, refused, cancelled): ' +
        'a new window begins with an attempt at every webhook. The same bytes are sent (D31).',
      tags,
    })
    .input(z.object({ id: RowId }))
    .output(DeliverySummary),
};
