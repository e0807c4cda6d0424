import { describe, expect, it } from 'vitest';
import {
  cursorOfPrevious,
  type LiveList,
  maxRows,
  missingAt,
  positionsOf,
  withChanged,
  withFirstPage,
  withNextPage,
  withPaused,
  withPreviousPage,
  withReloadedWindow,
  withRemoved,
  withWindow,
} from '#renderer/kit/data/live-list.ts';
import { slotsFor } from '#renderer/ui/virtual-list-scrolling.ts';

interface Item {
  readonly id: number;
  readonly open: boolean;
  readonly version: number;
}

const item = (id: number, open = true, version = 1): Item => ({ id, open, version });
const resolveConflict = (a: Item, b: Item): Item => (b.version >= a.version ? b : a);
const all = { matches: () => true };
const onlyOpen = { matches: ({ open }: Item) => open };
const idsOf = ({ items }: LiveList<Item>) => items.map(({ id }) => id);

function loaded(ids: readonly number[], nextCursor: string | null = null): LiveList<Item> {
  return withFirstPage(undefined, { items: ids.map((id) => item(id)), nextCursor }, [], all);
}

describe('a live list', () => {
  it('puts new rows on top, newest first, in any order of arrival', () => {
    expect(idsOf(withChanged(loaded([2, 1]), [item(4), item(3)], all))).toEqual([4, 3, 2, 1]);
  });

  it('updates a row in place', () => {
    expect(withChanged(loaded([2, 1]), [item(1, true, 2)], all).items).toEqual([
      item(2),
      item(1, true, 2),
    ]);
  });

  it('is the same object if nothing changed', () => {
    const list = loaded([9, 8], 'more');
    expect(withChanged(list, [item(3)], all)).toBe(list);
    const paused = withPaused(
      withWindow(loaded([9]), 5, { items: [item(5)], nextCursor: null }),
      true,
    );
    expect(withChanged(paused, [item(10)], all).items).toBe(paused.items);
  });

  it('drops a row that no longer matches and adds one that now does', () => {
    const list = loaded([3, 1]);
    expect(idsOf(withChanged(list, [item(3, false, 2), item(2)], onlyOpen))).toEqual([2, 1]);
  });

  it('leaves rows below the last loaded one to their page', () => {
    expect(idsOf(withChanged(loaded([9, 8], 'more'), [item(3)], all))).toEqual([9, 8]);
  });

  it('keeps the later one of a page and a change that arrived during loading', () => {
    const changed = [item(2, false, 5), item(1, false, 1), item(3, true, 5)];
    const page = { items: [item(2, true, 4), item(1, true, 2)], nextCursor: null };
    const list = withFirstPage(undefined, page, changed, { ...onlyOpen, resolveConflict });
    expect(idsOf(list)).toEqual([3, 1]);
  });

  it('accepts every change regardless of its time, because the clock can be set back', () => {
    const list = withChanged(loaded([2, 1]), [item(2, true, 90)], all);
    const back = withChanged(list, [item(2, false, 3)], all);
    expect(back.items[0]).toEqual(item(2, false, 3));
    const page = { items: [item(2, true, 1)], nextCursor: null };
    expect(withFirstPage(back, page, [], all).items).toEqual([item(2, true, 1)]);
  });

  it('appends the next page without duplicates', () => {
    const list = withChanged(loaded([9, 8], 'more'), [item(10)], all);
    const next = withNextPage(list, { items: [item(8), item(7)], nextCursor: null });
    expect(idsOf(next)).toEqual([10, 9, 8, 7]);
    expect(next.nextCursor).toBeNull();
  });

  it('keeps rows that arrived while the first page was loaded', () => {
    const page = { items: [item(4)], nextCursor: null };
    expect(idsOf(withFirstPage(undefined, page, [item(5)], all))).toEqual([5, 4]);
  });

  it('drops rows that a new first page no longer contains', () => {
    const page = { items: [item(9)], nextCursor: 'more' };
    expect(idsOf(withFirstPage(loaded([3, 2, 1]), page, [], all))).toEqual([9]);
  });

  it('drops deleted rows, and is the same object if it had none', () => {
    const list = loaded([3, 2, 1]);
    expect(idsOf(withRemoved(list, new Set([2, 7])))).toEqual([3, 1]);
    expect(withRemoved(list, new Set([7]))).toBe(list);
  });

  it('counts new rows only while it is paused', () => {
    const paused = withPaused(loaded([2, 1]), true);
    const more = withChanged(paused, [item(4), item(3), item(1, true, 2)], all);
    expect(more.newCount).toBe(2);
    expect(withPaused(more, false).newCount).toBe(0);
    expect(withChanged(loaded([1]), [item(2)], all).newCount).toBe(0);
  });

  it('counts new rows once when it is reloaded while paused', () => {
    const paused = withChanged(withPaused(loaded([2, 1]), true), [item(3)], all);
    const page = { items: [item(4), item(3), item(2), item(1)], nextCursor: null };
    expect(withFirstPage(paused, page, [item(5), item(3)], all)).toMatchObject({
      isPaused: true,
      newCount: 3,
    });
  });
});

const down = (from: number, count: number): Item[] =>
  Array.from({ length: count }, (_, index) => item(from - index));
