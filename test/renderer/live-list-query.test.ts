import { onlineManager, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { createLiveLists } from '#renderer/kit/data/live-list-query.ts';
import { queryClient, refreshAll } from '#renderer/kit/data/query-client.ts';
import { cursorBelow, type Page } from '#shared/kit/page.ts';

interface Item {
  readonly id: number;
  readonly version: number;
}

const item = (id: number, version = 1): Item => ({ id, version });

beforeAll(() => {
  queryClient.mount();
  onlineManager.setOnline(true);
});
afterEach(() => queryClient.clear());

/** Lists whose requests the test completes one by one. */
function setUp() {
  const loads: {
    cursor: string | undefined;
    limit: number;
    respond: (page: Page<Item>) => void;
  }[] = [];
  const asked: { ids: readonly number[]; respond: (ids: readonly number[]) => void }[] = [];
  const lists = createLiveLists<Item>({
    name: 'test',
    load: (_, { limit, cursor }) =>
      new Promise<Page<Item>>((respond) => loads.push({ cursor, limit, respond })),
    matching: (_, ids) =>
      new Promise((resolve) =>
        asked.push({ ids, respond: (matching) => resolve(new Set(matching)) }),
      ),
    resolveConflict: (known, changed) => (changed.version >= known.version ? changed : known),
    isSeekable: (filter) => filter === '',
  });
  /** Completes a request and waits for the update. */
  const tell = async <Value>(
    question: { respond: (value: Value) => void } | undefined,
    value: Value,
  ) => {
    if (question === undefined) throw new Error('Nothing was asked.');
    question.respond(value);
    await new Promise(setImmediate);
  };
  /** Subscribes like a visible list; returns the unsubscribe function. */
  const show = (filter: string) =>
    new QueryObserver(queryClient, lists.queryOf(filter)).subscribe(() => undefined);
  const dataOf = (filter: string) => queryClient.getQueryData(lists.queryOf(filter).queryKey);
  const idsOf = (filter: string) => dataOf(filter)?.items.map(({ id }) => id);
  return { lists, loads, asked, tell, show, dataOf, idsOf };
}

const page = (ids: readonly number[], downTo: number): Page<Item> => ({
  items: ids.map((id) => item(id)),
  nextCursor: downTo === 0 ? null : `c${downTo}`,
});
const run = (from: number, count: number): Page<Item> =>
  page(
    Array.from({ length: count }, (_, index) => from - index),
    from - count,
  );

it('keeps the visible rows until the page that replaces them is loaded', async () => {
  const { lists, loads, tell, show, idsOf } = setUp();
  show('rare');
  await tell(loads[0], page([9, 8], 0));
  lists.reloadUnlessPaused('rare');
  await new Promise(setImmediate);
  expect(idsOf('rare')).toEqual([9, 8]);
  await tell(loads[1], page([10, 8], 0));
  expect(idsOf('rare')).toEqual([10, 8]);
});

it('applies changes that arrive while the first page is loaded', async () => {
  const { lists, loads, tell, show, dataOf } = setUp();
  show('');
  lists.apply([item(5), item(4, 2), item(3, 0)]);
  await tell(loads[0], page([4, 3], 0));
  expect(dataOf('')?.items).toEqual([item(5), item(4, 2), item(3)]);
});

it('applies changes that arrive while the first page is loaded out of sight', async () => {
  const { lists, loads, tell, show, idsOf } = setUp();
  void queryClient.prefetchQuery(lists.queryOf(''));
  lists.apply([item(5)]);
  await tell(loads[0], page([4, 3], 0));
  show('');
  expect(idsOf('')).toEqual([5, 4, 3]);
});

it.each([
  ['shown', true],
  ['hidden', false],
])('reloads rows whose first load, while %s, may have missed changes', async (_, isShown) => {
  const { lists, loads, tell, show, idsOf } = setUp();
  if (isShown) show('');
  else void queryClient.prefetchQuery(lists.queryOf(''));
  // Rows 853 and 854 are among the missed changes.
  refreshAll();
  lists.apply([item(855)]);
  await tell(loads[0], page([852, 851], 850));
  if (!isShown) show('');
  await new Promise(setImmediate);
  await tell(loads[1], page([855, 854, 853, 852], 851));
  expect(idsOf('')).toEqual([855, 854, 853, 852]);
  expect(loads).toHaveLength(2);
});

it('queries changed rows, one request at a time, and only rows that may be in the list', async () => {
  const { lists, loads, asked, tell, show, idsOf } = setUp();
  show('some');
  await tell(loads[0], run(500, 100));
  lists.apply([item(501), item(499, 2), item(7)]);
  lists.apply([item(502)]);
  expect(asked.map(({ ids }) => ids)).toEqual([[501, 499]]);
  await tell(asked[0], [501]);
  expect(idsOf('some')?.slice(0, 3)).toEqual([501, 500, 498]);
  expect(asked[1]?.ids).toEqual([502]);
  await tell(asked[1], []);
  expect(idsOf('some')?.[0]).toBe(501);
});

it('caches responses by filter', async () => {
  const { lists, loads, asked, tell, show, idsOf } = setUp();
  const leave = show('some');
  await tell(loads[0], page([3], 0));
  lists.apply([item(4)]);
  leave();
  show('other');
  await tell(asked[0], [4]);
  await tell(loads[1], page([2], 0));
  expect(idsOf('other')).toEqual([2]);
});

it('reloads rows that changed out of sight when they are shown again, and none before', async () => {
  const { lists, loads, tell, show, idsOf } = setUp();
  show('')();
  await tell(loads[0], page([2, 1], 0));
  lists.apply([item(3)]);
  await new Promise(setImmediate);
  expect(loads).toHaveLength(1);
  show('');
  await tell(loads[1], page([3, 2, 1], 0));
  expect(idsOf('')).toEqual([3, 2, 1]);
});

it('loads the next page with the changes made meanwhile', async () => {
  const { lists, loads, tell, show, dataOf } = setUp();
  show('');
  await tell(loads[0], run(5_000, 100));
  lists.ensureLoaded('', 60, 80);
  expect(loads[1]?.cursor).toBe('c4900');
  lists.apply([item(4_899, 2)]);
  await tell(loads[1], run(4_900, 100));
  expect(dataOf('')?.items).toHaveLength(200);
  expect(dataOf('')?.items[101]).toEqual(item(4_899, 2));
});

it('reloads visible rows while it is paused, and counts new ones', async () => {
  const { lists, loads, tell, show, dataOf, idsOf } = setUp();
  show('');
  await tell(loads[0], run(5_000, 100));
  lists.setPaused('', true);
  lists.ensureLoaded('', 0, 20);
  void queryClient.invalidateQueries();
  await new Promise(setImmediate);
  expect(loads.slice(1).map(({ limit, cursor }) => [limit, cursor])).toEqual([
    [1, undefined],
    [200, cursorBelow(5_001)],
  ]);
  await tell(loads[1], run(8_000, 1));
  await tell(loads[2], run(5_000, 200));
  expect(dataOf('')).toMatchObject({ newCount: 3_000, newest: 8_000, upTo: 5_000 });
  expect(idsOf('')?.[0]).toBe(5_000);
  // Back to the newest rows.
  lists.setPaused('', false);
  await new Promise(setImmediate);
  await tell(loads[3], run(8_000, 100));
  expect(idsOf('')?.[0]).toBe(8_000);
});
