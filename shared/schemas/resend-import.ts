/** Resends from a file: JSON lines of an export, or a HAR. The file is read piece by piece, then started. */
import { z } from 'zod';
import { limitedTexts } from './limited-texts.ts';
import { BadLine, SkippedEntryCode } from './line-problem.ts';
import { Id } from './name.ts';

/** Maximum origins listed and sent to; no recording of webhooks has more. */
export const maxOrigins = 100;

/** Maximum redacted headers listed by name. Others are omitted from the requests. */
export const maxRedactedHeaders = 50;

export const NewResendImport = z.object({
  /** Name of the file, recorded with each resend. */
  name: z
    .string({ error: 'name must be the name of the file.' })
    .min(1, 'name is empty. Enter the name of the file.')
    .max(255, 'name is too long: at most 255 characters.'),
});
export type NewResendImport = z.infer<typeof NewResendImport>;

/** Where requests of the file would go. */
export const ImportOrigin = z.object({
  /** Such as `https://api.example.com`. */
  origin: z.string(),
  requests: z.number().int(),
  /** On this machine. */
  loopback: z.boolean(),
});
export type ImportOrigin = z.infer<typeof ImportOrigin>;

/** A reason with the number of entries it applies to. */
const SkippedEntries = z.object({ code: SkippedEntryCode, count: z.number().int() });

/** A file until it is sent; then its job has the progress. */
export const ResendImport = z.object({
  id: Id,
  name: z.string(),
  /** `reading`: expects pieces. `planned`: completely read. */
  state: z.enum(['reading', 'planned']),
  /** Null until detected. */
  format: z.enum(['jsonl', 'har']).nullable(),
  /** Lines or HAR entries read so far. */
  entries: z.number().int(),
  /** Bodies that can be sent, each once to a webhook. */
  bodies: z.number().int(),
  /** Requests to the URLs of the file; a delivery may have several. */
  requests: z.number().int(),
  origins: z.array(ImportOrigin),
  /** Requests to origins that are not listed. */
  otherOrigins: z.number().int(),
  /** Entries that are not requests with a body, by code. */
  skippedEntries: z.array(SkippedEntries),
  /** The first 100 invalid entries. */
  badEntries: z.array(BadLine),
  badEntryCount: z.number().int(),
  /** Redacted headers: omitted unless their values are passed at the start. */
  redactedHeaders: z.array(z.object({ name: z.string(), requests: z.number().int() })),
  /** Redacted header lines that are not listed. */
  otherRedactedHeaders: z.number().int(),
  /** Requests with a redacted URL: they can only go to another webhook. */
  redactedUrls: z.number().int(),
});
export type ResendImport = z.infer<typeof ResendImport>;

/** Where the requests go. */
export const ImportTarget = z.discriminatedUnion(
  'kind',
  [
    z.object({
      /** Sends to the URLs of the file, with unchanged bytes and headers. */
      kind: z.literal('file'),
      /** Only these origins are sent to. */
      origins: z
        .array(z.string({ error: 'An origin must be a string such as "https://api.example.com".' }))
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
  /** Values for redacted headers, by name. Others are omitted from the requests. */
  headers: limitedTexts(
    z.string(),
    maxRedactedHeaders,
    (count) => `At most ${maxRedactedHeaders} headers can get a value, not ${count}.`,
  ).default({}),
  /** Requests per second; no limit if absent. */
  perSecond: z
    .number({ error: 'perSecond must be a number of requests per second.' })
    .positive('perSecond must be more than 0.')
    .max(1_000, 'perSecond must be at most 1,000.')
    .optional(),
});
export type StartResendImport = z.infer<typeof StartResendImport>;

/** What starting an import now would send. */
export const ResendImportPlan = z.object({
  requestCount: z.number().int(),
  /** Where the requests go. */
  origins: z.array(ImportOrigin),
  /** Redacted headers without a value: the requests omit them. */
  omittedHeaders: z.array(z.string()),
  /** Estimated real time at the rate; null without one. */
  estimatedMs: z.number().int().nullable(),
});
export type ResendImportPlan = z.infer<typeof ResendImportPlan>;
