/** Messages that the product makes itself, on the way that every message takes. */

import type { ConfigCache } from '../config/config-cache.ts';
import type { Message } from '../message.ts';
import { routeMessage } from './route-message.ts';
import type { RoutedMessage } from './write-messages.ts';

/** What made it, in the place of the request that it would have come in. */
export interface Origin {
  readonly method: 'SYNC' | 'DELETION';
  /** Where it can be read over REST. */
  readonly path: string;
}

/** Routes a message as one that its source sent just now. */
export function routeOwn(
  configCache: ConfigCache,
  sourceId: string,
  message: Message,
  receivedText: string,
  receivedAt: number,
  { method, path }: Origin,
): RoutedMessage {
  return {
    message,
    receivedAt,
    receivedText,
    request: {
      method,
      path,
      headers: [],
      remoteAddress: 'Hookwright',
      bodyBytes: Buffer.byteLength(receivedText),
      batchIndex: null,
    },
    routes: routeMessage(configCache, sourceId, message),
  };
}
