/** Sending messages through the real ingestion endpoint, and events of providers (D55). */

import { z } from 'zod';
import { NotSentReason } from '#shared/deliveries/delivery.ts';
import { HeaderLines, IngestCode, MessageType } from '#shared/ingestion/message.ts';
import { RejectionProblem } from '#shared/ingestion/rejection.ts';
import { hasBytes, noBytesProblem } from '#shared/kit/body-text.ts';
import { JsonValue } from '#shared/kit/json-value.ts';
import { Id } from '#shared/kit/name.ts';
import { ProfileId } from '#shared/profiles/profile.ts';

/** A sample message; there is one of each type. */
const SampleMessage = z.object({
  kind: z.literal('message'),
  name: z.string(),
  title: z.string(),
  /** Any profile that sends messages. */
  profile: z.null(),
  type: MessageType,
  message: z.record(z.string(), JsonValue),
});
export type SampleMessage = z.infer<typeof SampleMessage>;

/** A sample event of a provider, for destinations with its profile. */
const SamplePayload = z.object({
  kind: z.literal('payload'),
  name: z.string(),
  title: z.string(),
  /** ID of the provider profile. */
  profile: ProfileId,
  /** Name of the event, as the provider's headers have it. */
  event: z.string(),
  /** The exact body. */
  payload: z.string(),
});
export type SamplePayload = z.infer<typeof SamplePayload>;

export const Sample = z.discriminatedUnion('kind', [SampleMessage, SamplePayload]);
export type Sample = z.infer<typeof Sample>;

/** Maximum messages per send. Use an SDK for larger loads. */
export const maxSendCount = 10_000;

/** Replaced in each message of a run. An integer alone in a string becomes a number. */
export const placeholders: readonly { readonly text: string; readonly meaning: string }[] = [
  { text: '{n}', meaning: 'number of the message, from 1' },
  { text: '{uuid}', meaning: 'random UUID' },
  { text: '{now}', meaning: 'time in virtual time, ISO 8601' },
  { text: '{now:s}', meaning: 'the same in seconds since 1970; {now:ms} in milliseconds' },
  { text: '{name}', meaning: 'random first name' },
  { text: '{email}', meaning: 'email address of that name' },
  { text: '{int:1-100}', meaning: 'random integer in the range' },
];

const message = z.record(z.string(), JsonValue, {
  error: 'The message must be a JSON object.',
});

/** Largest payload, in characters. */
export const maxPayloadLength = 1_048_576;

export const maxEventNameLength = 200;

/** An event of a provider, for a destination with its profile (D55). */
const payloadFields = {
  /** The exact body. */
  payload: z
    .string({ error: 'Payload must be a string: the exact body.' })
    .min(1, 'Payload is empty.')
    .max(maxPayloadLength, 'Payload is too long: at most 1,048,576 characters.')
    .refine(hasBytes, noBytesProblem),
  /** Its name, for headers and lists. */
  event: z
    .string({ error: 'Event must be a string.' })
    .max(maxEventNameLength, 'Event is too long: at most 200 characters.'),
};

/** The caller's name for a run of messages, such as a UUID. */
const RunName = z
  .string({ error: 'Run must be a string: the name given when sending.' })
  .min(1, 'Run is empty. Use the name given when sending.')
  .max(100, 'Run is too long: at most 100 characters.');

export const CancelSendRequest = z.object({ run: RunName });
export type CancelSendRequest = z.infer<typeof CancelSendRequest>;

