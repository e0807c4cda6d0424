/**
 * The lists of what comes in by itself. They are kept current by changes while they are on the screen;
 * elsewhere they are read again when they are shown.
 */
import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import type { VirtualListPlaces } from '#renderer/ui/virtual-list.tsx';
import type { DeliverySummary } from '#shared/schemas/delivery.ts';
import type { MessageSummary, RejectedSummary } from '#shared/schemas/message.ts';
import type { ReceiverEntry } from '#shared/schemas/receiver-request.ts';
import type { ResendSummary } from '#shared/schemas/resend.ts';
import { core } from './core.ts';
import { hasGaps } from './ledger.ts';
import { listingOf } from './listing.ts';
import { type LiveList, placesOf, type Row } from './live-list.ts';
import { createLiveLists, type LiveLists } from './live-list-query.ts';
import type { PagedListing } from './pages.ts';

/** Rows of a live list, and where they stand. */
export interface LiveListing<Item> extends PagedListing<Item> {
  /** True when the user has moved: the view stays where it is. */
  readonly held: boolean;
  readonly newCount: number;
  readonly hold: (held: boolean) => void;
  readonly lookAt: (first: number, last: number) => void;
  /** Where the loaded rows stand; absent where only what is loaded can be looked at. */
  readonly places: VirtualListPlaces | undefined;
}

export function useLiveList<Item extends Row>(
  lists: LiveLists<Item>,
  narrowing = '',
): LiveListing<Item> {
  const { data, error, refetch } = useQuery(lists.queryOf(narrowing));
  const places = useMemo(
    () =>
      data !== undefined && lists.isWhole(narrowing)
        ? { ...placesOf(data), placeOf: (key: string) => data.newest - Number(key) }
        : undefined,
    [lists, narrowing, data],
  );
  const lookAt = useCallback(
    (first: number, last: number) => lists.lookAt(narrowing, first, last),
    [lists, narrowing],
  );
  return {
    ...listingOf({ error, refetch }, data?.items),
    hasMore: data !== undefined && data.nextCursor !== null,
    isLoadingMore: data?.isLoadingMore === true,
    loadMore: () => lists.loadMore(narrowing),
    held: data?.held === true,
    newCount: data?.newCount ?? 0,
    hold: (held) => lists.hold(narrowing, held),
    lookAt,
    places,
  };
}

/** What is selected of the list is all that draws again. */
export function useOfLiveList<Item extends Row, Selected>(
  lists: LiveLists<Item>,
  narrowing: string,
  select: (list: LiveList<Item>) => Selected,
): Selected | undefined {
  return useQuery({ ...lists.queryOf(narrowing), select }).data;
}

export const useHasRows = <Item extends Row>(lists: LiveLists<Item>, narrowing = ''): boolean =>
  useOfLiveList(lists, narrowing, ({ items }) => items.length > 0) === true;

/** Narrowed by a filter: empty for all. */
export const deliveryLists = createLiveLists<DeliverySummary>({
  name: 'deliveries',
  load: (filter, page) => core.deliveries.list(filter === '' ? page : { filter, ...page }),
  matching: async (filter, ids) =>
    new Set((await core.deliveries.matching({ filter, ids: [...ids] })).ids),
  latest: (a, b) => (b.updatedAt >= a.updatedAt ? b : a),
  isWhole: (filter) => filter === '' && !hasGaps(),
});

export const messageLists = createLiveLists<MessageSummary>({
  name: 'messages',
  load: (_, page) => core.messages.list(page),
  latest: (_, changed) => changed,
  isWhole: () => !hasGaps(),
});

export const rejectedLists = createLiveLists<RejectedSummary>({
  name: 'rejected',
  load: (_, page) => core.rejected.list(page),
  latest: (known) => known,
});

/** All resends: edits, bulk resends and imports. */
export const resendLists = createLiveLists<ResendSummary>({
  name: 'resends',
  load: (_, page) => core.resends.listAll(page),
  // It changes once, from being sent.
  latest: (a, b) => (a.state === 'sending' ? b : a),
});

/** The log of each receiver, by its id. */
export const receiverLogs = createLiveLists<ReceiverEntry>({
  name: 'receiver requests',
  load: (id, page) => core.receiverRequests.list({ id, ...page }),
  matches: (receiverId, entry) => entry.receiverId === receiverId,
  latest: (known) => known,
});
