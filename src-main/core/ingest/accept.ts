/** From the bytes of a request to its answer: authenticate, validate, route, build, commit (D4 to D12). */
import type { IncomingHttpHeaders } from 'node:http';
import type { CallType, HeaderLines, ReceivedRequest } from '#shared/schemas/message.ts';
import type { Source } from '#shared/schemas/source.ts';
import { bodyText } from '../destination/body.ts';
import { routeTo } from '../destination/route.ts';
import type { JsonObject, Message } from '../message.ts';
import type { Clock, Random } from '../ports.ts';
import { randomUuid } from '../random-id.ts';
import type { Directory } from '../setup/directory.ts';
import type { NewRejected } from '../store/rejected.ts';
import type { Store } from '../store/store.ts';
import type { Tx } from '../store/write-queue.ts';
import { type Answer, accepted, acceptedBatch, type RejectedItem, refusal } from './answer.ts';
import { findWriteKey } from './authenticate.ts';
import type { Invalid } from './invalid.ts';
import { labelOf } from './label.ts';
import { isInvalid, isObject, normalise } from './normalise.ts';
import type { BodyResult } from './read-body.ts';

/** Largest single call, in bytes of its JSON (spec 8, D7). */
export const maxCallBytes = 32_768;

export interface IngestTools {
  readonly store: Store;
  readonly directory: Directory;
  readonly clock: Clock;
  readonly random: Random;
  /** Told, after the commit, which destinations have something due. */
  readonly nudge: (destinationIds: ReadonlySet<string>) => void;
}

/** A request as the listener hands it over. `path` is what it asks for: a batch, or one call. */
export interface IngestRequest {
  readonly expects: 'batch' | CallType;
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly rawHeaders: readonly string[];
  readonly remoteAddress: string;
  readonly body: Exclude<BodyResult, { kind: 'aborted' }>;
}

/** A valid message with all that its rows need, worked out before the write begins. */
interface Routed {
  readonly message: Message;
  readonly receivedText: string;
  readonly request: ReceivedRequest;
  readonly deliveries: readonly {
    readonly destinationId: string;
    readonly outcome: 'sent' | 'filtered' | 'excluded';
    readonly body: string | null;
  }[];
}

function headerLines(rawHeaders: readonly string[]): HeaderLines {
  const lines: [string, string][] = [];
  for (let index = 0; index + 1 < rawHeaders.length; index += 2)
    lines.push([rawHeaders[index] ?? '', rawHeaders[index + 1] ?? '']);
  return lines;
}

function parseJson(bytes: Uint8Array): { value: unknown } | { problem: string } {
  try {
    return { value: JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) };
  } catch (error) {
    const why = error instanceof SyntaxError ? error.message : 'it is not UTF-8';
    return { problem: `The body is not valid JSON: ${why}.` };
  }
}

const typeOf = (item: unknown): string | null =>
  isObject(item) && typeof item.type === 'string' ? item.type : null;

/** Routes a message and builds the bodies, one per shape that a destination asks for. */
export function route(directory: Directory, sourceId: string, message: Message) {
  const bodies = new Map<string, string>();
  return directory.enabledFor(sourceId).map((destination) => {
    const outcome = routeTo(destination, message);
    if (outcome !== 'sent') return { destination, outcome, body: null };
    const shape = destination.payloadShape;
    const body = bodies.get(shape) ?? bodyText(message, shape);
    bodies.set(shape, body);
    return { destination, outcome, body };
  });
}

