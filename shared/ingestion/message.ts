/** Accepted messages (spec 1, 2.3) and rejected ones (D12). */
import { z } from 'zod';
import { Id, RowId, Timestamp } from '#shared/kit/name.ts';
import { RejectionProblem } from './rejection.ts';

/** Message types that the ingestion endpoint accepts. */
export const sdkMessageTypes = ['identify', 'track', 'page', 'screen', 'group', 'alias'] as const;
export const SdkMessageType = z.enum(sdkMessageTypes);
export type SdkMessageType = z.infer<typeof SdkMessageType>;

/** SDK message types, the deletion notice (spec 6), and events of providers (D55). */
export const MessageType = z.enum([...sdkMessageTypes, 'delete', 'payload']);
export type MessageType = z.infer<typeof MessageType>;

/** Error codes of the ingestion endpoint (D6). */
export const IngestCode = z.enum([
  'no_user_anon_id',
  'id_required',
  'id_not_string',
  'event_not_defined',
  'event_not_string',
  'properties_not_object',
  'traits_not_object',
  'name_not_string',
  'category_not_string',
  'empty_batch',
  'too_many_messages',
  'bad_request',
  'unknown_source',
  'source_disabled',
  'too_many_requests',
  'payload_too_large',
  /** A path or method that the ingestion endpoint doesn't support. */
  'not_found',
]);
export type IngestCode = z.infer<typeof IngestCode>;

/** Header lines as [name, value], in the original order and case. */
export const HeaderLines = z.array(z.tuple([z.string(), z.string()])).max(10_000);
export type HeaderLines = z.infer<typeof HeaderLines>;

/**
 * Where a message came from: an SDK or other client, sending from the interface, a sync of an audience
 * or trait, or a deletion request.
 */
export const OriginKind = z.enum(['sdk', 'send', 'sync', 'deletion']);
export type OriginKind = z.infer<typeof OriginKind>;

export const MessageOrigin = z.object({
  kind: OriginKind,
  /** ID of the sync or deletion request; null for others. */
  id: z.string().nullable(),
});
export type MessageOrigin = z.infer<typeof MessageOrigin>;

/** The sync that created a message, by its number within the audience or trait. */
export const OriginSync = z.object({ computationId: Id, number: z.number().int() });
export type OriginSync = z.infer<typeof OriginSync>;

/** The HTTP request a message arrived in. */
export const ReceivedRequest = z.object({
  method: z.string(),
  path: z.string(),
  headers: HeaderLines,
  remoteAddress: z.string(),
  /** Size of the request body on the wire. */
  bodyBytes: z.number().int(),
  /** Index within a batch; null for a single message. */
  batchIndex: z.number().int().nullable(),
});
export type ReceivedRequest = z.infer<typeof ReceivedRequest>;

/** `duplicate`: the messageId was seen before (D9). */
export const MessageOutcome = z.enum(['routed', 'unrouted', 'duplicate']);
export type MessageOutcome = z.infer<typeof MessageOutcome>;

/** Value of the list column (`listColumn` of the settings); null if the message has none. */
export const ColumnValue = z.string().nullable();

export const MessageSummary = z.object({
  id: RowId,
  messageId: z.string(),
  sourceId: Id,
  sourceName: z.string(),
  type: MessageType,
  /** Title in lists: event name, page or user. */
  label: z.string(),
  columnValue: ColumnValue,
  userId: z.string().nullable(),
  anonymousId: z.string().nullable(),
  /** `timestamp` of the webhook body: ISO 8601 UTC with milliseconds (D11). */
  timestamp: z.string(),
  receivedAt: Timestamp,
  origin: MessageOrigin,
  outcome: MessageOutcome,
  /** One delivery per connected destination. */
  deliveryCount: z.number().int(),
});
export type MessageSummary = z.infer<typeof MessageSummary>;

/** Maximum rejected items of one batch that are kept and listed in its response (D47). */
export const maxStoredPerBatch = 100;

export const RejectedSummary = z.object({
  id: RowId,
  receivedAt: Timestamp,
  sourceId: Id.nullable(),
  sourceName: z.string().nullable(),
  type: z.string().nullable(),
  status: z.number().int(),
  code: IngestCode,
  problem: RejectionProblem,
  /** For an item of a batch: numbers of rejected and of kept items (D47). */
  batch: z.object({ rejected: z.number().int(), kept: z.number().int() }).nullable(),
});
export type RejectedSummary = z.infer<typeof RejectedSummary>;

export const RejectedDetail = RejectedSummary.extend({
  request: ReceivedRequest,
  /** Whether the path, headers or header values are incomplete. */
  headTruncated: z.boolean(),
  /** Size of the head as received. */
  headBytes: z.number().int(),
  /** The body, or item of the batch, as far as it was kept. */
  bodyText: z.string(),
  bodyTruncated: z.boolean(),
  /** Size of the body, or the item, as far as it was read. */
  bodyBytes: z.number().int(),
});
export type RejectedDetail = z.infer<typeof RejectedDetail>;