const page = (items: readonly Item[]) => {
  const last = items.at(-1)?.id ?? 1;
  return { items, nextCursor: last === 1 ? null : last.toString(36) };
};
/** A million rows, the newest hundred loaded. */
const million = (): LiveList<Item> => withFirstPage(undefined, page(down(1_000_000, 100)), [], all);
const middle = () => withWindow(million(), 500_000, page(down(500_000, 200)));

describe('a window of rows', () => {
  it('derives the number of rows from the numbers of loaded ones', () => {
    expect(positionsOf(million())).toEqual({ before: 0, count: 1_000_000 });
    expect(positionsOf(middle())).toEqual({ before: 500_000, count: 1_000_000 });
    expect(positionsOf(loaded([]))).toEqual({ before: 0, count: 0 });
  });

  it('requests the page next to the visible rows, or rows elsewhere', () => {
    expect(missingAt(million(), 0, 20)).toBeNull();
    expect(missingAt(million(), 60, 80)).toEqual({ kind: 'next' });
    expect(missingAt(million(), 500_000, 500_020)).toEqual({ kind: 'elsewhere', from: 500_060 });
    expect(missingAt(middle(), 500_070, 500_100)).toBeNull();
    expect(missingAt(middle(), 500_010, 500_030)).toEqual({ kind: 'previous' });
    expect(missingAt(middle(), 999_980, 999_999)).toEqual({ kind: 'elsewhere', from: 80 });
    expect(missingAt(middle(), 0, 20)).toEqual({ kind: 'elsewhere', from: 1_000_000 });
  });

  it('grows upwards without gaps or duplicates, up to the newest', () => {
    const list = middle();
    expect(Number.parseInt(cursorOfPrevious(list, 100), 36)).toBe(500_101);
    // A page that overlaps loaded rows.
    const grown = withPreviousPage(list, page(down(500_100, 110)), 100);
    expect(grown.items).toEqual(down(500_100, 300));
    expect(positionsOf(grown)).toEqual({ before: 499_900, count: 1_000_000 });
    const top = withWindow(million(), 999_950, page(down(999_950, 200)));
    expect(withPreviousPage(top, page(down(1_000_000, 100)), 100).upTo).toBe(Infinity);
  });

  it('keeps its position when it is reloaded while paused, and counts missed rows', () => {
    const paused = withPaused(middle(), true);
    // 1,000,001 to 1,000,500 were missed; more arrived while the page was loading.
    const late = item(1_000_501);
    const waiting = withChanged(paused, [late], all);
    const list = withReloadedWindow(waiting, 1_000_500, 499_990, page(down(499_990, 200)));
    expect(list).toMatchObject({ newCount: 501, newest: 1_000_501 });
    expect(list.items).toEqual(down(499_990, 200));
    expect(positionsOf(list)).toEqual({ before: 500_511, count: 1_000_501 });
    // Counted rows are not counted again when they change; new ones are.
    expect(withChanged(list, [late, item(1_000_502)], all).newCount).toBe(502);
  });

  it('counts new rows outside its range, and updates the rows in it', () => {
    const list = withPaused(middle(), true);
    const changed = [item(1_000_001), item(700_000), item(500_000, true, 2)];
    const next = withChanged(list, changed, all);
    expect(idsOf(next)).toEqual(idsOf(list));
    expect(next.newCount).toBe(1);
    expect(next.items[0]).toBe(changed[2]);
    expect(positionsOf(next)).toEqual({ before: 500_001, count: 1_000_001 });
    // Counted rows are not counted again when they change.
    expect(withChanged(next, [item(1_000_001)], all).newCount).toBe(1);
  });
});

describe('a list that runs for days', () => {
  const run = (list: LiveList<Item>, batches: number): LiveList<Item> =>
    Array.from({ length: batches }).reduce<LiveList<Item>>(
      (now) => withChanged(now, down(now.newest + 70, 70), all),
      list,
    );

  it('drops its end while it follows the newest', () => {
    const list = run(million(), 100);
    expect(list.items.length).toBeLessThanOrEqual(maxRows);
    expect(list.items[0]?.id).toBe(1_007_000);
    expect(positionsOf(list)).toEqual({ before: 0, count: 1_007_000 });
  });

  it('keeps visible rows while it is paused, and counts the rest', () => {
    const list = run(withPaused(million(), true), 100);
    expect(list.items.length).toBeLessThanOrEqual(maxRows + 70);
    expect(list.items.slice(-100)).toEqual(million().items);
    expect(list.newCount).toBe(7_000);
    expect(positionsOf(list).count).toBe(1_007_000);
  });
});

describe('recycled row elements', () => {
  it('stay with remaining rows, and are reused for new ones', () => {
    const first = slotsFor(['a', 'b', 'c'], new Map());
    expect([...first]).toEqual(Object.entries({ a: 0, b: 1, c: 2 }));
    const next = slotsFor(['y', 'z', 'b'], first);
    expect([...next]).toEqual(Object.entries({ y: 0, z: 2, b: 1 }));
    expect(new Set(slotsFor(['y', 'z', 'b', 'q'], next).values()).size).toBe(4);
  });
});
