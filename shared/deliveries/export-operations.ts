import { byId } from '#shared/kit/entity.ts';
import { group, op } from '#shared/kit/op.ts';
import {
  ExportChunk,
  ExportFile,
  ExportPlan,
  ExportPlanRequest,
  ExportRequest,
  ExportTicket,
  exportFiles,
} from './export.ts';

const content = Object.fromEntries(
  Object.values(exportFiles).map(({ mediaType }) => [
    mediaType,
    { schema: { type: 'string', format: 'binary' } } as const,
  ]),
);

/**
 * REST only. Our own clients read piece by piece, since no operation of the contract streams plain bytes, and a
 * browser can't send the token with a link (D48).
 */
export const { exportDownload, exportTicket } = group('Exports', {
  exportDownload: op('GET /deliveries/export', {
    summary: 'Download an export as a file',
    description:
      'Newest first. Content-Disposition has the file name. The export stops when the client disconnects.',
    spec: (described) => ({
      ...described,
      responses: { ...described.responses, 200: { description: 'The file', content } },
    }),
    input: ExportRequest,
  }),
  exportTicket: op('POST /deliveries/export/tickets', {
    effect: 'read',
    summary: 'Create a one-time export link, valid for 60 seconds without the access token',
    status: 201,
    input: ExportRequest,
    output: ExportTicket,
  }),
});

export const exports = group('Exports', {
  plan: op('GET /deliveries/export/plan', {
    summary: 'Count the deliveries in an export and estimate its size',
    input: ExportPlanRequest,
    output: ExportPlan,
    plannedCount: ({ count }) => count,
  }),
  create: op('POST /exports', {
    effect: 'read',
    summary: 'Start an export that is read piece by piece',
    description:
      'GET /deliveries/export returns the whole file instead. At most 16 exports can be open. ' +
      'One that is idle for ten minutes may be closed for a new one.',
    status: 201,
    input: ExportRequest,
    output: ExportFile,
    plan: { operation: 'exports.plan', passed: ['upTo'] },
    pieces: { operation: 'exports.read', cancel: 'exports.cancel' },
  }),
  read: op('POST /exports/{id}/read', {
    effect: 'read',
    summary: 'Read the next piece of an export, with progress',
    input: byId,
    output: ExportChunk,
  }),
  cancel: op('POST /exports/{id}/cancel', {
    effect: 'read',
    summary: 'Cancel an export',
    input: byId,
  }),
});
