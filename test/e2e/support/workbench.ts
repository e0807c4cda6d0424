/** What the specs of the interface work with: a page that is let in, and watched for errors. */
import { expect, type Locator, type Page } from '@playwright/test';
import { heldDelays, holdTimers } from './held-timers.ts';
import { test as base } from './launch.ts';
import type { Host } from './start-host.ts';

export { expect };

interface Fixtures {
  /** Errors on the console that belong to what a spec does, such as a connection that it cuts. */
  expectedFaults: RegExp | null;
  /** Nothing may reach the console as an error, and with it no violation of the content policy. */
  noFaults: undefined;
}

export const test = base.extend<Fixtures>({
  permissions: ['clipboard-read', 'clipboard-write'],
  page: async ({ page }, use) => {
    await page.addInitScript(holdTimers, heldDelays);
    await use(page);
  },
  expectedFaults: [null, { option: true }],
  noFaults: [
    // Named so that the page is looked at before its host stops.
    async ({ page, host: _, expectedFaults }, use) => {
      const faults = watchFaults(page);
      await use(undefined);
      expect(faults.filter((fault) => !expectedFaults?.test(fault))).toEqual([]);
    },
    { auto: true },
  ],
});

/** For `expectedFaults` where the host goes away: the page may be loading code or data just then. */
export const hostIsAway = /WebSocket|Failed to load resource: (net::ERR_|.*\b503\b)/;

/** Errors of the page from now on, as they happen, with the address of what they are about. */
export function watchFaults(page: Page): readonly string[] {
  const faults: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(`${message.text()} ${message.location().url}`);
  });
  page.on('pageerror', (error) => faults.push(error.message));
  return faults;
}

/** Opens the interface at an address such as `#/connections`, and waits until it is connected. */
export async function enter(page: Page, host: Host, place = '#/deliveries'): Promise<void> {
  await page.goto(`${host.interfaceUrl}${place}`);
  await expect(ingestionStatus(page, host)).toBeVisible();
}

/** A list of Deliveries, by its chip: "Failing 3". */
export const chip = (page: Page, name: string): Locator =>
  page
    .getByRole('navigation', { name: 'Lists' })
    .getByRole('link', { name: new RegExp(`^${name} `) });

/** Chooses what the list is grouped by. */
export async function groupBy(page: Page, name: 'Cause' | 'Event' | 'None'): Promise<void> {
  await page.getByRole('combobox', { name: 'Group by' }).click();
  await page.getByRole('option', { name, exact: true }).click();
}

/** The counts of deliveries by state in the top bar. */
export const stateCounts = (page: Page): Locator =>
  page.getByRole('button', { name: /^Deliveries: / });

/** Opens Deliveries and in it the newest delivery, as soon as there is one. */
export async function openNewest(page: Page, host: Host): Promise<Locator> {
  await enter(page, host);
  await expect(page.getByRole('option').first()).toBeVisible();
  await page.keyboard.press('j');
  const detail = page.getByRole('region', { name: 'Delivery' }).getByRole('article');
  await expect(detail).toBeVisible();
  return detail;
}

/** The button that opens a section of a delivery. */
export const section = (page: Page, title: string): Locator =>
  page
    .getByRole('region', { name: 'Delivery', exact: true })
    .getByRole('heading', { name: new RegExp(`^${title}`) })
    .getByRole('button');

/** Opens the menu of a delivery; its items are in the page. */
export const openMore = (detail: Locator): Promise<void> =>
  detail.getByRole('button', { name: 'More actions' }).click();

/** At the foot of the rail. */
export const ingestionStatus = (page: Page, { ingestUrl }: Pick<Host, 'ingestUrl'>): Locator =>
  page.getByRole('button', { name: `:${new URL(ingestUrl).port} Copy ingestion endpoint` });

/** The menu that is open: one that was closed a moment ago may still fade out beside it. */
export const openMenu = (page: Page): Locator => page.locator('[role="menu"][data-open]');

/** Goes to another place without a reload. */
export async function goTo(page: Page, place: string): Promise<void> {
  await page.evaluate((hash) => {
    location.hash = hash;
  }, place);
}

/** Its code may still be loading right after the page. */
export async function openPalette(page: Page): Promise<void> {
  await page.keyboard.press('ControlOrMeta+k');
  await expect(
    page.getByRole('dialog', { name: 'Command palette' }).getByRole('combobox'),
  ).toBeFocused();
}

/** Opens the drawer that verifies signatures. */
export async function openVerify(page: Page): Promise<void> {
  // Keys would go to a field that has the focus.
  await openPalette(page);
  await page.keyboard.type('verify a signature');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Verify a signature' })).toBeVisible();
}

export function copied(page: Page): Promise<string> {
  return page.evaluate(() => navigator.clipboard.readText());
}
