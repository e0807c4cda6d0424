/** The request that settings which are not saved yet would lead to, for one sample event. Pure. */
import type { PayloadShape, Webhook } from '#shared/schemas/destination.ts';
import type { HeaderLines } from '#shared/schemas/message.ts';

/** A track event as it is known inside, with everything the full shape shows of it. */
export const sampleMessage = {
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
} as const;

/** As the core builds it (D13, D16); a test holds this to the core's own function. */
export function sampleBody(shape: PayloadShape): string {
  const { type, userId, event, properties, timestamp, context } = sampleMessage;
  const { messageId, anonymousId, integrations, channel, originalTimestamp, sentAt, receivedAt } =
    sampleMessage;
  const added =
    shape === 'full'
      ? { messageId, anonymousId, integrations, channel, originalTimestamp, sentAt, receivedAt }
      : {};
  return JSON.stringify({
    version: 1,
    type,
    userId,
    event,
    properties,
    timestamp,
    ...added,
    context,
  });
}

export function byteLength(text: string): number {
  return new TextEncoder().encode(text).length;
}

/** The header lines in the order of the wire; a test holds this to the core's own function. */
export function sampleHeaders(
  { url, headers }: Webhook,
  signature: string | null,
  bodyBytes: number,
): HeaderLines {
  return [
    ['host', URL.parse(url)?.host ?? ''],
    ['connection', 'keep-alive'],
    ['User-Agent', 'Hookwright/1.0'],
    ['Content-Type', 'application/json'],
    ...(signature === null ? [] : [['X-Signature', signature] as [string, string]]),
    ...Object.entries(headers),
    ['content-length', String(bodyBytes)],
  ];
}
