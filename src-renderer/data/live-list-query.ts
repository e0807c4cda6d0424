/** Live lists in the query cache: which rows are loaded, when, and how changes apply. */
import { type Query, queryOptions } from '@tanstack/react-query';
import { cursorBelow, type Page } from '#shared/schemas/page.ts';
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
import { queryClient } from './query-client.ts';
import { refresh } from './refresh.ts';

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
  /** `narrowing` is the filter as text. */
  readonly load: (
    narrowing: string,
    page: { limit: number; cursor?: string },
  ) => Promise<Page<Item>>;
  /** Whether a changed row belongs to the list, if the row itself shows it. If absent, all do. */
  readonly matches?: (narrowing: string, item: Item) => boolean;
  /** Asks the core which changed rows match a filter. */
  readonly matching?: (narrowing: string, ids: readonly number[]) => Promise<ReadonlySet<number>>;
  readonly resolveConflict: (known: Item, changed: Item) => Item;
  /** Whether the list holds all rows without gaps, so any part can be loaded directly. */
  readonly isSeekable?: (narrowing: string) => boolean;
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
  const isSeekable = (narrowing: string): boolean => options.isSeekable?.(narrowing) === true;
  const matches = (narrowing: string) => (item: Item) => options.matches?.(narrowing, item) ?? true;

  const queryOf = (narrowing: string) =>
    queryOptions({
      queryKey: [...root, narrowing],
      queryFn: () => read(narrowing),
      structuralSharing: false,
      gcTime,
    });

  const dataOf = (narrowing: string): LiveList<Item> | undefined =>
    queryClient.getQueryData(queryOf(narrowing).queryKey);

  const update = (narrowing: string, next: (list: LiveList<Item>) => LiveList<Item>): void => {
    queryClient.setQueryData(queryOf(narrowing).queryKey, (list) => list && next(list));
  };

  const sessionOf = (narrowing: string): Session<Item> => {
    const query = queryClient.getQueryCache().find({ queryKey: queryOf(narrowing).queryKey });
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
  const readRows = async <Rows>(narrowing: string, loadRows: () => Promise<Rows>) => {
    const { changedDuringLoads } = sessionOf(narrowing);
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
  const reloadVisible = async (narrowing: string, from: number): Promise<LiveList<Item> | null> => {
    const { rows, changed, rules } = await readRows(narrowing, () =>
      Promise.all([
        load(narrowing, { limit: 1 }),
        load(narrowing, { limit: windowLimit, cursor: cursorBelow(from + 1) }),
      ]),
    );
    const [{ items: top }, page] = rows;
    const current = dataOf(narrowing);
    // The database may have changed, or the list follows the newest again.
    if (top[0] === undefined || page.items.length === 0 || current?.isPaused !== true) return null;
    return withChanged(withReloadedWindow(current, top[0].id, from, page), changed, rules);
  };

  const read = async (narrowing: string): Promise<LiveList<Item>> => {
    const before = dataOf(narrowing);
    if (isSeekable(narrowing) && before?.isPaused && before.items.length > 0) {
      const from = Math.min(before.newest, sessionOf(narrowing).firstVisibleNumber + nearEndRows);
      const reloaded = await reloadVisible(narrowing, from);
      if (reloaded !== null) return reloaded;
    }
    const { rows, changed, rules } = await readRows(narrowing, () =>
      load(narrowing, { limit: pageLimit }),
    );
    return withFirstPage(dataOf(narrowing), rows, changed, rules);
  };

  const reload = (narrowing: string): void =>
    void queryClient.refetchQueries({ queryKey: queryOf(narrowing).queryKey, exact: true });

  const loadNext = async (narrowing: string, cursor: string): Promise<void> => {
    const { rows, changed, rules } = await readRows(narrowing, () =>
      load(narrowing, { limit: pageLimit, cursor }),
    );
    update(narrowing, (list) =>
      // It may have been reloaded meanwhile.
      list.nextCursor === cursor ? withChanged(withNextPage(list, rows), changed, rules) : list,
    );
  };

  const loadPrevious = async (narrowing: string, before: LiveList<Item>): Promise<void> => {
    const cursor = cursorOfPrevious(before, pageLimit);
    const { rows, changed, rules } = await readRows(narrowing, () =>
      load(narrowing, { limit: pageLimit, cursor }),
    );
    update(narrowing, (list) =>
      list.upTo === before.upTo
        ? withChanged(withPreviousPage(list, rows, pageLimit), changed, rules)
        : list,
    );
  };

  /** Checks for rows at all, since another database may have none. */
  const loadElsewhere = async (narrowing: string, from: number): Promise<boolean> => {
    const { rows, changed, rules } = await readRows(narrowing, () =>
      load(narrowing, { limit: windowLimit, cursor: cursorBelow(from + 1) }),
    );
    if (rows.items.length === 0) return false;
    update(narrowing, (list) => withChanged(withWindow(list, from, rows), changed, rules));
    return true;
  };

  /** One page at a time; visible parts load afterwards. */
  const loadMissing = async (narrowing: string, session: Session<Item>): Promise<void> => {
    for (;;) {
      const list = dataOf(narrowing);
      const { first, last } = session.visibleRange;
      const missing = list === undefined ? null : missingAt(list, first, last);
      if (list === undefined || missing === null) return;
      if (missing.kind === 'elsewhere') {
        if (await loadElsewhere(narrowing, missing.from)) continue;
        return reload(narrowing);
      }
      if (missing.kind === 'previous') await loadPrevious(narrowing, list);
      else if (list.nextCursor !== null) await loadNext(narrowing, list.nextCursor);
      update(narrowing, (current) => withoutFarEnd(current, missing.kind));
    }
  };

  /** One at a time. Rows that failed to load are retried when visible again. */
  const whileLoading = async (
    narrowing: string,
    run: (session: Session<Item>) => Promise<void>,
  ): Promise<void> => {
    const session = sessionOf(narrowing);
    if (session.isLoading) return;
    session.isLoading = true;
    update(narrowing, (list) => ({ ...list, isLoadingMore: true }));
    await run(session).catch(() => undefined);
    session.isLoading = false;
    update(narrowing, (list) => ({ ...list, isLoadingMore: false }));
  };

  const loadMore = (narrowing: string): void => {
    const cursor = dataOf(narrowing)?.nextCursor ?? null;
    if (cursor !== null) void whileLoading(narrowing, () => loadNext(narrowing, cursor));
  };

  /** Loads the visible rows (0 is the newest) and those around them. */
  const ensureLoaded = (narrowing: string, first: number, last: number): void => {
    const list = dataOf(narrowing);
    if (list === undefined) return;
    const session = sessionOf(narrowing);
    session.visibleRange = { first, last };
    session.firstVisibleNumber = list.newest - first;
    if (!isSeekable(narrowing)) {
      if (last >= list.items.length - nearEndRows) loadMore(narrowing);
    } else if (missingAt(list, first, last) !== null)
      void whileLoading(narrowing, (now) => loadMissing(narrowing, now));
  };

  const setPaused = (narrowing: string, isPaused: boolean): void => {
    update(narrowing, (list) => withPaused(list, isPaused));
    const isAway = dataOf(narrowing)?.upTo !== Number.POSITIVE_INFINITY;
    // New rows on top were only counted meanwhile.
    if (!isPaused && dataOf(narrowing) !== undefined && isAway) reload(narrowing);
  };

  const put = (
    narrowing: string,
    changed: readonly Item[],
    belongs: (item: Item) => boolean,
  ): void => {
    for (const changedDuringLoads of sessionOf(narrowing).changedDuringLoads)
      for (const item of changed) changedDuringLoads.set(item.id, { item, belongs: belongs(item) });
    update(narrowing, (list) => withChanged(list, changed, { matches: belongs }));
  };

  /** Asks about changed rows, one query at a time; later changes go into the next. */
  const matchChanged = async (
    narrowing: string,
    matching: NonNullable<LiveListOptions<Item>['matching']>,
  ): Promise<void> => {
    const session = sessionOf(narrowing);
    session.isMatching = true;
    while (session.unmatched.size > 0) {
      const changed = [...session.unmatched.values()].slice(0, maxMatchIds);
      for (const { id } of changed) session.unmatched.delete(id);
      try {
        const matchingIds = await matching(
          narrowing,
          changed.map(({ id }) => id),
        );
        put(narrowing, changed, ({ id }) => matchingIds.has(id));
      } catch {
        // No response means no connection; a reconnect reloads everything.
      }
    }
    session.isMatching = false;
  };

  const applyTo = (narrowing: string, changed: readonly Item[]): void => {
    const { matching } = options;
    if (matching === undefined || narrowing === '') {
      put(narrowing, changed, matches(narrowing));
      return;
    }
    const list = dataOf(narrowing);
    const session = sessionOf(narrowing);
    for (const item of changed)
      if (session.changedDuringLoads.size > 0 || (list !== undefined && isWithin(list, item.id)))
        session.unmatched.set(item.id, item);
    if (!session.isMatching) void matchChanged(narrowing, matching);
  };

  const narrowings = (): readonly string[] =>
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
    reloadUnlessPaused: (narrowing: string): void => {
      if (dataOf(narrowing)?.isPaused === false) reload(narrowing);
    },
    /** Applies changed rows. Hidden lists reload when shown. */
    apply: (changed: readonly Item[]): void => {
      for (const query of queryClient.getQueryCache().findAll({ queryKey: root }))
        if (query.isActive()) applyTo(String(query.queryKey[root.length]), changed);
        else query.invalidate();
    },
    /** Rows were deleted, so numbers have gaps from here on. */
    remove: (ids: ReadonlySet<number>): void => {
      for (const narrowing of narrowings()) {
        update(narrowing, (list) => withRemoved(list, ids));
        const list = dataOf(narrowing);
        if (list === undefined) continue;
        const isAway = !isSeekable(narrowing) && list.upTo !== Number.POSITIVE_INFINITY;
        // Nothing left to scroll, and no way back to the newest.
        if (isAway || (list.items.length === 0 && list.nextCursor !== null)) reload(narrowing);
      }
    },
    /** The cached rows of all lists. */
    rowsNow: (): readonly Item[] =>
      queryClient
        .getQueriesData<LiveList<Item>>({ queryKey: root })
        .flatMap(([, list]) => list?.items ?? []),
    reloadAll: (): void => refresh({ queryKey: root }),
    /** All filtered lists, to the extent they are visible. */
    reloadNarrowed: (isAffected: (narrowing: string) => boolean = () => true): void =>
      refresh({
        queryKey: root,
        predicate: ({ queryKey }) => {
          const narrowing = String(queryKey[root.length]);
          return narrowing !== '' && isAffected(narrowing);
        },
      }),
  };
}
