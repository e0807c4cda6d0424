/** Every screen, empty and full, light and dark, wide and narrow: accessible, whole, without errors. */

import type { Page } from '@playwright/test';
import { expectGoodLooks } from './support/looks.ts';
import { emptyScreens, fullScreens, type Screen } from './support/screens.ts';
import { test } from './support/shared-hosts.ts';
import { enter, expect, goTo, watchFaults } from './support/workbench.ts';

// A trace would hold axe itself once for every screen.
test.use({ trace: 'off' });

async function look(page: Page, screens: readonly Screen[]): Promise<void> {
  for (const { name, place, heading, act } of screens) {
    await goTo(page, place);
    await expect(page.getByRole('heading', { name: heading }).first()).toBeVisible();
    await act?.(page);
    await expectGoodLooks(page, name);
    // Closes what the act has opened.
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
  }
}

for (const colorScheme of ['light', 'dark'] as const)
  for (const [size, viewport] of [
    ['1280x800', { width: 1280, height: 800 }],
    ['900x600', { width: 900, height: 600 }],
    ['1600x1000', { width: 1600, height: 1000 }],
  ] as const)
    test.describe(`${colorScheme}, ${size}`, () => {
      test.use({ colorScheme, viewport, contextOptions: { reducedMotion: 'reduce' } });

      test('every empty screen', async ({ page, emptyHost }) => {
        const faults = watchFaults(page);
        await enter(page, emptyHost);
        await look(page, emptyScreens);
        expect(faults).toEqual([]);
      });

      test('the page without access', async ({ page, emptyHost }) => {
        await page.goto(new URL('/', emptyHost.interfaceUrl).href);
        await expect(page.getByRole('textbox', { name: 'Access token' })).toBeVisible();
        await expectGoodLooks(page, 'no access');
      });

      test('every full screen', async ({ page, fullHost }) => {
        test.slow();
        const faults = watchFaults(page);
        await enter(page, fullHost);
        await look(page, fullScreens(fullHost));
        expect(faults).toEqual([]);
      });
    });
