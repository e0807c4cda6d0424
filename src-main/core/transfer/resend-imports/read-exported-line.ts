/** Reads a line of an export as JSON lines, of deliveries or of a receiver's log. */
import { z } from 'zod';
import type { SentRequest } from '#shared/schemas/delivery.ts';
import { type ExactBytes, ExportedDelivery } from '#shared/schemas/exported-delivery.ts';
import { ExportedRequest } from '#shared/schemas/exported-request.ts';
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

const LogLine = ExportedRequest.pick({
  ...{ kind: true, version: true, method: true, url: true, headers: true, body: true },
  truncated: true,
});

interface Parts {
  readonly body: ExactBytes | null;
  readonly requests: readonly SentRequest[];
}

function readLogLine(value: unknown): ReadEntry {
  const line = LogLine.safeParse(value);
  if (!line.success) return invalidField(line.error);
  const { method, url, headers, body, truncated } = line.data;
  if (method === null || url === null) return passed('no_request');
  if (truncated) return passed('no_body');
  return entryOf({ body, requests: [{ method, url, headers }] });
}

export function readExportedLine(value: unknown): ReadEntry {
  const kind = typeof value === 'object' && value !== null && 'kind' in value ? value.kind : null;
  if (kind === 'hookwright.request') return readLogLine(value);
  if (kind !== 'hookwright.delivery') return bad({ code: 'not_a_delivery', params: {} });
  const line = Line.safeParse(value);
  if (!line.success) return invalidField(line.error);
  return entryOf(line.data);
}

function entryOf({ body, requests }: Parts): ReadEntry {
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
