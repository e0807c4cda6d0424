import { z } from 'zod';
import { FilePiece } from '../schemas/file-piece.ts';
import { Job } from '../schemas/job.ts';
import { Id } from '../schemas/name.ts';
import { NewResendImport, ResendImport, StartResendImport } from '../schemas/resend-import.ts';
import { operation } from './errors.ts';

const tags = ['Resends from a file'];

const ImportId = z.object({ id: Id });

export const resendImports = {
  create: operation
    .route({
      method: 'POST',
      path: '/resend-imports',
      summary: 'Start an import of requests: JSON lines of an export, or a HAR',
      description: 'An import that is idle for an hour is removed.',
      tags,
      successStatus: 201,
    })
    .input(NewResendImport)
    .output(ResendImport),
  append: operation
    .route({
      method: 'POST',
      path: '/resend-imports/{id}/pieces',
      summary: 'Append a piece of the file; the last one completes the plan',
      tags,
    })
    .input(FilePiece)
    .output(ResendImport),
  get: operation
    .route({
      method: 'GET',
      path: '/resend-imports/{id}',
      summary: 'Get an import with its plan',
      tags,
    })
    .input(ImportId)
    .output(ResendImport),
  start: operation
    .route({
      method: 'POST',
      path: '/resend-imports/{id}/start',
      summary: 'Send a planned import to the named origins or to a webhook',
      description:
        'Starts a job, as POST /jobs does. Each request is kept as a resend, outside the ledger, and never ' +
        'retried. After a restart the job is paused. Requests that were in flight are sent again only when ' +
        'it is resumed with nothing else left to send; the receiver may get them twice.',
      tags,
      successStatus: 201,
    })
    .input(StartResendImport)
    .output(Job),
  cancel: operation
    .route({
      method: 'POST',
      path: '/resend-imports/{id}/cancel',
      summary: 'Remove an import that was not started',
      tags,
    })
    .input(ImportId)
    .output(z.void()),
};
