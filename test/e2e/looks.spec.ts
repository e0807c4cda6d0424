/** Every screen, empty and full, light and dark, wide and narrow: accessible, whole, without errors. */

import type { Page } from '@playwright/test';
import { expectBundledFonts } from './support/fonts.ts';
import { test } from './support/launch.ts';
import { expectGoodLooks, expectGoodLooksInBothThemes, expectRoom } from './support/looks.ts';
import { emptyScreens, fullScreens, type Screen } from './support/screens.ts';
import { enter, expect, goTo, watchFaults } from './support/workbench.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

type Look = (page: Page, screen: string) => Promise<void>;

async function visit(
  page: Page,
  screens: readonly Screen[],
  { width, height, look }: Walk,
): Promise<void> {
  expect(screens).not.toEqual([]);
  for (const { name, place, heading, act } of screens) {
    await page.setViewportSize({ width, height });
    await goTo(page, place);
    await expect(page.getByRole('heading', { name: heading }).first()).toBeVisible();
    await act?.(page);
    await look(page, name);
    // Closes what the act has opened, from the inside out.
    await expect(async () => {
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toBeHidden({ timeout: 1_000 });
    }).toPass();
  }
}

async function expectStillness(page: Page, screen: string): Promise<void> {
  const moving = await page.evaluate(() =>
    document
      .getAnimations()
      .filter((animation) => Number(animation.effect?.getComputedTiming().duration) > 1)
      .map((animation) => (animation instanceof CSSAnimation ? animation.animationName : '?'))
      // What is being sent breathes in place: a mark that stood still would say nothing.
      .filter((name) => name !== 'breathe'),
  );
  expect.soft(moving, screen).toEqual([]);
}

/** A screen is opened at the first size and then looked at in all of them. */
interface Walk {
  readonly width: number;
  readonly height: number;
  readonly look: Look;
}

/** At the usual size also: bundled fonts, and no motion for those who want less of it. */
const wide: Walk = {
  width: 1280,
  height: 800,
  look: async (page, screen) => {
    await expectStillness(page, screen);
    await expectBundledFonts(page, screen);
    await expectGoodLooksInBothThemes(page, screen);
    await page.setViewportSize({ width: 1600, height: 1000 });
    await expectRoom(page, `${screen}, 1600x1000`);
  },
};

/** The smallest window, and one of 1440x900 at 200 %. Colors don't depend on the size. */
const narrow: Walk = {
  width: 900,
  height: 600,
  look: async (page, screen) => {
    await expectGoodLooks(page, screen, 'left out');
    await page.setViewportSize({ width: 720, height: 450 });
    await expectRoom(page, `${screen}, 720x450`);
  },
};

const isInDeliveries = ({ place }: Screen): boolean => place.startsWith('#/deliveries');

for (const [title, walk] of Object.entries({ wide, narrow }))
  test.describe(title, () => {
    test('every empty screen', async ({ page, emptyHost }) => {
      const faults = watchFaults(page);
      await enter(page, emptyHost);
      await visit(page, emptyScreens, walk);
      expect(faults).toEqual([]);
    });

    // Two walks, so that two workers take about as long.
    for (const [part, isHere] of [
      ['in Deliveries', isInDeliveries],
      ['elsewhere', (screen: Screen) => !isInDeliveries(screen)],
    ] as const)
      test(`every full screen ${part}`, async ({ page, fullHost }) => {
        const faults = watchFaults(page);
        await enter(page, fullHost);
        await visit(page, fullScreens(fullHost).filter(isHere), walk);
        expect(faults).toEqual([]);
      });
  });

test('the page without access', async ({ page, emptyHost }) => {
  await page.goto(new URL('/', emptyHost.interfaceUrl).href);
  await expect(page.getByRole('textbox', { name: 'Access token' })).toBeVisible();
  await wide.look(page, 'no access');
  await page.setViewportSize(narrow);
  await narrow.look(page, 'no access');
});
