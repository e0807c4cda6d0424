import { z } from 'zod';
import { DeliveryDetail, DeliveryState, DeliverySummary } from '../schemas/delivery.ts';
import { FilterText } from '../schemas/filter.ts';
import { Id, RowId } from '../schemas/name.ts';
import { PageRequest, pageOf } from '../schemas/page.ts';
import { operation } from './errors.ts';

const tags = ['Deliveries'];

/** What is listed: what all that is given lets through. */
const wanted = {
  state: DeliveryState.optional(),
  destinationId: Id.optional(),
  filter: FilterText.optional(),
};

export const DeliveryQuery = PageRequest.extend(wanted);
export type DeliveryQuery = z.infer<typeof DeliveryQuery>;

export const CountQuery = z.object(wanted);
export type CountQuery = z.infer<typeof CountQuery>;

/** More is not asked about at once: the change feed tells of as many. */
const maxMatchingIds = 1_000;

export const MatchingQuery = z.object({
  filter: FilterText,
  ids: z
    .array(RowId)
    .max(maxMatchingIds, `Ask about at most ${maxMatchingIds} deliveries at once.`),
});
export type MatchingQuery = z.infer<typeof MatchingQuery>;

export const deliveries = {
  list: operation
    .route({
      method: 'GET',
      path: '/deliveries',
      summary: 'Deliveries, newest first',
      tags,
    })
    .input(DeliveryQuery)
    .output(pageOf(DeliverySummary)),
  count: operation
    .route({
      method: 'GET',
      path: '/deliveries/count',
      summary: 'How many deliveries there are',
      tags,
    })
    .input(CountQuery)
    .output(z.object({ count: z.number().int() })),
  matching: operation
    .route({
      method: 'POST',
      path: '/deliveries/matching',
      summary: 'Which of these deliveries match a filter',
      tags,
    })
    .input(MatchingQuery)
    .output(z.object({ ids: z.array(z.number().int()) })),
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
        'Waiting: the next attempt is due at once. Ended (delivered, exhausted, blocked, cancelled): ' +
        'a new window begins with an attempt at every webhook. The same bytes are sent (D31).',
      tags,
    })
    .input(z.object({ id: RowId }))
    .output(DeliverySummary),
  cancel: operation
    .route({
      method: 'POST',
      path: '/deliveries/{id}/cancel',
      summary: 'Make no further attempt',
      description:
        'One that is being sent just now stays so until its answer has come: that attempt is recorded, ' +
        'and is the last.',
      tags,
    })
    .input(z.object({ id: RowId }))
    .output(DeliverySummary),
  undoCancel: operation
    .route({
      method: 'POST',
      path: '/deliveries/{id}/cancel/undo',
      summary: 'Take back that a delivery was cancelled',
      description: 'It waits again, with the attempt that was planned.',
      tags,
    })
    .input(z.object({ id: RowId }))
    .output(DeliverySummary),
};
