/** Live lists in the query cache: which rows are loaded, when, and how changes apply. */
import { type Query, queryOptions } from '@tanstack/react-query';
import { cursorBelow, type Page } from '#shared/kit/page.ts';
import {
  cursorOfPrevious,
  isWithin,
  type LiveList,
  missingAt,
  type Row,
  withChanged,
  withFirstPage,
  withNextPage,
  withoutFarEnd,
  withPaused,
  withPreviousPage,
  withReloadedWindow,
  withRemoved,
  withWindow,
} from './live-list.ts';
import { queryClient, refresh } from './query-client.ts';

/** Fills the tallest window twice. */
const pageLimit = 100;
/** Loaded at once after a long scroll: more than the tallest window. */
const windowLimit = 200;
/** The next page loads when this many rows are left, about a second of fast scrolling. */
const nearEndRows = 40;
/** As many as a batch of the change feed holds, and a fast query for the core. */
const maxMatchIds = 1_000;
/** Filters typed in passing need no long caching. */
const gcTime = 30_000;

interface LiveListOptions<Item extends Row> {
  readonly name: string;
  /** `filter` is text. */
  readonly load: (filter: string, page: { limit: number; cursor?: string }) => Promise<Page<Item>>;
  /** Whether a changed row belongs to the list, if the row itself shows it. If absent, all do. */
  readonly matches?: (filter: string, item: Item) => boolean;
  /** Asks the core which changed rows match a filter. */
  readonly matching?: (filter: string, ids: readonly number[]) => Promise<ReadonlySet<number>>;
  readonly resolveConflict: (known: Item, changed: Item) => Item;
  /** Whether the list holds all rows without gaps, so any part can be loaded directly. */
  readonly isSeekable?: (filter: string) => boolean;
}

/** Changed rows, and whether they belong to the list. */
type ChangedRows<Item> = Map<number, { readonly item: Item; readonly belongs: boolean }>;

/** State that only matters while a list is cached. */
interface Session<Item extends Row> {
  /** One per load. */
  readonly changedDuringLoads: Set<ChangedRows<Item>>;
  /** Changed rows whose match is still unknown. */
  readonly unmatched: Map<number, Item>;
  isMatching: boolean;
  isLoading: boolean;
  visibleRange: { readonly first: number; readonly last: number };
  /** Number of the first visible row, if rows are numbered without gaps. */
  firstVisibleNumber: number;
}

export type LiveLists<Item extends Row> = ReturnType<typeof createLiveLists<Item>>;

