/** Every screen, empty and full, light and dark, wide and narrow: accessible, whole, without errors. */

import type { Page } from '@playwright/test';
import { expectBundledFonts } from './support/fonts.ts';
import { test } from './support/launch.ts';
import { expectGoodLooks, expectReadable, expectRoom } from './support/looks.ts';
import { emptyScreens, fullScreens, type Screen } from './support/screens.ts';
import { enter, expect, goTo, watchFaults } from './support/workbench.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

// Half a minute on an idle machine. These tests don't measure time.
type Look = (page: Page, screen: string) => Promise<void>;

async function visit(page: Page, screens: readonly Screen[], look: Look): Promise<void> {
  expect(screens).not.toEqual([]);
  for (const { name, place, heading, act } of screens) {
    await goTo(page, place);
    await expect(page.getByRole('heading', { name: heading }).first()).toBeVisible();
    await act?.(page);
    await look(page, name);
    // Closes what the act has opened.
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
  }
}

/** Light first, then dark, in which everything but the colors is the same. */
async function inBothThemes(page: Page, screen: string): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light' });
  await expectGoodLooks(page, `${screen}, light`);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectReadable(page, `${screen}, dark`);
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

/** At the usual size also: bundled fonts, and no motion for those who want less of it. */
async function atUsualSize(page: Page, screen: string): Promise<void> {
  await expectStillness(page, screen);
  await expectBundledFonts(page, screen);
  await inBothThemes(page, screen);
}

const roomAndFonts: Look = async (page, screen) => {
  await expectRoom(page, screen);
  await expectBundledFonts(page, screen);
};

/** Two walks, so that two workers take about as long. */
const halves = ['in the inspector', 'elsewhere'] as const;

interface Size {
  readonly width: number;
  readonly height: number;
  readonly scale?: number;
  readonly empty: Look;
  readonly full: Look;
}

const sizes: Readonly<Record<string, Size>> = {
  '1280x800': { width: 1280, height: 800, empty: inBothThemes, full: atUsualSize },
  '900x600': { width: 900, height: 600, empty: inBothThemes, full: inBothThemes },
  '1600x1000': { width: 1600, height: 1000, empty: inBothThemes, full: inBothThemes },
  '1440x900 at 200 %': {
    width: 720,
    height: 450,
    scale: 2,
    empty: roomAndFonts,
    full: expectRoom,
  },
};

for (const [title, { width, height, scale = 1, empty, full }] of Object.entries(sizes))
  test.describe(title, () => {
    test.use({ viewport: { width, height }, deviceScaleFactor: scale });

    test('every empty screen', async ({ page, emptyHost }) => {
      const faults = watchFaults(page);
      await enter(page, emptyHost);
      await visit(page, emptyScreens, empty);
      expect(faults).toEqual([]);
    });

    for (const half of halves)
      test(`every full screen ${half}`, async ({ page, fullHost }) => {
        const faults = watchFaults(page);
        await enter(page, fullHost);
        const isHere = ({ place }: Screen) =>
          place.startsWith('#/inspector') === (half === 'in the inspector');
        await visit(page, fullScreens(fullHost).filter(isHere), full);
        expect(faults).toEqual([]);
      });
  });

test('the page without access', async ({ page, emptyHost }) => {
  await page.goto(new URL('/', emptyHost.interfaceUrl).href);
  await expect(page.getByRole('textbox', { name: 'Access token' })).toBeVisible();
  for (const { width, height } of Object.values(sizes)) {
    await page.setViewportSize({ width, height });
    await inBothThemes(page, `no access, ${width}x${height}`);
  }
});
