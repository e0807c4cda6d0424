/** Moves as someone does who has no pointer. */
import type { Locator, Page } from '@playwright/test';

/** More stops than this on the way to anything would be no way. */
const maxStops = 80;

/** Presses Tab, or Shift+Tab, until the control has the focus. */
export async function tabTo(
  page: Page,
  control: Locator,
  key: 'Tab' | 'Shift+Tab' = 'Tab',
): Promise<void> {
  for (let stop = 0; stop < maxStops; stop += 1) {
    await page.keyboard.press(key);
    if (await control.evaluate((element) => element === document.activeElement)) return;
  }
  throw new Error(`${control} was not reached within ${maxStops} stops.`);
}

/** Tabs to a control and presses Enter on it. */
export async function press(page: Page, control: Locator): Promise<void> {
  await tabTo(page, control);
  await page.keyboard.press('Enter');
}
