/** Where room is scarce: nothing wraps that shall stand in one row, and nothing that matters is cut. */
import type { Locator, Page } from '@playwright/test';
import { test } from './support/launch.ts';
import { fullScreens, type Screen } from './support/screens.ts';
import { openSend } from './support/send-drawer.ts';
import { enter, expect, goTo, stateCounts } from './support/workbench.ts';

test.use({
  viewport: { width: 900, height: 600 },
  contextOptions: { reducedMotion: 'reduce' },
});

/** How many rows the elements stand in. */
async function rowsOf(elements: Locator): Promise<number> {
  const tops = await elements.evaluateAll((all) =>
    all.map((one) => {
      const { top, height } = one.getBoundingClientRect();
      return Math.round((top + height / 2) / 8);
    }),
  );
  return new Set(tops).size;
}

const isCut = (element: Locator): Promise<boolean> =>
  element.evaluate(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth);

async function open(page: Page, screens: readonly Screen[], name: string): Promise<void> {
  const screen = screens.find((one) => one.name === name);
  if (screen === undefined) throw new Error(`There is no screen "${name}".`);
  await goTo(page, screen.place);
  await expect(page.getByRole('heading', { name: screen.heading }).first()).toBeVisible();
  await screen.act?.(page);
}

test('shows a delivery and its copies without cutting what matters', async ({ page, fullHost }) => {
  await enter(page, fullHost);

  await test.step('actions stand in one row, and the body needs no scrolling', async () => {
    await open(page, fullScreens(fullHost), 'a waiting delivery');
    const detail = page.getByRole('region', { name: 'Delivery' }).getByRole('article');
    const actions = detail
      .locator('header')
      .getByRole('button')
      .filter({ hasNotText: 'messageId' });
    for (const name of [/^(Retry|Send again)/, 'Edit and send a copy', 'More actions'])
      await expect(detail.getByRole('button', { name })).toBeVisible();
    expect(
      await rowsOf(actions.locator('visible=true').and(page.locator('.rounded-control'))),
    ).toBe(1);
    await expect(detail.getByRole('tree', { name: 'Request body' })).toBeInViewport();
    const route = detail.getByRole('list', { name: 'Summary' }).getByRole('link').first();
    expect(await isCut(route.locator('..'))).toBe(false);
  });
  await test.step('request and response are side by side if there is room', async () => {
    const topOf = async (name: string) =>
      (await page.getByRole('region', { name, exact: true }).boundingBox())?.y;
    await open(page, fullScreens(fullHost), 'a waiting delivery');
    const { width = 0, height = 0 } = page.viewportSize() ?? {};
    await page.setViewportSize({ width: 1_600, height });
    await expect
      .poll(async () => (await topOf('Request')) === (await topOf('Response')))
      .toBe(true);
    await page.setViewportSize({ width, height });
    await expect
      .poll(async () => (await topOf('Request')) === (await topOf('Response')))
      .toBe(false);
  });
  await test.step('the focus ring of a detail is above its sticky header', async () => {
    const detail = page.locator('[data-detail]');
    await page.keyboard.press('Tab');
    await detail.focus();
    await page.keyboard.press('PageDown');
    const frame = await detail.evaluate((element) => {
      const style = getComputedStyle(element.parentElement as Element, '::after');
      const header = element.querySelector('header') as Element;
      return {
        line: style.outlineStyle,
        above: Number(style.zIndex) > Number(getComputedStyle(header).zIndex),
      };
    });
    expect(frame).toEqual({ line: 'solid', above: true });
  });
  await test.step('labels of rows are clear of the now line', async () => {
    await open(page, fullScreens(fullHost), 'a cancelled delivery');
    const note = page.getByTitle('cancelled: destination deleted').locator('span');
    await expect(note).toBeVisible();
    const isOver = await note.evaluate((words) => {
      const line = document.querySelector<HTMLElement>('[role="toolbar"] [aria-hidden] .bg-accent');
      if (line === null) throw new Error('There is no line of now.');
      const { left, top, width, height } = words.getBoundingClientRect();
      // Where it stands depends on the time: it is brought to where they meet.
      Object.assign(line.style, {
        position: 'fixed',
        pointerEvents: 'auto',
        left: `${left + 20}px`,
      });
      const [first, second] = document.elementsFromPoint(left + 20.5, top + height / 2);
      return width > 40 && first === words && second !== undefined;
    });
    expect(isOver).toBe(true);
  });
  await test.step('each copy shows its outcome and path', async () => {
    await open(page, fullScreens(fullHost), 'the list of copies');
    const row = page.getByRole('listbox', { name: 'Copies' }).getByRole('option').first();
    expect(await isCut(row.getByText('Accepted an invalid signature'))).toBe(false);
    expect(await isCut(row.getByText('/200', { exact: true }))).toBe(false);
  });
});

