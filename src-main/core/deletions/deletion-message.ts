/** The `delete` message that a source sends for a user (spec 6; D17). */

import type { ConfigCache } from '../config/config-cache.ts';
import type { RoutedMessage } from '../ingestion/route-message.ts';
import { routeInternal } from '../ingestion/route-message.ts';
import type { Message } from '../message.ts';

/** Stable for a request and user. Each source has its own messages. */
const messageIdOf = (deletionId: string, userId: string): string => `${deletionId}-${userId}`;

/** Routes the message to the source's enabled destinations. */
export function deletionMessage(
  configCache: ConfigCache,
  deletionId: string,
  userId: string,
  sourceId: string,
  receivedAt: number,
): RoutedMessage {
  const timestamp = new Date(receivedAt).toISOString();
  const message: Message = {
    type: 'delete',
    messageId: messageIdOf(deletionId, userId),
    userId,
    context: {},
    timestamp,
    receivedAt: timestamp,
  };
  const text = JSON.stringify({ type: 'delete', messageId: message.messageId, userId });
  return routeInternal(configCache, sourceId, message, text, receivedAt, {
    kind: 'deletion',
    id: deletionId,
  });
}
