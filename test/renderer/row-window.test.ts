import { describe, expect, it } from 'vitest';
import {
  emptyList,
  maxRows,
  type PagedList,
  withChanged,
  withFirstPage,
  withHold,
  withLoadBegun,
} from '#renderer/stores/paged-list.ts';
import {
  cursorOfPrevious,
  missingAt,
  placesOf,
  withPreviousPage,
  withWindow,
  withWindowAgain,
} from '#renderer/stores/row-window.ts';
import { slotsFor } from '#renderer/ui/virtual-list-scrolling.ts';

interface Item {
  readonly id: number;
}

const rules = { matches: () => true, latest: (_: Item, changed: Item) => changed };
const down = (from: number, count: number): Item[] =>
  Array.from({ length: count }, (_, index) => ({ id: from - index }));
const page = (items: readonly Item[]) => {
  const last = items.at(-1)?.id ?? 1;
  return { items, nextCursor: last === 1 ? null : last.toString(36) };
};
/** A million rows, of which the newest hundred are loaded. */
const million = (): PagedList<Item> =>
  withFirstPage(withLoadBegun(emptyList<Item>()), page(down(1_000_000, 100)), rules.latest);
const middle = () => withWindow(million(), 500_000, page(down(500_000, 200)));

describe('a window of rows', () => {
  it('knows how many rows there are from the numbers of those that are loaded', () => {
    expect(placesOf(million())).toEqual({ before: 0, count: 1_000_000 });
    expect(placesOf(middle())).toEqual({ before: 500_000, count: 1_000_000 });
    expect(placesOf(emptyList())).toEqual({ before: 0, count: 0 });
  });

  it('asks for the page beside what is looked at, or for rows elsewhere', () => {
    expect(missingAt(million(), 0, 20)).toBeNull();
    expect(missingAt(million(), 60, 80)).toEqual({ kind: 'next' });
    expect(missingAt(million(), 500_000, 500_020)).toEqual({ kind: 'elsewhere', from: 500_060 });
    expect(missingAt(middle(), 500_070, 500_100)).toBeNull();
    expect(missingAt(middle(), 500_010, 500_030)).toEqual({ kind: 'previous' });
    expect(missingAt(middle(), 999_980, 999_999)).toEqual({ kind: 'elsewhere', from: 80 });
    expect(missingAt(middle(), 0, 20)).toEqual({ kind: 'elsewhere', from: 1_000_000 });
  });

  it('grows upwards without gaps or doubles, and reaches the newest again', () => {
    const list = middle();
    expect(Number.parseInt(cursorOfPrevious(list, 100), 36)).toBe(500_101);
    // A page that reaches into what is here already.
    const grown = withPreviousPage(list, page(down(500_100, 110)), 100);
    expect(grown.ids).toEqual(down(500_100, 300).map(({ id }) => id));
    expect(placesOf(grown)).toEqual({ before: 499_900, count: 1_000_000 });
    const top = withWindow(million(), 999_950, page(down(999_950, 200)));
    expect(withPreviousPage(top, page(down(1_000_000, 100)), 100).upTo).toBe(Infinity);
  });

  it('read again while it is held, stays where it is and counts what was missed', () => {
    const held = withHold(middle(), true);
    // 1,000,001 to 1,000,500 were missed; more came while the page was on its way.
    const late = { id: 1_000_501, isChanged: true };
    const waiting = withChanged(withLoadBegun(held), [late], rules);
    const list = withWindowAgain(
      waiting,
      1_000_500,
      499_990,
      page(down(499_990, 200)),
      rules.latest,
    );
    expect(list).toMatchObject({
      newCount: 501,
      newest: 1_000_501,
      status: 'ready',
      arrived: null,
    });
    expect(list.ids).toEqual(down(499_990, 200).map(({ id }) => id));
    expect([...list.byId.keys()].sort()).toEqual([...list.ids].sort());
    expect(placesOf(list)).toEqual({ before: 500_511, count: 1_000_501 });
    // What was counted is not counted again when it changes, and what comes is.
    expect(withChanged(list, [late, { id: 1_000_502 }], rules).newCount).toBe(502);
  });

  it('counts what comes on top of a window elsewhere, and takes in changes of its own rows', () => {
    const list = withHold(middle(), true);
    const changed = [{ id: 1_000_001 }, { id: 700_000 }, { id: 500_000, isChanged: true }];
    const next = withChanged(list, changed, rules);
    expect(next.ids).toBe(list.ids);
    expect(next.newCount).toBe(1);
    expect(next.byId.get(500_000)).toEqual(changed[2]);
    expect(next.byId.has(700_000)).toBe(false);
    expect(placesOf(next)).toEqual({ before: 500_001, count: 1_000_001 });
    // What was counted is not counted again when it changes.
    expect(withChanged(next, [{ id: 1_000_001 }], rules).newCount).toBe(1);
  });
});

describe('a list that runs for days', () => {
  const run = (list: PagedList<Item>, batches: number): PagedList<Item> =>
    Array.from({ length: batches }).reduce<PagedList<Item>>(
      (now) => withChanged(now, down(now.newest + 70, 70), rules),
      list,
    );

  it('lets go of its end while it follows the newest', () => {
    const list = run(million(), 100);
    expect(list.ids.length).toBeLessThanOrEqual(maxRows);
    expect(list.byId.size).toBe(list.ids.length);
    expect(list.ids[0]).toBe(1_007_000);
    expect(placesOf(list)).toEqual({ before: 0, count: 1_007_000 });
  });

  it('keeps what is being read while it is held, and counts the rest', () => {
    const list = run(withHold(million(), true), 100);
    expect(list.ids.length).toBeLessThanOrEqual(maxRows + 70);
    expect(list.ids.slice(-100)).toEqual(million().ids);
    expect(list.byId.size).toBe(list.ids.length);
    expect(list.newCount).toBe(7_000);
    expect(placesOf(list).count).toBe(1_007_000);
  });
});

describe('slots for rows that are drawn', () => {
  it('keeps those of rows that stay, and gives those of rows that have gone to new ones', () => {
    const first = slotsFor(['a', 'b', 'c'], new Map());
    expect([...first]).toEqual(Object.entries({ a: 0, b: 1, c: 2 }));
    const next = slotsFor(['y', 'z', 'b'], first);
    expect([...next]).toEqual(Object.entries({ y: 0, z: 2, b: 1 }));
    expect(new Set(slotsFor(['y', 'z', 'b', 'q'], next).values()).size).toBe(4);
  });
});
