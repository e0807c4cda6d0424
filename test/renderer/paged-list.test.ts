import { describe, expect, it } from 'vitest';
import {
  emptyList,
  type ListRules,
  type PagedList,
  withChanged,
  withFirstPage,
  withHold,
  withLoadBegun,
  withLoadFailed,
  withNextPage,
} from '#renderer/stores/paged-list.ts';

interface Item {
  readonly id: number;
  readonly open: boolean;
  readonly version: number;
}

const item = (id: number, open = true, version = 1): Item => ({ id, open, version });
const latest = (a: Item, b: Item): Item => (b.version >= a.version ? b : a);
const all: ListRules<Item> = { matches: () => true, latest };
const onlyOpen: ListRules<Item> = { matches: ({ open }) => open, latest };

function loaded(ids: readonly number[], nextCursor: string | null = null): PagedList<Item> {
  const page = { items: ids.map((id) => item(id)), nextCursor };
  return withFirstPage(withLoadBegun(emptyList<Item>()), page, latest);
}

describe('a paged list', () => {
  it('ignores changes before it was ever loaded', () => {
    expect(withChanged(emptyList<Item>(), [item(1)], all).ids).toEqual([]);
  });

  it('puts new rows on top, newest first, however they arrive', () => {
    expect(withChanged(loaded([2, 1]), [item(4), item(3)], all).ids).toEqual([4, 3, 2, 1]);
  });

  it('changes a row in its place', () => {
    const list = withChanged(loaded([2, 1]), [item(1, true, 2)], all);
    expect(list.ids).toEqual([2, 1]);
    expect(list.byId.get(1)?.version).toBe(2);
  });

  it('drops a row that no longer matches and takes in one that now does', () => {
    const page = { items: [item(3), item(1)], nextCursor: null };
    const list = withFirstPage(emptyList<Item>(), page, latest);
    expect(withChanged(list, [item(3, false, 2), item(2)], onlyOpen).ids).toEqual([2, 1]);
  });

  it('leaves rows below the last one loaded to their page', () => {
    expect(withChanged(loaded([9, 8], 'more'), [item(3)], all).ids).toEqual([9, 8]);
  });

  it('believes the later one of a page and a change that came before it', () => {
    const changed = [item(2, false, 5), item(1, false, 1), item(3, true, 5)];
    const waiting = withChanged(withLoadBegun(emptyList<Item>()), changed, onlyOpen);
    const page = { items: [item(2, true, 4), item(1, true, 2)], nextCursor: null };
    expect(withFirstPage(waiting, page, latest).ids).toEqual([3, 1]);
  });

  it('believes a change, whatever its time: the clock can be set back', () => {
    const list = withChanged(loaded([2, 1]), [item(2, true, 90)], all);
    const back = withChanged(list, [item(2, false, 3)], all);
    expect(back.byId.get(2)).toEqual(item(2, false, 3));
    const again = withFirstPage(
      withLoadBegun(back),
      { items: [item(2, true, 1)], nextCursor: null },
      latest,
    );
    expect(again.byId.get(2)).toEqual(item(2, true, 1));
  });

  it('appends the next page without doubles', () => {
    const list = withChanged(loaded([9, 8], 'more'), [item(10)], all);
    const next = withNextPage(list, { items: [item(8), item(7)], nextCursor: null }, latest);
    expect(next.ids).toEqual([10, 9, 8, 7]);
    expect(next.nextCursor).toBeNull();
  });

  it('keeps what arrived while the first page was on its way', () => {
    const waiting = withChanged(withLoadBegun(emptyList<Item>()), [item(5)], all);
    const list = withFirstPage(waiting, { items: [item(4)], nextCursor: null }, latest);
    expect(list.ids).toEqual([5, 4]);
    expect(list.status).toBe('ready');
  });

  it('forgets rows that a fresh first page no longer holds', () => {
    const again = withLoadBegun(loaded([3, 2, 1]));
    const list = withFirstPage(again, { items: [item(9)], nextCursor: 'more' }, latest);
    expect(list.ids).toEqual([9]);
    expect([...list.byId.keys()]).toEqual([9]);
  });

  it('shows what it had when a load fails, with the reason', () => {
    const list = withLoadFailed(withLoadBegun(loaded([1])), 'The connection is lost.');
    expect(list).toMatchObject({ ids: [1], status: 'failed', problem: 'The connection is lost.' });
  });

  it('counts what comes on top only while it is held', () => {
    const held = withHold(loaded([2, 1]), true);
    const more = withChanged(held, [item(4), item(3), item(1, true, 2)], all);
    expect(more.newCount).toBe(2);
    expect(withHold(more, false).newCount).toBe(0);
    expect(withChanged(loaded([1]), [item(2)], all).newCount).toBe(0);
  });
});
