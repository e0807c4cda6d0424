/**
 * Accepts many messages in one request. Reads and writes them piece by piece, so that a large batch
 * doesn't delay other work. If the disk fails halfway, the earlier messages stay accepted, and are
 * duplicates when the client retries (D9).
 */
import { maxKeptOfBatch } from '#shared/schemas/message.ts';
import type { Source } from '#shared/schemas/source.ts';
import { randomUuid } from '../random-id.ts';
import type { DeliveryWithBody } from '../store/deliveries.ts';
import type { NewRejected } from '../store/rejected.ts';
import type { Tx } from '../store/write-queue.ts';
import { createTurns } from '../turns.ts';
import type { Batch } from './admit.ts';
import { type Answer, acceptedBatch, rejectedBatch } from './answer.ts';
import { maxBatchMessagesAtOnce } from './batch-gate.ts';
import type { IngestTools } from './ingest-tools.ts';
import type { Invalid } from './invalid.ts';
import { tooLarge } from './message-size.ts';
import { isInvalid, normalise } from './normalise.ts';
import { typeOf } from './reject.ts';
import { describeRequest, type IngestRequest } from './request.ts';
import { routeMessage } from './route-message.ts';
import { type RoutedMessage, writeMessage, writeRejected } from './write-messages.ts';

type RoutedItem = Omit<RoutedMessage, 'request'> & { readonly index: number };

interface RejectedItem {
  readonly index: number;
  readonly type: string | null;
  readonly text: string;
  readonly invalid: Invalid;
}

interface Written {
  readonly id: number;
  readonly deliveries: readonly DeliveryWithBody[];
}

interface ReadBatch {
  readonly routed: readonly RoutedItem[];
  /** Only the first ones. */
  readonly rejected: readonly RejectedItem[];
  readonly rejectedCount: number;
}

export async function acceptBatch(
  tools: IngestTools,
  request: IngestRequest,
  source: Source,
  batch: Batch,
  receivedAt: number,
): Promise<Answer> {
  const leave = await tools.batchGate.enter(batch.items.length);
  try {
    const read = await readBatch(tools, source, batch, receivedAt);
    await writeBatch(tools, request, source, read, receivedAt);
    return responseTo(read);
  } finally {
    leave();
  }
}

async function readBatch(
  tools: IngestTools,
  source: Source,
  batch: Batch,
  receivedAt: number,
): Promise<ReadBatch> {
  const turn = createTurns();
  const routed: RoutedItem[] = [];
  const rejected: RejectedItem[] = [];
  const around = {
    pathType: null,
    batchContext: batch.context,
    batchIntegrations: batch.integrations,
    batchSentAt: batch.sentAt,
    receivedAt,
    realNow: tools.machineClock.now(),
    newMessageId: () => randomUuid(tools.random),
  };
  for (const [index, item] of batch.items.entries()) {
    const text = JSON.stringify(item);
    const message = tooLarge(text, batch.addedBytes) ?? normalise(item, around);
    if (!isInvalid(message)) {
      const routes = routeMessage(tools.directory, source.id, message);
      routed.push({ index, message, receivedAt, receivedText: text, routes });
    } else if (rejected.length < maxKeptOfBatch)
      rejected.push({ index, type: typeOf(item), text, invalid: message });
    await turn();
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

/** Resolves when everything is on disk. */
async function writeBatch(
  { store, accepted }: IngestTools,
  request: IngestRequest,
  source: Source,
  { routed, rejected, rejectedCount }: ReadBatch,
  receivedAt: number,
): Promise<void> {
  function writeRequest(tx: Tx): number {
    const id = store.batchRequests.insert(tx, describeRequest(request, null), rejectedCount);
    const kept = rejected.map(toNewRejected(source, id, receivedAt));
    writeRejected(store, tx, kept, rejectedCount);
    return id;
  }

  let requestId: number | null = null;
  let from = 0;
  do {
    const known: number | null = requestId;
    const some = routed.slice(from, from + maxBatchMessagesAtOnce);
    const written: Written = await store.write((tx) => {
      const id = known ?? writeRequest(tx);
      const deliveries = some.flatMap(({ index, ...message }) => {
        const place = { requestId: id, batchIndex: index };
        return writeMessage(store, tx, source.id, { ...message, request: place }).fresh;
      });
      return { id, deliveries };
    });
    accepted(written.deliveries);
    requestId = written.id;
    from += maxBatchMessagesAtOnce;
  } while (from < routed.length);
}

function responseTo({ routed, rejected, rejectedCount }: ReadBatch): Answer {
  const items = rejected.map(({ index, invalid }) => ({ index, ...invalid }));
  const [first] = items;
  return routed.length > 0 || first === undefined
    ? acceptedBatch(routed.length, items, rejectedCount)
    : rejectedBatch(first, items, rejectedCount);
}
