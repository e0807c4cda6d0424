/** The clock in the top bar, its popover, and what the core says of it. */
import { expect, type Locator, type Page } from '@playwright/test';
import type { ClockState } from '#shared/clock/clock.ts';
import type { Host } from './start-host.ts';

export const topBarClock = (page: Page): Locator => page.getByRole('region', { name: 'Clock' });
export const clockPopover = (page: Page): Locator =>
  page.getByRole('dialog', { name: 'Virtual clock' });

/** The button that names how the clock runs, such as `Paused` or `× 60`. */
export const clockAt = (page: Page, course: string): Locator =>
  topBarClock(page).getByRole('button', { name: `Clock: ${course}`, exact: true });

export async function backToRealTime(page: Page): Promise<void> {
  await topBarClock(page)
    .getByRole('button', { name: /^Clock: / })
    .click();
  await clockPopover(page).getByRole('button', { name: 'Back to real time' }).click();
}

export function clockOf(host: Host): Promise<ClockState> {
  return host.api('GET', '/clock') as Promise<ClockState>;
}

/** Finishes all deliveries, skipping from attempt to attempt. */
export async function fastForward(host: Host): Promise<void> {
  const response = await fetch(`${host.apiUrl}/clock/fast-forward/finished`, {
    method: 'POST',
    headers: { authorization: `Bearer ${host.token}`, 'content-type': 'application/json' },
    body: '{}',
  });
  await response.text();
}

/** The time in the top bar, in seconds of the day. */
async function shownSeconds(page: Page): Promise<number> {
  const text = (await topBarClock(page).locator('time').textContent()) ?? '';
  const [hours = 0, minutes = 0, seconds = 0] = text.split(':').map(Number);
  return hours * 3_600 + minutes * 60 + seconds;
}

const secondsOfDay = 86_400;

/** The time in the top bar goes on by more than that many seconds before a test's patience ends. */
export async function expectPace(page: Page, seconds: number): Promise<void> {
  const before = await shownSeconds(page);
  await expect
    .poll(async () => ((await shownSeconds(page)) - before + secondsOfDay) % secondsOfDay)
    .toBeGreaterThan(seconds);
}

/** The time in the top bar is the same after a minute of the page's; it needs `page.clock` installed. */
export async function expectStandstill(page: Page): Promise<void> {
  const before = await shownSeconds(page);
  await page.clock.runFor(60_000);
  expect(await shownSeconds(page)).toBe(before);
}
