/** Reads a line of a JSON Lines export. */
import { z } from 'zod';
import { ExportedDelivery } from '#shared/schemas/exported-delivery.ts';
import {
  bad,
  bodyTooLong,
  type FileRequest,
  fileRequest,
  invalidField,
  passed,
  type ReadEntry,
} from './entry.ts';

/** Fields needed for sending. Others are ignored. */
const Line = ExportedDelivery.pick({ kind: true, body: true, requests: true }).extend({
  version: z.literal([1, 2]),
});

export function readDelivery(value: unknown): ReadEntry {
  const kind = typeof value === 'object' && value !== null && 'kind' in value ? value.kind : null;
  if (kind !== 'hookwright.delivery') return bad({ code: 'not_a_delivery', params: {} });
  const line = Line.safeParse(value);
  if (!line.success) return invalidField(line.error);
  const { body, requests } = line.data;
  if (body === null) return passed('no_request');
  if (requests.length === 0) return passed('no_webhook');
  const bytes = Buffer.from(body.data, body.encoding);
  const tooLong = bodyTooLong(bytes);
  if (tooLong !== null) return tooLong;
  const fileRequests: FileRequest[] = [];
  for (const { method, url, headers } of requests) {
    if (method !== 'POST') return passed('not_post');
    const request = fileRequest(url, headers);
    if ('problem' in request) return bad(request.problem);
    fileRequests.push(request);
  }
  return { kind: 'entry', body: bytes, requests: fileRequests };
}
