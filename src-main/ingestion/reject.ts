/** Stores rejected requests, so that users can see why nothing arrived (D12). */

import { headBytesOf, type NewRejected } from '#main/store/rejected.ts';
import type { Source } from '#shared/connections/source.ts';
import type { ReceivedRequest } from '#shared/ingestion/message.ts';
import type { RejectionProblem } from '#shared/ingestion/rejection.ts';
import { rejectionText } from '#shared/ingestion/rejection-text.ts';
import { writeRejected } from './accept-message.ts';
import type { IngestTools } from './ingest-tools.ts';
import { type Invalid, isObject } from './normalize.ts';
import { errorReply, type IngestReply } from './reply.ts';
import { describeRequest, type IngestRequest, pathType } from './request.ts';

/** Maximum bytes stored for a request without a valid write key, enough to recognize the sender. */
const maxUnauthenticatedBytes = 1_024;
const maxPathLength = 200;
const maxHeaderValueLength = 100;
/** The rest is left for the body. */
const maxHeadBytes = 640;

const truncateText = (text: string, maxLength: number): string =>
  text.length > maxLength ? `${text.slice(0, maxLength)}…` : text;

const jsonBytes = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));

/** Truncates the head to as many header lines as fit. */
function truncateHead(request: ReceivedRequest): ReceivedRequest {
  const start = { ...request, path: truncateText(request.path, maxPathLength), headers: [] };
  let remainingBytes = maxHeadBytes - jsonBytes(start);
  const lines = request.headers.map(([name, value]): [string, string] => [
    truncateText(name, maxHeaderValueLength),
    truncateText(value, maxHeaderValueLength),
  ]);
  const end = lines.findIndex((line) => {
    remainingBytes -= jsonBytes(line) + ','.length;
    return remainingBytes < 0;
  });
  return { ...start, headers: end === -1 ? lines : lines.slice(0, end) };
}

type StoredPart = Pick<NewRejected, 'request' | 'truncatedHeadBytes' | 'body' | 'bodyBytes'>;

function truncate(
  request: ReceivedRequest,
  body: Uint8Array,
  problem: RejectionProblem,
): StoredPart {
  const head = truncateHead(request);
  const isWhole = jsonBytes(head) === jsonBytes(request);
  const maxStoredBytes = maxUnauthenticatedBytes - jsonBytes(head) - jsonBytes(problem);
  return {
    request: head,
    truncatedHeadBytes: isWhole ? null : headBytesOf(request),
    body: body.subarray(0, Math.max(0, maxStoredBytes)),
    bodyBytes: body.length,
  };
}

/** A whole request that is rejected. */
export interface RejectedRequest {
  readonly status: number;
  readonly invalid: Invalid;
  /** The source of the write key; null if there is none. */
  readonly source: Source | null;
  /** The message's type field, or the type in the path. */
  readonly type?: string | null;
}

/** Stores a rejected request and returns its response. */
export async function rejectRequest(
  { store }: Pick<IngestTools, 'store'>,
  request: IngestRequest,
  { status, invalid, source, type }: RejectedRequest,
  receivedAt: number,
): Promise<IngestReply> {
  const described = describeRequest(request, null);
  const { bytes } = request.body;
  const authenticated = source?.enabled === true;
  const rejected: NewRejected = {
    receivedAt,
    sourceId: source?.id ?? null,
    authenticated,
    type: type ?? pathType(request),
    status,
    ...invalid,
    ...(authenticated
      ? { request: described, truncatedHeadBytes: null, body: bytes, bodyBytes: bytes.length }
      : truncate(described, bytes, invalid.problem)),
  };
  await store.write((tx) => writeRejected(store, tx, [rejected], 1));
  return errorReply(status, invalid.code, rejectionText(invalid.problem));
}

/** Shortens part of a request for use in an error. */
export const quoted = (text: string): string => truncateText(text, 100);

/** The message's type field, even if it is not a valid type. */
export const typeOf = (item: unknown): string | null =>
  isObject(item) && typeof item.type === 'string' ? quoted(item.type) : null;
