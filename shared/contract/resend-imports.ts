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
      summary: 'Start an import of requests: JSON lines of an export, or a HAR',
      description: 'An import that is idle for an hour is removed.',
      tags,
      successStatus: 201,
    })
    .input(NewResendImport)
    .output(ResendImport),
  list: operation
    .route({
      method: 'GET',
      path: '/resend-imports',
      summary: 'List imports that are planned, sending or interrupted',
      tags,
    })
    .output(z.array(ResendImport)),
  append: operation
    .route({
      method: 'POST',
      path: '/resend-imports/{id}/pieces',
      summary: 'Append a piece of the file; the last one completes the plan',
      tags,
    })
    .input(AppendToResendImport)
    .output(ResendImport),
  get: operation
    .route({
      method: 'GET',
      path: '/resend-imports/{id}',
      summary: 'Get an import with its plan and progress',
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
        'Each request is kept as a resend, outside the ledger, and never retried. Sending continues in ' +
        'the background; a restart interrupts it.',
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
        'With resendInterrupted, requests that were in flight at the restart are sent again; the ' +
        'receiver may get them twice.',
      tags,
    })
    .input(ResumeResendImport)
    .output(ResendImport),
  follow: operation
    .route({
      method: 'GET',
      path: '/resend-imports/{id}/progress',
      summary: 'Stream progress until sending ends',
      tags,
    })
    .input(ImportId)
    .output(eventIterator(ResendImport)),
  cancel: operation
    .route({
      method: 'POST',
      path: '/resend-imports/{id}/cancel',
      summary: 'Cancel an import; unsent requests are not sent',
      tags,
    })
    .input(ImportId)
    .output(z.void()),
};
