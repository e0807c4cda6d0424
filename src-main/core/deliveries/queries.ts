/** What is there: messages, rejected requests and deliveries, in lists and one by one. */
import type { CountQuery, DeliveryQuery, MatchingQuery } from '#shared/contract/deliveries.ts';
import type { PageRequest } from '#shared/schemas/page.ts';
import { AppError } from '../app-error.ts';
import type { Clock } from '../ports.ts';
import type { Store } from '../store/store.ts';
import { createTurns } from '../turns.ts';
import { deliveryDetail, messageDetail } from './detail.ts';
import { filterOf } from './filter.ts';

interface Tools {
  readonly store: Store;
  readonly clock: Pick<Clock, 'now'>;
}

const found = <Thing>(thing: Thing | undefined, name: string): Thing => {
  if (thing === undefined) throw new AppError('not_found', `There is no such ${name}.`);
  return thing;
};

/** Which of some deliveries a filter lets through; others have the event loop in between. */
async function matchingOf(
  store: Store,
  { filter, ids }: MatchingQuery,
  now: number,
  signal?: AbortSignal,
): Promise<number[]> {
  const matches = store.deliveries.matcher(filter, now);
  const turn = createTurns(signal);
  const matching: number[] = [];
  for (const id of ids) {
    if (matches(id)) matching.push(id);
    await turn();
  }
  return matching;
}

export function createQueries({ store, clock }: Tools) {
  return {
    messages: {
      page: ({ limit, cursor }: PageRequest) => store.messages.page(limit, cursor),
      get: (id: number) => messageDetail(store, id),
    },
    rejected: {
      page: ({ limit, cursor }: PageRequest) => store.rejected.page(limit, cursor),
      get: (id: number) => found(store.rejected.detail(id), 'rejected request'),
    },
    deliveries: {
      page: ({ limit, cursor, ...wanted }: DeliveryQuery) =>
        store.deliveries.page({ filter: filterOf(wanted), now: clock.now(), cursor }, limit),
      count: ({ cursor, ...wanted }: CountQuery) =>
        store.deliveries.countMatching({ filter: filterOf(wanted), now: clock.now(), cursor }),
      matching: (query: MatchingQuery, signal?: AbortSignal) =>
        matchingOf(store, query, clock.now(), signal),
      get: (id: number) => deliveryDetail(store, id),
    },
  };
}
