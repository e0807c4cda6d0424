/** HAR entries of the requests in a mock endpoint's log. */
import { isBodyIncomplete } from '#shared/lib/recorded-body.ts';
import type { MockEntryDetail } from '#shared/schemas/mock-request.ts';
import type { FullRequest } from './full-request.ts';
import { toRequest, toResponse } from './har-parts.ts';

/** Delays and forwarding are measured; the rest of the response time is not. */
const waitOf = ({ response, forwarded }: MockEntryDetail): number =>
  (response?.delayMs ?? 0) +
  (forwarded?.exchanges ?? []).reduce((sum, { durationMs }) => sum + durationMs, 0);

/** Null for a connection without a request. */
export function toRequestEntry({ mock, entry, url, body, redaction }: FullRequest) {
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
