/**
 * Requests made by hand from a file: JSON lines as we export them, or a HAR of ours, of a browser or
 * of a proxy. The file is read piece by piece and planned; nothing is sent before it is started.
 */
import { z } from 'zod';
import { Id, Moment } from './name.ts';
import { BadLine, maxPieceLength } from './user-import.ts';

/** Origins told of, and sent to: a file with more is not a recording of webhooks. */
export const maxOrigins = 100;

/** Redacted headers that are told by name. Others are left out of the requests. */
export const maxRedactedHeaders = 50;

export const NewResendImport = z.object({
  /** Name of the file, for what is recorded. */
  name: z
    .string({ error: 'name must be the name of the file.' })
    .min(1, 'name is empty: give the name of the file.')
    .max(255, 'name is too long: at most 255 characters.'),
});
export type NewResendImport = z.infer<typeof NewResendImport>;

export const AppendToResendImport = z.object({
  id: Id,
  text: z
    .string({ error: 'text must be a piece of the file.' })
    .max(maxPieceLength, 'text is too long: append at most 1,048,576 characters at a time.'),
  /** The file ends with this piece. */
  last: z.boolean({ error: 'last must be true or false.' }).default(false),
});
export type AppendToResendImport = z.infer<typeof AppendToResendImport>;

/** Where requests of the file would go. */
export const ImportOrigin = z.object({
  /** Such as `https://api.example.com`. */
  origin: z.string(),
  requests: z.number().int(),
  /** On this machine. */
  loopback: z.boolean(),
});
export type ImportOrigin = z.infer<typeof ImportOrigin>;

/** A sentence that is true of a number of lines or entries. */
export const SkippedEntries = z.object({ reason: z.string(), count: z.number().int() });
export type SkippedEntries = z.infer<typeof SkippedEntries>;

/**
 * `reading`: pieces are expected. `planned`: all was read. `sending`, and at last `done` or
 * `cancelled`; `interrupted` by the end of the program, or a disk that took no more: the rest can be
 * sent, and the interrupted requests again. It stays so until both is done, or it is cancelled.
 */
export const ResendImportState = z.enum([
  'reading',
  'planned',
  'sending',
  'interrupted',
  'done',
  'cancelled',
]);
export type ResendImportState = z.infer<typeof ResendImportState>;

export const ResendImport = z.object({
  id: Id,
  name: z.string(),
  state: ResendImportState,
  /** Null until enough of the file was read to tell. */
  format: z.enum(['jsonl', 'har']).nullable(),
  /** Lines, or entries of a HAR, read so far. */
  entries: z.number().int(),
  /** Bodies that can be sent: to one webhook each goes once. */
  bodies: z.number().int(),
  /** Requests that can be made to the URLs of the file: a delivery may have gone to several. */
  requests: z.number().int(),
  origins: z.array(ImportOrigin),
  /** Requests to origins beyond those that are told. */
  otherOrigins: z.number().int(),
  /** What is no request with a body, and why it is passed over. */
  skippedEntries: z.array(SkippedEntries),
  /** What cannot be read, the first 100, by number. */
  badEntries: z.array(BadLine),
  badEntryCount: z.number().int(),
  /** Headers whose values are redacted in the file: given at the start, or left out. */
  redactedHeaders: z.array(z.object({ name: z.string(), requests: z.number().int() })),
  /** Redacted header lines beyond those that are told by name. */
  otherRedactedHeaders: z.number().int(),
  /** Requests whose URL has something redacted: they can only go to another webhook. */
  redactedUrls: z.number().int(),
  /** Of the sending, which is of this many. */
  toSend: z.number().int(),
  sent: z.number().int(),
  delivered: z.number().int(),
  failed: z.number().int(),
  /** For their certificate. */
  blocked: z.number().int(),
  /**
   * In flight when the program ended: whether the receiver got them is unknown. What was sent and is
   * none of these four has no response yet.
   */
  interrupted: z.number().int(),
  startedAt: Moment.nullable(),
  /** Why it was interrupted when the program went on, as a sentence. */
  problem: z.string().nullable(),
});
export type ResendImport = z.infer<typeof ResendImport>;

/** Where the requests go. */
export const ImportTarget = z.discriminatedUnion(
  'kind',
  [
    z.object({
      /** To the URLs of the file, with its bytes and headers as they are. */
      kind: z.literal('file'),
      /** Only these origins are sent to. */
      origins: z
        .array(z.string({ error: 'An origin must be a text such as "https://api.example.com".' }))
        .max(maxOrigins, `At most ${maxOrigins} origins.`),
    }),
    z.object({
      kind: z.literal('webhook'),
      destinationId: Id,
      /** The first webhook of the destination when absent. */
      url: z.string().optional(),
      /**
       * `re_sign`: the bodies of the file with the webhook's own headers, signed with its secret.
       * `as_is`: the headers of the file too, X-Signature included.
       */
      signing: z.enum(['re_sign', 'as_is'], { error: 'signing must be "re_sign" or "as_is".' }),
    }),
  ],
  { error: 'The kind of "to" must be "file" or "webhook".' },
);
export type ImportTarget = z.infer<typeof ImportTarget>;

export const StartResendImport = z.object({
  id: Id,
  to: ImportTarget,
  /** Values for redacted headers, by name. What is not given is left out of the requests. */
  headers: z.record(z.string(), z.string()).default({}),
  /** Requests per second; as fast as answers come when absent. */
  perSecond: z
    .number({ error: 'perSecond must be a number of requests per second.' })
    .positive('perSecond must be more than 0.')
    .max(1_000, 'perSecond must be at most 1,000.')
    .optional(),
});
export type StartResendImport = z.infer<typeof StartResendImport>;

export const ResumeResendImport = z.object({
  id: Id,
  /** Send the interrupted requests again, too. The receiver may get them twice. */
  resendInterrupted: z
    .boolean({ error: 'resendInterrupted must be true or false.' })
    .default(false),
});
export type ResumeResendImport = z.infer<typeof ResumeResendImport>;
