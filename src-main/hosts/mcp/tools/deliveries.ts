/** Listing and inspecting deliveries. */
import { z } from 'zod';
import { DeliveryDetail, ReceivedByMock } from '#shared/deliveries/delivery.ts';
import { DeliveryQuery } from '#shared/deliveries/operations.ts';
import { RowId } from '#shared/kit/name.ts';
import { PageRequest, pageOf } from '#shared/kit/page.ts';
import { AgentFilter } from '../agent-filter.ts';
import { Excerpt, excerptOf } from '../text-parts.ts';
import { action, pick } from '../tool.ts';
import {
  AttemptRow,
  attemptRow,
  DeliveryRow,
  redactionOf,
  Webhook,
  webhookRow,
} from './delivery-parts.ts';

/** More rows than a person would read; a page of them stays small. */
const maxRows = 100;

/** Limit and cursor of a list. */
export const RowsRequest = z.object({
  limit: PageRequest.shape.limit
    .unwrap()
    .max(maxRows, `limit must be at most ${maxRows}.`)
    .default(20),
  cursor: PageRequest.shape.cursor.describe('nextCursor of the previous page'),
});

export const listDeliveries = action({
  description:
    'Deliveries, newest first, that match a filter such as `status>=400 age<1h`, `state:refused`, `event:"Order Completed"`, `body.properties.total>100`, or the text of a message ID. Resource hookwright://docs/reference/filters has all fields; `header` and `url` are not available here. Only the first page has `total`.',
  operations: ['deliveries.list', 'deliveries.count'],
  input: RowsRequest.extend({
    filter: AgentFilter.optional(),
    state: DeliveryQuery.shape.state,
    destinationId: DeliveryQuery.shape.destinationId,
  }),
  output: pageOf(DeliveryRow).extend({ total: z.number().int().nullable() }),
  async run({ limit, cursor, ...criteria }, { api }) {
    const page = await api.deliveries.list({ ...criteria, limit, cursor });
    const total = cursor === undefined ? (await api.deliveries.count(criteria)).count : null;
    return { ...page, total };
  },
});

const attemptsPerPage = 5;

export const getDelivery = action({
  description:
    'A delivery with its body, the state of each webhook, and its attempts, newest first, with request headers and response. Redacted: signatures, secrets in URLs, and request headers except those of HTTP and of built-in profiles. To learn why it failed, use explain_delivery.',
  operations: ['deliveries.get'],
  input: z.object({
    id: RowId,
    beforeAttempt: RowId.optional().describe('nextAttempt of the previous page of attempts'),
  }),
  output: DeliveryRow.extend({
    ...pick(DeliveryDetail, 'messageId reason warnings windowEndsAt').shape,
    // Without computed signatures: they may be those of a forged body (D61).
    mockRequests: z.array(ReceivedByMock.omit({ computed: true })),
    profile: z.string(),
    body: Excerpt.nullable(),
    webhooks: z.array(Webhook),
    attemptPage: z.array(AttemptRow),
    /** Pass it as beforeAttempt for older attempts; null at the oldest. */
    nextAttempt: z.number().int().nullable(),
  }),
  async run({ id, beforeAttempt }, { api, readSecrets }) {
    const delivery = await api.deliveries.get({ id });
    const older = delivery.attemptList
      .filter((attempt) => beforeAttempt === undefined || attempt.id < beforeAttempt)
      .sort((a, b) => b.id - a.id);
    const page = older.slice(0, attemptsPerPage);
    const redaction = redactionOf(delivery, page, await readSecrets());
    const { bodyText, bodyBytes } = delivery;
    return {
      ...delivery,
      profile: delivery.destination.profile,
      body:
        bodyText === null
          ? null
          : excerptOf(bodyText, bodyBytes, `part: "body", deliveryId: ${id}`),
      webhooks: delivery.webhooks.map((webhook) => webhookRow(webhook, redaction)),
      mockRequests: delivery.mockRequests
        .slice(-attemptsPerPage)
        .map((request) => ({ ...request, path: redaction.url(request.path) })),
      attemptPage: page.map((attempt) => attemptRow(attempt, redaction)),
      nextAttempt: older.length > page.length ? (page.at(-1)?.id ?? null) : null,
    };
  },
});
