/** One entry of a mock endpoint's log per line, as documented in `shared/schemas/exported-request.ts`. */
import { isBodyIncomplete } from '#shared/lib/recorded-body.ts';
import type { ExportedRequest } from '#shared/schemas/exported-request.ts';
import { exactBytes } from './exact-bytes.ts';
import type { FullRequest } from './full-request.ts';

export function requestLine(
  { mock, entry, url, body, redaction }: FullRequest,
  secrets: boolean,
): string {
  const { response } = entry;
  const line: ExportedRequest = {
    kind: 'hookwright.request',
    version: 1,
    id: entry.id,
    entry: entry.kind,
    receivedAt: new Date(entry.receivedAt).toISOString(),
    mock: {
      id: mock.id,
      name: mock.name,
      ...(secrets ? { secret: mock.secret } : {}),
    },
    deliveryId: entry.deliveryId,
    method: entry.method,
    url,
    headers: entry.headers,
    body: exactBytes(body),
    bodyBytes: entry.bodyBytes,
    truncated: isBodyIncomplete(entry),
    message: entry.message,
    signature: entry.signature,
    status: entry.status,
    fault: entry.fault,
    cause: entry.cause,
    response: response && {
      status: response.status,
      headers: response.headers,
      body: response.body,
      delayMs: response.delayMs,
    },
    forwarded: entry.forwarded,
    connection: entry.connection,
    redacted: [...redaction.redactedKinds],
  };
  return `${JSON.stringify(line)}\n`;
}
