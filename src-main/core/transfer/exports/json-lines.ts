/** One delivery per line, as documented in `shared/schemas/exported-delivery.ts`. */
import type { Attempt } from '#shared/schemas/delivery.ts';
import type { ExportedAttempt, ExportedDelivery } from '#shared/schemas/exported-delivery.ts';
import { exactBytes, toExactBytes } from './exact-bytes.ts';
import type { FormatWriter, WriterOptions } from './format.ts';
import type { FullDelivery } from './full-delivery.ts';
import { requestLine } from './request-lines.ts';

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
