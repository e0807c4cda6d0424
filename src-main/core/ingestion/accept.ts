/** Handles an ingestion request: authenticate, validate, route, build, commit (D4 to D12). */
import type { Source } from '#shared/schemas/source.ts';
import { randomUuid } from '../random-id.ts';
import { acceptBatch } from './accept-batch.ts';
import { admit } from './admit.ts';
import type { IngestTools } from './ingest-tools.ts';
import { tooLarge } from './message-size.ts';
import { type Arrival, isInvalid, normalize } from './normalize.ts';
import { rejectRequest, typeOf } from './reject.ts';
import { accepted, type IngestReply } from './reply.ts';
import {
  describeRequest,
  type IngestRequest,
  onlyDestination,
  originOf,
  pathType,
} from './request.ts';
import { routeMessage } from './route-message.ts';
import { writeMessage } from './write-messages.ts';

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
