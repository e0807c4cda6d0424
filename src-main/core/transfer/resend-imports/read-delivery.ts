/** Reads a line of a JSON Lines export. */
import { z } from 'zod';
import { ExportedDelivery } from '#shared/schemas/exported-delivery.ts';
import {
  bad,
  type FileRequest,
  fileRequest,
  maxBodyBytes,
  passed,
  type ReadEntry,
} from './entry.ts';

/** Fields needed for sending. Others are ignored. */
const Line = ExportedDelivery.pick({ kind: true, body: true, requests: true }).extend({
  version: z.literal([1, 2]),
});

export function readDelivery(value: unknown): ReadEntry {
  const kind = typeof value === 'object' && value !== null && 'kind' in value ? value.kind : null;
  if (kind !== 'hookwright.delivery')
    return bad('This is no delivery of an export: a line has "kind":"hookwright.delivery".');
  const line = Line.safeParse(value);
  if (!line.success) {
    const [issue] = line.error.issues;
    return bad(`${issue?.path.join('.') ?? 'The line'}: ${issue?.message ?? 'it cannot be read.'}`);
  }
  const { body, requests } = line.data;
  if (body === null) return passed('No request, so no body.');
  if (requests.length === 0) return passed('No webhook to send to.');
  const bytes = Buffer.from(body.data, body.encoding);
  if (bytes.length > maxBodyBytes) return bad('The body is too long: at most 4,000,000 bytes.');
  const fileRequests: FileRequest[] = [];
  for (const { method, url, headers } of requests) {
    if (method !== 'POST') return passed('It is no POST.');
    const request = fileRequest(url, headers);
    if ('problem' in request) return bad(request.problem);
    fileRequests.push(request);
  }
  return { kind: 'entry', body: bytes, requests: fileRequests };
}
