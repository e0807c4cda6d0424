/** Exports of deliveries, and of mock endpoints' logs. */
import { z } from 'zod';
import { FilterString, flag, Id, RowId, Timestamp } from '#shared/kit/name.ts';
import { DeliveryState } from './delivery.ts';

export const exportFormats = ['curl', 'har', 'jsonl', 'fixtures'] as const;

/**
 * `curl`: one command per request. `har`: HTTP archive 1.2, one entry per
 * attempt. `jsonl`: one delivery a line, as `ExportedDelivery`, or a request of a log as `ExportedRequest`.
 * `fixtures`: a zip with each body as a file, for tests.
 */
export const ExportFormat = z.enum(exportFormats, {
  error: `format must be one of ${exportFormats.join(', ')}.`,
});
export type ExportFormat = z.infer<typeof ExportFormat>;

/** The file of each format. */
export const exportFiles: Readonly<
  Record<ExportFormat, { readonly extension: string; readonly mediaType: string }>
> = {
  curl: { extension: 'sh', mediaType: 'text/x-shellscript; charset=utf-8' },
  har: { extension: 'har', mediaType: 'application/json' },
  jsonl: { extension: 'jsonl', mediaType: 'application/x-ndjson' },
  fixtures: { extension: 'zip', mediaType: 'application/zip' },
};

/** Deliveries per zip, which can have at most 65,535 files (APPNOTE 4.4.22). */
export const maxFixtures = 10_000;

/**
 * One delivery, one of its attempts, or all deliveries that match every given criterion. With `mockId`,
 * requests of its log instead.
 */
const scope = {
  state: DeliveryState.optional(),
  destinationId: Id.optional(),
  filter: FilterString.optional(),
  deliveryId: RowId.optional(),
  /** Of that delivery. */
  attemptId: RowId.optional(),
  /** ID or name of the mock endpoint whose log is exported. */
  mockId: Id.optional(),
  /** One request of that log. */
  requestId: RowId.optional(),
};

export const ExportRequest = z.object({
  ...scope,
  format: ExportFormat,
  /** Whether to include header values, tokens in URLs and shared secrets. */
  secrets: flag('secrets').default(false),
  /** Row number of the newest delivery or request to export; default: the newest at the start. */
  upTo: RowId.optional(),
});
export type ExportRequest = z.infer<typeof ExportRequest>;

export const ExportTicket = z.object({
  /** Path on this server, such as `/downloads/3kTq…`. */
  path: z.string(),
  expiresAt: Timestamp,
});

export const ExportPlanRequest = ExportRequest.omit({ secrets: true, format: true });
export type ExportPlanRequest = z.infer<typeof ExportPlanRequest>;

export const ExportPlan = z.object({
  /** Deliveries or requests that would be exported. */
  count: z.number().int(),
  /** Pass it to the export so that it matches the count. */
  upTo: z.number().int(),
  /**
   * Approximate bytes of a delivery in each format, estimated from the newest ones. Null if there are
   * none, and for logs.
   */
  bytesPerDelivery: z.record(ExportFormat, z.number()).nullable(),
});
export type ExportPlan = z.infer<typeof ExportPlan>;

export const ExportFile = z.object({
  id: Id,
  /** Such as `hookwright-deliveries-2026-11-20.har`. */
  name: z.string(),
  mediaType: z.string(),
});
export type ExportFile = z.infer<typeof ExportFile>;

/** Kinds listed by name; the rest count as `others`. */
export const maxRedacted = 50;

/** A kind of redacted value, such as `header Authorization`, and how often it occurred. */
export const Redacted = z.object({ name: z.string(), count: z.number().int() });
export type Redacted = z.infer<typeof Redacted>;

export const ExportChunk = z.object({
  /** The next bytes of the file; may be empty. */
  base64: z.string(),
  done: z.boolean(),
  /** Deliveries or requests so far. */
  deliveries: z.number().int(),
  bytes: z.number().int(),
  /** Redacted so far. */
  redacted: z.array(Redacted),
});
export type ExportChunk = z.infer<typeof ExportChunk>;
