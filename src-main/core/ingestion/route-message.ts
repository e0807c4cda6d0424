import { profileOf } from '#shared/profiles/profiles.ts';
import type { Destination } from '#shared/schemas/destination.ts';
import type { MessageOrigin } from '#shared/schemas/message.ts';
import type { ConfigCache } from '../config/config-cache.ts';
import type { Message } from '../message.ts';
import { bodyText } from '../routing/body.ts';
import { type RouteOutcome, routeTo } from '../routing/route.ts';
import type { RequestOrPosition } from '../store/batch-requests.ts';

/** Routing result for one destination. `body` is null unless it is sent. */
export interface Route {
  readonly destination: Destination;
  readonly outcome: RouteOutcome;
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
    const outcome = routeTo(destination, message);
    if (outcome !== 'sent') return { destination, outcome, body: null };
    const form = `${profileOf(destination).body} ${destination.payloadShape}`;
    const body = bodies.get(form) ?? bodyText(message, destination);
    bodies.set(form, body);
    return { destination, outcome, body };
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
