/**
 * The gallery beside its pictures in `test/e2e/pictures`: a change of look is seen in review.
 * `npm run pictures` updates them after an intended change.
 */
import type { Locator, Page } from '@playwright/test';
import { rendersAsPictured } from './support/canary.ts';
import { expectBundledFonts } from './support/fonts.ts';
import { goToGallery } from './support/gallery.ts';
import { test } from './support/launch.ts';
import { expectGoodLooksInBothThemes } from './support/looks.ts';
import { expect, watchFaults } from './support/workbench.ts';

const viewport = { width: 1180, height: 900 };

test.use({
  viewport,
  timezoneId: 'UTC',
  contextOptions: { reducedMotion: 'reduce' },
});

async function openGallery(page: Page): Promise<void> {
  await goToGallery(page);
  await expect(page.getByRole('heading', { name: 'Gallery' })).toBeVisible();
  await page.evaluate(() => document.fonts.ready);
}

/** Softly, so that one run tells of all that has changed. */
async function expectAsPictured(shown: Locator, name: string): Promise<void> {
  await expect.soft(shown).toHaveScreenshot(`${name}.png`);
}

const notComparable =
  'Pictures not compared: this machine renders plain text and shapes differently from the one they were taken on.';

test('every section matches its picture', async ({ browser, page }) => {
  test.skip(!(await rendersAsPictured(browser)), notComparable);
  await openGallery(page);
  for (const section of await page.locator('section[id]').all())
    await expectAsPictured(section, (await section.getAttribute('id')) ?? '');
});

test('the gallery is accessible, in bundled fonts, and scrolls in one place', async ({ page }) => {
  const faults = watchFaults(page);
  await openGallery(page);

  await test.step('no text depends on system fonts', async () => {
    await expect(page.locator('.cm-foldGutter svg')).not.toHaveCount(0);
    await expectBundledFonts(page, 'the gallery');
  });
  await test.step('it has no blank space at its end', async () => {
    const sections = page.getByRole('navigation', { name: 'Sections' }).getByRole('link');
    await sections.last().click();
    await page.keyboard.press('End');
    await page.mouse.move(400, 400);
    await page.mouse.wheel(0, 100_000);
    await expect(page.getByRole('main').first().locator('> *').last()).toBeInViewport();
    const document = await page.evaluate(() => {
      const { scrollHeight, clientHeight, scrollTop } = window.document.documentElement;
      return { scrollHeight, clientHeight, scrollTop };
    });
    expect(document).toMatchObject({ scrollHeight: document.clientHeight, scrollTop: 0 });
  });
  await test.step('it is accessible', async () => {
    await expectGoodLooksInBothThemes(page, 'the gallery');
    expect(faults).toEqual([]);
  });
});

test('a plot is redrawn in its font when the font arrives late', async ({ page }) => {
  const arrive = Promise.withResolvers<void>();
  await page.route('**/inter-latin-wght*', async (route) => {
    await arrive.promise;
    await route.fallback();
  });
  await goToGallery(page);
  const plot = page.locator('#time-plot canvas').first();
  const pixels = () => plot.evaluate((canvas) => (canvas as HTMLCanvasElement).toDataURL());
  const before = await pixels();
  arrive.resolve();
  await expect.poll(pixels).not.toBe(before);
});

for (const colorScheme of ['light', 'dark'] as const)
  test.describe(colorScheme, () => {
    test.use({ colorScheme });

    test('layers over the page match their pictures', async ({ browser, page }) => {
      test.skip(!(await rendersAsPictured(browser)), notComparable);
      await openGallery(page);
      const layers = page.getByRole('region', { name: 'Layers' });
      const click = (name: string) =>
        layers.getByRole('button', { name, exact: true }).first().click();
      await click('Menu');
      await page.keyboard.press('ArrowDown');
      await expectAsPictured(page.getByRole('menu'), `menu-${colorScheme}`);
      await page.keyboard.press('Escape');
      await click('Popover');
      await expectAsPictured(page.getByRole('dialog'), `popover-${colorScheme}`);
      await page.keyboard.press('Escape');
      await click('Dialog');
      await expectAsPictured(page.getByRole('dialog'), `dialog-${colorScheme}`);
      await page.keyboard.press('Escape');
      await page.getByRole('combobox', { name: 'Signature' }).first().click();
      const choices = page.getByRole('listbox').filter({ hasText: 'No header' });
      await expectAsPictured(choices, `select-${colorScheme}`);
      await page.keyboard.press('Escape');
      await layers.getByRole('button', { name: 'Tooltip' }).first().hover();
      const tooltip = page.getByText('A hint', { exact: true }).locator('..');
      await expectAsPictured(tooltip, `tooltip-${colorScheme}`);
      await click('Toasts');
      const toasts = page.getByRole('region', { name: 'Notifications' });
      await expectAsPictured(toasts, `toasts-${colorScheme}`);
    });
  });
