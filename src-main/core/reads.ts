/** All reads of the reader thread by name. */
import type { DeliverySummary } from '#shared/schemas/delivery.ts';
import type { MessageSummary } from '#shared/schemas/message.ts';
import { createStatisticsReads } from './statistics/count-statistics.ts';
import { countIds, countMatching } from './store/count-deliveries.ts';
import type { Search } from './store/filter/search.ts';
import type { ReadStore } from './store/reader/read-store.ts';
import type { Reading, Reads } from './store/reader/reading.ts';
import {
  countExport,
  type ExportOrder,
  type ExportScope,
  writeExport,
} from './transfer/exports/write-export.ts';

export type AllReads = ReturnType<typeof createReads>;

export function createReads(store: ReadStore) {
  const { search, messageSearch, deliveries, messages } = store;
  const statistics = createStatisticsReads(store.statistics);
  return {
    *deliveryPage(
      query: Search & { readonly limit: number },
    ): Reading<{ items: DeliverySummary[]; nextCursor: string | null }> {
      const { ids, nextCursor } = yield* search.find(query);
      return { items: deliveries.summaries(ids), nextCursor };
    },
    *messagePage(
      query: Search & { readonly limit: number },
    ): Reading<{ items: MessageSummary[]; nextCursor: string | null }> {
      const { ids, nextCursor } = yield* messageSearch.find(query);
      return {
        items: ids.map((id) => messages.summary(id)).filter((message) => message !== undefined),
        nextCursor,
      };
    },
    matchingMessages: messageSearch.matching,
    findDeliveries: search.find,
    countDeliveries: search.count,
    matchingDeliveries: search.matching,
    countByState: (query: Search) => countMatching({ search, deliveries }, query),
    countIdsByState: (ids: readonly number[]) => countIds({ deliveries }, ids),
    countExport: (scope: ExportScope) => countExport(store, scope),
    statistics: statistics.get,
    clearStatistics: (_query: null) => statistics.clear(),
    writeExport: (order: ExportOrder) => writeExport(store, order),
  } satisfies Reads;
}
