import { eventIterator } from '@orpc/contract';
import { z } from 'zod';
import { group, op } from '#shared/kit/op.ts';
import { ReadRequest, RequestText } from './read-request.ts';
import {
  CancelSendRequest,
  Preview,
  PreviewRequest,
  Sample,
  SendProgress,
  SendRequest,
} from './send.ts';

export const samples = group('Send', {
  list: op('GET /samples', {
    summary: 'List sample events of every type and provider',
    output: z.array(Sample),
  }),
});

export const send = group('Send', {
  now: op('POST /send', {
    effect: 'sends',
    summary: 'Send a message, a sample, or an event of a provider',
    description:
      'Responds after ingestion has responded to every message. Events of providers are stored without ingestion.',
    input: SendRequest,
    output: SendProgress,
  }),
  follow: op('POST /send/follow', {
    effect: 'sends',
    summary: 'Send with progress; close the stream to cancel the rest',
    input: SendRequest,
    output: eventIterator(SendProgress),
  }),
  cancel: op('POST /send/cancel', {
    effect: 'write',
    summary: 'Cancel a send by its ID',
    description: 'Its stream ends with the number of messages sent.',
    input: CancelSendRequest,
  }),
  preview: op('POST /send/preview', {
    effect: 'sends',
    summary: 'Preview the exact outgoing requests of a message',
    input: PreviewRequest,
    output: Preview,
  }),
  readRequest: op('POST /send/read-request', {
    effect: 'read',
    summary: 'Read a cURL command or an entry of a HAR file as a request',
    description:
      'Sends and stores nothing. For a HAR file with several entries, returns a list of them: pass the number of one. ' +
      'Options of curl that change only what it prints, accepts or repeats are ignored; others that ' +
      "can't be read are errors.",
    input: RequestText,
    output: ReadRequest,
  }),
});
