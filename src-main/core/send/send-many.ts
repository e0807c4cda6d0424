/**
 * A load: many messages through the client library, in batches and tried again, as server code sends
 * them. The messages go as they are written, without the context and time of sending that the library
 * adds for server code, so that what is delivered is what the preview showed.
 */
import { byteLength } from '#shared/client/byte-length.ts';
import { type Outcome, platformFetch } from '#shared/client/deliver.ts';
import { Outbox } from '#shared/client/outbox.ts';
import { parseExact } from '#shared/lib/exact-json.ts';
import type { SendProgress, SendRequest } from '#shared/schemas/send.ts';
import type { Source } from '#shared/schemas/source.ts';
import { AppError } from '../app-error.ts';
import { createRateLimiter } from '../clock/rate-limiter.ts';
import { until } from '../clock/until.ts';
import { sendHeader } from '../ingestion/request.ts';
import {
  afterResponse,
  nothingSent,
  type SendTools,
  toIngestResponse,
  withMessageId,
} from './send-tools.ts';

/** As server code batches by default (spec 2.3). */
const batchCount = 20;

/** Positions of a batch that the ingestion rejected. */
function rejectedIn(body: unknown): ReadonlySet<unknown> {
  const { rejected } = (body ?? {}) as { rejected?: readonly { readonly index: number }[] };
  return new Set(rejected?.map(({ index }) => index));
}

/** messageIds of the accepted messages of a batch. */
const acceptedIn = (messages: readonly string[], { accepted, body }: Outcome): string[] => {
  const rejected = rejectedIn(body);
  return messages
    .filter((_, index) => accepted && !rejected.has(index))
    .map((json) => String((parseExact(json) as { messageId: unknown }).messageId));
};

/** The endpoint did not respond, or every attempt got a retryable status. */
function outageRefusal({ status, body, cause }: Outcome): AppError {
  const why = cause instanceof Error ? cause.message : String(cause);
  return new AppError(
    'unavailable',
    status === null
      ? `The ingestion endpoint did not respond: ${why}`
      : `The ingestion endpoint returned ${status}: ${toIngestResponse(status, body).message ?? 'no reason'}`,
  );
}

/** Sends as asked and yields how far it is; an abort ends it with what was sent until then. */
export async function* sendMany(
  tools: SendTools,
  { count, perSecond }: SendRequest,
  source: Source,
  template: Record<string, unknown>,
  ingestUrl: string,
  signal: AbortSignal,
): AsyncGenerator<SendProgress, void, void> {
  const { machineClock, random } = tools;
  const limiter = createRateLimiter(machineClock, perSecond ?? null);
  let progress = nothingSent(count);
  let outage: Outcome | null = null;
  const outbox = new Outbox({
    writeKey: source.writeKey,
    fetch: (url, request) =>
      platformFetch(url, {
        ...request,
        headers: { ...request.headers, [sendHeader]: tools.sendToken },
      }),
    settings: { endpoint: ingestUrl, batchCount, flushAfterMs: 0 },
    maxQueued: batchCount,
    envelope: () => ({}),
    settled(messages, outcome) {
      const { status, body } = outcome;
      if (status === null || status === 429 || status >= 500) {
        outage = outcome;
        return;
      }
      const accepted = acceptedIn(messages, outcome);
      progress = afterResponse(progress, messages.length, accepted, toIngestResponse(status, body));
    },
  });
  const abandon = () => void outbox.abandon();
  signal.addEventListener('abort', abandon);
  const isCancelled = () => signal.aborted;

  try {
    while (progress.sent < count && !isCancelled()) {
      const ready = Math.min(batchCount, limiter.available(), count - progress.sent);
      if (ready > 0) {
        for (let index = 0; index < ready; index += 1) {
          const json = JSON.stringify(withMessageId(template, random));
          outbox.push({ json, bytes: byteLength(json) });
        }
        limiter.consume(ready);
        await outbox.flush();
        if (outage !== null && !isCancelled()) throw outageRefusal(outage);
        yield progress;
      } else await until(machineClock, limiter.nextAt(), signal);
    }
  } finally {
    signal.removeEventListener('abort', abandon);
    await outbox.abandon();
  }
}
