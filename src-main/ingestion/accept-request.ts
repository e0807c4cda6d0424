/**
 * Accepts many messages in one request. Batches are processed in chunks, so that a large batch
 * doesn't delay other work. If the disk fails midway, earlier chunks are stored. When the client
 * retries, those become duplicates (D9), identified by their messageId or by the batch's messageId
 * and their index. Without either, they are stored again.
 */
import { derivedUuid, randomUuid } from '#main/kit/random.ts';
import { createYielding } from '#main/kit/yield-to-event-loop.ts';
import type { NewRejected } from '#main/store/rejected.ts';
import type { Tx } from '#main/store/write-queue.ts';
import type { Source } from '#shared/connections/source.ts';
import { maxStoredPerBatch } from '#shared/ingestion/message.ts';
import { rejectionText } from '#shared/ingestion/rejection-text.ts';
import { writeMessage, writeRejected } from './accept-message.ts';
import { admit, type Batch } from './admit.ts';
import { maxConcurrentMessages } from './batch-gate.ts';
import type { IngestTools } from './ingest-tools.ts';
import { tooLarge } from './message-size.ts';
import { type Arrival, type Invalid, isInvalid, normalize } from './normalize.ts';
import { rejectRequest, typeOf } from './reject.ts';
import { accepted, acceptedBatch, type IngestReply, rejectedBatch, unavailable } from './reply.ts';
import {
  describeRequest,
  type IngestRequest,
  onlyDestination,
  originOf,
  pathType,
} from './request.ts';
import { type RoutedMessage, routeMessage } from './route-message.ts';

type RoutedItem = Omit<RoutedMessage, 'request'> & { readonly index: number };

interface RejectedItem {
  readonly index: number;
  readonly type: string | null;
  readonly text: string;
  readonly invalid: Invalid;
}

interface ReadBatch {
  readonly routed: readonly RoutedItem[];
  /** Only the first items are kept. */
  readonly rejected: readonly RejectedItem[];
  readonly rejectedCount: number;
}

async function acceptBatch(
  tools: IngestTools,
  request: IngestRequest,
  source: Source,
  batch: Batch,
  arrival: Arrival,
): Promise<IngestReply> {
  const release = tools.batchGate.open(request.body.bytes.length);
  if (release === null) return unavailable();
  try {
    const read = await readBatch(tools, request, source, batch, arrival);
    const isWritten =
      read !== null && (await writeBatch(tools, request, source, read, arrival.receivedAt));
    return isWritten ? responseTo(read) : unavailable();
  } finally {
    release();
  }
}

/** Returns null if the client disconnected. */
async function readBatch(
  tools: IngestTools,
  request: IngestRequest,
  source: Source,
  batch: Batch,
  arrival: Arrival,
): Promise<ReadBatch | null> {
  const yieldToEventLoop = createYielding();
  const routed: RoutedItem[] = [];
  const rejected: RejectedItem[] = [];
  const origin = originOf(request, tools.sendToken);
  const only = onlyDestination(request, tools.sendToken);
  const context = {
    pathType: null,
    batchContext: batch.context,
    batchIntegrations: batch.integrations,
    batchSentAt: batch.sentAt,
    ...arrival,
  };

  function readItem(index: number): void {
    const item = batch.items[index];
    const text = JSON.stringify(item);
    const newMessageId = () =>
      batch.messageId === null
        ? randomUuid(tools.random)
        : derivedUuid([source.id, batch.messageId, index]);
    const message =
      tooLarge(text, batch.addedBytes) ?? normalize(item, { ...context, newMessageId });
    if (!isInvalid(message)) {
      const routes = routeMessage(tools.configCache, source.id, message, only);
      const { receivedAt } = arrival;
      routed.push({ index, message, receivedAt, receivedText: text, origin, routes });
    } else if (rejected.length < maxStoredPerBatch)
      rejected.push({ index, type: typeOf(item), text, invalid: message });
  }

  for (let from = 0; from < batch.items.length; from += maxConcurrentMessages) {
    const end = Math.min(from + maxConcurrentMessages, batch.items.length);
    const releaseMessages = await tools.batchGate.acquire(end - from);
    try {
      if (request.isDisconnected()) return null;
      for (let index = from; index < end; index += 1) {
        readItem(index);
        await yieldToEventLoop();
      }
    } finally {
      releaseMessages();
    }
  }
  return { routed, rejected, rejectedCount: batch.items.length - routed.length };
}

const toNewRejected =
  (source: Source, requestId: number, receivedAt: number) =>
  ({ index, type, text, invalid }: RejectedItem): NewRejected => {
    const body = Buffer.from(text);
    return {
      receivedAt,
      sourceId: source.id,
      authenticated: true,
      type,
      status: 400,
      ...invalid,
      request: { requestId, batchIndex: index },
      truncatedHeadBytes: null,
      body,
      bodyBytes: body.length,
    };
  };

