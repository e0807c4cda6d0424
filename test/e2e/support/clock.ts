/** The clock in the strip, its banner, and what the core says of it. */
import type { Locator, Page } from '@playwright/test';
import type { ClockState } from '#shared/schemas/clock.ts';
import type { Host } from './start-host.ts';

export const stripClock = (page: Page): Locator => page.getByRole('region', { name: 'Clock' });
export const banner = (page: Page): Locator => page.getByRole('region', { name: 'Not real time' });

export function clockOf(host: Host): Promise<ClockState> {
  return host.api('GET', '/clock') as Promise<ClockState>;
}

/** The time in the strip, in seconds of the day. */
export async function shownSeconds(page: Page): Promise<number> {
  const text = (await stripClock(page).locator('time').textContent()) ?? '';
  const [hours = 0, minutes = 0, seconds = 0] = text.split(':').map(Number);
  return hours * 3_600 + minutes * 60 + seconds;
}

/** How far the strip's time goes on in a second and a half; over midnight, too. */
export async function shownPace(page: Page): Promise<number> {
  const before = await shownSeconds(page);
  await page.waitForTimeout(1_500);
  return ((await shownSeconds(page)) - before + 86_400) % 86_400;
}