test('keeps bars in one row and names readable', async ({ page, fullHost }) => {
  await enter(page, fullHost);

  await test.step('an empty filter input is beside the last tag', async () => {
    const long = 'event:"A name that somebody thought about for a long time"';
    await goTo(page, `#/deliveries?filter=${encodeURIComponent(long)}`);
    const tag = page.getByRole('button', { name: /^Edit filter event/ });
    await expect(tag).toBeVisible();
    const line = page.getByRole('combobox', { name: 'Filter deliveries' });
    expect(await rowsOf(tag.or(line))).toBe(1);
  });
  await test.step('the send bar has one row', async () => {
    await openSend(page);
    const bar = page
      .getByRole('textbox', { name: 'Count' })
      .or(page.getByRole('textbox', { name: 'Rate' }));
    await expect(bar).toHaveCount(2);
    expect(await rowsOf(bar)).toBe(1);
    await page.keyboard.press('Escape');
  });
  await test.step('truncated text is shown on hover', async () => {
    await goTo(page, '#/connections');
    const name = page
      .getByRole('region', { name: 'Board' })
      .getByText(/^A name that somebody/)
      .first();
    expect(await isCut(name)).toBe(true);
    await name.hover();
    await expect(name).toHaveAttribute('title', /and that no list has room for$/);
    await page.mouse.move(0, 0);
    await expect(name).not.toHaveAttribute('title');
  });
  await test.step('every count of the top bar is whole at every width', async () => {
    await goTo(page, '#/deliveries');
    for (let width = 720; width <= 1_720; width += 100) {
      await page.setViewportSize({ width, height: 600 });
      const isWhole = () =>
        stateCounts(page).evaluate((counts) => {
          const room = (counts.parentElement ?? counts).getBoundingClientRect();
          const end = counts.lastElementChild?.getBoundingClientRect().right ?? room.right + 1;
          return end <= room.right + 0.5;
        });
      await expect.poll(isWhole, `at ${width} pixels`).toBe(true);
    }
  });
});

test('shows the whole rail in the smallest window and at 200 %', async ({ page, emptyHost }) => {
  await enter(page, emptyHost);
  const rail = page.getByRole('navigation', { name: 'Pages' });
  for (const size of [
    { width: 900, height: 600 },
    { width: 640, height: 400 },
  ]) {
    await page.setViewportSize(size);
    expect(await rail.evaluate((nav) => nav.scrollHeight - nav.clientHeight)).toBe(0);
    expect(await isCut(rail)).toBe(false);
    for (const link of await rail.getByRole('link').all()) await expect(link).toBeInViewport();
  }
});

test('the list of deliveries keeps its share of the window, and gives way to the detail in a narrow one', async ({
  page,
  fullHost,
}) => {
  await page.setViewportSize({ width: 2560, height: 1440 });
  await enter(page, fullHost);
  const list = page.getByRole('region', { name: 'List', exact: true });
  const widthOfList = async (): Promise<number> => (await list.boundingBox())?.width ?? 0;
  await expect.poll(widthOfList).toBeCloseTo(900, 0);
  await page.setViewportSize({ width: 1440, height: 900 });
  await expect.poll(widthOfList).toBeCloseTo(0.4 * 1440, 0);
  await page.setViewportSize({ width: 720, height: 450 });
  await page.getByRole('option').first().click();
  await expect(page.getByRole('region', { name: 'Delivery' }).getByRole('article')).toBeVisible();
  await expect(list).toHaveCount(0);
  await page.getByRole('button', { name: 'Back to the list' }).click();
  await expect(list).toBeVisible();
});
