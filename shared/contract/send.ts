import { eventIterator } from '@orpc/contract';
import { z } from 'zod';
import { ReadRequest, RequestText } from '../schemas/read-request.ts';
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
    .route({
      method: 'GET',
      path: '/samples',
      summary: 'List sample events of every type and provider',
      tags,
    })
    .output(z.array(Sample)),
};

export const send = {
  now: operation
    .route({
      method: 'POST',
      path: '/send',
      summary: 'Send a message, a sample, or an event of a provider',
      description:
        'Responds after ingestion has responded to every message. Events of providers are stored without ingestion.',
      tags,
    })
    .input(SendRequest)
    .output(SendProgress),
  follow: operation
    .route({
      method: 'POST',
      path: '/send/follow',
      summary: 'Send with progress; close the stream to cancel the rest',
      tags,
    })
    .input(SendRequest)
    .output(eventIterator(SendProgress)),
  cancel: operation
    .route({
      method: 'POST',
      path: '/send/cancel',
      summary: 'Cancel a send by its ID',
      description: 'Its stream ends with the number of messages sent.',
      tags,
    })
    .input(CancelSendRequest)
    .output(z.void()),
  preview: operation
    .route({
      method: 'POST',
      path: '/send/preview',
      summary: 'Preview the exact outgoing requests of a message',
      tags,
    })
    .input(PreviewRequest)
    .output(Preview),
  readRequest: operation
    .route({
      method: 'POST',
      path: '/send/read-request',
      summary: 'Read a cURL command or an entry of a HAR as a request',
      description:
        'Sends and stores nothing. A HAR with several entries returns a list of them: pass the number of one. ' +
        'Options of curl that change only what it prints, accepts or repeats are ignored; others that ' +
        "can't be read are errors.",
      tags,
    })
    .input(RequestText)
    .output(ReadRequest),
};
