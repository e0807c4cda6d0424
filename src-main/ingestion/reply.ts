import { diskCodeOf } from '#main/kit/app-error.ts';
import type { IngestCode } from '#shared/ingestion/message.ts';

export interface RejectedItem {
  readonly index: number;
  readonly code: IngestCode;
  readonly message: string;
}

/**
 * A response of the ingestion endpoint. Always JSON, because SDKs parse it for every status (D6).
 */
export interface IngestReply {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: object;
}

export const accepted: IngestReply = { status: 200, body: { success: true } };

/** `rejected` contains only the first items; `rejectedCount` counts all (D47). */
export const acceptedBatch = (
  count: number,
  rejected: readonly RejectedItem[],
  rejectedCount: number,
): IngestReply => ({
  status: 200,
  body: { success: true, accepted: count, rejected, rejectedCount },
});

/** `error` repeats the message: some SDKs read this key and throw if it is missing. */
export const errorReply = (
  status: number,
  code: IngestCode | 'unavailable',
  message: string,
  more: object = {},
): IngestReply => ({ status, body: { success: false, code, message, error: message, ...more } });

/** No message of the batch was accepted. */
export const rejectedBatch = (
  { code, message }: RejectedItem,
  rejected: readonly RejectedItem[],
  rejectedCount: number,
): IngestReply => errorReply(400, code, message, { accepted: 0, rejected, rejectedCount });

/** The request can't be stored now. Clients keep the messages and retry. */
export function unavailable(error?: unknown): IngestReply {
  const code = diskCodeOf(error);
  const message =
    code === null
      ? 'The event could not be stored and was not accepted. Send it again.'
      : `The event was not accepted, because the data folder can't be written to (${code}). Check free disk space and permissions, then send it again.`;
  return {
    ...errorReply(503, 'unavailable', message),
    // Seconds: enough to free disk space, and short for a client that keeps its queue.
    headers: { 'Retry-After': '5' },
  };
}
