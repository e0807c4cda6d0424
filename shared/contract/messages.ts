import { z } from 'zod';
import { MessageDetail } from '../schemas/delivery.ts';
import { FilterText } from '../schemas/filter.ts';
import { MessageSummary, RejectedDetail, RejectedSummary } from '../schemas/message.ts';
import { RowId } from '../schemas/name.ts';
import { PageRequest, pageOf } from '../schemas/page.ts';
import { MatchingQuery } from './deliveries.ts';
import { operation } from './errors.ts';

export const MessageQuery = PageRequest.extend({
  /** A term about deliveries matches messages with at least one such delivery. */
  filter: FilterText.optional(),
});
export type MessageQuery = z.infer<typeof MessageQuery>;

export const messages = {
  list: operation
    .route({
      method: 'GET',
      path: '/messages',
      summary: 'List messages, newest first',
      tags: ['Messages'],
    })
    .input(MessageQuery)
    .output(pageOf(MessageSummary)),
  matching: operation
    .route({
      method: 'POST',
      path: '/messages/matching',
      summary: 'Find which of these messages match a filter',
      tags: ['Messages'],
    })
    .input(MatchingQuery)
    .output(z.object({ ids: z.array(z.number().int()) })),
  get: operation
    .route({
      method: 'GET',
      path: '/messages/{id}',
      summary: 'Get a message as received, with its deliveries',
      tags: ['Messages'],
    })
    .input(z.object({ id: RowId }))
    .output(MessageDetail),
};

export const rejected = {
  list: operation
    .route({
      method: 'GET',
      path: '/rejected',
      summary: 'List rejected messages and requests, newest first',
      tags: ['Rejected'],
    })
    .input(PageRequest)
    .output(pageOf(RejectedSummary)),
  get: operation
    .route({
      method: 'GET',
      path: '/rejected/{id}',
      summary: 'Get a rejected message with its raw request',
      tags: ['Rejected'],
    })
    .input(z.object({ id: RowId }))
    .output(RejectedDetail),
};
