/** Lists and details of messages, rejected requests and deliveries. */
import type { CountQuery, DeliveryQuery, MatchingQuery } from '#shared/contract/deliveries.ts';
import type { MessageQuery } from '#shared/contract/messages.ts';
import { everything } from '#shared/filter/filter.ts';
import type { PageRequest } from '#shared/schemas/page.ts';
import { notFound } from '../app-error.ts';
import type { Clock } from '../ports.ts';
import type { Reader } from '../reader.ts';
import type { Store } from '../store/store.ts';
import { deliveryDetail, messageDetail } from './detail.ts';
import { filterOf } from './filter.ts';

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
  return {
    messages: {
      page: ({ limit, cursor }: PageRequest) => store.messages.page(limit, cursor),
      find: ({ limit, cursor, filter = everything }: MessageQuery, signal?: AbortSignal) =>
        reader.run('messagePage', { filter, now: clock.now(), cursor, limit }, signal),
      matching: ({ filter, ids }: MatchingQuery, signal?: AbortSignal) =>
        reader.run('matchingMessages', { filter, ids, now: clock.now() }, signal),
      get: (id: number) => messageDetail(store, id),
    },
    rejected: {
      page: ({ limit, cursor }: PageRequest) => store.rejected.page(limit, cursor),
      get: (id: number) => orNotFound(store.rejected.detail(id), 'rejected request'),
    },
    deliveries: {
      page: ({ limit, cursor, ...criteria }: DeliveryQuery, signal?: AbortSignal) => {
        const filter = filterOf(criteria);
        return reader.run('deliveryPage', { filter, now: clock.now(), cursor, limit }, signal);
      },
      count: (criteria: CountQuery, signal?: AbortSignal) =>
        reader.run('countDeliveries', { filter: filterOf(criteria), now: clock.now() }, signal),
      matching: ({ filter, ids }: MatchingQuery, signal?: AbortSignal) =>
        reader.run('matchingDeliveries', { filter, ids, now: clock.now() }, signal),
      get: (id: number) => deliveryDetail(store, clock.now(), id),
    },
  };
}
