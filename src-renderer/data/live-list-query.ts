/** Live lists in the query cache: which rows are read, when, and how changes reach them. */
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
  withHold,
  withNextPage,
  withoutFarEnd,
  withPreviousPage,
  withRemoved,
  withWindow,
  withWindowAgain,
} from './live-list.ts';
import { queryClient } from './query-client.ts';
import { refresh } from './refresh.ts';

/** Fills the tallest window twice over. */
const pageLimit = 100;
/** Read at once where somebody has gone far from what is here: the tallest window and some more. */
const windowLimit = 200;
/** The next page is read when so many rows are left: about a second of quick scrolling. */
const nearEndRows = 40;
/** As many as one batch of the change feed holds, and the core answers about at once. */
const maxAsked = 1_000;
/** What was typed into the filter on the way to another need not be kept. */
const gcTime = 30_000;

interface LiveListOptions<Item extends Row> {
  readonly name: string;
  /** `narrowing` is what the list is narrowed to, as text. */
  readonly load: (
    narrowing: string,
    page: { limit: number; cursor?: string },
  ) => Promise<Page<Item>>;
  /** Whether a changed row belongs into the list, where the row itself shows it; without it: all do. */
  readonly matches?: (narrowing: string, item: Item) => boolean;
  /** Asks which of some changed rows belong into the list; used where it is narrowed. */
  readonly matching?: (narrowing: string, ids: readonly number[]) => Promise<ReadonlySet<number>>;
  readonly latest: (known: Item, changed: Item) => Item;
  /** Whether all rows are in it, numbered without gaps: then any part of it can be read at once. */
  readonly isWhole?: (narrowing: string) => boolean;
}

/** What has changed, and whether it belongs into the list. */
type Noted<Item> = Map<number, { readonly item: Item; readonly belongs: boolean }>;

/** What is only of use while a list is in the cache. */
interface Session<Item extends Row> {
  /** One for each reading of rows. */
  readonly noted: Set<Noted<Item>>;
  /** What changed and is not in the list yet: it has first to be asked whether it belongs there. */
  readonly unasked: Map<number, Item>;
  isAsking: boolean;
  isLoading: boolean;
  lookedAt: { readonly first: number; readonly last: number };
  /** Number of the first row that is looked at, where rows are numbered without gaps. */
  lookedFrom: number;
}

export type LiveLists<Item extends Row> = ReturnType<typeof createLiveLists<Item>>;

