/** A store around a paged list: who loads, when, and which answer still counts. */
import { create, type StoreApi, type UseBoundStore } from 'zustand';
import { errorSentence } from '#renderer/core-client/error-sentence.ts';
import type { Page } from '#shared/schemas/page.ts';
import {
  emptyList,
  type ListRules,
  type PagedList,
  type Row,
  withChanged,
  withFirstPage,
  withHold,
  withLoadBegun,
  withLoadFailed,
  withNextPage,
} from './paged-list.ts';

/** Fills the tallest window twice over. */
const pageLimit = 100;
/** Beyond this a list that runs by itself is begun anew, so that days of traffic cost no memory. */
const longestRunningList = 5_000;

interface PagedState<Item extends Row, Query> extends PagedList<Item> {
  readonly query: Query;
  readonly loadingMore: boolean;
}

export interface PagedStoreOptions<Item extends Row, Query> {
  readonly firstQuery: Query;
  readonly load: (query: Query, page: { limit: number; cursor?: string }) => Promise<Page<Item>>;
  readonly matches: (query: Query, item: Item) => boolean;
  readonly latest: (a: Item, b: Item) => Item;
}

export interface PagedStore<Item extends Row, Query> {
  readonly useList: UseBoundStore<StoreApi<PagedState<Item, Query>>>;
  /** Begins a list filtered so, unless it is the one that is there. */
  readonly show: (query: Query) => void;
  /** Reads the first page afresh; what is on the screen stays until it is here. */
  readonly reload: () => void;
  /** As `reload`, but only when the list has ever been shown. */
  readonly reloadIfShown: () => void;
  readonly loadMore: () => void;
  readonly apply: (changed: readonly Item[]) => void;
  readonly hold: (held: boolean) => void;
}

export function createPagedStore<Item extends Row, Query>(
  options: PagedStoreOptions<Item, Query>,
): PagedStore<Item, Query> {
  const useList = create<PagedState<Item, Query>>()(() => ({
    ...emptyList<Item>(),
    query: options.firstQuery,
    loadingMore: false,
  }));
  let currentLoad = 0;

  const rulesOf = (query: Query): ListRules<Item> => ({
    matches: (item) => options.matches(query, item),
    latest: options.latest,
  });

  const reload = (): void => {
    currentLoad += 1;
    const load = currentLoad;
    const { query } = useList.getState();
    useList.setState((state) => ({ ...withLoadBegun(state), loadingMore: false }));
    options.load(query, { limit: pageLimit }).then(
      (page) => {
        if (load !== currentLoad) return;
        useList.setState((state) => withFirstPage(state, page, rulesOf(query)));
      },
      (error: unknown) => {
        if (load !== currentLoad) return;
        useList.setState((state) => withLoadFailed(state, errorSentence(error)));
      },
    );
  };

  const loadMore = (): void => {
    const { query, nextCursor, loadingMore, status } = useList.getState();
    if (nextCursor === null || loadingMore || status !== 'ready') return;
    const load = currentLoad;
    useList.setState({ loadingMore: true });
    options.load(query, { limit: pageLimit, cursor: nextCursor }).then(
      (page) => {
        if (load !== currentLoad) return;
        useList.setState((state) => ({
          ...withNextPage(state, page, rulesOf(query)),
          loadingMore: false,
        }));
      },
      (error: unknown) => {
        if (load !== currentLoad) return;
        useList.setState({ loadingMore: false, problem: errorSentence(error) });
      },
    );
  };

  return {
    useList,
    reload,
    loadMore,
    reloadIfShown: () => {
      if (useList.getState().status !== 'idle') reload();
    },
    show: (query) => {
      const state = useList.getState();
      const same = JSON.stringify(state.query) === JSON.stringify(query);
      if (same && state.status !== 'idle') return;
      useList.setState({ ...emptyList<Item>(), query });
      reload();
    },
    apply: (changed) => {
      useList.setState((state) => withChanged(state, changed, rulesOf(state.query)));
      const { ids, held, arrived } = useList.getState();
      if (!held && arrived === null && ids.length > longestRunningList) reload();
    },
    hold: (held) => useList.setState((state) => withHold(state, held)),
  };
}
