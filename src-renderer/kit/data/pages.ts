/** Lists sorted by the core, loaded page by page while scrolling. */
import {
  type DataTag,
  type InfiniteData,
  type QueryFunction,
  type QueryKey,
  useInfiniteQuery,
} from '@tanstack/react-query';
import { useMemo } from 'react';
import type { ComputationClass, PendingChange, UserQuery } from '#shared/audiences/computation.ts';
import type { Deletion, DeletionUser } from '#shared/audiences/deletion.ts';
import type { CopySummary } from '#shared/deliveries/copy.ts';
import { type Listing, listingOf } from './listing.ts';
import { api, patch, queryClient, refresh } from './query-client.ts';

/** Fills the tallest window more than twice. */
const limit = 200;
export type Cursor = string | undefined;

interface PageOf<Item> {
  items: Item[];
  nextCursor: string | null;
}

type Pages<Item> = InfiniteData<PageOf<Item>, Cursor>;

export interface PagedQuery<Item> {
  readonly queryKey: DataTag<QueryKey, Pages<Item>, Error>;
  readonly queryFn: QueryFunction<PageOf<Item>, QueryKey, Cursor>;
  readonly initialPageParam: Cursor;
  readonly getNextPageParam: (page: PageOf<unknown>) => Cursor;
}

export const paging = {
  initialPageParam: undefined as Cursor,
  getNextPageParam: ({ nextCursor }: PageOf<unknown>) => nextCursor ?? undefined,
};

export interface PagedListing<Item> extends Listing<Item> {
  readonly hasMore: boolean;
  readonly isLoadingMore: boolean;
  readonly loadMore: () => void;
}

export function usePages<Item>(query: PagedQuery<Item>): PagedListing<Item> {
  const result = useInfiniteQuery(query);
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage } = result;
  const items = useMemo(() => data?.pages.flatMap((page) => page.items), [data]);
  return {
    ...listingOf(result, items),
    hasMore: hasNextPage,
    isLoadingMore: isFetchingNextPage,
    loadMore: () => void (hasNextPage && !isFetchingNextPage && fetchNextPage()),
  };
}

/**
 * Replaces the item, or adds it on top if it is new and `isNewest`. Other new rows load with their page.
 */
export function putInto<Item extends { readonly id: string | number }>(
  { queryKey }: PagedQuery<Item>,
  item: Item,
  isNewest: (newest: Item) => boolean,
): void {
  patch<Pages<Item>>(queryKey, ({ pages, pageParams }) => {
    const isKnown = pages.some(({ items }) => items.some(({ id }) => id === item.id));
    const newest = pages[0]?.items[0];
    const isOnTop = !isKnown && (newest === undefined || isNewest(newest));
    return {
      pageParams,
      pages: pages.map((page, index) => ({
        ...page,
        items: [
          ...(isOnTop && index === 0 ? [item] : []),
          ...page.items.map((row) => (row.id === item.id ? item : row)),
        ],
      })),
    };
  });
}

function dropFrom<Item extends { readonly id: string }>(
  { queryKey }: PagedQuery<Item>,
  id: string,
): void {
  patch<Pages<Item>>(queryKey, ({ pages, pageParams }) => ({
    pageParams,
    pages: pages.map((page) => ({ ...page, items: page.items.filter((item) => item.id !== id) })),
  }));
}

const deletions = api.deletions.list.infiniteOptions({
  input: (cursor: Cursor) => ({ limit, cursor }),
  ...paging,
});

/** Newest first. */
export const useDeletions = () => usePages(deletions);

export const deletionsNow = (): readonly Deletion[] =>
  queryClient.getQueryData(deletions.queryKey)?.pages.flatMap(({ items }) => items) ?? [];

export const putDeletion = (deletion: Deletion): void =>
  putInto(deletions, deletion, (newest) => deletion.createdAt >= newest.createdAt);

export const dropDeletion = (id: string): void => dropFrom(deletions, id);

export const useDeletionUsers = (id: string, search: string) =>
  usePages(
    api.deletions.users.list.infiniteOptions({
      input: (cursor: Cursor) => ({ id, search, limit, cursor }),
      ...paging,
    }),
  );

/** Users whose notices are not finished: their deliveries continue after the request was forwarded. */
export const refreshUsersInProgress = (): void =>
  refresh({
    queryKey: api.deletions.users.list.key(),
    predicate: ({ state }) =>
      (state.data as Pages<DeletionUser> | undefined)?.pages.some(({ items }) =>
        items.some((user) => user.state === 'in_progress'),
      ) === true,
  });

export interface ListedUser {
  readonly userId: string;
  readonly pendingChange: PendingChange;
  /** Of a computed trait; undefined for an audience. */
  readonly value?: unknown;
}

/** Members of an audience, or users with a value of a trait. */
export function useUsers(
  kind: ComputationClass,
  id: string,
  show: UserQuery['show'],
  search: string,
): PagedListing<ListedUser> {
  const input = (cursor: Cursor) => ({ id, show, search, limit, cursor });
  const query: PagedQuery<ListedUser> =
    kind === 'audience'
      ? api.audiences.members.list.infiniteOptions({ input, ...paging })
      : api.traits.values.list.infiniteOptions({ input, ...paging });
  return usePages(query);
}

const copiesOf = (deliveryId: number) =>
  api.copies.list.infiniteOptions({
    input: (cursor: Cursor) => ({ deliveryId, limit, cursor }),
    ...paging,
  });

/** Copies of one delivery, newest first. */
export const useCopiesOf = (deliveryId: number) => usePages(copiesOf(deliveryId));

export const putCopy = (copy: CopySummary): void => {
  if (copy.deliveryId !== null) putInto(copiesOf(copy.deliveryId), copy, ({ id }) => copy.id > id);
};
