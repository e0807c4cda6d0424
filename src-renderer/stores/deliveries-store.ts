import { core } from '#renderer/data/core.ts';
import { hasGaps } from '#renderer/data/ledger.ts';
import type { DeliverySummary } from '#shared/schemas/delivery.ts';
import { createPagedStore } from './paged-store.ts';

/** What the list of deliveries is narrowed to: a filter as text, empty for all. */
export interface DeliveryQuery {
  readonly filter: string;
}

export const deliveries = createPagedStore<DeliverySummary, DeliveryQuery>({
  firstQuery: { filter: '' },
  load: ({ filter }, page) => core.deliveries.list(filter === '' ? page : { filter, ...page }),
  matching: ({ filter }) =>
    filter === ''
      ? null
      : async (ids) => new Set((await core.deliveries.matching({ filter, ids: [...ids] })).ids),
  latest: (a, b) => (b.updatedAt >= a.updatedAt ? b : a),
  isWhole: ({ filter }) => filter === '' && !hasGaps(),
});

export const useDeliveries = deliveries.useList;
