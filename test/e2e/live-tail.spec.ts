/** The list while much arrives, and when it is long: no row is lost, doubled or out of its place. */
import type { Locator, Page } from '@playwright/test';
import type { Source } from '#shared/connections/source.ts';
import { connect, ingest, track } from './support/seed.ts';
import type { Host } from './support/start-host.ts';
import { enter, expect, test } from './support/workbench.ts';

const perBatch = 250;
const rowHeight = 32;

/** "Event 1" is the oldest; all in the order of their numbers. */
async function burst(
  host: Host,
  { writeKey }: Source,
  [from, to]: readonly [number, number],
): Promise<void> {
  for (let first = from; first <= to; first += perBatch) {
    const count = Math.min(perBatch, to - first + 1);
    const batch = Array.from({ length: count }, (_, index) => ({
      type: 'track',
      userId: 'ada',
      event: `Event ${first + index}`,
    }));
    expect(await ingest(host, writeKey, { batch }, '/v1/batch')).toBe(200);
  }
}

const listOf = (page: Page): Locator => page.getByRole('listbox', { name: 'Deliveries' });

/** Every row from where the list stands to its end: its place, and the event that stands there. */
async function readDown(list: Locator): Promise<ReadonlyMap<number, string>> {
  const pairs = await list.evaluate(async (element) => {
    const seen = new Map<number, string>();
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    const isLoading = () => element.querySelector('[data-unloaded]') !== null;
    for (let last = -1; element.scrollTop !== last; ) {
      last = element.scrollTop;
      for (;;) {
        await frame();
        if (!isLoading()) break;
      }
      for (const row of element.querySelectorAll('[role="option"]')) {
        const place = Number(row.getAttribute('aria-posinset'));
        const event = /Event \d+/.exec(row.textContent ?? '')?.[0] ?? '';
        const known = seen.get(place);
        seen.set(place, known === undefined || known === event ? event : `${known}, ${event}`);
      }
      element.scrollTop += element.clientHeight;
    }
    return [...seen];
  });
  return new Map(pairs);
}

/** Counts from now on how often the selected row was not in the list or not in its place. */
async function watchSelected(list: Locator): Promise<() => Promise<number>> {
  const watch = await list.evaluateHandle((element) => {
    const topOf = () =>
      element.querySelector('[aria-selected="true"]')?.getBoundingClientRect().top;
    const [before, state] = [topOf(), { moved: 0 }];
    new MutationObserver(() => {
      if (topOf() !== before) state.moved += 1;
    }).observe(element, { subtree: true, childList: true, attributes: true });
    return state;
  });
  return () => watch.evaluate(({ moved }) => moved);
}

const expectWhole = (rows: ReadonlyMap<number, string>, count: number): void => {
  const expected = Array.from({ length: count }, (_, index) => [
    index + 1,
    `Event ${count - index}`,
  ]);
  expect([...rows].sort(([a], [b]) => a - b)).toEqual(expected);
};

test('shows each row of a burst exactly once', async ({ page, host, target }) => {
  const { source } = await connect(host, target.url);
  await enter(page, host);
  await burst(host, source, [1, 1_000]);
  await expect(page.getByText('1,000 total', { exact: true })).toBeVisible();
  const list = listOf(page);
  await expect(list.getByRole('option').first()).toContainText('Event 1000');
  // After changes that were too many for a batch, the newest are on top before the others are reloaded.
  await expect.poll(() => list.evaluate((element) => element.scrollHeight)).toBe(1_000 * rowHeight);
  expectWhole(await readDown(list), 1_000);
});

test('keeps its position while held, and counts new rows', async ({ page, host, target }) => {
  const { source } = await connect(host, target.url);
  await burst(host, source, [1, 500]);
  await enter(page, host);
  await page.getByRole('option', { name: /Event 495 / }).click();
  const row = page.getByRole('option', { selected: true });
  // Found and measured in one step: while much arrives, elements go from one row to another.
  const place = () =>
    listOf(page).evaluate((list) =>
      list.querySelector('[aria-selected="true"]')?.getBoundingClientRect().toJSON(),
    );
  const before = await place();
  expect(before).toMatchObject({ height: rowHeight });
  const gone = await watchSelected(listOf(page));
  await burst(host, source, [501, 1_500]);
  await expect(page.getByRole('button', { name: 'Live, 1,000 new' })).toBeVisible();
  await expect(row).toContainText('Event 495');
  expect(await place()).toEqual(before);
  expect(await gone()).toBe(0);
  // New rows on top are reached by scrolling, too.
  await listOf(page).focus();
  await page.keyboard.press('Home');
  await expect(row).toContainText('Event 1500');
  expectWhole(await readDown(listOf(page)), 1_500);
  await page.keyboard.press('l');
  await expect(page.getByRole('button', { name: /^Live/ })).toBeHidden();
  await track(host, source, 'Latest');
  await expect(page.getByRole('option', { name: /Latest/ })).toBeInViewport();
});

test('keeps its position when it stops being live, also at its narrowest', async ({
  page,
  host,
  target,
}) => {
  await page.setViewportSize({ width: 900, height: 600 });
  const { source } = await connect(host, target.url);
  await burst(host, source, [1, 2]);
  await enter(page, host);
  const list = listOf(page);
  await expect(list.getByRole('option')).toHaveCount(2);
  for (const [steps, from] of [
    [0, 3],
    [20, 21],
  ] as const) {
    await page.getByRole('separator').first().focus();
    for (let step = 0; step < steps; step += 1) await page.keyboard.press('ArrowLeft');
    const live = await list.boundingBox();
    await list.focus();
    await page.keyboard.press('j');
    await expect(page.getByRole('button', { name: 'Live', exact: true }).first()).toBeVisible();
    expect(await list.boundingBox()).toEqual(live);
    await burst(host, source, [from, from + 17]);
    await expect(page.getByRole('button', { name: 'Live, 18 new' })).toBeVisible();
    expect(await list.boundingBox()).toEqual(live);
    await page.keyboard.press('l');
    await expect(page.getByRole('button', { name: /^Live/ })).toBeHidden();
  }
});

test('reaches any part of a long list by key or scrollbar', async ({ page, host, target }) => {
  const { source } = await connect(host, target.url);
  await burst(host, source, [1, 4_000]);
  await enter(page, host);
  const list = listOf(page);
  const row = page.getByRole('option', { selected: true });
  await list.focus();
  await page.keyboard.press('End');
  await expect(row).toContainText('Event 1');
  await expect(row).toBeInViewport();
  await page.keyboard.press('PageUp');
  await expect(row).not.toContainText(/Event 1 /);
  await page.keyboard.press('Home');
  await expect(row).toContainText('Event 4000');
  await list.evaluate((element) => {
    element.scrollTop = element.scrollHeight / 2;
  });
  await expect(list.getByRole('option', { name: /Event 1990 / })).toBeInViewport();
  await expect(list.locator('[data-unloaded]')).toHaveCount(0);
  // The next row is beside the one that is open, however far away it was left.
  await page.keyboard.press('j');
  await expect(row).toContainText('Event 3999');
  await expect(row).toBeInViewport();
});
