import { z } from 'zod';
import { DeliveryDetail, DeliveryState, DeliverySummary } from '../schemas/delivery.ts';
import { FilterText } from '../schemas/filter.ts';
import { Id, RowId } from '../schemas/name.ts';
import { PageRequest, pageOf } from '../schemas/page.ts';
import { operation } from './errors.ts';

const tags = ['Deliveries'];

/** All given criteria must match. */
const criteria = {
  state: DeliveryState.optional(),
  destinationId: Id.optional(),
  filter: FilterText.optional(),
};

export const DeliveryQuery = PageRequest.extend(criteria);
export type DeliveryQuery = z.infer<typeof DeliveryQuery>;

export const CountQuery = z.object(criteria);
export type CountQuery = z.infer<typeof CountQuery>;

/** The change feed announces at most this many per event. */
const maxMatchingIds = 1_000;

export const MatchingQuery = z.object({
  filter: FilterText,
  ids: z
    .array(RowId)
    .max(maxMatchingIds, `ids can have at most ${maxMatchingIds} items per request.`),
});
export type MatchingQuery = z.infer<typeof MatchingQuery>;

export const deliveries = {
  list: operation
    .route({
      method: 'GET',
      path: '/deliveries',
      summary: 'List deliveries, newest first',
      tags,
    })
    .input(DeliveryQuery)
    .output(pageOf(DeliverySummary)),
  count: operation
    .route({
      method: 'GET',
      path: '/deliveries/count',
      summary: 'Count matching deliveries',
      tags,
    })
    .input(CountQuery)
    .output(z.object({ count: z.number().int() })),
  matching: operation
    .route({
      method: 'POST',
      path: '/deliveries/matching',
      summary: 'Find which of these deliveries match a filter',
      tags,
    })
    .input(MatchingQuery)
    .output(z.object({ ids: z.array(z.number().int()) })),
  get: operation
    .route({
      method: 'GET',
      path: '/deliveries/{id}',
      summary: 'Get a delivery with its message, body, webhooks and all attempts',
      tags,
    })
    .input(z.object({ id: RowId }))
    .output(DeliveryDetail),
  retry: operation
    .route({
      method: 'POST',
      path: '/deliveries/{id}/retry',
      summary: 'Retry a delivery now',
      description:
        'If the delivery is pending, its next attempt starts now. If it is finished, a new retry window ' +
        'starts with an attempt to every webhook. The same bytes are sent (D31).',
      tags,
    })
    .input(z.object({ id: RowId }))
    .output(DeliverySummary),
  cancel: operation
    .route({
      method: 'POST',
      path: '/deliveries/{id}/cancel',
      summary: 'Cancel a delivery',
      description: 'An attempt in flight is completed and recorded; no further attempt is made.',
      tags,
    })
    .input(z.object({ id: RowId }))
    .output(DeliverySummary),
  undoCancel: operation
    .route({
      method: 'POST',
      path: '/deliveries/{id}/cancel/undo',
      summary: 'Undo a cancel',
      description: 'The delivery waits for its scheduled attempt again.',
      tags,
    })
    .input(z.object({ id: RowId }))
    .output(DeliverySummary),
};
