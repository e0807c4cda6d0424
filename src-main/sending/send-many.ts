/**
 * Sends many messages with the client library, in batches and with retries, like server code.
 * Messages are sent as written, without the context and time the library usually adds, so that the
 * delivered body matches the preview.
 */

import { AppError } from '#main/kit/app-error.ts';
import { createRateLimiter } from '#main/kit/rate-limiter.ts';
import { until } from '#main/kit/until.ts';
import { type Outcome, platformFetch } from '#shared/client/deliver.ts';
import { byteLength } from '#shared/client/limits.ts';
import { Outbox } from '#shared/client/outbox.ts';
import type { Source } from '#shared/connections/source.ts';
import { parseExact } from '#shared/kit/exact-json.ts';
import type { SendProgress, SendRequest } from '#shared/sending/send.ts';
import {
  afterResponse,
  nothingSent,
  type SendTools,
  toIngestResponse,
  withMessageId,
} from './send-tools.ts';

/** Default batch size of server code (spec 2.3). */
const batchCount = 20;

/** Rejected positions of a batch. */
function rejectedIn(body: unknown): ReadonlySet<unknown> {
  const { rejected } = (body ?? {}) as { rejected?: readonly { readonly index: number }[] };
  return new Set(rejected?.map(({ index }) => index));
}

const acceptedIn = (messages: readonly string[], { failure, body }: Outcome): string[] => {
  const rejected = rejectedIn(body);
  return messages
    .filter((_, index) => failure === null && !rejected.has(index))
    .map((json) => String((parseExact(json) as { messageId: unknown }).messageId));
};

/** The endpoint did not respond, or every attempt got a retryable status. */
function outageError({ status, body, cause }: Outcome): AppError {
  const why = cause instanceof Error ? cause.message : String(cause);
  return new AppError(
    'unavailable',
    status === null
      ? `The ingestion endpoint did not respond: ${why}`
      : `The ingestion endpoint returned ${status}: ${toIngestResponse(status, body).message ?? 'no reason'}`,
  );
}

/** Sends the messages and yields progress. An abort stops after the messages already sent. */
export async function* sendMany(
  tools: SendTools,
  { count, perSecond }: SendRequest,
  source: Source,
  headers: Record<string, string>,
  write: (n: number) => string,
  ingestUrl: string,
  signal: AbortSignal,
): AsyncGenerator<SendProgress, void, void> {
  const { machineClock, random } = tools;
  const limiter = createRateLimiter(machineClock, perSecond ?? null);
  let queued = 0;
  let progress = nothingSent(count);
  let outage: Outcome | null = null;
  const outbox = new Outbox({
    writeKey: source.writeKey,
    fetch: (url, request) =>
      platformFetch(url, {
        ...request,
        headers: { ...request.headers, ...headers },
      }),
    settings: { endpoint: ingestUrl, batchCount, flushAfterMs: 0 },
    maxQueued: batchCount,
    envelope: () => ({}),
    finished(messages, outcome) {
      const { status, body } = outcome;
      if (status === null || status === 429 || status >= 500) {
        outage = outcome;
        return [];
      }
      const accepted = acceptedIn(messages, outcome);
      progress = afterResponse(progress, messages.length, accepted, toIngestResponse(status, body));
      return [];
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
          queued += 1;
          const json = withMessageId(write(queued), random);
          outbox.push({ json, bytes: byteLength(json) });
        }
        limiter.consume(ready);
        await outbox.flush();
        if (outage !== null && !isCancelled()) throw outageError(outage);
        yield progress;
      } else await until(machineClock, limiter.nextAt(), signal);
    }
  } finally {
    signal.removeEventListener('abort', abandon);
    await outbox.abandon();
  }
}
