/** From the form to a request, or its validation errors. */

import { unusedName } from '#renderer/kit/forms/new-values.ts';
import type { MessageDetail } from '#shared/deliveries/delivery.ts';
import type { MessageType } from '#shared/ingestion/message.ts';
import { isJsonObject, parseExact } from '#shared/kit/exact-json.ts';
import type { ReadRequest } from '#shared/sending/read-request.ts';
import { type Sample, SendRequest } from '#shared/sending/send.ts';
import { callTypeOf } from './editor/message-fields.ts';
import { type EventFile, type FileEvents, fileOf, withoutIdentity } from './event-file.ts';

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
        Partial<
          Record<'message' | 'messages' | 'payload' | 'event' | 'count' | 'perSecond', string>
        >
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
  return checked({
    ...contentOf(typed),
    // An empty count is an error, not the default of 1.
    count: count ?? Number.NaN,
    // A single message has no rate.
    ...(perSecond === null || count === 1 ? {} : { perSecond }),
  });
}

/** The events of a file, each once. */
export function checkFile(
  { messages, problem }: FileEvents,
  { source, perSecond }: Pick<TypedSend, 'source' | 'perSecond'>,
): CheckedSend {
  if (messages === null) return { request: null, problems: { messages: problem } };
  return checked({ source, messages, ...(perSecond === null ? {} : { perSecond }) });
}

function checked(request: object): CheckedSend {
  const result = SendRequest.safeParse(request);
  if (result.success) return { request: result.data };
  const issues = result.error.issues.map(({ path, message: sentence }) => [path[0], sentence]);
  return { request: null, problems: Object.fromEntries(issues) };
}

// Events to start from: samples, built in and saved, and copies of messages and requests.

interface EventBase {
  readonly name: string;
  readonly title: string;
  readonly origin: 'sample' | 'saved' | 'copy';
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

export function prettyJson(value: unknown): string {
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
    return { kind: 'message', name, title, type, origin: 'sample', text: prettyJson(message) };
  }
  const { profile, event, payload } = sample;
  return {
    kind: 'payload',
    name,
    title,
    profile,
    event,
    origin: 'sample',
    ...payloadFields(payload),
  };
}

/** For providers without samples. */
export const blankPayload: PayloadEvent = {
  kind: 'payload',
  name: 'payload',
  title: 'Blank payload',
  profile: null,
  event: 'payload',
  origin: 'sample',
  isJson: true,
  text: '{}',
};

export function eventOfMessage(message: MessageDetail): SendEvent {
  const copy = {
    name: `message ${message.id}`,
    title: `Copy of ${message.label}`,
    origin: 'copy',
  } as const;
  if (message.type === 'payload')
    return {
      ...copy,
      kind: 'payload',
      profile: null,
      event: message.label,
      ...payloadFields(message.receivedText),
    };
  const received: unknown = parseExact(message.receivedText);
  const rest = isJsonObject(received) ? withoutIdentity(received) : {};
  return {
    ...copy,
    kind: 'message',
    type: message.type,
    // The type may have come from the path.
    text: prettyJson({ type: message.type, ...rest }),
  };
}

type ReadEntry = Extract<ReadRequest, { kind: 'request' }>;

type OfRequest =
  | { readonly kind: 'event'; readonly event: SendEvent; readonly writeKey: string | null }
  | { readonly kind: 'file'; readonly file: EventFile }
  | { readonly kind: 'problem'; readonly problem: string };

/** The write key, if an SDK sent the request. */
function writeKeyIn(headers: readonly (readonly [string, string])[]): string | null {
  const value = headers.find(([name]) => name.toLowerCase() === 'authorization')?.[1] ?? '';
  const credentials = /^Basic\s+([A-Za-z0-9+/=]+)$/i.exec(value)?.[1];
  try {
    return credentials === undefined ? null : (atob(credentials).split(':')[0] ?? null);
  } catch {
    return null;
  }
}

/** A request that was pasted or dropped: a message or a batch of an SDK, or else a payload. */
export function eventOfRequest({ request: { url, headers }, body }: ReadEntry): OfRequest {
  const { text } = body;
  if (text === null)
    return { kind: 'problem', problem: "The body is not UTF-8 text, so it can't be edited." };
  if (text === '') return { kind: 'problem', problem: 'The request has no body.' };
  const { host, pathname } = new URL(url);
  const writeKey = writeKeyIn(headers);
  const base = {
    name: `request ${crypto.randomUUID()}`,
    title: `Request to ${host}${pathname}`,
    origin: 'copy',
  } as const;
  const value = messageIn(text);
  if (isJsonObject(value) && Array.isArray(value.batch))
    return { kind: 'file', file: fileOf(base.title, text) };
  // SDKs may name the type only in the path.
  const type = isJsonObject(value)
    ? (callTypeOf(value.type) ?? callTypeOf(/\/v1\/(\w+)$/.exec(pathname)?.[1]))
    : undefined;
  if (isJsonObject(value) && type !== undefined) {
    const message = prettyJson({ type, ...withoutIdentity(value) });
    return { kind: 'event', writeKey, event: { ...base, kind: 'message', type, text: message } };
  }
  const fields = payloadFields(text);
  return {
    kind: 'event',
    writeKey: null,
    event: { ...base, kind: 'payload', profile: null, event: blankPayload.event, ...fields },
  };
}

/** A payload as the properties of a track message; null unless it is a JSON object. */
export function trackOf(payload: PayloadEvent, text: string): SendEvent | null {
  const properties = messageIn(text);
  if (!isJsonObject(properties)) return null;
  const { name, title, event } = payload;
  return {
    kind: 'message',
    name: `track of ${name}`,
    title,
    type: 'track',
    origin: 'copy',
    text: prettyJson({ type: 'track', userId: 'user_1', event, properties }),
  };
}

/** The draft as a sample of its own. */
export function savedEvent(event: SendEvent, text: string, titles: readonly string[]): SendEvent {
  const label = event.kind === 'message' ? labelIn(text) : event.event;
  const title = unusedName(
    label ?? event.title,
    titles.map((name) => ({ name })),
  );
  return { ...event, name: `saved ${crypto.randomUUID()}`, title, origin: 'saved', text };
}

/** What a message is called: its event or name. */
export function labelIn(text: string): string | undefined {
  const message = messageIn(text);
  if (!isJsonObject(message)) return undefined;
  return [message.event, message.name].find(
    (label): label is string => typeof label === 'string' && label !== '',
  );
}
