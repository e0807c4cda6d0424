import { bodyText } from '#main/deliveries/routing/body.ts';
import { notSentReason } from '#main/deliveries/routing/route.ts';
import type { Message } from '#main/kit/message.ts';
import type { RequestOrPosition } from '#main/store/batch-requests.ts';
import type { ConfigCache } from '#main/store/config-cache.ts';
import type { Destination } from '#shared/connections/destination.ts';
import type { NotSentReason } from '#shared/deliveries/delivery.ts';
import type { MessageOrigin } from '#shared/ingestion/message.ts';
import { profileOf } from '#shared/profiles/profiles.ts';

/** Routing result for one destination. `body` is null unless it is sent. */
export interface Route {
  readonly destination: Destination;
  /** Why it is not sent; null if it is. */
  readonly notSent: NotSentReason | null;
  readonly body: string | null;
}

/** A valid message with everything its rows need, prepared before the write. */
export interface RoutedMessage {
  readonly message: Message;
  readonly receivedAt: number;
  readonly receivedText: string;
  readonly origin: MessageOrigin;
  /** Null if the message didn't arrive in a request. */
  readonly request: RequestOrPosition | null;
  readonly routes: readonly Route[];
}

/**
 * Routes a source's message, to one destination only if one is given, and builds one body per payload
 * shape and envelope.
 */
export function routeMessage(
  configCache: ConfigCache,
  sourceId: string,
  message: Message,
  only: string | null = null,
): readonly Route[] {
  const bodies = new Map<string, string>();
  const destinations = configCache
    .enabledFor(sourceId)
    .filter(({ id }) => only === null || id === only);
  return destinations.map((destination) => {
    const notSent = notSentReason(destination, message);
    if (notSent !== null) return { destination, notSent, body: null };
    const form = `${profileOf(destination).body} ${destination.payloadShape}`;
    const body = bodies.get(form) ?? bodyText(message, destination);
    bodies.set(form, body);
    return { destination, notSent, body };
  });
}

/** Routes a message created by the app as if its source had just sent it. */
export const routeInternal = (
  configCache: ConfigCache,
  sourceId: string,
  message: Message,
  receivedText: string,
  receivedAt: number,
  origin: MessageOrigin,
): RoutedMessage => ({
  message,
  receivedAt,
  receivedText,
  origin,
  request: null,
  routes: routeMessage(configCache, sourceId, message),
});
