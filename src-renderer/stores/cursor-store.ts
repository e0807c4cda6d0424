/** A store around a list with a cursor: who loads, when, and which answer still counts. */
import { create, type StoreApi, type UseBoundStore } from 'zustand';
import { errorSentence } from '#renderer/data/error-sentence.ts';
import { maxPageLimit, type Page } from '#shared/schemas/page.ts';
import {
  type CursorList,
  emptyCursorList,
  withLoadProblem,
  withMore,
  withoutRow,
  withRow,
  withRows,
} from './cursor-list.ts';

/** Fills the tallest window twice over. */
const pageLimit = 100;
/** Read again no more often than this while something changes. */
const pauseMs = 300;
/** Rows that are read again at most; whoever has scrolled further loads the rest anew. */
const mostReadAgain = 2_000;

interface CursorState<Item, Query> extends CursorList<Item> {
  readonly query: Query;
  readonly loadingMore: boolean;
}

export interface CursorStoreOptions<Item, Query> {
  readonly firstQuery: Query;
  readonly keyOf: (item: Item) => string;
  readonly load: (query: Query, page: { limit: number; cursor?: string }) => Promise<Page<Item>>;
}

export interface CursorStore<Item, Query> {
  readonly useList: UseBoundStore<StoreApi<CursorState<Item, Query>>>;
  /** Begins the list of this query, unless it is the one that is there. */
  readonly show: (query: Query) => void;
  /** Reads what is loaded afresh, soon; what is on the screen stays until it is here. */
  readonly refresh: () => void;
  readonly loadMore: () => void;
  readonly put: (item: Item) => void;
  readonly drop: (key: string) => void;
}

export function createCursorStore<Item, Query>({
  firstQuery,
  keyOf,
  load,
}: CursorStoreOptions<Item, Query>): CursorStore<Item, Query> {
  const useList = create<CursorState<Item, Query>>()(() => ({
    ...emptyCursorList<Item>(),
    query: firstQuery,
    loadingMore: false,
  }));
  let currentLoad = 0;
  let underWay = false;
  let again = false;

  /** As many rows as there were, up to a limit. */
  const readAgain = async (query: Query, rows: number): Promise<Page<Item>> => {
    let items: readonly Item[] = [];
    let cursor: string | undefined;
    for (;;) {
      const limit = Math.min(maxPageLimit, Math.max(pageLimit, rows - items.length));
      const page = await load(query, { limit, ...(cursor === undefined ? {} : { cursor }) });
      items = [...items, ...page.items];
      cursor = page.nextCursor ?? undefined;
      if (cursor === undefined || items.length >= Math.min(rows, mostReadAgain))
        return { items, nextCursor: page.nextCursor };
    }
  };

  const read = async (): Promise<void> => {
    again = false;
    underWay = true;
    currentLoad += 1;
    const asked = currentLoad;
    const { query, items } = useList.getState();
    try {
      const page = await readAgain(query, items.length);
      if (asked === currentLoad) useList.setState({ ...withRows(page), loadingMore: false });
    } catch (error) {
      if (asked === currentLoad)
        useList.setState((state) => ({
          ...withLoadProblem(state, errorSentence(error)),
          loadingMore: false,
        }));
    }
    if (asked !== currentLoad) return;
    setTimeout(() => {
      if (asked !== currentLoad) return;
      underWay = false;
      if (again) void read();
    }, pauseMs);
  };

  return {
    useList,
    show: (query) => {
      const state = useList.getState();
      const isSame = JSON.stringify(state.query) === JSON.stringify(query);
      if (isSame && state.status !== 'idle') return;
      useList.setState({ ...emptyCursorList<Item>(), status: 'loading', query });
      void read();
    },
    refresh: () => {
      if (useList.getState().status === 'idle') return;
      again = true;
      if (!underWay) void read();
    },
    loadMore: () => {
      const { query, nextCursor, loadingMore, status } = useList.getState();
      if (nextCursor === null || loadingMore || status !== 'ready') return;
      const asked = currentLoad;
      useList.setState({ loadingMore: true });
      load(query, { limit: pageLimit, cursor: nextCursor }).then(
        (page) => {
          if (asked !== currentLoad) return;
          useList.setState((state) => ({ ...withMore(state, page, keyOf), loadingMore: false }));
        },
        (error: unknown) => {
          if (asked !== currentLoad) return;
          useList.setState({ loadingMore: false, problem: errorSentence(error) });
        },
      );
    },
    put: (item) => useList.setState((state) => withRow(state, item, keyOf)),
    drop: (key) => useList.setState((state) => withoutRow(state, key, keyOf)),
  };
}
