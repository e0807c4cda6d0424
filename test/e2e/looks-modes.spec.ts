/** The looks that people choose in their system or browser: high contrast, keys of a Mac. */
import type { Locator, Page } from '@playwright/test';
import { node } from './support/board.ts';
import { expectBundledFonts } from './support/fonts.ts';
import { goToGallery } from './support/gallery.ts';
import { test } from './support/launch.ts';
import { enter, expect, goTo } from './support/workbench.ts';

async function expectDistinctShapes(page: Page): Promise<void> {
  const marks = page.getByRole('tree', { name: 'Deliveries' }).getByRole('treeitem').locator('svg');
  await expect(marks.first()).toBeVisible();
  const seen = await marks.evaluateAll((all) =>
    all.map((mark) => {
      const ground = getComputedStyle(document.body).backgroundColor;
      return { stands: getComputedStyle(mark).color !== ground, shape: mark.innerHTML };
    }),
  );
  expect(seen.every(({ stands }) => stands)).toBe(true);
  expect(new Set(seen.map(({ shape }) => shape)).size).toBeGreaterThan(3);
}

async function expectOutlines(page: Page): Promise<void> {
  await page.keyboard.press('j');
  const chosen = [
    page.getByRole('treeitem', { selected: true }).first(),
    page.getByRole('navigation', { name: 'Lists' }).locator('[aria-current]'),
    page.getByRole('link', { name: 'Deliveries' }),
  ];
  for (const one of chosen) await expect(one).toHaveCSS('outline-style', 'solid');
}

async function expectStandsOut(one: Locator): Promise<void> {
  await expect(one).toBeVisible();
  const stands = await one.evaluate(
    (element) =>
      getComputedStyle(element).backgroundColor !== getComputedStyle(document.body).backgroundColor,
  );
  expect(stands).toBe(true);
}

for (const colorScheme of ['light', 'dark'] as const)
  test.describe(`in the colors of the system, ${colorScheme}`, () => {
    test.use({ colorScheme, contextOptions: { forcedColors: 'active' }, groupBy: null });

    test('distinguishes states, selection and position without color', async ({
      page,
      fullHost,
    }) => {
      await enter(page, fullHost);
      await expectDistinctShapes(page);
      await expectOutlines(page);
      await expectStandsOut(page.getByRole('separator').first());
      await goTo(page, '#/connections');
      await node(page, 'Shop').click();
      await expectStandsOut(page.getByRole('switch').first().locator('*').first());
    });
  });

test('follows the preference for more contrast', async ({ page }) => {
  await goToGallery(page);
  const quiet = async (contrast: 'more' | 'no-preference'): Promise<string> => {
    await page.emulateMedia({ contrast });
    const color = page.getByText('primary: hover').first();
    return color.evaluate((element) => getComputedStyle(element).color);
  };
  expect(await quiet('more')).not.toBe(await quiet('no-preference'));
});

test.describe('on a Mac', () => {
  test.use({ userAgent: 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)' });

  test('keys use bundled fonts or icons', async ({ page, emptyHost }) => {
    await enter(page, emptyHost, '#/settings/shortcuts');
    await expect(page.locator('kbd').filter({ has: page.locator('svg') })).not.toHaveCount(0);
    await expectBundledFonts(page, 'keyboard shortcuts');
  });
});
