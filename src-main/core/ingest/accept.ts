/** From a request to its answer: admit, validate, route, build, commit (D4 to D12). */
import type { Clock, Random } from '../ports.ts';
import { randomUuid } from '../random-id.ts';
import type { Directory } from '../setup/directory.ts';
import type { DeliveryWithBody } from '../store/deliveries.ts';
import type { NewRejected } from '../store/rejected.ts';
import type { Store } from '../store/store.ts';
import { type Admission, admit, type Batch } from './admit.ts';
import { type Answer, accepted, acceptedBatch, type RejectedItem, refusal } from './answer.ts';
import type { Invalid } from './invalid.ts';
import { isInvalid, isObject, normalise } from './normalise.ts';
import { describeRequest, type IngestRequest, pathType } from './request.ts';
import { routeMessage } from './route-message.ts';
import { type RoutedMessage, writeMessage, writeRejected } from './write-messages.ts';

/** Largest single call, in bytes of its JSON (spec 8, D7). */
const maxCallBytes = 32_768;

/**
 * What SDKs say of themselves for a whole batch, such as the library's name, in bytes of JSON: it comes
 * on top of a call, which would otherwise be within the limit where it is made and over it here.
 */
const freeAddedBytes = 1_024;

/**
 * The refusal of a call that is too large; null when it is not. What its batch adds to it counts as
 * well: one large context would otherwise be stored and sent again with each of thousands.
 */
export function tooLarge(json: string, addedBytes = 0): Invalid | null {
  const bytes = Buffer.byteLength(json);
  const countedBytes = bytes + (addedBytes > freeAddedBytes ? addedBytes : 0);
  if (countedBytes <= maxCallBytes) return null;
  const what =
    bytes > maxCallBytes ? 'The message is' : 'The message and what its batch adds to it are';
  return {
    code: 'payload_too_large',
    message: `${what} over 32 KB (32,768 bytes): send less with it.`,
  };
}

/** What the batch adds to each of its messages, in bytes of JSON. */
const addedBytesOf = ({ context, integrations }: Batch): number =>
  [context, integrations]
    .filter((added) => added !== null)
    .reduce((sum, added) => sum + Buffer.byteLength(JSON.stringify(added)), 0);

export interface IngestTools {
  readonly store: Store;
  readonly directory: Directory;
  readonly clock: Clock;
  readonly random: Random;
  /** Told, after the commit, what is due because of it. */
  readonly accepted: (deliveries: readonly DeliveryWithBody[]) => void;
}

type Rejected = NewRejected & { readonly index: number };

/** Answers one request; resolves after everything it led to is on disk (D8). */
export async function acceptRequest(tools: IngestTools, request: IngestRequest): Promise<Answer> {
  const receivedAt = tools.clock.now();
  const admission = admit(tools.directory, request);
  if (admission.kind === 'refused') return refuse(tools, request, admission, receivedAt);

  const { source, batch } = admission;
  const addedBytes = addedBytesOf(batch);
  const items = batch.items.map((_, index) =>
    readItem(tools, request, source.id, batch, index, receivedAt, addedBytes),
  );
  const routed = items.filter((item) => 'routes' in item);
  const rejected = items.filter((item) => 'code' in item);
  const deliveries = await tools.store.write((tx) => {
    writeRejected(tools.store, tx, rejected);
    return routed.flatMap((message) => writeMessage(tools.store, tx, source.id, message).fresh);
  });
  tools.accepted(deliveries);
  return answerOf(request, routed.length, rejected);
}

/** Keeps the raw request, so that an integrator sees why nothing arrived (D12). */
async function refuse(
  tools: IngestTools,
  request: IngestRequest,
  { status, invalid, source }: Admission & { kind: 'refused' },
  receivedAt: number,
): Promise<Answer> {
  const rejected: NewRejected = {
    receivedAt,
    sourceId: source?.id ?? null,
    type: pathType(request),
    status,
    ...invalid,
    request: describeRequest(request, null),
    body: request.body.bytes,
  };
  await tools.store.write((tx) => writeRejected(tools.store, tx, [rejected]));
  return refusal(status, invalid.code, invalid.message);
}

const typeOf = (item: unknown): string | null =>
  isObject(item) && typeof item.type === 'string' ? item.type : null;

function readItem(
  tools: IngestTools,
  request: IngestRequest,
  sourceId: string,
  batch: Batch,
  index: number,
  receivedAt: number,
  addedBytes: number,
): RoutedMessage | Rejected {
  const item = batch.items[index];
  const isBatch = request.expects === 'batch';
  const described = describeRequest(request, isBatch ? index : null);
  // A single call is kept byte for byte; the item of a batch as JSON.
  const receivedText = isBatch ? JSON.stringify(item) : request.body.bytes.toString('utf8');
  const result =
    tooLarge(receivedText, addedBytes) ??
    normalise(item, {
      pathType: pathType(request),
      batchContext: batch.context,
      batchIntegrations: batch.integrations,
      batchSentAt: batch.sentAt,
      receivedAt,
      newMessageId: () => randomUuid(tools.random),
    });
  if (!isInvalid(result))
    return {
      message: result,
      receivedAt,
      receivedText,
      request: described,
      routes: routeMessage(tools.directory, sourceId, result),
    };
  return {
    ...result,
    index,
    receivedAt,
    sourceId,
    type: typeOf(item) ?? pathType(request),
    status: 400,
    request: described,
    body: Buffer.from(receivedText),
  };
}

function answerOf(
  request: IngestRequest,
  acceptedCount: number,
  rejected: readonly RejectedItem[],
): Answer {
  const [first] = rejected;
  if (request.expects !== 'batch')
    return first === undefined ? accepted : refusal(400, first.code, first.message);
  const items = rejected.map(({ index, code, message }) => ({ index, code, message }));
  if (acceptedCount > 0 || first === undefined) return acceptedBatch(acceptedCount, items);
  return refusal(400, first.code, first.message, { accepted: 0, rejected: items });
}
