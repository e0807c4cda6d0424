/** Builds the webhook body of each type, in the documented field order (spec 2.1; D13 to D17). */

import type { JsonObject, Message } from '#main/kit/message.ts';
import type { Destination, PayloadShape } from '#shared/connections/destination.ts';
import { profileOf } from '#shared/profiles/profiles.ts';

/** Removes undefined fields and keeps the order. */
const withoutUndefined = (fields: Record<string, unknown>): JsonObject =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));

/** `userId`, or `anonymousId` if there is none (D14). */
const identity = (message: Message): JsonObject =>
  message.userId === undefined
    ? withoutUndefined({ anonymousId: message.anonymousId })
    : { userId: message.userId };

/** A page's name and category are added to its properties, unless those keys exist (D14). */
function pageProperties(message: Message): JsonObject {
  const properties = message.properties ?? {};
  return {
    ...properties,
    ...(message.name !== undefined && !Object.hasOwn(properties, 'name')
      ? { name: message.name }
      : {}),
    ...(message.category !== undefined && !Object.hasOwn(properties, 'category')
      ? { category: message.category }
      : {}),
  };
}

/** The fields between `type` and `timestamp`. */
function ownFields(message: Message): JsonObject {
  switch (message.type) {
    case 'page':
      return { ...identity(message), properties: pageProperties(message) };
    case 'screen':
      return {
        ...identity(message),
        ...withoutUndefined({ name: message.name, properties: message.properties }),
      };
    case 'identify':
      return { ...identity(message), traits: message.traits ?? {} };
    case 'track':
      return {
        ...identity(message),
        event: message.event,
        properties: message.properties ?? {},
      };
    case 'group':
      return {
        groupId: message.groupId,
        ...identity(message),
        traits: message.traits ?? {},
      };
    case 'alias':
      return { 'Previous ID': message.previousId, 'User ID': message.userId };
    case 'delete':
      return { userId: message.userId };
    case 'payload':
      return {};
  }
}

/** Fields that the live system adds to the documented ones (D16). */
const fullFields = (message: Message): JsonObject =>
  withoutUndefined({
    messageId: message.messageId,
    anonymousId: message.anonymousId,
    ...(message.type === 'alias' ? { previousId: message.previousId, userId: message.userId } : {}),
    integrations: message.integrations,
    channel: message.channel,
    originalTimestamp: message.originalTimestamp,
    sentAt: message.sentAt,
    receivedAt: message.receivedAt,
  });

/**
 * The body as compact JSON, exactly as signed and sent. A deletion notice has neither version nor
 * context in either shape (D17). Payloads are sent unchanged (D55).
 */
export function messageText(message: Message, shape: PayloadShape): string {
  if (message.payload !== undefined) return message.payload;
  const fields = { type: message.type, ...ownFields(message), timestamp: message.timestamp };
  if (message.type === 'delete') return JSON.stringify(fields);
  const documented = { version: 1, ...fields };
  const added = shape === 'full' ? fullFields(message) : {};
  return JSON.stringify({ ...documented, ...added, context: message.context });
}

/** The body for a destination, in the envelope of its profile if it has one (D55). */
export function bodyText(
  message: Message,
  { payloadShape, profile }: Pick<Destination, 'payloadShape' | 'profile'>,
): string {
  const text = messageText(message, payloadShape);
  if (message.type === 'payload' || profileOf({ profile }).body !== 'envelope') return text;
  const { type, timestamp } = message;
  return `{"type":${JSON.stringify(type)},"timestamp":${JSON.stringify(timestamp)},"data":${text}}`;
}
