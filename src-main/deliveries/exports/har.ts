/** HTTP Archive 1.2 with one entry per attempt, for browser tools, proxies and API clients. */
import { STATUS_CODES } from 'node:http';
import type { Attempt, AttemptTimings, Bytes, SentRequest } from '#shared/deliveries/delivery.ts';
import { resultExplanation } from '#shared/deliveries/text.ts';
import type { HeaderLines } from '#shared/ingestion/message.ts';
import { isBodyIncomplete, type MockEntryDetail } from '#shared/mocks/request.ts';
import { exactBytes, type FormatWriter, toExactBytes, type WriterOptions } from './format.ts';
import type { FullDelivery } from './full-delivery.ts';
import type { FullRequest } from './full-request.ts';

// Parts of HAR entries that all exports share.

const httpVersion = 'HTTP/1.1';

const toHeaders = (lines: HeaderLines) => lines.map(([name, value]) => ({ name, value }));

const headerOf = (lines: HeaderLines, headerName: string): string | undefined =>
  lines.find(([name]) => name.toLowerCase() === headerName)?.[1];

const toQuery = (url: string) =>
  [...(URL.parse(url)?.searchParams ?? [])].map(([name, value]) => ({ name, value }));

function toPostData(body: Uint8Array, headers: HeaderLines) {
  const { encoding, data } = exactBytes(body);
  return {
    mimeType: headerOf(headers, 'content-type') ?? '',
    text: data,
    // HAR defines an encoding field only for responses, not for requests.
    ...(encoding === 'base64' ? { _encoding: 'base64', comment: 'The text is base64.' } : {}),
  };
}

const toRequest = (
  { method, url, headers }: SentRequest,
  body: Uint8Array | null,
  /** -1: the body is unknown. */
  bodyBytes = body?.length ?? -1,
) => ({
  method,
  url,
  httpVersion,
  cookies: [],
  headers: toHeaders(headers),
  queryString: toQuery(url),
  ...(body === null ? {} : { postData: toPostData(body, headers) }),
  headersSize: -1,
  bodySize: bodyBytes,
});

function toContent(headers: HeaderLines, bytes: Bytes | null) {
  const body = bytes && toExactBytes(bytes);
  return {
    size: bytes?.byteLength ?? 0,
    mimeType: headerOf(headers, 'content-type') ?? '',
    ...(body === null ? {} : { text: body.data }),
    ...(body?.encoding === 'base64' ? { encoding: 'base64' } : {}),
    ...(bytes?.truncated
      ? { comment: 'Truncated: only the beginning of the response was stored.' }
      : {}),
  };
}

interface ReceivedResponse {
  readonly status: number;
  readonly headers: HeaderLines;
  readonly body: Bytes;
}

/** Without a response, HAR requires one with status 0. */
function toResponse(response: ReceivedResponse | null) {
  const headers = response?.headers ?? [];
  return {
    status: response?.status ?? 0,
    statusText: response === null ? '' : (STATUS_CODES[response.status] ?? ''),
    httpVersion,
    cookies: [],
    headers: toHeaders(headers),
    content: toContent(headers, response?.body ?? null),
    redirectURL: headerOf(headers, 'location') ?? '',
    headersSize: -1,
    bodySize: response?.body.byteLength ?? -1,
  };
}

// HAR entries of the requests in a mock endpoint's log.

/** Delays and forwarding are measured; the rest of the response time is not. */
const waitOf = ({ response, forwarded }: MockEntryDetail): number =>
  (response?.delayMs ?? 0) +
  (forwarded?.exchanges ?? []).reduce((sum, { durationMs }) => sum + durationMs, 0);

/** Null for a connection without a request. */
function toRequestEntry({ mock, entry, url, body, redaction }: FullRequest) {
  const { id, method, deliveryId, fault, forwarded, response } = entry;
  if (method === null || url === null) return null;
  const wait = waitOf(entry);
  const isCut = isBodyIncomplete(entry);
  return {
    startedDateTime: new Date(entry.receivedAt).toISOString(),
    time: wait,
    request: toRequest(
      { method, url, headers: entry.headers },
      body.length === 0 ? null : body,
      entry.bodyBytes,
    ),
    response: { ...toResponse(response), ...(fault === 'none' ? {} : { _error: fault }) },
    cache: {},
    timings: { send: 0, wait, receive: 0 },
    _mock: { id: mock.id, name: mock.name, request: id, delivery: deliveryId },
    ...(forwarded === null ? {} : { _forwarded: forwarded }),
    comment: `Request ${id} to the mock endpoint ${mock.name}${isCut ? '. The body was not recorded completely.' : ''}`,
    ...(redaction.redactedKinds.length === 0 ? {} : { _redacted: redaction.redactedKinds }),
  };
}

/** HAR uses -1 for missing phases, and `connect` includes TLS. */
function toTimings({ dnsMs, connectMs, tlsMs, waitMs, bodyMs, totalMs }: AttemptTimings) {
  const connect = connectMs === null ? null : connectMs + (tlsMs ?? 0);
  const measuredMs = (dnsMs ?? 0) + (connect ?? 0) + (bodyMs ?? 0);
  // Without a response, the remaining time was spent waiting.
  const wait = waitMs ?? Math.max(0, totalMs - measuredMs);
  return {
    blocked: Math.max(0, totalMs - measuredMs - wait),
    dns: dnsMs ?? -1,
    connect: connect ?? -1,
    ssl: tlsMs ?? -1,
    send: 0,
    wait,
    receive: bodyMs ?? 0,
  };
}

function toEntry(attempt: Attempt, { body, summary, redaction }: FullDelivery) {
  const { request, response, result, timings } = attempt;
  return {
    startedDateTime: new Date(attempt.startedAt).toISOString(),
    time: timings.totalMs,
    request: toRequest(request, body),
    response: {
      ...toResponse(response),
      // `_error` as in browsers, and a readable comment.
      ...(response === null && result.outcome !== 'accepted'
        ? { _error: result.code, comment: resultExplanation(result) }
        : {}),
    },
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
    *request(request) {
      const entry = toRequestEntry(request);
      if (entry === null) return;
      yield `${comma}\n${JSON.stringify(entry)}`;
      comma = ',';
    },
    end: () => ['\n]}}\n'],
  };
}
