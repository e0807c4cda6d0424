/** A store around a paged list: who loads, when, and which answer still counts. */
import { create, type StoreApi, type UseBoundStore } from 'zustand';
import { errorSentence } from '#renderer/data/error-sentence.ts';
import { cursorBelow, type Page } from '#shared/schemas/page.ts';
import {
  emptyList,
  isWithin,
  type PagedList,
  type Row,
  withChanged,
  withFirstPage,
  withHold,
  withLoadBegun,
  withLoadFailed,
  withNextPage,
  withRemoved,
} from './paged-list.ts';
import {
  cursorOfPrevious,
  missingAt,
  withoutFarEnd,
  withPreviousPage,
  withWindow,
  withWindowAgain,
} from './row-window.ts';

/** Fills the tallest window twice over. */
const pageLimit = 100;
/** Loaded at once where somebody has gone far from what was loaded: the tallest window and some more. */
const windowLimit = 200;
/** The next page is loaded when so many rows are left: about a second of quick scrolling. */
const nearEndRows = 40;
/** As many as one batch of the change feed tells of, and the core answers about at once. */
const maxMatchingIds = 1_000;

interface PagedState<Item extends Row, Query> extends PagedList<Item> {
  readonly query: Query;
  /** Whether rows are on their way beyond those that are here. */
  readonly loadingMore: boolean;
}

type Matching = (ids: readonly number[]) => Promise<ReadonlySet<number>>;

export interface PagedStoreOptions<Item extends Row, Query> {
  readonly firstQuery: Query;
  readonly load: (query: Query, page: { limit: number; cursor?: string }) => Promise<Page<Item>>;
  /** Whether a changed row belongs into the list, where the row itself tells; without it: all do. */
  readonly matches?: (query: Query, item: Item) => boolean;
  /** How to ask which of some changed rows belong into the list; null, or without it: see `matches`. */
  readonly matching?: (query: Query) => Matching | null;
  readonly latest: (a: Item, b: Item) => Item;
  /** Whether all rows are in it, numbered without gaps: then any part of it can be loaded at once. */
  readonly isWhole?: (query: Query) => boolean;
}

export interface PagedStore<Item extends Row, Query> {
  readonly useList: UseBoundStore<StoreApi<PagedState<Item, Query>>>;
  /** Begins a list filtered so, unless it is the one that is there. */
  readonly show: (query: Query) => void;
  /**
   * Reads the first page afresh, or what is looked at where the list is held; what is on the screen
   * stays until it is here.
   */
  readonly reload: () => void;
  /** As `reload`, but only when the list has ever been shown. */
  readonly reloadIfShown: () => void;
  /** The next page, where somebody asks for it. */
  readonly loadMore: () => void;
  /** Rows at these pages, 0 being the newest, are looked at: loads them, and those around them. */
  readonly lookAt: (first: number, last: number) => void;
  readonly apply: (changed: readonly Item[]) => void;
  /** These were deleted. */
  readonly remove: (ids: ReadonlySet<number>) => void;
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
  const { latest } = options;
  let currentLoad = 0;
  /** What changed and is not in the list yet: it has first to be asked whether it belongs there. */
  let unasked = new Map<number, Item>();
  let asking = false;
  let lookedAt = { first: 0, last: 0 };
  /** Number of the first row that is looked at, where rows are numbered without gaps. */
  let lookedFrom = 0;

  /** Reads the first page, or the one at a cursor. */
  const fill = async (load: number, cursor: string | undefined): Promise<void> => {
    const { query } = useList.getState();
    const page = await options.load(
      query,
      cursor === undefined ? { limit: pageLimit } : { limit: pageLimit, cursor },
    );
    if (load !== currentLoad) return;
    const add = cursor === undefined ? withFirstPage : withNextPage;
    useList.setState((state) => ({ ...add(state, page, latest), loadingMore: false }));
  };

  /** Somebody reads here: the rows stay in their place, and what has come on top is counted. */
  const readAgain = async (load: number, from: number): Promise<void> => {
    const { query } = useList.getState();
    const [top, page] = await Promise.all([
      options.load(query, { limit: 1 }),
      options.load(query, { limit: windowLimit, cursor: cursorBelow(from + 1) }),
    ]);
    if (load !== currentLoad) return;
    const [newest] = top.items;
    // Another database, perhaps.
    if (newest === undefined || page.items.length === 0) return fill(load, undefined);
    useList.setState((now) => withWindowAgain(now, newest.id, from, page, latest));
  };

  const reload = (): void => {
    currentLoad += 1;
    const load = currentLoad;
    const { held, ids, newest, query } = useList.getState();
    const isRead = held && ids.length > 0 && options.isWhole?.(query) === true;
    useList.setState((state) => ({ ...withLoadBegun(state), loadingMore: false }));
    const loaded = isRead
      ? readAgain(load, Math.min(newest, lookedFrom + nearEndRows))
      : fill(load, undefined);
    loaded.catch((error: unknown) => {
      if (load !== currentLoad) return;
      useList.setState((state) => ({
        ...withLoadFailed(state, errorSentence(error)),
        loadingMore: false,
      }));
    });
  };