export function createLiveLists<Item extends Row>(options: LiveListOptions<Item>) {
  const { name, load, latest } = options;
  const root = ['live list', name] as const;
  const sessions = new WeakMap<Query, Session<Item>>();
  const isWhole = (narrowing: string): boolean => options.isWhole?.(narrowing) === true;
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
      noted: new Set(),
      unasked: new Map(),
      isAsking: false,
      isLoading: false,
      lookedAt: { first: 0, last: 0 },
      lookedFrom: 0,
    };
    if (query !== undefined) sessions.set(query, session);
    return session;
  };

  /** Reads rows, and notes what changes meanwhile: of a row that both hold either may be later. */
  const readRows = async <Rows>(narrowing: string, question: () => Promise<Rows>) => {
    const { noted } = sessionOf(narrowing);
    const own: Noted<Item> = new Map();
    noted.add(own);
    try {
      const rows = await question();
      const changed = [...own.values()].map(({ item }) => item);
      return {
        rows,
        changed,
        rules: { matches: ({ id }: Item) => own.get(id)?.belongs === true, latest },
      };
    } finally {
      noted.delete(own);
    }
  };

  /** Somebody reads here: the rows stay in their place, and what has come on top is counted. */
  const readAgain = async (narrowing: string, from: number): Promise<LiveList<Item> | null> => {
    const { rows, changed, rules } = await readRows(narrowing, () =>
      Promise.all([
        load(narrowing, { limit: 1 }),
        load(narrowing, { limit: windowLimit, cursor: cursorBelow(from + 1) }),
      ]),
    );
    const [{ items: top }, page] = rows;
    const now = dataOf(narrowing);
    // Another database, perhaps; or the list follows the newest again.
    if (top[0] === undefined || page.items.length === 0 || now?.held !== true) return null;
    return withChanged(withWindowAgain(now, top[0].id, from, page), changed, rules);
  };

  const read = async (narrowing: string): Promise<LiveList<Item>> => {
    const before = dataOf(narrowing);
    if (isWhole(narrowing) && before?.held && before.items.length > 0) {
      const from = Math.min(before.newest, sessionOf(narrowing).lookedFrom + nearEndRows);
      const again = await readAgain(narrowing, from);
      if (again !== null) return again;
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
      // Read again meanwhile, perhaps.
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

  /** Tells whether there are rows: another database has none there, perhaps. */
  const loadElsewhere = async (narrowing: string, from: number): Promise<boolean> => {
    const { rows, changed, rules } = await readRows(narrowing, () =>
      load(narrowing, { limit: windowLimit, cursor: cursorBelow(from + 1) }),
    );
    if (rows.items.length === 0) return false;
    update(narrowing, (list) => withChanged(withWindow(list, from, rows), changed, rules));
    return true;
  };

  /** One page at a time: where somebody looks meanwhile is read when it is here. */
  const loadMissing = async (narrowing: string, session: Session<Item>): Promise<void> => {
    for (;;) {
      const list = dataOf(narrowing);
      const { first, last } = session.lookedAt;
      const missing = list === undefined ? null : missingAt(list, first, last);
      if (list === undefined || missing === null) return;
      if (missing.kind === 'elsewhere') {
        if (await loadElsewhere(narrowing, missing.from)) continue;
        return reload(narrowing);
      }
      if (missing.kind === 'previous') await loadPrevious(narrowing, list);
      else if (list.nextCursor !== null) await loadNext(narrowing, list.nextCursor);
      update(narrowing, (now) => withoutFarEnd(now, missing.kind));
    }
  };

  /** One at a time. Rows that cannot be read are asked for when somebody looks there again. */
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

  /** Rows at these places, 0 being the newest, are looked at: reads them, and those around them. */
  const lookAt = (narrowing: string, first: number, last: number): void => {
    const list = dataOf(narrowing);
    if (list === undefined) return;
    const session = sessionOf(narrowing);
    session.lookedAt = { first, last };
    session.lookedFrom = list.newest - first;
    if (!isWhole(narrowing)) {
      if (last >= list.items.length - nearEndRows) loadMore(narrowing);
    } else if (missingAt(list, first, last) !== null)
      void whileLoading(narrowing, (now) => loadMissing(narrowing, now));
  };

  const hold = (narrowing: string, held: boolean): void => {
    update(narrowing, (list) => withHold(list, held));
    const isAway = dataOf(narrowing)?.upTo !== Number.POSITIVE_INFINITY;
    // What came on top meanwhile was only counted.
    if (!held && dataOf(narrowing) !== undefined && isAway) reload(narrowing);
  };

  const put = (
    narrowing: string,
    changed: readonly Item[],
    belongs: (item: Item) => boolean,
  ): void => {
    for (const noted of sessionOf(narrowing).noted)
      for (const item of changed) noted.set(item.id, { item, belongs: belongs(item) });
    update(narrowing, (list) => withChanged(list, changed, { matches: belongs }));
  };

  /** Asks about what has changed, one question at a time: what changes meanwhile is in the next one. */
  const ask = async (
    narrowing: string,
    matching: NonNullable<LiveListOptions<Item>['matching']>,
  ): Promise<void> => {
    const session = sessionOf(narrowing);
    session.isAsking = true;
    while (session.unasked.size > 0) {
      const changed = [...session.unasked.values()].slice(0, maxAsked);
      for (const { id } of changed) session.unasked.delete(id);
      try {
        const belong = await matching(
          narrowing,
          changed.map(({ id }) => id),
        );
        put(narrowing, changed, ({ id }) => belong.has(id));
      } catch {
        // Without an answer there is no connection: all is read again when it is back.
      }
    }
    session.isAsking = false;
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
      if (session.noted.size > 0 || (list !== undefined && isWithin(list, item.id)))
        session.unasked.set(item.id, item);
    if (!session.isAsking) void ask(narrowing, matching);
  };

  const narrowings = (): readonly string[] =>
    queryClient
      .getQueryCache()
      .findAll({ queryKey: root })
      .map(({ queryKey }) => String(queryKey[root.length]));

  return {
    queryOf,
    isWhole,
    hold,
    lookAt,
    loadMore,
    reloadUnlessHeld: (narrowing: string): void => {
      if (dataOf(narrowing)?.held === false) reload(narrowing);
    },
    /** Puts changed rows where they belong. What is not on the screen is read again when it is. */
    apply: (changed: readonly Item[]): void => {
      for (const query of queryClient.getQueryCache().findAll({ queryKey: root }))
        if (query.isActive()) applyTo(String(query.queryKey[root.length]), changed);
        else query.invalidate();
    },
    /** These were deleted: from here on numbers are missing. */
    remove: (ids: ReadonlySet<number>): void => {
      for (const narrowing of narrowings()) {
        update(narrowing, (list) => withRemoved(list, ids));
        const list = dataOf(narrowing);
        if (list === undefined) continue;
        const isAway = !isWhole(narrowing) && list.upTo !== Number.POSITIVE_INFINITY;
        // Nothing is left to scroll from, or no way back to the newest.
        if (isAway || (list.items.length === 0 && list.nextCursor !== null)) reload(narrowing);
      }
    },
    /** The rows that are in the cache, of whatever list. */
    rowsNow: (): readonly Item[] =>
      queryClient
        .getQueriesData<LiveList<Item>>({ queryKey: root })
        .flatMap(([, list]) => list?.items ?? []),
    /** Lists that are narrowed, as far as they can be seen. */
    reloadNarrowed: (): void =>
      refresh({ queryKey: root, predicate: ({ queryKey }) => queryKey[root.length] !== '' }),
  };
}
