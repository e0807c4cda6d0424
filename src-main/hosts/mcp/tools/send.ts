/** Sending, and sending again. */
import { setTimeout } from 'node:timers/promises';
import { z } from 'zod';
import { CopyDetail, CopyEdit } from '#shared/deliveries/copy.ts';
import type { DeliverySummary } from '#shared/deliveries/delivery.ts';
import { RetryRequest } from '#shared/deliveries/operations.ts';
import { resultText } from '#shared/deliveries/text.ts';
import { SendProgress, SendRequest } from '#shared/sending/send.ts';
import { Excerpt, excerptOfBytes, headerText } from '../text-parts.ts';
import { type Api, action, pick } from '../tool.ts';
import { DeliveryRow, unsignedRedaction } from './delivery-parts.ts';

const pollMs = 100;
/** A receiver has five seconds to respond. */
const maxWaitMs = 6_000;

const isWaiting = ({ state, attempts, sending }: DeliverySummary): boolean =>
  state === 'waiting' && (attempts === 0 || sending);

/** The deliveries of a message, after their first attempt unless the clock or a limit delays it. */
async function firstAttempts(
  api: Api<'deliveries.list' | 'clock.get'>,
  messageId: string,
  signal: AbortSignal,
) {
  const endsAt = performance.now() + maxWaitMs;
  for (;;) {
    const { items } = await api.deliveries.list({
      filter: JSON.stringify(messageId),
      limit: 10,
    });
    const own = items.filter((item) => item.messageId === messageId);
    const isPaused = (await api.clock.get()).mode === 'paused';
    if (!own.some(isWaiting) || isPaused || performance.now() > endsAt) return own;
    await setTimeout(pollMs, undefined, { signal });
  }
}

const { message, sample, payload, event, messageId, destinationId, source, count } =
  SendRequest.shape;

export const sendEvent = action({
  description:
    'Sends a message through the ingestion endpoint as an SDK would, or an event of a provider to one destination. Pass one of sample, message, payload. Waits for the first attempt of the last message and returns its deliveries.',
  operations: ['send.now', 'deliveries.list', 'clock.get'],
  input: z.object({
    source: source.describe('ID or name; not needed if there is only one'),
    sample: sample.describe('name, as in get_status'),
    message: message.describe('such as {"type":"track","userId":"u1","event":"Order Completed"}'),
    payload: payload.describe('exact body of an event of a provider; needs destinationId'),
    event: event.describe('name of the event of the payload'),
    messageId,
    destinationId: destinationId.describe('ID or name; for payloads'),
    count: count.describe('messages to send'),
  }),
  output: pick(SendProgress, 'accepted rejected lastResponse').extend({
    messageIds: z.array(z.string()),
    deliveries: z.array(DeliveryRow),
  }),
  async run(input, { api, signal }) {
    const sent = await api.send.now(input, { signal });
    const newest = sent.messageIds.at(-1);
    const deliveries = newest === undefined ? [] : await firstAttempts(api, newest, signal);
    return { ...sent, messageIds: sent.messageIds.slice(-10), deliveries };
  },
});

const retryUrls = RetryRequest.shape.urls.unwrap();

export const retryDelivery = action({
  description:
    'Sends the same bytes again now, to the URLs that failed or refused the delivery and never accepted it. Choose others with urls: URLs of the destination, or ["all"]. A finished delivery gets a new retry window. Get the result with get_delivery.',
  operations: ['deliveries.retry'],
  input: z.object({ deliveryId: RetryRequest.shape.id, urls: retryUrls.options[1].optional() }),
  output: DeliveryRow,
  run: ({ deliveryId: id, urls }, { api }) =>
    api.deliveries.retry({ id, ...(urls && { urls: urls.includes('all') ? 'all' : urls }) }),
});

const edit = CopyEdit.shape;

export const sendCopy = action({
  description:
    'Sends a copy of a delivery, as it was or edited, signed correctly or wrongly on purpose (`signing`), and returns the response. Not counted in the ledger, never retried. Use `tampered` or `wrong_secret` to test whether a receiver rejects forgeries.',
  operations: ['copies.send'],
  input: z.object({
    deliveryId: edit.deliveryId,
    url: edit.url.describe('default: the first webhook'),
    headers: edit.headers,
    body: edit.body.describe('default: the body of the delivery'),
    signing: edit.signing,
  }),
  output: pick(CopyDetail, 'id state status signing signatureFit').extend({
    result: z.string().nullable(),
    requestHeaders: z.array(z.string()),
    responseBody: Excerpt.nullable(),
  }),
  async run(input, { api, signal, readSecrets }) {
    const copy = await api.copies.send(input, { signal });
    const { request, attempt } = copy;
    const redaction = unsignedRedaction(request.headers, [], await readSecrets());
    redaction.learn({ request, response: attempt?.response ?? null });
    const response = attempt?.response ?? null;
    return {
      ...copy,
      result: attempt && resultText(attempt.result),
      requestHeaders: headerText(redaction.headers(request.headers)),
      responseBody:
        response &&
        excerptOfBytes(redaction.response(response).body, `GET /api/copies/${copy.id} over REST`),
    };
  },
});
