import type { Destination } from '#shared/schemas/destination.ts';
import type { MessageOrigin } from '#shared/schemas/message.ts';
import type { ConfigCache } from '../config/config-cache.ts';
import type { Message } from '../message.ts';
import { bodyText } from '../routing/body.ts';
import { type RouteOutcome, routeTo } from '../routing/route.ts';
import type { RoutedMessage } from './write-messages.ts';

/** What becomes of a message at one destination; `body` is null unless it is sent. */
export interface Route {
  readonly destination: Destination;
  readonly outcome: RouteOutcome;
  readonly body: string | null;
}

/** Routes a message of a source and builds the bodies, one per shape that is asked for. */
export function routeMessage(
  configCache: ConfigCache,
  sourceId: string,
  message: Message,
): readonly Route[] {
  const bodies = new Map<string, string>();
  return configCache.enabledFor(sourceId).map((destination) => {
    const outcome = routeTo(destination, message);
    if (outcome !== 'sent') return { destination, outcome, body: null };
    const shape = destination.payloadShape;
    const body = bodies.get(shape) ?? bodyText(message, shape);
    bodies.set(shape, body);
    return { destination, outcome, body };
  });
}

/** Routes a message that the product makes itself, as one that its source sent just now. */
export const routeOwn = (
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