/** Answers one request; resolves after everything it led to is on disk (D8). */
export async function acceptRequest(tools: IngestTools, request: IngestRequest): Promise<Answer> {
  const receivedAt = tools.clock.now();
  const received = (batchIndex: number | null): ReceivedRequest => ({
    method: request.method,
    path: request.url,
    headers: headerLines(request.rawHeaders),
    remoteAddress: request.remoteAddress,
    bodyBytes:
      request.body.kind === 'undecodable' ? request.body.bytes.length : request.body.wireBytes,
    batchIndex,
  });

  async function refuseAll(
    status: number,
    invalid: Invalid,
    source: Source | null,
    type: string | null = request.expects === 'batch' ? null : request.expects,
  ): Promise<Answer> {
    await tools.store.write((tx) =>
      writeRejected(tools.store, tx, [
        {
          receivedAt,
          sourceId: source?.id ?? null,
          type,
          status,
          ...invalid,
          request: received(null),
          body: request.body.bytes,
        },
      ]),
    );
    return refusal(status, invalid.code, invalid.message);
  }

  const parsed = request.body.kind === 'read' ? parseJson(request.body.bytes) : null;
  const value = parsed !== null && 'value' in parsed ? parsed.value : undefined;

  const key = findWriteKey(request.headers, value);
  const source = key === null ? undefined : tools.directory.sourceByWriteKey(key);
  if (request.body.kind === 'too_large')
    return refuseAll(
      413,
      {
        code: 'payload_too_large',
        message: 'The request body is over 500 KB (512,000 bytes): send smaller batches.',
      },
      source ?? null,
    );
  if (source === undefined)
    return refuseAll(
      401,
      {
        code: 'unknown_source',
        message:
          key === null
            ? 'There is no write key: send it as the user name of HTTP Basic authentication.'
            : 'No source has this write key: copy the key from Sources.',
      },
      null,
    );
  if (!source.enabled)
    return refuseAll(
      403,
      {
        code: 'source_disabled',
        message: `The source "${source.name}" is switched off: switch it on in Sources.`,
      },
      source,
    );
  if (request.body.kind === 'undecodable')
    return refuseAll(400, { code: 'bad_request', message: request.body.message }, source);
  if (parsed !== null && 'problem' in parsed)
    return refuseAll(400, { code: 'bad_request', message: parsed.problem }, source);

  const batch = readBatch(request, value);
  if ('code' in batch) return refuseAll(400, batch, source);

  const routed: Routed[] = [];
  const rejected: (NewRejected & { readonly index: number })[] = [];
  batch.items.forEach((item, index) => {
    const batchIndex = request.expects === 'batch' ? index : null;
    // What is unchanged on its way in is kept byte for byte; an item of a batch as JSON.
    const receivedText =
      batchIndex === null ? request.body.bytes.toString('utf8') : JSON.stringify(item);
    const tooLarge = Buffer.byteLength(receivedText) > maxCallBytes;
    const result: Message | Invalid = tooLarge
      ? {
          code: 'payload_too_large',
          message: 'The message is over 32 KB (32,768 bytes): send less with it.',
        }
      : normalise(item, {
          pathType: request.expects === 'batch' ? null : request.expects,
          batchContext: batch.context,
          batchIntegrations: batch.integrations,
          batchSentAt: batch.sentAt,
          receivedAt,
          newMessageId: () => randomUuid(tools.random),
        });
    if (isInvalid(result))
      rejected.push({
        index,
        receivedAt,
        sourceId: source.id,
        type: typeOf(item) ?? (request.expects === 'batch' ? null : request.expects),
        status: 400,
        code: result.code,
        message: result.message,
        request: received(batchIndex),
        body: Buffer.from(receivedText),
      });
    else
      routed.push({
        message: result,
        receivedText,
        request: received(batchIndex),
        deliveries: route(tools.directory, source.id, result).map(
          ({ destination, outcome, body }) => ({ destinationId: destination.id, outcome, body }),
        ),
      });
  });

  await tools.store.write((tx) => {
    writeRouted(tools.store, tx, source.id, routed, receivedAt);
    writeRejected(tools.store, tx, rejected);
  });
  tools.nudge(
    new Set(
      routed.flatMap(({ deliveries }) =>
        deliveries
          .filter(({ outcome }) => outcome === 'sent')
          .map(({ destinationId }) => destinationId),
      ),
    ),
  );
  return answer(request, routed.length, rejected);
}

function answer(
  request: IngestRequest,
  acceptedCount: number,
  rejected: readonly RejectedItem[],
): Answer {
  const [first] = rejected;
  const items = rejected.map(({ index, code, message }) => ({ index, code, message }));
  if (request.expects !== 'batch')
    return first === undefined ? accepted : refusal(400, first.code, first.message);
  if (acceptedCount > 0 || first === undefined) return acceptedBatch(acceptedCount, items);
  return refusal(400, first.code, first.message, { accepted: 0, rejected: items });
}

interface Batch {
  readonly items: readonly unknown[];
  readonly context: JsonObject | null;
  readonly integrations: JsonObject | null;
  readonly sentAt: unknown;
}

function readBatch(request: IngestRequest, value: unknown): Batch | Invalid {
  if (request.expects !== 'batch')
    return { items: [value], context: null, integrations: null, sentAt: undefined };
  if (!isObject(value) || !Array.isArray(value.batch))
    return { code: 'bad_request', message: 'batch is missing: send {"batch": […]} to this path.' };
  if (value.batch.length === 0)
    return { code: 'empty_batch', message: 'batch is empty: send at least one message.' };
  return {
    items: value.batch,
    context: isObject(value.context) ? value.context : null,
    integrations: isObject(value.integrations) ? value.integrations : null,
    sentAt: value.sentAt,
  };
}

function writeRejected(store: Store, tx: Tx, rejected: readonly NewRejected[]): void {
  for (const one of rejected) store.rejected.insert(tx, one);
  store.ledger.add(tx, 'rejected', rejected.length);
}

function writeRouted(
  store: Store,
  tx: Tx,
  sourceId: string,
  routed: readonly Routed[],
  now: number,
): void {
  for (const { message, receivedText, request, deliveries } of routed) {
    const row = {
      messageId: message.messageId,
      sourceId,
      type: message.type,
      label: labelOf(message),
      userId: message.userId ?? null,
      anonymousId: message.anonymousId ?? null,
      timestamp: message.timestamp,
      receivedAt: now,
      deliveryCount: deliveries.length,
      request,
      receivedText,
      normalisedText: JSON.stringify(message),
    };
    const messageRowId = store.messages.insert(tx, row);
    if (messageRowId === null) {
      store.messages.insertDuplicate(tx, row);
      store.ledger.add(tx, 'duplicates', 1);
      continue;
    }
    store.ledger.add(tx, 'accepted', 1);
    store.ledger.add(tx, 'routed', deliveries.length);
    store.ledger.add(tx, 'unrouted', deliveries.length === 0 ? 1 : 0);
    const bodyIds = new Map<string, number>();
    for (const { destinationId, outcome, body } of deliveries) {
      const bytes = body === null ? null : Buffer.from(body);
      const bodyId =
        body === null || bytes === null
          ? null
          : (bodyIds.get(body) ?? store.deliveries.insertBody(tx, bytes));
      if (body !== null && bodyId !== null) bodyIds.set(body, bodyId);
      store.deliveries.insert(tx, {
        messageRowId,
        destinationId,
        state: outcome === 'sent' ? 'pending' : outcome,
        bodyId,
        bodyBytes: bytes?.length ?? 0,
        now,
      });
    }
  }
}
