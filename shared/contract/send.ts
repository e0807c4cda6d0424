import { eventIterator } from '@orpc/contract';
import { z } from 'zod';
import {
  CancelSendRequest,
  Preview,
  PreviewRequest,
  Sample,
  SendProgress,
  SendRequest,
} from '../schemas/send.ts';
import { operation } from './errors.ts';

const tags = ['Send'];

export const samples = {
  list: operation
    .route({ method: 'GET', path: '/samples', summary: 'Sample events of every type', tags })
    .output(z.array(Sample)),
};

export const send = {
  now: operation
    .route({
      method: 'POST',
      path: '/send',
      summary: 'Send a message or a sample through the real ingestion path',
      description: 'Answers when all messages were answered.',
      tags,
    })
    .input(SendRequest)
    .output(SendProgress),
  follow: operation
    .route({
      method: 'POST',
      path: '/send/follow',
      summary: 'As send, with progress; closing the stream cancels what was not yet sent',
      tags,
    })
    .input(SendRequest)
    .output(eventIterator(SendProgress)),
  cancel: operation
    .route({
      method: 'POST',
      path: '/send/cancel',
      summary: 'Cancel a sending by the name it was given',
      description: 'What follows it is told how many were sent, and that is all.',
      tags,
    })
    .input(CancelSendRequest)
    .output(z.void()),
  preview: operation
    .route({
      method: 'POST',
      path: '/send/preview',
      summary: 'The exact outgoing requests a message would lead to; nothing is sent or kept',
      tags,
    })
    .input(PreviewRequest)
    .output(Preview),
};
