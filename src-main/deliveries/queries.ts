/** Lists and details of messages, rejected requests and deliveries. */

import { notFound } from '#main/kit/app-error.ts';
import type { Clock } from '#main/kit/ports.ts';
import type { Reader } from '#main/store/reader.ts';
import type { Store } from '#main/store/store.ts';
import type {
  CountQuery,
  DeliveryQuery,
  MatchingQuery,
  MessageQuery,
} from '#shared/deliveries/operations.ts';
import type { ByRowId } from '#shared/kit/entity.ts';
import type { PageRequest } from '#shared/kit/page.ts';
import { createCauses } from './causes.ts';
import { deliveryDetail, messageDetail } from './detail.ts';
import { filterOf, readFilter } from './filter.ts';

interface Tools {
  readonly store: Store;
  readonly reader: Reader;
  readonly clock: Pick<Clock, 'now'>;
}

const orNotFound = <Item>(item: Item | undefined, name: string): Item => {
  if (item === undefined) throw notFound(name);
  return item;
};

export function createQueries({ store, reader, clock }: Tools) {
  const findMessages = ({ limit, cursor, filter }: MessageQuery, signal?: AbortSignal) =>
    reader.run(
      'messagePage',
      { filter: filterOf({ filter }), now: clock.now(), cursor, limit },
      signal,
    );

  type MessagePage = ReturnType<Store['messages']['page']>;

  /** Only a search takes a while. */
  function listMessages(query: PageRequest & { readonly filter?: never }): MessagePage;
  function listMessages(
    query: MessageQuery,
    signal?: AbortSignal,
  ): MessagePage | Promise<MessagePage>;
  function listMessages(query: MessageQuery, signal?: AbortSignal) {
    return query.filter === undefined
      ? store.messages.page(query.limit, query.cursor)
      : findMessages(query, signal);
  }

  return {
    messages: {
      list: listMessages,
      matching: async ({ filter, ids }: MatchingQuery, signal?: AbortSignal) => ({
        ids: await reader.run(
          'matchingMessages',
          { filter: readFilter(filter), ids, now: clock.now() },
          signal,
        ),
      }),
      get: ({ id }: ByRowId) => messageDetail(store, id),
    },
    rejected: {
      list: ({ limit, cursor }: PageRequest) => store.rejected.page(limit, cursor),
      get: ({ id }: ByRowId) => orNotFound(store.rejected.detail(id), 'rejected request'),
    },
    deliveries: {
      list: ({ limit, cursor, ...criteria }: DeliveryQuery, signal?: AbortSignal) => {
        const filter = filterOf(criteria);
        return reader.run('deliveryPage', { filter, now: clock.now(), cursor, limit }, signal);
      },
      count: async (criteria: CountQuery, signal?: AbortSignal) => ({
        count: await reader.run(
          'countDeliveries',
          { filter: filterOf(criteria), now: clock.now() },
          signal,
        ),
      }),
      matching: async ({ filter, ids }: MatchingQuery, signal?: AbortSignal) => ({
        ids: await reader.run(
          'matchingDeliveries',
          { filter: readFilter(filter), ids, now: clock.now() },
          signal,
        ),
      }),
      causes: createCauses({ store, reader, clock }),
      get: ({ id }: ByRowId) => deliveryDetail(store, clock.now(), id),
    },
  };
}
