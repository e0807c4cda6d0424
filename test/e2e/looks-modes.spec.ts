/** The looks that people choose in their system or browser: zoom, high contrast, less motion. */
import type { Page } from '@playwright/test';
import { expectBundledFonts } from './support/fonts.ts';
import { expectRoom } from './support/looks.ts';
import { emptyScreens, fullScreens, type Screen } from './support/screens.ts';
import { test } from './support/shared-hosts.ts';
import { enter, expect, goTo, watchFaults } from './support/workbench.ts';

test.use({ trace: 'off' });

async function visit(
  page: Page,
  screens: readonly Screen[],
  look: (screen: string) => Promise<void>,
): Promise<void> {
  for (const { name, place, heading, act } of screens) {
    await goTo(page, place);
    await expect(page.getByRole('heading', { name: heading }).first()).toBeVisible();
    await act?.(page);
    await look(name);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
  }
}

test.describe('at 200 % of a window of 1440x900', () => {
  test.use({
    viewport: { width: 720, height: 450 },
    deviceScaleFactor: 2,
    contextOptions: { reducedMotion: 'reduce' },
  });

  test('every empty screen fits, with text in bundled fonts', async ({ page, emptyHost }) => {
    await enter(page, emptyHost);
    await visit(page, emptyScreens, async (screen) => {
      await expectRoom(page, screen);
      await expectBundledFonts(page, screen);
    });
  });

  test('every full screen has room', async ({ page, fullHost }) => {
    test.slow();
    const faults = watchFaults(page);
    await enter(page, fullHost);
    await visit(page, fullScreens(fullHost), (screen) => expectRoom(page, screen));
    expect(faults).toEqual([]);
  });
});

for (const colorScheme of ['light', 'dark'] as const)
  test.describe(`in the colours of the system, ${colorScheme}`, () => {
    test.use({ colorScheme, contextOptions: { forcedColors: 'active' } });

    test('states are told by shapes that stand out from the ground', async ({ page, fullHost }) => {
      await enter(page, fullHost);
      const marks = page.getByRole('listbox', { name: 'Deliveries' }).locator('svg');
      await expect(marks.first()).toBeVisible();
      const seen = await marks.evaluateAll((all) =>
        all.map((mark) => {
          const ground = getComputedStyle(document.body).backgroundColor;
          return { stands: getComputedStyle(mark).color !== ground, shape: mark.innerHTML };
        }),
      );
      expect(seen.every(({ stands }) => stands)).toBe(true);
      expect(new Set(seen.map(({ shape }) => shape)).size).toBeGreaterThan(3);
    });

    test('a line tells the panes apart, and a thumb where a switch stands', async ({
      page,
      fullHost,
    }) => {
      await enter(page, fullHost, '#/destinations');
      const thumb = page.getByRole('switch').first().locator('*').first();
      for (const one of [page.getByRole('separator').first(), thumb]) {
        await expect(one).toBeVisible();
        const stands = await one.evaluate(
          (element) =>
            getComputedStyle(element).backgroundColor !==
            getComputedStyle(document.body).backgroundColor,
        );
        expect(stands).toBe(true);
      }
    });

    test('what is chosen has an outline', async ({ page, fullHost }) => {
      await enter(page, fullHost);
      await expect(page.getByRole('option').first()).toBeVisible();
      await page.keyboard.press('j');
      const chosen = [
        page.getByRole('option', { selected: true }).first(),
        page.getByRole('tab', { selected: true }).first(),
        page.getByRole('link', { name: 'Inspector' }),
      ];
      for (const one of chosen) await expect(one).toHaveCSS('outline-style', 'solid');
    });
  });

test.describe('with less motion', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } });

  test('no screen has motion, and all text is in bundled fonts', async ({ page, fullHost }) => {
    test.slow();
    await enter(page, fullHost);
    await visit(page, fullScreens(fullHost), async (screen) => {
      const moving = await page.evaluate(() =>
        document
          .getAnimations()
          .filter((animation) => Number(animation.effect?.getComputedTiming().duration) > 1)
          .map((animation) => (animation instanceof CSSAnimation ? animation.animationName : '?'))
          // What is being sent breathes in place: a mark that stood still would say nothing.
          .filter((name) => name !== 'breathe'),
      );
      expect.soft(moving, screen).toEqual([]);
      await expectBundledFonts(page, screen);
    });
  });
});

test('who asks for more contrast gets it', async ({ browser, emptyHost }) => {
  const quiet = async (contrast: 'more' | 'no-preference'): Promise<string> => {
    const context = await browser.newContext({ contrast });
    const page = await context.newPage();
    await page.goto(new URL('/gallery', emptyHost.interfaceUrl).href);
    const colour = page.getByText('primary: hover').first();
    const found = await colour.evaluate((element) => getComputedStyle(element).color);
    await context.close();
    return found;
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
