import type { IngestCode } from '#shared/schemas/message.ts';

/** One rejected item of a batch. */
export interface RejectedItem {
  readonly index: number;
  readonly code: IngestCode;
  readonly message: string;
}

/** An answer of the ingestion: always JSON, since SDKs parse it on every status (D6). */
export interface Answer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: object;
}

export const accepted: Answer = { status: 200, body: { success: true } };

/** `rejected` has only the first ones; `rejectedCount` counts all (D47). */
export const acceptedBatch = (
  count: number,
  rejected: readonly RejectedItem[],
  rejectedCount: number,
): Answer => ({
  status: 200,
  body: { success: true, accepted: count, rejected, rejectedCount },
});

/** `error` repeats the sentence: some SDKs read that key and raise without it. */
export const refusal = (
  status: number,
  code: IngestCode | 'unavailable',
  message: string,
  more: object = {},
): Answer => ({ status, body: { success: false, code, message, error: message, ...more } });

/** A batch without any accepted message. */
export const rejectedBatch = (
  { code, message }: RejectedItem,
  rejected: readonly RejectedItem[],
  rejectedCount: number,
): Answer => refusal(400, code, message, { accepted: 0, rejected, rejectedCount });

/** The disk does not take it now; clients keep it and come again. */
export const unavailable: Answer = {
  status: 503,
  // Seconds: long enough to free some disk, short enough for a client that holds its queue.
  headers: { 'Retry-After': '5' },
  body: refusal(
    503,
    'unavailable',
    'The event could not be stored. It was not accepted: send it again.',
  ).body,
};
