/** One delivery per line, as documented in `shared/deliveries/exported-delivery.ts`. */

import type { Attempt } from '#shared/deliveries/delivery.ts';
import type { ExportedAttempt, ExportedDelivery } from '#shared/deliveries/exported-delivery.ts';
import type { ExportedRequest } from '#shared/mocks/exported-request.ts';
import { isBodyIncomplete } from '#shared/mocks/request.ts';
import { exactBytes, type FormatWriter, toExactBytes, type WriterOptions } from './format.ts';
import type { FullDelivery } from './full-delivery.ts';
import type { FullRequest } from './full-request.ts';

// One entry of a mock endpoint's log per line, as documented in `shared/mocks/exported-request.ts`.

function requestLine({ mock, entry, url, body, redaction }: FullRequest, secrets: boolean): string {
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

const timestamp = (ms: number): string => new Date(ms).toISOString();

const toAttempt = ({
  round,
  startedAt,
  request,
  response,
  result,
  timings,
}: Attempt): ExportedAttempt => ({
  round,
  startedAt: timestamp(startedAt),
  request,
  response: response && {
    status: response.status,
    headers: response.headers,
    body: toExactBytes(response.body),
    byteLength: response.body.byteLength,
    truncated: response.body.truncated,
  },
  result,
  timings,
});

type Head = Omit<ExportedDelivery, 'attempts' | 'redacted'>;

function headOf({ summary, message, destination, body, requests }: FullDelivery, secrets: boolean) {
  const head: Head = {
    kind: 'hookwright.delivery',
    version: 2,
    id: summary.id,
    state: summary.state,
    reason: summary.reason,
    createdAt: timestamp(summary.createdAt),
    source: { id: summary.sourceId, name: summary.sourceName },
    destination: {
      id: summary.destinationId,
      name: summary.destinationName,
      ...(secrets ? { sharedSecret: destination.sharedSecret } : {}),
    },
    message: {
      messageId: message.messageId,
      type: message.type,
      label: message.label,
      userId: message.userId,
      anonymousId: message.anonymousId,
      timestamp: message.timestamp,
      receivedAt: timestamp(message.receivedAt),
    },
    body: body && exactBytes(body),
    requests: [...requests],
  };
  return JSON.stringify(head);
}

export const createJsonLinesWriter = ({ secrets }: WriterOptions): FormatWriter => ({
  start: () => [],
  /** Written in pieces: a delivery can have hundreds of attempts, each with 64 KB of response. */
  *delivery(delivery) {
    yield `${headOf(delivery, secrets).slice(0, -1)},"attempts":[`;
    let comma = '';
    for (const attempt of delivery.attempts()) {
      yield comma + JSON.stringify(toAttempt(attempt));
      comma = ',';
    }
    yield `],"redacted":${JSON.stringify(delivery.redaction.redactedKinds)}}\n`;
  },
  request: (request) => [requestLine(request, secrets)],
  end: () => [],
});
