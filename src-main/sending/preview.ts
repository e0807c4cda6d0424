/** Previews the exact requests for a message, using the same functions as sending (D31). */

import { bodyText } from '#main/deliveries/routing/body.ts';
import { type AttemptFacts, webhookRequest } from '#main/deliveries/routing/request-headers.ts';
import { labelOf } from '#main/ingestion/accept-message.ts';
import { sourceDisabled } from '#main/ingestion/admit.ts';
import { tooLarge } from '#main/ingestion/message-size.ts';
import { isInvalid, normalize } from '#main/ingestion/normalize.ts';
import { type Route, routeMessage } from '#main/ingestion/route-message.ts';
import { fieldError } from '#main/kit/app-error.ts';
import type { Message } from '#main/kit/message.ts';
import { keyProblem } from '#main/signatures/signing/profile-signature.ts';
import { webhooksOf } from '#shared/connections/destination.ts';
import type { PreviewedSettings, SampleRequest } from '#shared/connections/operations.ts';
import { parseExact } from '#shared/kit/exact-json.ts';
import { profileOf } from '#shared/profiles/profiles.ts';
import type { Preview, PreviewDelivery, PreviewRequest } from '#shared/sending/send.ts';
import { type Payload, payloadDestination, payloadMessage, unnamedEvent } from './payloads.ts';
import { createMessageWriter, createTextWriter } from './placeholders.ts';
import { samples } from './samples/samples.ts';
import { findSource, type SendTools } from './send-tools.ts';

/** Placeholder for a messageId created when the message is sent. */
const previewMessageId = '00000000-0000-4000-8000-000000000000';

/** The requests to each destination. */
export function previewDeliveries(
  routes: readonly Route[],
  message: Message,
  at: number,
): PreviewDelivery[] {
  const facts: AttemptFacts = {
    at,
    retry: 0,
    message: () => ({ id: message.messageId, event: labelOf(message) || message.type }),
  };
  return routes.map(({ destination, notSent, body }) => ({
    destinationId: destination.id,
    destinationName: destination.name,
    notSent,
    bodyText: body,
    signed: destination.sharedSecret !== '',
    requests:
      body === null
        ? []
        : webhooksOf(destination).map((webhook) =>
            webhookRequest(destination, webhook, Buffer.from(body), facts),
          ),
  }));
}

function previewPayload(
  { configCache, clock, random }: SendTools,
  destinationId: string,
  { event, text }: Payload,
): Preview {
  const destination = payloadDestination(configCache, destinationId);
  const written = createTextWriter(text, { clock, random })(1);
  const now = clock.now();
  const { routes, message } = payloadMessage(
    { event, text: written },
    destination,
    previewMessageId,
    now,
  );
  return { rejection: null, deliveries: previewDeliveries(routes, message, now) };
}

export function preview(tools: SendTools, request: PreviewRequest): Preview {
  if ('payload' in request) {
    const { destinationId, event, payload } = request;
    return previewPayload(tools, destinationId, { event, text: payload });
  }
  const source = findSource(tools.configCache, request.source);
  const json = createMessageWriter(request.message, tools)(1);
  const rejection = source.enabled ? tooLarge(json) : sourceDisabled(source);
  if (rejection !== null) return { rejection, deliveries: [] };
  const message = normalize(parseExact(json) as Record<string, unknown>, {
    pathType: null,
    batchContext: null,
    batchIntegrations: null,
    batchSentAt: undefined,
    receivedAt: tools.clock.now(),
    realNow: tools.machineClock.now(),
    newMessageId: () => previewMessageId,
  });
  if (isInvalid(message)) return { rejection: message, deliveries: [] };
  return {
    rejection: null,
    deliveries: previewDeliveries(
      routeMessage(tools.configCache, source.id, message),
      message,
      tools.clock.now(),
    ),
  };
}

/** The sample event of a preview, with every field of the full payload shape. */
const sampleMessage: Message = {
  type: 'track',
  messageId: 'ajs-7e2d6a1c90',
  userId: '019mr8mf4r',
  anonymousId: 'anon_77',
  event: 'Order Completed',
  properties: { orderId: '9f1c-22', total: 129.9, currency: 'EUR' },
  context: { ip: '203.0.113.9' },
  integrations: { All: true },
  channel: 'server',
  timestamp: '2026-11-20T09:41:07.412Z',
  originalTimestamp: '2026-11-20T09:41:07.412Z',
  sentAt: '2026-11-20T09:41:08.001Z',
  receivedAt: '2026-11-20T09:41:08.014Z',
};

/** A sample event of the profile's provider; null for profiles that send messages. */
function samplePayloadOf(settings: PreviewedSettings): Payload | null {
  const { id, body } = profileOf(settings);
  if (body !== 'payload') return null;
  const found = samples.find(({ profile }) => profile === id);
  return found?.kind === 'payload'
    ? { event: found.event, text: found.payload }
    : { event: unnamedEvent, text: '{}' };
}

/** Throws an AppError if the secret doesn't have the form of the profile. */
export function previewSettings(
  tools: Pick<SendTools, 'clock' | 'random'>,
  settings: PreviewedSettings,
): SampleRequest {
  const problem = keyProblem(profileOf(settings).signature, settings.sharedSecret);
  if (problem !== null) throw fieldError(['sharedSecret'], problem);
  const payload = samplePayloadOf(settings);
  const body =
    payload === null ? bodyText(sampleMessage, settings) : createTextWriter(payload.text, tools)(1);
  const event = payload?.event ?? labelOf(sampleMessage);
  const facts = {
    at: tools.clock.now(),
    retry: 0,
    message: () => ({ id: sampleMessage.messageId, event }),
  };
  return {
    ...webhookRequest(settings, settings.webhook, Buffer.from(body), facts),
    bodyText: body,
  };
}
