/** Reads of deliveries and messages by a filter, on the reader thread. */
import type { DeliverySummary } from '#shared/deliveries/delivery.ts';
import type { MessageSummary } from '#shared/ingestion/message.ts';
import { countCodes, countIds, countMatching } from './count-deliveries.ts';
import type { Search } from './filter/search.ts';
import type { ReadStore } from './reader/read-store.ts';
import type { Reading, Reads } from './reader/reading.ts';

export type DeliveryReads = ReturnType<typeof createDeliveryReads>;

export function createDeliveryReads({ search, messageSearch, deliveries, messages }: ReadStore) {
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
    countMatching: (query: Search) => countMatching({ search, deliveries }, query),
    countCodes: (query: Search) => countCodes({ search, deliveries }, query),
    countIdsByState: (ids: readonly number[]) => countIds({ deliveries }, ids),
  } satisfies Reads;
}
