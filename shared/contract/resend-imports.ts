import { eventIterator } from '@orpc/contract';
import { z } from 'zod';
import { Id } from '../schemas/name.ts';
import {
  AppendToResendImport,
  NewResendImport,
  ResendImport,
  ResumeResendImport,
  StartResendImport,
} from '../schemas/resend-import.ts';
import { operation } from './errors.ts';

const tags = ['Resends from a file'];

const ImportId = z.object({ id: Id });

export const resendImports = {
  create: operation
    .route({
      method: 'POST',
      path: '/resend-imports',
      summary: 'Begin to read a file of requests: JSON lines of an export, or a HAR',
      description: 'What nobody reads on or starts for an hour is removed.',
      tags,
      successStatus: 201,
    })
    .input(NewResendImport)
    .output(ResendImport),
  list: operation
    .route({
      method: 'GET',
      path: '/resend-imports',
      summary: 'Files that were read or are being sent, and those that were interrupted',
      tags,
    })
    .output(z.array(ResendImport)),
  append: operation
    .route({
      method: 'POST',
      path: '/resend-imports/{id}/pieces',
      summary: 'Read the next piece of the file, cut anywhere; after the last one it is planned',
      tags,
    })
    .input(AppendToResendImport)
    .output(ResendImport),
  get: operation
    .route({
      method: 'GET',
      path: '/resend-imports/{id}',
      summary: 'What is in the file, and how far the sending is',
      tags,
    })
    .input(ImportId)
    .output(ResendImport),
  start: operation
    .route({
      method: 'POST',
      path: '/resend-imports/{id}/start',
      summary:
        'Make the requests of a planned import, to the origins that are named or to a webhook',
      description:
        'Each is kept as a resend, outside the ledger, and is never retried. It goes on ' +
        'when nobody waits for it. The end of the program interrupts it.',
      tags,
    })
    .input(StartResendImport)
    .output(ResendImport),
  resume: operation
    .route({
      method: 'POST',
      path: '/resend-imports/{id}/resume',
      summary: 'Send the rest of an interrupted import',
      description:
        'Nothing is sent twice unless resendInterrupted is true: it sends the requests that were in ' +
        'flight when the program ended again, and the receiver may get them twice.',
      tags,
    })
    .input(ResumeResendImport)
    .output(ResendImport),
  follow: operation
    .route({
      method: 'GET',
      path: '/resend-imports/{id}/progress',
      summary: 'How far the sending is, until it has ended',
      tags,
    })
    .input(ImportId)
    .output(eventIterator(ResendImport)),
  cancel: operation
    .route({
      method: 'POST',
      path: '/resend-imports/{id}/cancel',
      summary: 'End it: what was not sent stays unsent',
      tags,
    })
    .input(ImportId)
    .output(z.void()),
};
