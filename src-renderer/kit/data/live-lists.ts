/**
 * Lists of continuously arriving rows. Visible lists apply changes; hidden ones reload when shown.
 */
import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import type { VirtualListPositions } from '#renderer/ui/virtual-list.tsx';
import type { CopySummary } from '#shared/deliveries/copy.ts';
import type { DeliverySummary } from '#shared/deliveries/delivery.ts';
import type { MessageSummary, RejectedSummary } from '#shared/ingestion/message.ts';
import type { MockEntry } from '#shared/mocks/request.ts';
import { core } from './core.ts';
import { hasGaps } from './ledger.ts';
import { listingOf } from './listing.ts';
import { type LiveList, positionsOf, type Row } from './live-list.ts';
import { createLiveLists, type LiveLists } from './live-list-query.ts';
import type { PagedListing } from './pages.ts';

/** Rows of a live list and their position. */
export interface LiveListing<Item> extends PagedListing<Item> {
  /** True once the user scrolls: the view stays in place. */
  readonly isPaused: boolean;
  readonly newCount: number;
  readonly setPaused: (isPaused: boolean) => void;
  readonly ensureLoaded: (first: number, last: number) => void;
  /** Position of the loaded rows; absent if only loaded rows are reachable. */
  readonly positions: VirtualListPositions | undefined;
}

export function useLiveList<Item extends Row>(
  lists: LiveLists<Item>,
  filter = '',
): LiveListing<Item> {
  const { data, error, refetch } = useQuery(lists.queryOf(filter));
  const positions = useMemo(
    () =>
      data !== undefined && lists.isSeekable(filter)
        ? { ...positionsOf(data), positionOf: (key: string) => data.newest - Number(key) }
        : undefined,
    [lists, filter, data],
  );
  const ensureLoaded = useCallback(
    (first: number, last: number) => lists.ensureLoaded(filter, first, last),
    [lists, filter],
  );
  return {
    ...listingOf({ error, refetch }, data?.items),
    hasMore: data !== undefined && data.nextCursor !== null,
    isLoadingMore: data?.isLoadingMore === true,
    loadMore: () => lists.loadMore(filter),
    isPaused: data?.isPaused === true,
    newCount: data?.newCount ?? 0,
    setPaused: (isPaused) => lists.setPaused(filter, isPaused),
    ensureLoaded,
    positions,
  };
}

/** Rerenders only when the selected value changes. */
export function useLiveListValue<Item extends Row, Selected>(
  lists: LiveLists<Item>,
  filter: string,
  select: (list: LiveList<Item>) => Selected,
): Selected | undefined {
  return useQuery({ ...lists.queryOf(filter), select }).data;
}

export const useHasRows = <Item extends Row>(lists: LiveLists<Item>, filter = ''): boolean =>
  useLiveListValue(lists, filter, ({ items }) => items.length > 0) === true;

/** Filter text; empty for all. */
export const deliveryLists = createLiveLists<DeliverySummary>({
  name: 'deliveries',
  load: (filter, page) => core.deliveries.list(filter === '' ? page : { filter, ...page }),
  matching: async (filter, ids) =>
    new Set((await core.deliveries.matching({ filter, ids: [...ids] })).ids),
  resolveConflict: (a, b) => (b.updatedAt >= a.updatedAt ? b : a),
  isSeekable: (filter) => filter === '' && !hasGaps(),
});

/** Deliveries of scenario runs, which never change, by the ID of the run and a filter. */
const runDeliveryLists = createLiveLists<DeliverySummary>({
  name: 'deliveries of a run',
  load: (key, page) => {
    const end = key.indexOf(' ');
    const filter = key.slice(end + 1);
    return core.scenarios.deliveries({
      id: key.slice(0, end),
      ...(filter !== '' && { filter }),
      ...page,
    });
  },
  resolveConflict: (known) => known,
});

export const runDeliveriesOf = (
  run: string,
  filter: string,
): readonly [lists: LiveLists<DeliverySummary>, key: string] => [
  runDeliveryLists,
  `${run} ${filter}`,
];

export const messageLists = createLiveLists<MessageSummary>({
  name: 'messages',
  load: (filter, page) => core.messages.list(filter === '' ? page : { filter, ...page }),
  matching: async (filter, ids) =>
    new Set((await core.messages.matching({ filter, ids: [...ids] })).ids),
  resolveConflict: (_, changed) => changed,
  isSeekable: (filter) => filter === '' && !hasGaps(),
});

export const rejectedLists = createLiveLists<RejectedSummary>({
  name: 'rejected',
  load: (_, page) => core.rejected.list(page),
  resolveConflict: (known) => known,
});

/** All copies, including those of received requests. */
export const copyLists = createLiveLists<CopySummary>({
  name: 'copies',
  load: (_, page) => core.copies.listAll(page),
  // A copy changes once, when its response arrives.
  resolveConflict: (a, b) => (a.state === 'sending' ? b : a),
});

/** Mock endpoint logs by mock endpoint ID. */
export const mockLogs = createLiveLists<MockEntry>({
  name: 'mock endpoint requests',
  load: (id, page) => core.mockRequests.list({ id, ...page }),
  matches: (mockId, entry) => entry.mockId === mockId,
  resolveConflict: (known) => known,
});
