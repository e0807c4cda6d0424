/** Escape closes what is open, and the very next key is for what was behind it. */
import type { Locator, Page } from '@playwright/test';
import { clockAt } from './support/clock.ts';
import { connect, trackMany } from './support/seed.ts';
import { enter, expect, test } from './support/workbench.ts';

/** Fades for so long that every key pressed meanwhile would be lost in it. */
async function fadeSlowly(page: Page): Promise<void> {
  await page.addStyleTag({ content: ':root { --motion-fast: 2s !important }' });
}

const dialog = (page: Page, name: string): Locator => page.getByRole('dialog', { name });

test('accepts shortcuts right after a popover closes', async ({ page, host }) => {
  await host.api('PUT', '/clock', { mode: 'paused' });
  await enter(page, host, '#/settings');
  await expect(clockAt(page, 'Paused')).toBeVisible();
  await fadeSlowly(page);
  await page.keyboard.press('t');
  await expect(dialog(page, 'Virtual clock')).toBeVisible();
  await expect(dialog(page, 'Virtual clock').locator(':focus')).toHaveCount(1);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Shift+T');
  await expect(clockAt(page, 'Real time')).toBeVisible();
  await page.keyboard.press('g');
  await page.keyboard.press('c');
  await expect(page.getByRole('heading', { name: 'Connections', level: 1 })).toBeVisible();
});

test('moves to the next row after a dialog or menu closes', async ({ page, host, target }) => {
  const { source } = await connect(host, target.url);
  await trackMany(host, source, 3);
  await enter(page, host);
  const rows = page.getByRole('listbox', { name: 'Deliveries' }).getByRole('option');
  await expect(rows).toHaveCount(3);
  await fadeSlowly(page);
  await page.keyboard.press('j');
  await expect(rows.nth(0)).toHaveAttribute('aria-selected', 'true');

  await page.keyboard.press('?');
  await expect(dialog(page, 'Keyboard shortcuts').locator(':focus')).toHaveCount(1);
  await page.keyboard.press('Escape');
  await page.keyboard.press('ArrowDown');
  await expect(rows.nth(1)).toHaveAttribute('aria-selected', 'true');

  await page.keyboard.press('ControlOrMeta+k');
  await expect(page.getByRole('combobox', { name: 'Search' })).toBeFocused();
  await page.keyboard.press('Escape');
  await page.keyboard.press('j');
  await expect(rows.nth(2)).toHaveAttribute('aria-selected', 'true');

  const more = page.getByRole('button', { name: 'List actions' });
  await more.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menu').locator(':focus')).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(more).toBeFocused();
  await page.keyboard.press('k');
  await expect(rows.nth(1)).toHaveAttribute('aria-selected', 'true');
});

test('returns focus immediately when a select closes', async ({ page, host, target }) => {
  target.respond(503, 200);
  const { source } = await connect(host, target.url, {
    retry: { baseMs: 100, capMs: 100, jitter: 0, windowMs: 60_000 },
  });
  await trackMany(host, source, 1);
  await enter(page, host);
  await expect(page.getByRole('option', { name: /^delivered/ })).toBeVisible();
  await fadeSlowly(page);
  await page.keyboard.press('j');
  await expect(page.getByRole('region', { name: 'Response', exact: true })).toBeVisible();
  await page.keyboard.press('d');
  const choice = page.getByRole('combobox', { name: 'Attempt on the first side' });
  await choice.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('option', { name: /Attempt 1 to/ })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(choice).toBeFocused();
});
