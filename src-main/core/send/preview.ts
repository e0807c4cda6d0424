/** The exact outgoing requests a message would lead to, by the very functions that send (D31). */
import { webhooksOf } from '#shared/schemas/destination.ts';
import type { Preview, PreviewRequest } from '#shared/schemas/send.ts';
import { requestHeaders } from '../destination/request-headers.ts';
import { maxCallBytes, route } from '../ingest/accept.ts';
import { isInvalid, normalise } from '../ingest/normalise.ts';
import { findSource, type SendTools } from './send.ts';

/** Stands in for the messageId that is only made when the message is sent. */
const previewMessageId = '00000000-0000-4000-8000-000000000000';

export function preview(tools: SendTools, request: PreviewRequest): Preview {
  const source = findSource(tools.directory, request.source);
  if (Buffer.byteLength(JSON.stringify(request.message)) > maxCallBytes)
    return {
      refusal: {
        code: 'payload_too_large',
        message: 'The message is over 32 KB (32,768 bytes): send less with it.',
      },
      deliveries: [],
    };
  const message = normalise(request.message, {
    pathType: null,
    batchContext: null,
    batchIntegrations: null,
    batchSentAt: undefined,
    receivedAt: tools.clock.now(),
    newMessageId: () => previewMessageId,
  });
  if (isInvalid(message)) return { refusal: message, deliveries: [] };
  return {
    refusal: null,
    deliveries: route(tools.directory, source.id, message).map(
      ({ destination, outcome, body }) => ({
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
      }),
    ),
  };
}
