import { z } from 'zod';
import { maxWebhooks } from '#shared/connections/destination.ts';
import { MessageSummary, RejectedDetail, RejectedSummary } from '#shared/ingestion/message.ts';
import { byRowId } from '#shared/kit/entity.ts';
import { ChosenUrl, FilterString, Id, RowId } from '#shared/kit/name.ts';
import { group, op } from '#shared/kit/op.ts';
import { PageRequest, pageOf } from '#shared/kit/page.ts';
import { Alert } from './alert.ts';
import { CountsByCause } from './cause.ts';
import { CopyDetail, CopyEdit, CopyPreview, CopySummary } from './copy.ts';
import { DeliveryDetail, DeliveryState, DeliverySummary, MessageDetail } from './delivery.ts';

/** All given criteria must match. */
const criteria = {
  state: DeliveryState.optional(),
  destinationId: Id.optional(),
  filter: FilterString.optional(),
};

export const DeliveryQuery = PageRequest.extend(criteria);
export type DeliveryQuery = z.infer<typeof DeliveryQuery>;

export const CountQuery = z.object(criteria);
export type CountQuery = z.infer<typeof CountQuery>;

/** The change feed announces at most this many per event. */
const maxMatchingIds = 1_000;

export const MatchingQuery = z.object({
  filter: FilterString,
  ids: z
    .array(RowId)
    .max(maxMatchingIds, `ids can have at most ${maxMatchingIds} items per request.`),
});
export type MatchingQuery = z.infer<typeof MatchingQuery>;

/** URLs of the destination, or `all` of them. */
const RetriedUrls = z.union(
  [z.literal('all'), z.array(ChosenUrl).min(1, 'urls is empty. Choose a URL.').max(maxWebhooks)],
  { error: 'urls must be "all" or a list of URLs.' },
);

export const RetryRequest = z.object({ id: RowId, urls: RetriedUrls.optional() });
export type RetryRequest = z.infer<typeof RetryRequest>;

export const deliveries = group('Deliveries', {
  list: op('GET /deliveries', {
    summary: 'List deliveries, newest first',
    input: DeliveryQuery,
    output: pageOf(DeliverySummary),
  }),
  count: op('GET /deliveries/count', {
    summary: 'Count matching deliveries',
    input: CountQuery,
    output: z.object({ count: z.number().int() }),
  }),
  causes: op('GET /deliveries/causes', {
    summary: 'Count matching deliveries by state, and those that were not accepted by cause',
    description:
      'A cause is a destination, a state, and the code and status of the latest attempt. Deliveries that wait ' +
      'have one after a failed attempt.',
    input: z.object({ filter: FilterString.optional() }),
    output: CountsByCause,
  }),
  matching: op('POST /deliveries/matching', {
    effect: 'read',
    summary: 'Find which of these deliveries match a filter',
    input: MatchingQuery,
    output: z.object({ ids: z.array(z.number().int()) }),
  }),
  get: op('GET /deliveries/{id}', {
    summary: 'Get a delivery with its message, body, webhooks and all attempts',
    input: byRowId,
    output: DeliveryDetail,
  }),
  retry: op('POST /deliveries/{id}/retry', {
    effect: 'sends',
    summary: 'Retry a delivery now',
    description:
      'Sends the same bytes to the given URLs. Without `urls`, to those whose latest attempt failed or was ' +
      'refused, unless an earlier one was accepted. If the delivery is waiting, the other URLs keep ' +
      'their schedule. If it is finished, a new retry window starts.',
    input: RetryRequest,
    output: DeliverySummary,
  }),
  cancel: op('POST /deliveries/{id}/cancel', {
    effect: 'write',
    summary: 'Cancel a delivery',
    description: 'An attempt in flight is completed and recorded; no further attempt is made.',
    input: byRowId,
    output: DeliverySummary,
  }),
  undoCancel: op('POST /deliveries/{id}/cancel/undo', {
    effect: 'write',
    summary: 'Undo a cancel',
    description: 'The delivery waits for its scheduled attempt again.',
    input: byRowId,
    output: DeliverySummary,
  }),
});

export const MessageQuery = PageRequest.extend({
  /** A term about deliveries matches messages with at least one such delivery. */
  filter: FilterString.optional(),
});
export type MessageQuery = z.infer<typeof MessageQuery>;

export const messages = group('Messages', {
  list: op('GET /messages', {
    summary: 'List messages, newest first',
    input: MessageQuery,
    output: pageOf(MessageSummary),
  }),
  matching: op('POST /messages/matching', {
    effect: 'read',
    summary: 'Find which of these messages match a filter',
    input: MatchingQuery,
    output: z.object({ ids: z.array(z.number().int()) }),
  }),
  get: op('GET /messages/{id}', {
    summary: 'Get a message as received, with its deliveries',
    input: byRowId,
    output: MessageDetail,
  }),
});

export const rejected = group('Rejected', {
  list: op('GET /rejected', {
    summary: 'List rejected messages and requests, newest first',
    input: PageRequest,
    output: pageOf(RejectedSummary),
  }),
  get: op('GET /rejected/{id}', {
    summary: 'Get a rejected message with its raw request',
    input: byRowId,
    output: RejectedDetail,
  }),
});

export const alerts = group('Alerts', {
  list: op('GET /alerts', {
    summary:
      'List alerts about deliveries that were refused, gave up or were blocked, newest first',
    description:
      'One alert covers all deliveries to a destination that failed for the same cause, until ten ' +
      'minutes pass without one. At most 100 alerts, since the last start.',
    output: z.array(Alert),
  }),
});

export const CopyQuery = PageRequest.extend({ deliveryId: RowId });
export type CopyQuery = z.infer<typeof CopyQuery>;

export const copies = group('Copies', {
  preview: op('POST /deliveries/{deliveryId}/copies/preview', {
    effect: 'sends',
    summary: 'Preview the exact request of a copy',
    input: CopyEdit,
    output: CopyPreview,
  }),
  send: op('POST /deliveries/{deliveryId}/copies', {
    effect: 'sends',
    summary:
      'Send a copy of a delivery, possibly edited, signed correctly or with a deliberate fault',
    description:
      'Responds after the webhook, within 5 seconds. The copy is kept with its response, is outside ' +
      'the ledger, leaves the delivery unchanged and is never retried.',
    status: 201,
    input: CopyEdit,
    output: CopyDetail,
  }),
  list: op('GET /deliveries/{deliveryId}/copies', {
    summary: 'List the copies of a delivery, newest first',
    input: CopyQuery,
    output: pageOf(CopySummary),
  }),
  listAll: op('GET /copies', {
    summary: 'List all copies, newest first',
    input: PageRequest,
    output: pageOf(CopySummary),
  }),
  get: op('GET /copies/{id}', {
    summary: 'Get a copy: the exact request and its response',
    input: byRowId,
    output: CopyDetail,
  }),
});
