/** Listing and inspecting deliveries. */
import { z } from 'zod';
import { DeliveryQuery } from '#shared/contract/deliveries.ts';
import { rejectionText } from '#shared/labels/rejections.ts';
import { redactedInUrl, redactedMark } from '#shared/lib/redacted.ts';
import type { Redaction } from '#shared/lib/redaction.ts';
import { DeliveryDetail, ReceivedByMock } from '#shared/schemas/delivery.ts';
import { RejectedSummary } from '#shared/schemas/message.ts';
import { RowId } from '#shared/schemas/name.ts';
import { PageRequest, pageOf } from '#shared/schemas/page.ts';
import { AgentFilter } from '../agent-filter.ts';
import { readSetup, redactionOfSetup } from '../setup.ts';
import { Excerpt, excerptOf } from '../text-parts.ts';
import { defineTool } from '../tool.ts';
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

export const listDeliveries = defineTool({
  name: 'list_deliveries',
  title: 'List deliveries',
  description:
    'Deliveries, newest first, that match a filter such as `status>=400 age<1h`, `state:retrying`, `event:"Order Completed"`, `body.properties.total>100`, or the text of a message ID. Resource hookwright://docs/reference/filters has all fields; `header` and `url` are not available here. `total` is given on the first page.',
  level: 'read',
  isIdempotent: true,
  input: RowsRequest.extend({
    filter: AgentFilter.optional(),
    state: DeliveryQuery.shape.state,
    destinationId: DeliveryQuery.shape.destinationId,
  }),
  output: pageOf(DeliveryRow).extend({ total: z.number().int().nullable() }),
  async run({ input, given }, { client }) {
    const { limit: _, cursor, ...criteria } = given;
    const page = await client.deliveries.list({ ...criteria, limit: input.limit, cursor });
    const total = cursor === undefined ? (await client.deliveries.count(criteria)).count : null;
    return { ...page, total };
  },
});

const attemptsPerPage = 5;

export const getDelivery = defineTool({
  name: 'get_delivery',
  title: 'Get a delivery',
  description:
    'A delivery with its body, the state of each webhook, and its attempts, newest first, with request headers and response. Request headers other than those of HTTP and of built-in profiles, signatures, and secrets in URLs, are redacted. To learn why it failed, use explain_delivery.',
  level: 'read',
  isIdempotent: true,
  input: z.object({
    id: RowId,
    beforeAttempt: RowId.optional().describe('nextAttempt of the previous page of attempts'),
  }),
  output: DeliveryRow.extend({
    ...DeliveryDetail.pick({
      messageId: true,
      reason: true,
      exclusion: true,
      warnings: true,
      windowEndsAt: true,
    }).shape,
    // Without computed signatures: they may be those of a forged body (D61).
    mockRequests: z.array(ReceivedByMock.omit({ computed: true })),
    profile: z.string(),
    body: Excerpt.nullable(),
    webhooks: z.array(Webhook),
    attemptPage: z.array(AttemptRow),
    /** Pass it as beforeAttempt for older attempts; null at the oldest. */
    nextAttempt: z.number().int().nullable(),
  }),
  async run({ input: { id, beforeAttempt } }, { client }) {
    const delivery = await client.deliveries.get({ id });
    const redaction = redactionOf(delivery, await readSetup(client));
    const older = delivery.attemptList
      .filter((attempt) => beforeAttempt === undefined || attempt.id < beforeAttempt)
      .sort((a, b) => b.id - a.id);
    const page = older.slice(0, attemptsPerPage);
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

/** Requests that load settings have a write key in their path. */
const keyInPath = /(\/projects\/)[^/?#]+/gi;

/** Without write keys and credentials in URLs. */
function shownProblem({ problem }: RejectedSummary, redaction: Redaction): string {
  switch (problem.code) {
    case 'settings_key_unknown':
      return rejectionText({ ...problem, params: { writeKey: redactedMark } });
    case 'path_unknown': {
      const path = redaction.url(problem.params.path.replaceAll(keyInPath, `$1${redactedInUrl}`));
      return rejectionText({ ...problem, params: { ...problem.params, path } });
    }
    default:
      return redaction.text(rejectionText(problem));
  }
}

export const listRejected = defineTool({
  name: 'list_rejected',
  title: 'List rejected messages',
  description:
    'Messages and requests that the ingestion endpoint rejected, newest first, each with the reason. They have no delivery.',
  level: 'read',
  isIdempotent: true,
  input: RowsRequest,
  output: pageOf(
    RejectedSummary.pick({
      id: true,
      receivedAt: true,
      sourceName: true,
      type: true,
      status: true,
      code: true,
    }).extend({
      problem: z.string(),
    }),
  ),
  async run({ input }, { client }) {
    const { items, nextCursor } = await client.rejected.list(input);
    const redaction = await redactionOfSetup(client);
    return {
      items: items.map((item) => ({ ...item, problem: shownProblem(item, redaction) })),
      nextCursor,
    };
  },
});
