/** Messages that the product makes itself, on the way that every message takes. */

import type { MessageOrigin } from '#shared/schemas/message.ts';
import type { ConfigCache } from '../config/config-cache.ts';
import type { Message } from '../message.ts';
import { routeMessage } from './route-message.ts';
import type { RoutedMessage } from './write-messages.ts';

/** Routes a message as one that its source sent just now. */
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
