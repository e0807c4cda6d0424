/** The events there are to begin with: the samples, and copies of messages that have come in. */
import { parseExact } from '#shared/lib/exact-json.ts';
import type { MessageDetail } from '#shared/schemas/delivery.ts';
import type { MessageType } from '#shared/schemas/message.ts';
import type { Sample } from '#shared/schemas/send.ts';

export interface SendEvent {
  readonly name: string;
  readonly title: string;
  readonly type: MessageType;
  readonly isCopy: boolean;
  /** As it stands in the editor before anything is typed. */
  readonly text: string;
}

function prettyJson(value: unknown): string {
  return JSON.stringify(value, null, 2);
}

export function eventOfSample({ name, title, type, message }: Sample): SendEvent {
  return { name, title, type, isCopy: false, text: prettyJson(message) };
}

/** Without the id and the time of sending, by which it would be taken for the first one again. */
export function eventOfMessage(message: MessageDetail): SendEvent {
  const received: unknown = parseExact(message.receivedText);
  const isObject = typeof received === 'object' && received !== null && !Array.isArray(received);
  const {
    messageId: _id,
    sentAt: _sentAt,
    ...rest
  } = isObject ? (received as Record<string, unknown>) : {};
  return {
    name: `message ${message.id}`,
    title: `Copy of ${message.label}`,
    type: message.type,
    isCopy: true,
    // A path may have said the type; here the message must.
    text: prettyJson({ type: message.type, ...rest }),
  };
}
