/** From the form to a request, or its validation errors. */

import { parseExact } from '#shared/lib/exact-json.ts';
import type { MessageDetail } from '#shared/schemas/delivery.ts';
import type { MessageType } from '#shared/schemas/message.ts';
import { type Sample, SendRequest } from '#shared/schemas/send.ts';

interface TypedSend {
  readonly source: string;
  readonly text: string;
  readonly count: number | null;
  readonly perSecond: number | null;
}

export type CheckedSend =
  | { readonly request: SendRequest }
  | {
      readonly request: null;
      readonly problems: Readonly<Partial<Record<'message' | 'count' | 'perSecond', string>>>;
    };

function messageIn(text: string): unknown {
  try {
    return parseExact(text);
  } catch {
    return undefined;
  }
}

export function checkSend({ source, text, count, perSecond }: TypedSend): CheckedSend {
  const message = messageIn(text);
  const result = SendRequest.safeParse({
    source,
    // Null, so that invalid JSON is reported as not an object.
    message: message === undefined ? null : message,
    // An empty count is an error, not the default of 1.
    count: count ?? Number.NaN,
    // A single message has no rate.
    ...(perSecond === null || count === 1 ? {} : { perSecond }),
  });
  if (result.success) return { request: result.data };
  const issues = result.error.issues.map(({ path, message: sentence }) => [path[0], sentence]);
  return { request: null, problems: Object.fromEntries(issues) };
}

// Events to start from: samples, and copies of received messages.

export interface SendEvent {
  readonly name: string;
  readonly title: string;
  readonly type: MessageType;
  readonly isCopy: boolean;
  /** The text before edits. */
  readonly text: string;
}

function prettyJson(value: unknown): string {
  return JSON.stringify(value, null, 2);
}

export function eventOfSample({ name, title, type, message }: Sample): SendEvent {
  return { name, title, type, isCopy: false, text: prettyJson(message) };
}

/** Without messageId and sentAt, so that it isn't a duplicate. */
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
    // The type may have come from the path.
    text: prettyJson({ type: message.type, ...rest }),
  };
}
