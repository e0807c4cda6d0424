/** HTTP Archive 1.2 with one entry per attempt, for browser tools, proxies and API clients. */

import { STATUS_CODES } from 'node:http';
import { resultExplanation } from '#shared/labels/attempt-result.ts';
import type { Attempt, AttemptTimings } from '#shared/schemas/delivery.ts';
import type { HeaderLines } from '#shared/schemas/message.ts';
import { exactBytes, toExactBytes } from './exact-bytes.ts';
import type { FormatWriter, WriterOptions } from './format.ts';
import type { FullDelivery } from './full-delivery.ts';

const toHeaders = (lines: HeaderLines) => lines.map(([name, value]) => ({ name, value }));

const headerOf = (lines: HeaderLines, wanted: string): string | undefined =>
  lines.find(([name]) => name.toLowerCase() === wanted)?.[1];

const toQuery = (url: string) =>
  [...(URL.parse(url)?.searchParams ?? [])].map(([name, value]) => ({ name, value }));

/** HAR uses -1 for missing phases, and `connect` includes TLS. */
function toTimings({ dnsMs, connectMs, tlsMs, waitMs, bodyMs, totalMs }: AttemptTimings) {
  const connect = connectMs === null ? null : connectMs + (tlsMs ?? 0);
  const known = (dnsMs ?? 0) + (connect ?? 0) + (bodyMs ?? 0);
  // Without a response, the remaining time was spent waiting.
  const wait = waitMs ?? Math.max(0, totalMs - known);
  return {
    blocked: Math.max(0, totalMs - known - wait),
    dns: dnsMs ?? -1,
    connect: connect ?? -1,
    ssl: tlsMs ?? -1,
    send: 0,
    wait,
    receive: bodyMs ?? 0,
  };
}

function toPostData(body: Uint8Array, headers: HeaderLines) {
  const { encoding, data } = exactBytes(body);
  return {
    mimeType: headerOf(headers, 'content-type') ?? '',
    text: data,
    // HAR defines an encoding field only for responses, not for requests.
    ...(encoding === 'base64' ? { _encoding: 'base64', comment: 'The text is base64.' } : {}),
  };
}

const httpVersion = 'HTTP/1.1';

function toResponse({ response, result }: Attempt) {
  const headers = response?.headers ?? [];
  const body = response && toExactBytes(response.body);
  return {
    status: response?.status ?? 0,
    statusText: response === null ? '' : (STATUS_CODES[response.status] ?? ''),
    httpVersion,
    cookies: [],
    headers: toHeaders(headers),
    content: {
      size: response?.body.byteLength ?? 0,
      mimeType: headerOf(headers, 'content-type') ?? '',
      ...(body === null ? {} : { text: body.data }),
      ...(body?.encoding === 'base64' ? { encoding: 'base64' } : {}),
      ...(response?.body.truncated ? { comment: 'Cut off: 64 KB of an answer are kept.' } : {}),
    },
    redirectURL: headerOf(headers, 'location') ?? '',
    headersSize: -1,
    bodySize: response?.body.byteLength ?? -1,
    // `_error` as in browsers, and a readable comment.
    ...(response === null && result.outcome !== 'delivered'
      ? { _error: result.code, comment: resultExplanation(result) }
      : {}),
  };
}

function toEntry(attempt: Attempt, { body, summary, redaction }: FullDelivery) {
  const { request, timings } = attempt;
  return {
    startedDateTime: new Date(attempt.startedAt).toISOString(),
    time: timings.totalMs,
    request: {
      method: request.method,
      url: request.url,
      httpVersion,
      cookies: [],
      headers: toHeaders(request.headers),
      queryString: toQuery(request.url),
      ...(body === null ? {} : { postData: toPostData(body, request.headers) }),
      headersSize: -1,
      bodySize: body?.length ?? 0,
    },
    response: toResponse(attempt),
    cache: {},
    timings: toTimings(timings),
    _delivery: { id: summary.id, state: summary.state, round: attempt.round },
    comment: `Delivery ${summary.id}, ${summary.type} ${summary.label}, to ${summary.destinationName}`,
    ...(redaction.redactedKinds.length === 0 ? {} : { _redacted: redaction.redactedKinds }),
  };
}

export function createHarWriter({ version }: WriterOptions): FormatWriter {
  let comma = '';
  return {
    start: () => [
      `{"log":{"version":"1.2","creator":${JSON.stringify({ name: 'Hookwright', version })},"entries":[`,
    ],
    *delivery(delivery) {
      for (const attempt of delivery.attempts()) {
        yield `${comma}\n${JSON.stringify(toEntry(attempt, delivery))}`;
        comma = ',';
      }
    },
    end: () => ['\n]}}\n'],
  };
}
