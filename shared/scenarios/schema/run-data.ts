/** The data of a finished run, read-only: deliveries as the product had them, requests as the mock endpoints did. */
import { z } from 'zod';
import { CopyDetail } from '#shared/deliveries/copy.ts';
import { DeliveryDetail, DeliveryWarning } from '#shared/deliveries/delivery.ts';
import { FilterText } from '#shared/filter/saved-filter.ts';
import { RowId } from '#shared/kit/name.ts';
import { PageRequest } from '#shared/kit/page.ts';
import { MockEntry, MockEntryDetail } from '#shared/mocks/request.ts';
import { RunRef } from './run.ts';

/** The mock endpoint that got a request, and the attempt that sent it. */
export const RunSender = z.object({
  mock: z.string(),
  /** Null if no attempt of the run sent it; so are the others. */
  messageId: z.string().nullable(),
  destination: z.string().nullable(),
  /** From 1, per delivery and webhook. */
  attempt: z.number().int().nullable(),
  /** ID of the `copy` step. */
  copiedBy: z.string().nullable(),
  deliveryId: RowId.nullable(),
});
export type RunSender = z.infer<typeof RunSender>;

export const RunRequest = MockEntryDetail.extend(RunSender.shape);
export type RunRequest = z.infer<typeof RunRequest>;

export const RunRequestSummary = MockEntry.extend(RunSender.shape);
export type RunRequestSummary = z.infer<typeof RunRequestSummary>;

// Limits of lists, since a delivery may come from a run archive of anyone (D62). A line of a run archive
// has no room for more attempts or requests.
const maxWebhooks = 1_000;
export const maxAttempts = 50_000;
/** The others of a delivery are left out. */
export const maxCopies = 500;

const { webhooks, warnings, attemptList, mockRequests } = DeliveryDetail.shape;

/** With its copies, oldest first. */
export const RunDelivery = DeliveryDetail.extend({
  webhooks: webhooks.max(maxWebhooks),
  warnings: warnings.max(DeliveryWarning.options.length),
  attemptList: attemptList.max(maxAttempts),
  mockRequests: mockRequests.max(maxAttempts),
  copies: z.array(CopyDetail).max(maxCopies),
});
export type RunDelivery = z.infer<typeof RunDelivery>;

export const RunDataQuery = PageRequest.extend({
  ...RunRef.shape,
  /** Only those of one message. */
  messageId: z.string().max(500).optional(),
});
export type RunDataQuery = z.infer<typeof RunDataQuery>;

export const RunDeliveriesQuery = RunDataQuery.extend({ filter: FilterText.optional() });
export type RunDeliveriesQuery = z.infer<typeof RunDeliveriesQuery>;

export const RunDeliveryRef = RunRef.extend({ deliveryId: RowId });
export type RunDeliveryRef = z.infer<typeof RunDeliveryRef>;
export const RunRequestRef = RunRef.extend({ requestId: RowId });
export type RunRequestRef = z.infer<typeof RunRequestRef>;
