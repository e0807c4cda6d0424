/** HTTP Archive 1.2 with one entry per attempt, for browser tools, proxies and API clients. */
import { resultExplanation } from '#shared/labels/attempt-result.ts';
import type { Attempt, AttemptTimings } from '#shared/schemas/delivery.ts';
import type { FormatWriter, WriterOptions } from './format.ts';
import type { FullDelivery } from './full-delivery.ts';
import { toRequest, toResponse } from './har-parts.ts';
import { toRequestEntry } from './har-request.ts';

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
      ...(response === null && result.outcome !== 'delivered'
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
