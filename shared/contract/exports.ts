import { z } from 'zod';
import {
  ExportChunk,
  ExportFile,
  ExportPlan,
  ExportPlanRequest,
  ExportRequest,
  ExportTicket,
  exportFiles,
} from '../schemas/export.ts';
import { Id } from '../schemas/name.ts';
import { operation } from './errors.ts';

const tags = ['Exports'];

const ExportId = z.object({ id: Id });

const content = Object.fromEntries(
  Object.values(exportFiles).map(({ mediaType }) => [
    mediaType,
    { schema: { type: 'string', format: 'binary' } } as const,
  ]),
);

/** REST only: our own clients read piece by piece, and no operation of the contract streams plain bytes. */
export const exportDownload = operation
  .route({
    method: 'GET',
    path: '/deliveries/export',
    summary: 'Download an export as a file',
    description:
      'Newest first. Content-Disposition has the file name. The export stops when the client disconnects.',
    tags,
    spec: (described) => ({
      ...described,
      responses: { ...described.responses, 200: { description: 'The file', content } },
    }),
  })
  .input(ExportRequest);

/** REST only, like the download itself: a browser can't send the token with a link (D48). */
export const exportTicket = operation
  .route({
    method: 'POST',
    path: '/deliveries/export/tickets',
    summary: 'Create a one-time export link, valid for 60 seconds without the access token',
    tags,
    successStatus: 201,
  })
  .input(ExportRequest)
  .output(ExportTicket);

export const exports = {
  plan: operation
    .route({
      method: 'GET',
      path: '/deliveries/export/plan',
      summary: 'Count the deliveries in an export and estimate its size',
      tags,
    })
    .input(ExportPlanRequest)
    .output(ExportPlan),
  create: operation
    .route({
      method: 'POST',
      path: '/exports',
      summary: 'Start an export that is read piece by piece',
      description:
        'GET /deliveries/export returns the whole file instead. At most 16 exports can be open. ' +
        'One that is idle for ten minutes may be closed for a new one.',
      tags,
      successStatus: 201,
    })
    .input(ExportRequest)
    .output(ExportFile),
  read: operation
    .route({
      method: 'POST',
      path: '/exports/{id}/read',
      summary: 'Read the next piece of an export, with progress',
      tags,
    })
    .input(ExportId)
    .output(ExportChunk),
  cancel: operation
    .route({
      method: 'POST',
      path: '/exports/{id}/cancel',
      summary: 'Cancel an export',
      tags,
    })
    .input(ExportId)
    .output(z.void()),
};
