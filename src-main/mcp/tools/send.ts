/** Sending, and sending again. */
import { setTimeout } from 'node:timers/promises';
import { z } from 'zod';
import type { ContractClient } from '#shared/contract/index.ts';
import { resultText } from '#shared/labels/attempt-result.ts';
import { CopyDetail, CopyEdit } from '#shared/schemas/copy.ts';
import { type DeliverySummary, isOpenState } from '#shared/schemas/delivery.ts';
import { Destination, DestinationPatch, ProfileChoice } from '#shared/schemas/destination.ts';
import { RowId } from '#shared/schemas/name.ts';
import { Sample, SendProgress, SendRequest } from '#shared/schemas/send.ts';
import { readSetup, redactionOfSetup } from '../setup.ts';
import { Excerpt, excerptOfBytes, headerText } from '../text-parts.ts';
import { defineTool } from '../tool.ts';
import { DeliveryRow, unsignedRedaction } from './delivery-parts.ts';

export const listSamples = defineTool({
  name: 'list_samples',
  title: 'List sample events',
  description:
    'Sample events to pass to send_event as `sample`: one per message type, and events of providers (`profile`), which need a destination with that profile.',
  level: 'read',
  isIdempotent: true,
  input: z.object({}),
  output: z.object({
    samples: z.array(
      z.object({
        name: z.string(),
        title: z.string(),
        profile: Sample.options[1].shape.profile.nullable(),
      }),
    ),
  }),
  run: async (_call, { client }) => ({ samples: await client.samples.list() }),
});

const pollMs = 100;
/** A receiver has five seconds to respond. */
const maxWaitMs = 6_000;

const isWaiting = ({ state, attempts }: DeliverySummary): boolean =>
  isOpenState(state) && (attempts === 0 || state === 'sending');

/** The deliveries of a message, after their first attempt unless the clock or a limit delays it. */
async function firstAttempts(client: ContractClient, messageId: string, signal: AbortSignal) {
  const endsAt = performance.now() + maxWaitMs;
  for (;;) {
    const { items } = await client.deliveries.list({
      filter: JSON.stringify(messageId),
      limit: 10,
    });
    const own = items.filter((item) => item.messageId === messageId);
    const isPaused = (await client.clock.get()).mode === 'paused';
    if (!own.some(isWaiting) || isPaused || performance.now() > endsAt) return own;
    await setTimeout(pollMs, undefined, { signal });
  }
}

const { message, sample, payload, event, messageId, destinationId, source, count } =
  SendRequest.shape;

export const sendEvent = defineTool({
  name: 'send_event',
  title: 'Send an event',
  description:
    'Sends a message through the ingestion endpoint as an SDK would, or an event of a provider to one destination. Give one of sample, message, payload. Waits for the first attempt of the last message and returns its deliveries.',
  level: 'write',
  isOpenWorld: true,
  input: z.object({
    source: source.describe('ID or name; not needed if there is only one'),
    sample: sample.describe('name from list_samples'),
    message: message.describe('such as {"type":"track","userId":"u1","event":"Order Completed"}'),
    payload: payload.describe('exact body of an event of a provider; needs destinationId'),
    event: event.describe('name of the event of the payload'),
    messageId,
    destinationId: destinationId.describe('ID or name; for payloads'),
    count: count.describe('messages to send'),
  }),
  output: SendProgress.pick({ accepted: true, rejected: true, lastResponse: true }).extend({
    messageIds: z.array(z.string()),
    deliveries: z.array(DeliveryRow),
  }),
  async run({ given }, { client, signal }) {
    const sent = await client.send.now(given, { signal });
    const newest = sent.messageIds.at(-1);
    const deliveries = newest === undefined ? [] : await firstAttempts(client, newest, signal);
    return { ...sent, messageIds: sent.messageIds.slice(-10), deliveries };
  },
});

export const saveDestination = defineTool({
  name: 'save_destination',
  title: 'Create or change a destination',
  description:
    'Creates a destination with a webhook URL, or changes the one with this name; absent fields keep their value. A new one is connected to all sources unless sourceIds is given.',
  level: 'write',
  isDestructive: true,
  isIdempotent: true,
  isOpenWorld: true,
  input: z.object({
    ...DestinationPatch.pick({
      enabled: true,
      webhookUrl: true,
      sharedSecret: true,
      sourceIds: true,
      fanOut: true,
    }).shape,
    name: Destination.shape.name,
    profile: ProfileChoice.options[0].optional().describe('provider profile'),
  }),
  output: Destination.pick({
    id: true,
    name: true,
    enabled: true,
    webhookUrl: true,
    sourceIds: true,
  }).extend({ created: z.boolean(), hasSecret: z.boolean() }),
  async run({ given }, { client }) {
    const existing = (await client.destinations.list()).find(({ name }) => name === given.name);
    const saved =
      existing === undefined
        ? await client.destinations.create({
            ...given,
            sourceIds: given.sourceIds ?? (await client.sources.list()).map(({ id }) => id),
          })
        : await client.destinations.update({ ...given, id: existing.id });
    return {
      ...saved,
      webhookUrl: (await redactionOfSetup(client)).url(saved.webhookUrl),
      created: existing === undefined,
      hasSecret: saved.sharedSecret !== '',
    };
  },
});

export const retryDelivery = defineTool({
  name: 'retry_delivery',
  title: 'Retry a delivery',
  description:
    'Starts an attempt now, with the same bytes. A finished delivery gets a new retry window. Get the result with get_delivery.',
  level: 'write',
  isOpenWorld: true,
  input: z.object({ id: RowId }),
  output: DeliveryRow,
  run: ({ given }, { client }) => client.deliveries.retry(given),
});

const edit = CopyEdit.shape;

export const sendCopy = defineTool({
  name: 'send_copy',
  title: 'Send a copy of a delivery',
  description:
    'Sends a copy of a delivery, as it was or edited, signed correctly or wrongly on purpose (`signing`), and returns the response. Not counted in the ledger, never retried. Use `tampered` or `wrong_secret` to test whether a receiver rejects forgeries.',
  level: 'write',
  isOpenWorld: true,
  input: z.object({
    deliveryId: edit.deliveryId,
    url: edit.url.describe('default: the first webhook'),
    headers: edit.headers,
    body: edit.body.describe('default: the body of the delivery'),
    signing: edit.signing,
  }),
  output: CopyDetail.pick({
    id: true,
    state: true,
    status: true,
    signing: true,
    signatureFit: true,
  }).extend({
    result: z.string().nullable(),
    requestHeaders: z.array(z.string()),
    responseBody: Excerpt.nullable(),
  }),
  async run({ given }, { client, signal }) {
    const copy = await client.copies.send(given, { signal });
    const { request, attempt } = copy;
    const redaction = unsignedRedaction(request.headers, [], await readSetup(client));
    redaction.learn({ request, response: attempt?.response ?? null });
    const body = attempt?.response?.body;
    return {
      ...copy,
      result: attempt && resultText(attempt.result),
      requestHeaders: [...headerText(redaction.headers(request.headers))],
      responseBody:
        body === undefined
          ? null
          : excerptOfBytes(redaction.bytes(body), `GET /api/copies/${copy.id} over REST`),
    };
  },
});
