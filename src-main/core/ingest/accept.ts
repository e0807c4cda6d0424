/** From a request to its response: admit, validate, route, build, commit (D4 to D12). */
import type { Source } from '#shared/schemas/source.ts';
import { randomUuid } from '../random-id.ts';
import { acceptBatch } from './accept-batch.ts';
import { admit } from './admit.ts';
import { type Answer, accepted } from './answer.ts';
import type { IngestTools } from './ingest-tools.ts';
import { tooLarge } from './message-size.ts';
import { isInvalid, normalise } from './normalise.ts';
import { rejectRequest, typeOf } from './reject.ts';
import { describeRequest, type IngestRequest, pathType } from './request.ts';
import { routeMessage } from './route-message.ts';
import { writeMessage } from './write-messages.ts';

/** Responds to one request; resolves after everything it led to is on disk (D8). */
export async function acceptRequest(tools: IngestTools, request: IngestRequest): Promise<Answer> {
  const receivedAt = tools.clock.now();
  const admission = admit(tools.directory, request);
  if (admission.kind === 'refused') return rejectRequest(tools, request, admission, receivedAt);
  const { source, batch } = admission;
  return request.expects === 'batch'
    ? acceptBatch(tools, request, source, batch, receivedAt)
    : acceptCall(tools, request, source, batch.items[0], receivedAt);
}

async function acceptCall(
  { store, directory, machineClock, random, accepted: toDispatch }: IngestTools,
  request: IngestRequest,
  source: Source,
  item: unknown,
  receivedAt: number,
): Promise<Answer> {
  // Kept byte for byte.
  const receivedText = request.body.bytes.toString('utf8');
  const message =
    tooLarge(receivedText) ??
    normalise(item, {
      pathType: pathType(request),
      batchContext: null,
      batchIntegrations: null,
      batchSentAt: undefined,
      receivedAt,
      realNow: machineClock.now(),
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
    request: describeRequest(request, null),
    routes: routeMessage(directory, source.id, message),
  };
  toDispatch(await store.write((tx) => writeMessage(store, tx, source.id, routed).fresh));
  return accepted;
}
