import { z } from 'zod';
import { MessageDetail } from '../schemas/delivery.ts';
import { MessageSummary, RejectedDetail, RejectedSummary } from '../schemas/message.ts';
import { RowId } from '../schemas/name.ts';
import { PageRequest, pageOf } from '../schemas/page.ts';
import { operation } from './errors.ts';

export const messages = {
  list: operation
    .route({
      method: 'GET',
      path: '/messages',
      summary: 'Messages, newest first',
      tags: ['Messages'],
    })
    .input(PageRequest)
    .output(pageOf(MessageSummary)),
  get: operation
    .route({
      method: 'GET',
      path: '/messages/{id}',
      summary: 'One message as received, with its deliveries',
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
      summary: 'Rejected messages and requests, newest first',
      tags: ['Rejected'],
    })
    .input(PageRequest)
    .output(pageOf(RejectedSummary)),
  get: operation
    .route({
      method: 'GET',
      path: '/rejected/{id}',
      summary: 'One rejected message with its raw request',
      tags: ['Rejected'],
    })
    .input(z.object({ id: RowId }))
    .output(RejectedDetail),
};
