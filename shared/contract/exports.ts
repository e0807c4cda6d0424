import { z } from 'zod';
import {
  ExportFile,
  ExportPiece,
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

/**
 * The whole file as one answer. Of REST alone: our own ends read piece by piece, and no operation of
 * the contract streams plain bytes.
 */
export const exportDownload = operation
  .route({
    method: 'GET',
    path: '/deliveries/export',
    summary: 'An export as a file, as fast as it is taken',
    description:
      'Newest first. The name of the file stands in Content-Disposition. It ends when the client goes away.',
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
      summary: 'How many deliveries an export would take, and about how large it would be',
      tags,
    })
    .input(ExportPlanRequest)
    .output(ExportPlan),
  create: operation
    .route({
      method: 'POST',
      path: '/exports',
      summary: 'Begin an export that is read piece by piece',
      description:
        'GET /deliveries/export answers with the whole file instead. Sixteen can be under way at once. ' +
        'An export that nobody reads does no work, and after ten minutes makes room for another one.',
      tags,
      successStatus: 201,
    })
    .input(ExportRequest)
    .output(ExportFile),
  read: operation
    .route({
      method: 'POST',
      path: '/exports/{id}/read',
      summary: 'The next piece of an export, and how far it is',
      tags,
    })
    .input(ExportId)
    .output(ExportPiece),
  cancel: operation
    .route({
      method: 'POST',
      path: '/exports/{id}/cancel',
      summary: 'End an export that is not wanted any more',
      tags,
    })
    .input(ExportId)
    .output(z.void()),
};