  const loadMore = (): void => {
    const { nextCursor, loadingMore, status } = useList.getState();
    if (nextCursor === null || loadingMore || status !== 'ready') return;
    const load = currentLoad;
    useList.setState({ loadingMore: true });
    fill(load, nextCursor).catch((error: unknown) => {
      if (load !== currentLoad) return;
      useList.setState({ loadingMore: false, problem: errorSentence(error) });
    });
  };

  const loadPrevious = async (load: number): Promise<void> => {
    const state = useList.getState();
    const cursor = cursorOfPrevious(state, pageLimit);
    const page = await options.load(state.query, { limit: pageLimit, cursor });
    if (load !== currentLoad) return;
    useList.setState((now) => ({
      ...withoutFarEnd(withPreviousPage(now, page, pageLimit), 'previous'),
      loadingMore: false,
    }));
  };

  const loadNext = async (load: number): Promise<void> => {
    await fill(load, useList.getState().nextCursor ?? undefined);
    if (load === currentLoad) useList.setState((now) => withoutFarEnd(now, 'next'));
  };

  const loadElsewhere = async (load: number, from: number): Promise<void> => {
    const { query } = useList.getState();
    const page = await options.load(query, { limit: windowLimit, cursor: cursorBelow(from + 1) });
    if (load !== currentLoad) return;
    // Another database, perhaps: what is known of the whole is no longer true.
    if (page.items.length === 0) reload();
    else useList.setState((now) => ({ ...withWindow(now, from, page), loadingMore: false }));
  };

  /** One page at a time: where somebody looks meanwhile is asked for when it is here. */
  const loadMissing = async (): Promise<void> => {
    const load = currentLoad;
    for (;;) {
      const state = useList.getState();
      if (load !== currentLoad || state.status !== 'ready') return;
      const missing = missingAt(state, lookedAt.first, lookedAt.last);
      if (missing === null) return;
      useList.setState({ loadingMore: true });
      if (missing.kind === 'next') await loadNext(load);
      else if (missing.kind === 'previous') await loadPrevious(load);
      else await loadElsewhere(load, missing.from);
    }
  };

  const lookAt = (first: number, last: number): void => {
    const { query, ids, newest, loadingMore } = useList.getState();
    lookedAt = { first, last };
    lookedFrom = newest - first;
    if (options.isWhole?.(query) !== true) {
      if (last >= ids.length - nearEndRows) loadMore();
    } else if (!loadingMore) {
      const load = currentLoad;
      loadMissing().catch((error: unknown) => {
        if (load !== currentLoad) return;
        useList.setState({ loadingMore: false, problem: errorSentence(error) });
      });
    }
  };

  const put = (changed: readonly Item[], belong: ReadonlySet<number> | null): void => {
    useList.setState((state) => {
      const matches = (item: Item): boolean =>
        belong?.has(item.id) ?? options.matches?.(state.query, item) ?? true;
      return withChanged(state, changed, { matches, latest });
    });
  };

  const askAbout = (query: Query, items: readonly Item[]) =>
    options.matching?.(query)?.(items.map(({ id }) => id)) ?? null;

  /** Asks about what has changed, one question at a time: what changes meanwhile is in the next one. */
  const ask = async (): Promise<void> => {
    asking = true;
    while (unasked.size > 0) {
      const { query } = useList.getState();
      const changed = [...unasked.values()].slice(0, maxMatchingIds);
      for (const { id } of changed) unasked.delete(id);
      try {
        const belong = await askAbout(query, changed);
        if (query === useList.getState().query) put(changed, belong);
      } catch {
        // Without an answer there is no connection: all is loaded afresh when it is back.
      }
    }
    asking = false;
  };

  const apply = (changed: readonly Item[]): void => {
    const state = useList.getState();
    if (state.status === 'idle' || changed.length === 0) return;
    if ((options.matching?.(state.query) ?? null) === null) put(changed, null);
    else {
      for (const item of changed) if (isWithin(state, item.id)) unasked.set(item.id, item);
      if (!asking) void ask();
    }
  };

  return {
    useList,
    reload,
    loadMore,
    lookAt,
    reloadIfShown: () => {
      if (useList.getState().status !== 'idle') reload();
    },
    show: (query) => {
      const state = useList.getState();
      const same = JSON.stringify(state.query) === JSON.stringify(query);
      if (same && state.status !== 'idle') return;
      unasked = new Map();
      useList.setState({ ...emptyList<Item>(), query });
      reload();
    },
    apply,
    remove: (ids) => {
      useList.setState((state) => withRemoved(state, ids));
      const { status, ids: left, nextCursor } = useList.getState();
      // Nothing is left to scroll from.
      if (status === 'ready' && left.length === 0 && nextCursor !== null) reload();
    },
    hold: (held) => {
      useList.setState((state) => withHold(state, held));
      // What came on top meanwhile was only counted.
      if (!held && useList.getState().upTo !== Number.POSITIVE_INFINITY) reload();
    },
  };
}
