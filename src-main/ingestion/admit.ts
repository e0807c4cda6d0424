/** Checks a request before its messages: write key, body and batch (D4 to D7). */

import type { JsonObject } from '#main/kit/message.ts';
import { maxBatchMessages } from '#shared/client/limits.ts';
import type { Source } from '#shared/connections/source.ts';
import type { RejectionProblem } from '#shared/ingestion/rejection.ts';
import { ExactNumber, mayBeInexact, parseExact } from '#shared/kit/exact-json.ts';
import { isNestedTooDeep } from '#shared/kit/nesting.ts';
import { findWriteKeys, sourceWithKey } from './authenticate.ts';
import type { IngestTools } from './ingest-tools.ts';
import { addedBytesOf, addsTooMuch, isFarTooLarge } from './message-size.ts';
import { type Invalid, isObject } from './normalize.ts';
import type { IngestRequest } from './request.ts';

/** A request's messages and their shared fields. */
export interface Batch {
  readonly items: readonly unknown[];
  readonly context: JsonObject | null;
  readonly integrations: JsonObject | null;
  readonly sentAt: unknown;
  /** Null if the batch has none. */
  readonly messageId: string | null;
  /** JSON bytes that `context` and `integrations` add to each message. */
  readonly addedBytes: number;
}

export type Admission =
  | { readonly kind: 'admitted'; readonly source: Source; readonly batch: Batch }
  | {
      readonly kind: 'rejected';
      readonly status: number;
      readonly invalid: Invalid;
      readonly source: Source | null;
    };

const rejected = (
  status: number,
  code: Invalid['code'],
  problem: RejectionProblem,
  source: Source | null,
): Admission => ({ kind: 'rejected', status, invalid: { code, problem }, source });

/** Shared, because creating one takes longer than decoding a message. */
const utf8 = new TextDecoder('utf-8', { fatal: true });

/** The compression that the first bytes show (RFC 1952, RFC 1950); undefined for none. */
function compressionOf([first = 0, second = 0]: Uint8Array): 'gzip' | 'deflate' | undefined {
  if (first === 0x1f && second === 0x8b) return 'gzip';
  return first === 0x78 && (first * 256 + second) % 31 === 0 ? 'deflate' : undefined;
}

function notUtf8(bytes: Uint8Array): RejectionProblem {
  const encoding = compressionOf(bytes);
  return encoding === undefined
    ? { code: 'not_utf8', params: {} }
    : { code: 'encoding_missing', params: { encoding } };
}

type Parsed =
  | { readonly text: string; readonly value: unknown }
  | { readonly problem: RejectionProblem };

/**
 * Ignores the exact digits of numbers, which are expensive to keep. The sender isn't authenticated
 * yet.
 */
function parseJson(bytes: Uint8Array): Parsed {
  if (isNestedTooDeep(bytes)) return { problem: { code: 'nested_too_deep', params: {} } };
  try {
    const text = utf8.decode(bytes);
    return { text, value: JSON.parse(text) };
  } catch (error) {
    const problem: RejectionProblem =
      error instanceof SyntaxError
        ? { code: 'invalid_json', params: { detail: error.message } }
        : notUtf8(bytes);
    return { problem };
  }
}

function readBatchId(value: unknown): string | null {
  if (typeof value === 'number' || value instanceof ExactNumber) return String(value);
  return typeof value === 'string' && value !== '' ? value : null;
}

const singleCall = (item: unknown): Batch => ({
  items: [item],
  context: null,
  integrations: null,
  sentAt: undefined,
  messageId: null,
  addedBytes: 0,
});

function readBatch(request: IngestRequest, value: unknown): Batch | Invalid {
  if (request.expects !== 'batch') return singleCall(value);
  if (!isObject(value) || !Array.isArray(value.batch))
    return { code: 'bad_request', problem: { code: 'batch_missing', params: {} } };
  if (value.batch.length === 0)
    return { code: 'empty_batch', problem: { code: 'batch_empty', params: {} } };
  // Checked before reading messages, because hundreds of thousands take seconds.
  const count = value.batch.length;
  if (count > maxBatchMessages)
    return {
      code: 'too_many_messages',
      problem: { code: 'batch_too_long', params: { messages: count } },
    };
  const context = isObject(value.context) ? value.context : null;
  const integrations = isObject(value.integrations) ? value.integrations : null;
  const addedBytes = addedBytesOf([context, integrations]);
  return (
    addsTooMuch(addedBytes, count) ?? {
      items: value.batch,
      context,
      integrations,
      sentAt: value.sentAt,
      messageId: readBatchId(value.messageId),
      addedBytes,
    }
  );
}

/** Error for a disabled source (D5). */
export const sourceDisabled = (source: Source): Invalid => ({
  code: 'source_disabled',
  problem: { code: 'source_disabled', params: { source: source.name } },
});

const unknownKey = (isTrusted: () => boolean) =>
  isTrusted() ? 'write_key_unknown' : 'write_key_unread';

/** Authenticates a request and reads its messages, or returns the reason for rejection. */
export function admit(
  { configCache, isTrusted }: Pick<IngestTools, 'configCache' | 'isTrusted'>,
  request: IngestRequest,
): Admission {
  const { body } = request;
  const parsed = body.kind === 'read' ? parseJson(body.bytes) : null;
  const value = parsed !== null && 'value' in parsed ? parsed.value : undefined;
  const keys = findWriteKeys(request, value);
  const source = sourceWithKey(configCache, keys);

  if (body.kind === 'too_large')
    return rejected(413, 'payload_too_large', { code: 'request_too_large', params: {} }, source);
  if (source === null)
    return rejected(
      401,
      'unknown_source',
      { code: keys.length === 0 ? 'write_key_missing' : unknownKey(isTrusted), params: {} },
      null,
    );
  if (!source.enabled)
    return { kind: 'rejected', status: 403, invalid: sourceDisabled(source), source };
  if (body.kind === 'undecodable') return rejected(400, 'bad_request', body.problem, source);
  if (parsed !== null && 'problem' in parsed)
    return rejected(400, 'bad_request', parsed.problem, source);

  const inexactBatch = readBatch(request, value);
  if ('code' in inexactBatch) return rejected(400, inexactBatch.code, inexactBatch.problem, source);
  const text = parsed?.text ?? '';
  const isExact = !mayBeInexact(text) || (request.expects !== 'batch' && isFarTooLarge(value));
  const batch = isExact ? inexactBatch : readBatch(request, parseExact(text));
  return 'code' in batch
    ? rejected(400, batch.code, batch.problem, source)
    : { kind: 'admitted', source, batch };
}
