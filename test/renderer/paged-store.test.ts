import { expect, it } from 'vitest';
import { createPagedStore } from '#renderer/stores/paged-store.ts';
import { cursorBelow, type Page } from '#shared/schemas/page.ts';

interface Item {
  readonly id: number;
  readonly version: number;
}

const item = (id: number, version = 1): Item => ({ id, version });

/** A store whose questions the test answers, one after the other. */
function answered() {
  const loads: { cursor: string | undefined; limit: number; answer: (page: Page<Item>) => void }[] =
    [];
  const asked: { ids: readonly number[]; answer: (ids: readonly number[]) => void }[] = [];
  const store = createPagedStore<Item, { filter: string }>({
    firstQuery: { filter: '' },
    load: (_query, { limit, cursor }) =>
      new Promise<Page<Item>>((answer) => loads.push({ cursor, limit, answer })),
    matching: ({ filter }) =>
      filter === ''
        ? null
        : (ids) =>
            new Promise((resolve) =>
              asked.push({ ids, answer: (matching) => resolve(new Set(matching)) }),
            ),
    latest: (known, changed) => (changed.version >= known.version ? changed : known),
    isWhole: ({ filter }) => filter === '',
  });
  /** Answers what is asked, and lets the store take it in. */
  const tell = async <Value>(
    question: { answer: (value: Value) => void } | undefined,
    value: Value,
  ) => {
    if (question === undefined) throw new Error('Nothing was asked.');
    question.answer(value);
    await new Promise(setImmediate);
  };
  const shown = () => store.useList.getState();
  return { store, loads, asked, tell, shown };
}

const page = (ids: readonly number[], downTo: number): Page<Item> => ({
  items: ids.map((id) => item(id)),
  nextCursor: downTo === 0 ? null : `c${downTo}`,
});

it('keeps what is on the screen until the page that replaces it is here', async () => {
  const { store, loads, tell, shown } = answered();
  store.show({ filter: 'rare' });
  await tell(loads[0], page([9, 8], 0));
  store.reload();
  expect(shown().ids).toEqual([9, 8]);
  await tell(loads[1], page([10, 8], 0));
  expect(shown()).toMatchObject({ ids: [10, 8], status: 'ready', loadingMore: false });
});

it('asks about what changes, one question at a time, and only about what may be in the list', async () => {
  const { store, loads, asked, tell, shown } = answered();
  store.show({ filter: 'some' });
  await tell(
    loads[0],
    page(
      Array.from({ length: 100 }, (_, n) => 500 - n),
      400,
    ),
  );
  store.apply([item(501), item(499, 2), item(7)]);
  store.apply([item(502)]);
  expect(asked.map(({ ids }) => ids)).toEqual([[501, 499]]);
  await tell(asked[0], [501]);
  expect(shown().ids.slice(0, 3)).toEqual([501, 500, 498]);
  expect(asked[1]?.ids).toEqual([502]);
  await tell(asked[1], []);
  expect(shown().ids[0]).toBe(501);
});

it('forgets answers that belong to the filter before', async () => {
  const { store, loads, asked, tell, shown } = answered();
  store.show({ filter: 'some' });
  await tell(loads[0], page([3], 0));
  store.apply([item(4)]);
  store.show({ filter: 'other' });
  await tell(asked[0], [4]);
  await tell(loads[1], page([2], 0));
  expect(shown().ids).toEqual([2]);
  store.show({ filter: '' });
  await tell(loads[2], page([2, 1], 0));
  store.apply([item(5)]);
  expect(shown().ids).toEqual([5, 2, 1]);
  expect(asked).toHaveLength(1);
});

it('reads again what is looked at while it is held, and counts what came on top', async () => {
  const { store, loads, tell, shown } = answered();
  const run = (from: number, count: number) =>
    page(
      Array.from({ length: count }, (_, index) => from - index),
      from - count,
    );
  store.reload();
  await tell(loads[0], run(5_000, 100));
  store.hold(true);
  store.lookAt(0, 20);
  store.reload();
  expect(loads.slice(1).map(({ limit, cursor }) => [limit, cursor])).toEqual([
    [1, undefined],
    [200, cursorBelow(5_001)],
  ]);
  await tell(loads[1], run(8_000, 1));
  expect(shown().status).toBe('loading');
  await tell(loads[2], run(5_000, 200));
  expect(shown()).toMatchObject({ status: 'ready', newCount: 3_000, newest: 8_000, upTo: 5_000 });
  expect(shown().ids[0]).toBe(5_000);
});
