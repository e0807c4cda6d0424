/** Previews the exact requests for a message, using the same functions as sending (D31). */
import { parseExact } from '#shared/lib/exact-json.ts';
import { webhooksOf } from '#shared/schemas/destination.ts';
import type { Preview, PreviewDelivery, PreviewRequest } from '#shared/schemas/send.ts';
import { sourceDisabled } from '../ingestion/admit.ts';
import { tooLarge } from '../ingestion/message-size.ts';
import { isInvalid, normalize } from '../ingestion/normalize.ts';
import { type Route, routeMessage } from '../ingestion/route-message.ts';
import { requestHeaders } from '../routing/request-headers.ts';
import { createMessageWriter } from './placeholders.ts';
import { findSource, type SendTools } from './send-tools.ts';

/** Placeholder for a messageId created when the message is sent. */
const previewMessageId = '00000000-0000-4000-8000-000000000000';

/** The requests to each destination. */
export const previewDeliveries = (routes: readonly Route[]): PreviewDelivery[] =>
  routes.map(({ destination, outcome, body }) => ({
    destinationId: destination.id,
    destinationName: destination.name,
    outcome,
    bodyText: body,
    signed: destination.sharedSecret !== '',
    requests:
      body === null
        ? []
        : webhooksOf(destination).map(({ url, headers }) => ({
            url,
            headers: requestHeaders(url, headers, destination.sharedSecret, Buffer.from(body)),
          })),
  }));

export function preview(tools: SendTools, request: PreviewRequest): Preview {
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
    deliveries: previewDeliveries(routeMessage(tools.configCache, source.id, message)),
  };
}