interface WrittenChunk {
  /** Resolves with the request's ID after the commit, before the sync. */
  readonly committed: Promise<number>;
  /** Resolves when the chunk is on disk. */
  readonly synced: Promise<void>;
}

/**
 * Resolves when everything is on disk (D8). False if the client disconnected before anything was
 * written.
 */
async function writeBatch(
  { store, batchGate, accepted }: IngestTools,
  request: IngestRequest,
  source: Source,
  { routed, rejected, rejectedCount }: ReadBatch,
  receivedAt: number,
): Promise<boolean> {
  function writeRequest(tx: Tx): number {
    const id = store.batchRequests.insert(tx, describeRequest(request, null), rejectedCount);
    const newRejected = rejected.map(toNewRejected(source, id, receivedAt));
    writeRejected(store, tx, newRejected, rejectedCount);
    return id;
  }

  function writeChunk(
    items: readonly RoutedItem[],
    existingRequestId: number | null,
  ): WrittenChunk {
    const { promise: committed, resolve, reject } = Promise.withResolvers<number>();
    const synced = store
      .write((tx) => {
        const requestId = existingRequestId ?? writeRequest(tx);
        tx.whenCommitted(() => resolve(requestId));
        return items.flatMap(({ index, ...message }) => {
          const reference = { requestId, batchIndex: index };
          return writeMessage(store, tx, source.id, { ...message, request: reference })
            .dueDeliveries;
        });
      })
      .then(accepted);
    // No effect after the commit; then only the sync failed.
    synced.catch(reject);
    return { committed, synced };
  }

  const syncs: Promise<void>[] = [];
  let requestId: number | null = null;
  let from = 0;
  do {
    const items = routed.slice(from, from + maxConcurrentMessages);
    const releaseMessages = await batchGate.acquire(items.length || rejected.length);
    try {
      if (requestId === null && request.isDisconnected()) return false;
      // The next chunk waits only for the commit, so that it shares the next transaction.
      const { committed, synced } = writeChunk(items, requestId);
      syncs.push(synced);
      requestId = await committed;
    } finally {
      releaseMessages();
    }
    from += maxConcurrentMessages;
  } while (from < routed.length);
  await Promise.all(syncs);
  return true;
}

function responseTo({ routed, rejected, rejectedCount }: ReadBatch): IngestReply {
  const items = rejected.map(({ index, invalid }) => ({
    index,
    code: invalid.code,
    message: rejectionText(invalid.problem),
  }));
  const [first] = items;
  return routed.length > 0 || first === undefined
    ? acceptedBatch(routed.length, items, rejectedCount)
    : rejectedBatch(first, items, rejectedCount);
}

// Handles an ingestion request: authenticate, validate, route, build, commit (D4 to D12).

/** Responds to a request after everything it caused is on disk (D8). */
export async function acceptRequest(
  tools: IngestTools,
  request: IngestRequest,
): Promise<IngestReply> {
  // Read together, because a batch may wait for others (D11).
  const arrival = { receivedAt: tools.clock.now(), realNow: tools.machineClock.now() };
  const admission = admit(tools, request);
  if (admission.kind === 'rejected')
    return rejectRequest(tools, request, admission, arrival.receivedAt);
  const { source, batch } = admission;
  return request.expects === 'batch'
    ? acceptBatch(tools, request, source, batch, arrival)
    : acceptCall(tools, request, source, batch.items[0], arrival);
}

async function acceptCall(
  { store, configCache, random, sendToken, accepted: toDispatch }: IngestTools,
  request: IngestRequest,
  source: Source,
  item: unknown,
  arrival: Arrival,
): Promise<IngestReply> {
  const { receivedAt } = arrival;
  // Stored byte for byte.
  const receivedText = request.body.bytes.toString('utf8');
  const message =
    tooLarge(JSON.stringify(item)) ??
    normalize(item, {
      pathType: pathType(request),
      batchContext: null,
      batchIntegrations: null,
      batchSentAt: undefined,
      ...arrival,
      newMessageId: () => randomUuid(random),
    });
  if (isInvalid(message)) {
    const rejected = { status: 400, invalid: message, source, type: typeOf(item) };
    return rejectRequest({ store }, request, rejected, receivedAt);
  }
  const routed = {
    message,
    receivedAt,
    receivedText,
    origin: originOf(request, sendToken),
    request: describeRequest(request, null),
    routes: routeMessage(configCache, source.id, message, onlyDestination(request, sendToken)),
  };
  toDispatch(await store.write((tx) => writeMessage(store, tx, source.id, routed).dueDeliveries));
  return accepted;
}
