import { core } from '#renderer/core-client/core.ts';
import type { DeliveryState, DeliverySummary } from '#shared/schemas/delivery.ts';
import { createPagedStore } from './paged-store.ts';

/** What the list of deliveries is narrowed to. */
export interface DeliveryFilter {
  readonly state?: DeliveryState;
  readonly destinationId?: string;
}

export const deliveries = createPagedStore<DeliverySummary, DeliveryFilter>({
  firstQuery: {},
  load: (filter, page) => core.deliveries.list({ ...filter, ...page }),
  matches: (filter, delivery) =>
    (filter.state === undefined || filter.state === delivery.state) &&
    (filter.destinationId === undefined || filter.destinationId === delivery.destinationId),
  latest: (a, b) => (b.updatedAt >= a.updatedAt ? b : a),
});

export const useDeliveries = deliveries.useList;
