/** From what is typed to what is asked of the core, or the sentences that say why not. Pure. */

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
    // What is not JSON is refused as not being an object, rather than as missing.
    message: message === undefined ? null : message,
    // An emptied count is refused; only one that is left out would mean 1.
    count: count ?? Number.NaN,
    // A rate means nothing for a single message.
    ...(perSecond === null || count === 1 ? {} : { perSecond }),
  });
  if (result.success) return { request: result.data };
  const issues = result.error.issues.map(({ path, message: sentence }) => [path[0], sentence]);
  return { request: null, problems: Object.fromEntries(issues) };
}

// The events there are to begin with: the samples, and copies of messages that have come in.

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