export function createLiveLists<Item extends Row>(options: LiveListOptions<Item>) {
  const { name, load, resolveConflict } = options;
  const root = ['live list', name] as const;
  const sessions = new WeakMap<Query, Session<Item>>();
  const isSeekable = (filter: string): boolean => options.isSeekable?.(filter) === true;
  const matches = (filter: string) => (item: Item) => options.matches?.(filter, item) ?? true;

  const queryOf = (filter: string) =>
    queryOptions({
      queryKey: [...root, filter],
      queryFn: () => read(filter),
      structuralSharing: false,
      gcTime,
    });

  const dataOf = (filter: string): LiveList<Item> | undefined =>
    queryClient.getQueryData(queryOf(filter).queryKey);

  const update = (filter: string, next: (list: LiveList<Item>) => LiveList<Item>): void => {
    queryClient.setQueryData(queryOf(filter).queryKey, (list) => list && next(list));
  };

  const sessionOf = (filter: string): Session<Item> => {
    const query = queryClient.getQueryCache().find({ queryKey: queryOf(filter).queryKey });
    const session = (query && sessions.get(query)) ?? {
      changedDuringLoads: new Set(),
      unmatched: new Map(),
      isMatching: false,
      isLoading: false,
      visibleRange: { first: 0, last: 0 },
      firstVisibleNumber: 0,
    };
    if (query !== undefined) sessions.set(query, session);
    return session;
  };

  /** Loads rows and merges concurrent changes; either version of a row may be the later one. */
  const readRows = async <Rows>(filter: string, loadRows: () => Promise<Rows>) => {
    const { changedDuringLoads } = sessionOf(filter);
    const changesDuringLoad: ChangedRows<Item> = new Map();
    changedDuringLoads.add(changesDuringLoad);
    try {
      const rows = await loadRows();
      const changed = [...changesDuringLoad.values()].map(({ item }) => item);
      return {
        rows,
        changed,
        rules: {
          matches: ({ id }: Item) => changesDuringLoad.get(id)?.belongs === true,
          resolveConflict,
        },
      };
    } finally {
      changedDuringLoads.delete(changesDuringLoad);
    }
  };

  /** While the user scrolls, rows keep their place; new ones are only counted. */
  const reloadVisible = async (filter: string, from: number): Promise<LiveList<Item> | null> => {
    const { rows, changed, rules } = await readRows(filter, () =>
      Promise.all([
        load(filter, { limit: 1 }),
        load(filter, { limit: windowLimit, cursor: cursorBelow(from + 1) }),
      ]),
    );
    const [{ items: top }, page] = rows;
    const current = dataOf(filter);
    // The database may have changed, or the list follows the newest again.
    if (top[0] === undefined || page.items.length === 0 || current?.isPaused !== true) return null;
    return withChanged(withReloadedWindow(current, top[0].id, from, page), changed, rules);
  };

  const read = async (filter: string): Promise<LiveList<Item>> => {
    const before = dataOf(filter);
    if (isSeekable(filter) && before?.isPaused && before.items.length > 0) {
      const from = Math.min(before.newest, sessionOf(filter).firstVisibleNumber + nearEndRows);
      const reloaded = await reloadVisible(filter, from);
      if (reloaded !== null) return reloaded;
    }
    const { rows, changed, rules } = await readRows(filter, () =>
      load(filter, { limit: pageLimit }),
    );
    return withFirstPage(dataOf(filter), rows, changed, rules);
  };

  const reload = (filter: string): void =>
    void queryClient.refetchQueries({ queryKey: queryOf(filter).queryKey, exact: true });

  const loadNext = async (filter: string, cursor: string): Promise<void> => {
    const { rows, changed, rules } = await readRows(filter, () =>
      load(filter, { limit: pageLimit, cursor }),
    );
    update(filter, (list) =>
      // It may have been reloaded meanwhile.
      list.nextCursor === cursor ? withChanged(withNextPage(list, rows), changed, rules) : list,
    );
  };

  const loadPrevious = async (filter: string, before: LiveList<Item>): Promise<void> => {
    const cursor = cursorOfPrevious(before, pageLimit);
    const { rows, changed, rules } = await readRows(filter, () =>
      load(filter, { limit: pageLimit, cursor }),
    );
    update(filter, (list) =>
      list.upTo === before.upTo
        ? withChanged(withPreviousPage(list, rows, pageLimit), changed, rules)
        : list,
    );
  };

  /** Checks for rows at all, since another database may have none. */
  const loadElsewhere = async (filter: string, from: number): Promise<boolean> => {
    const { rows, changed, rules } = await readRows(filter, () =>
      load(filter, { limit: windowLimit, cursor: cursorBelow(from + 1) }),
    );
    if (rows.items.length === 0) return false;
    update(filter, (list) => withChanged(withWindow(list, from, rows), changed, rules));
    return true;
  };

  /** One page at a time; visible parts load afterwards. */
  const loadMissing = async (filter: string, session: Session<Item>): Promise<void> => {
    for (;;) {
      const list = dataOf(filter);
      const { first, last } = session.visibleRange;
      const missing = list === undefined ? null : missingAt(list, first, last);
      if (list === undefined || missing === null) return;
      if (missing.kind === 'elsewhere') {
        if (await loadElsewhere(filter, missing.from)) continue;
        return reload(filter);
      }
      if (missing.kind === 'previous') await loadPrevious(filter, list);
      else if (list.nextCursor !== null) await loadNext(filter, list.nextCursor);
      update(filter, (current) => withoutFarEnd(current, missing.kind));
    }
  };

  /** One at a time. Rows that failed to load are retried when visible again. */
  const whileLoading = async (
    filter: string,
    run: (session: Session<Item>) => Promise<void>,
  ): Promise<void> => {
    const session = sessionOf(filter);
    if (session.isLoading) return;
    session.isLoading = true;
    update(filter, (list) => ({ ...list, isLoadingMore: true }));
    await run(session).catch(() => undefined);
    session.isLoading = false;
    update(filter, (list) => ({ ...list, isLoadingMore: false }));
  };

  const loadMore = (filter: string): void => {
    const cursor = dataOf(filter)?.nextCursor ?? null;
    if (cursor !== null) void whileLoading(filter, () => loadNext(filter, cursor));
  };

  /** Loads the visible rows (0 is the newest) and those around them. */
  const ensureLoaded = (filter: string, first: number, last: number): void => {
    const list = dataOf(filter);
    if (list === undefined) return;
    const session = sessionOf(filter);
    session.visibleRange = { first, last };
    session.firstVisibleNumber = list.newest - first;
    if (!isSeekable(filter)) {
      if (last >= list.items.length - nearEndRows) loadMore(filter);
    } else if (missingAt(list, first, last) !== null)
      void whileLoading(filter, (now) => loadMissing(filter, now));
  };

  const setPaused = (filter: string, isPaused: boolean): void => {
    update(filter, (list) => withPaused(list, isPaused));
    const isAway = dataOf(filter)?.upTo !== Number.POSITIVE_INFINITY;
    // New rows on top were only counted meanwhile.
    if (!isPaused && dataOf(filter) !== undefined && isAway) reload(filter);
  };

  const put = (
    filter: string,
    changed: readonly Item[],
    belongs: (item: Item) => boolean,
  ): void => {
    for (const changedDuringLoads of sessionOf(filter).changedDuringLoads)
      for (const item of changed) changedDuringLoads.set(item.id, { item, belongs: belongs(item) });
    update(filter, (list) => withChanged(list, changed, { matches: belongs }));
  };

  /** Asks about changed rows, one query at a time; later changes go into the next. */
  const matchChanged = async (
    filter: string,
    matching: NonNullable<LiveListOptions<Item>['matching']>,
  ): Promise<void> => {
    const session = sessionOf(filter);
    session.isMatching = true;
    while (session.unmatched.size > 0) {
      const changed = [...session.unmatched.values()].slice(0, maxMatchIds);
      for (const { id } of changed) session.unmatched.delete(id);
      try {
        const matchingIds = await matching(
          filter,
          changed.map(({ id }) => id),
        );
        put(filter, changed, ({ id }) => matchingIds.has(id));
      } catch {
        // No response means no connection; a reconnect reloads everything.
      }
    }
    session.isMatching = false;
  };

  const applyTo = (filter: string, changed: readonly Item[]): void => {
    const { matching } = options;
    if (matching === undefined || filter === '') {
      put(filter, changed, matches(filter));
      return;
    }
    const list = dataOf(filter);
    const session = sessionOf(filter);
    for (const item of changed)
      if (session.changedDuringLoads.size > 0 || (list !== undefined && isWithin(list, item.id)))
        session.unmatched.set(item.id, item);
    if (!session.isMatching) void matchChanged(filter, matching);
  };

  const filters = (): readonly string[] =>
    queryClient
      .getQueryCache()
      .findAll({ queryKey: root })
      .map(({ queryKey }) => String(queryKey[root.length]));

  return {
    queryOf,
    isSeekable,
    setPaused,
    ensureLoaded,
    loadMore,
    reloadUnlessPaused: (filter: string): void => {
      if (dataOf(filter)?.isPaused === false) reload(filter);
    },
    /** Applies changed rows. Hidden lists reload when shown; a load in flight would undo that. */
    apply: (changed: readonly Item[]): void => {
      for (const query of queryClient.getQueryCache().findAll({ queryKey: root }))
        if (query.isActive() || query.state.fetchStatus === 'fetching')
          applyTo(String(query.queryKey[root.length]), changed);
        else query.invalidate();
    },
    /** Rows were deleted, so numbers have gaps from here on. */
    remove: (ids: ReadonlySet<number>): void => {
      for (const filter of filters()) {
        update(filter, (list) => withRemoved(list, ids));
        const list = dataOf(filter);
        if (list === undefined) continue;
        const isAway = !isSeekable(filter) && list.upTo !== Number.POSITIVE_INFINITY;
        // Nothing left to scroll, and no way back to the newest.
        if (isAway || (list.items.length === 0 && list.nextCursor !== null)) reload(filter);
      }
    },
    /** The cached rows of all lists. */
    rowsNow: (): readonly Item[] =>
      queryClient
        .getQueriesData<LiveList<Item>>({ queryKey: root })
        .flatMap(([, list]) => list?.items ?? []),
    reloadAll: (): void => refresh({ queryKey: root }),
    /** All filtered lists, to the extent they are visible. */
    reloadFiltered: (isAffected: (filter: string) => boolean = () => true): void =>
      refresh({
        queryKey: root,
        predicate: ({ queryKey }) => {
          const filter = String(queryKey[root.length]);
          return filter !== '' && isAffected(filter);
        },
      }),
  };
}