export const SendRequest = z
  .object({
    /**
     * ID or name of the source. Can be omitted if there is only one, and for payloads, which then belong to a
     * source of the destination.
     */
    source: z.string().optional(),
    /** The message, as an SDK would send it, with placeholders such as `{n}`. */
    message: message.optional(),
    /** Or several, such as the lines of a file, each sent once and as it is, without placeholders. */
    messages: z
      .array(message, { error: 'messages must be a list of JSON objects.' })
      .min(1, 'messages is empty. Add at least one.')
      .max(maxSendCount, 'There can be at most 10,000 messages.')
      .optional(),
    /** Or the name of a sample. */
    sample: z.string().optional(),
    /** Or an event of a provider, as its exact body, with placeholders. */
    payload: payloadFields.payload.optional(),
    /** The event's name; default `payload`. */
    event: payloadFields.event.optional(),
    /** Whether placeholders in the payload are replaced; default true. */
    placeholders: z.boolean({ error: 'placeholders must be true or false.' }).optional(),
    /** Its message ID, with placeholders; default a random UUID. An ID that was sent before is a duplicate. */
    messageId: z
      .string({ error: 'messageId must be a string.' })
      .min(1, 'messageId is empty.')
      .max(100, 'messageId is too long: at most 100 characters.')
      .optional(),
    /** ID or name of the only destination. For a message, it must be connected to the source. */
    destinationId: z.string({ error: 'destinationId must be a string.' }).optional(),
    /** How many times; default 1. */
    count: z
      .number({ error: 'Count must be a number.' })
      .int('Count must be a whole number.')
      .min(1, 'Count must be at least 1.')
      .max(maxSendCount, 'Count must be at most 10,000.')
      .default(1),
    /** Messages per second; no limit if absent. */
    perSecond: z
      .number({ error: 'Rate must be a number of messages per second.' })
      .positive('Rate must be more than 0 per second.')
      .max(10_000, 'Rate must be at most 10,000 per second.')
      .optional(),
    /** The caller's name for this run, used to cancel it. */
    run: RunName.optional(),
  })
  .superRefine((request, ctx) => {
    const { message, messages, sample, payload, event, messageId, destinationId, count } = request;
    const issue = (path: string, text: string): void =>
      ctx.addIssue({ code: 'custom', path: [path], message: text });
    const given = [message, messages, sample, payload].filter((value) => value !== undefined);
    if (given.length !== 1) issue('message', 'Specify one of message, messages, sample, payload.');
    if (messages !== undefined && count !== 1)
      issue('count', 'Each of messages is sent once. Remove count.');
    if (payload !== undefined && destinationId === undefined)
      issue('destinationId', 'A payload needs a destination. Specify destinationId.');
    if (payload === undefined && request.placeholders === false)
      issue('placeholders', 'Only payloads can keep placeholders. Use messages instead.');
    if (payload === undefined && event !== undefined)
      issue('event', 'Only payloads have an event name. Remove event.');
    if ((message ?? messages) !== undefined && messageId !== undefined)
      issue('messageId', 'A message has its own messageId. Move it into the message.');
  });
export type SendRequest = z.infer<typeof SendRequest>;

/** The response of the ingestion endpoint to the last message. */
export const IngestResponse = z.object({
  status: z.number().int(),
  code: IngestCode.nullable(),
  message: z.string().nullable(),
});
export type IngestResponse = z.infer<typeof IngestResponse>;

export const SendProgress = z.object({
  /** Messages sent so far, of `count`. */
  sent: z.number().int(),
  count: z.number().int(),
  accepted: z.number().int(),
  rejected: z.number().int(),
  /** messageIds of the newest accepted messages, at most 100. */
  messageIds: z.array(z.string()),
  lastResponse: IngestResponse.nullable(),
});
export type SendProgress = z.infer<typeof SendProgress>;

/** A message of a source, or a payload for one destination. */
export const PreviewRequest = z.union([
  z.object({ source: z.string(), message }),
  z.object({ destinationId: z.string(), ...payloadFields }),
]);
export type PreviewRequest = z.infer<typeof PreviewRequest>;

/** The requests to one destination if the message were sent now. */
export const PreviewDelivery = z.object({
  destinationId: Id,
  destinationName: z.string(),
  /** Why it is not sent; null if it is. */
  notSent: NotSentReason.nullable(),
  bodyText: z.string().nullable(),
  signed: z.boolean(),
  requests: z.array(z.object({ url: z.string(), headers: HeaderLines })),
});
export type PreviewDelivery = z.infer<typeof PreviewDelivery>;

/** The exact outgoing requests, or why the message would be rejected. */
export const Preview = z.object({
  rejection: z.object({ code: IngestCode, problem: RejectionProblem }).nullable(),
  deliveries: z.array(PreviewDelivery),
});
export type Preview = z.infer<typeof Preview>;
