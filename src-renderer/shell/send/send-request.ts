/** From the form to a request, or its validation errors. */

import type { MessageDetail } from '#shared/deliveries/delivery.ts';
import type { MessageType } from '#shared/ingestion/message.ts';
import { parseExact } from '#shared/kit/exact-json.ts';
import { type Sample, SendRequest } from '#shared/sending/send.ts';

interface TypedSend {
  readonly event: SendEvent;
  /** ID of the source of a message. */
  readonly source: string;
  /** ID of the destination of a payload. */
  readonly destination: string;
  readonly text: string;
  readonly count: number | null;
  readonly perSecond: number | null;
}

export type CheckedSend =
  | { readonly request: SendRequest }
  | {
      readonly request: null;
      readonly problems: Readonly<
        Partial<Record<'message' | 'payload' | 'count' | 'perSecond', string>>
      >;
    };

function messageIn(text: string): unknown {
  try {
    return parseExact(text);
  } catch {
    return undefined;
  }
}

/** Before the samples are loaded. */
export const unchecked: CheckedSend = { request: null, problems: {} };

/** Exactly as typed; a sample or copy that was not edited is sent as it was before it was formatted. */
export function payloadText({ isJson, text: original }: PayloadEvent, text: string): string {
  const value = isJson && text === original ? messageIn(text) : undefined;
  return value === undefined ? text : JSON.stringify(value);
}

/** What is sent. Null, so that invalid JSON is reported as not an object. */
const contentOf = ({ event, source, destination, text }: TypedSend) =>
  event.kind === 'payload'
    ? { destinationId: destination, payload: payloadText(event, text), event: event.event }
    : { source, message: messageIn(text) ?? null };

export function checkSend(typed: TypedSend): CheckedSend {
  const { count, perSecond } = typed;
  const result = SendRequest.safeParse({
    ...contentOf(typed),
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

interface EventBase {
  readonly name: string;
  readonly title: string;
  readonly isCopy: boolean;
  /** The text before edits. */
  readonly text: string;
}

interface MessageEvent extends EventBase {
  readonly kind: 'message';
  readonly type: MessageType;
}

export interface PayloadEvent extends EventBase {
  readonly kind: 'payload';
  /** ID of the provider profile; null for a copy. */
  readonly profile: string | null;
  /** The provider's name of the event. */
  readonly event: string;
  readonly isJson: boolean;
}

export type SendEvent = MessageEvent | PayloadEvent;

function prettyJson(value: unknown): string {
  return JSON.stringify(value, null, 2);
}

/** Compact JSON is shown with line breaks. */
function payloadFields(payload: string): Pick<PayloadEvent, 'text' | 'isJson'> {
  const value = messageIn(payload);
  const isJson = value !== undefined && JSON.stringify(value) === payload;
  return { isJson, text: isJson ? prettyJson(value) : payload };
}

export function eventOfSample(sample: Sample): SendEvent {
  const { name, title } = sample;
  if (sample.kind === 'message') {
    const { type, message } = sample;
    return { kind: 'message', name, title, type, isCopy: false, text: prettyJson(message) };
  }
  const { profile, event, payload } = sample;
  return { kind: 'payload', name, title, profile, event, isCopy: false, ...payloadFields(payload) };
}

/** Without messageId and sentAt, so that it isn't a duplicate. */
export function eventOfMessage(message: MessageDetail): SendEvent {
  const copy = {
    name: `message ${message.id}`,
    title: `Copy of ${message.label}`,
    isCopy: true,
  };
  if (message.type === 'payload')
    return {
      ...copy,
      kind: 'payload',
      profile: null,
      event: message.label,
      ...payloadFields(message.receivedText),
    };
  const received: unknown = parseExact(message.receivedText);
  const isObject = typeof received === 'object' && received !== null && !Array.isArray(received);
  const {
    messageId: _id,
    sentAt: _sentAt,
    ...rest
  } = isObject ? (received as Record<string, unknown>) : {};
  return {
    ...copy,
    kind: 'message',
    type: message.type,
    // The type may have come from the path.
    text: prettyJson({ type: message.type, ...rest }),
  };
}
