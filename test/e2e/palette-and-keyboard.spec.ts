/** The palette, the sheet of shortcuts, and the keys that lead from place to place. */

import type { Page } from '@playwright/test';
import { patient } from './support/lasting-states.ts';
import { addSource, connect, deliveriesOf, track } from './support/seed.ts';
import { enter, expect, goTo, openNewest, openPalette, test } from './support/workbench.ts';

const palette = (page: Page) => page.getByRole('dialog', { name: 'Command palette' });
const heading = (page: Page, name: string) =>
  page.getByRole('main').getByRole('heading', { name, exact: true }).first();

/** Holds the code of the palette. Returns how it is released. */
async function holdPalette(page: Page): Promise<() => void> {
  const held = Promise.withResolvers<void>();
  await page.route(/palette-body/, async (route) => {
    await held.promise;
    await route.continue();
  });
  return held.resolve;
}

test('runs what is typed and entered before the palette has loaded', async ({ page, host }) => {
  const release = await holdPalette(page);
  await enter(page, host);
  await page.keyboard.press('Control+k');
  await page.keyboard.type('go to settings');
  await page.keyboard.press('Enter');
  release();
  await expect(page).toHaveURL(/#\/settings/);
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('opens every page with g and a letter and from the rail, and goes back with the browser', async ({
  page,
  host,
}) => {
  await test.step('keys', async () => {
    await addSource(host);
    await enter(page, host, '#/settings');
    const places: readonly [string, string][] = [
      ['c', 'Connections'],
      ['a', 'Audiences'],
      [',', 'Settings'],
    ];
    for (const [key, title] of places) {
      await page.keyboard.press('g');
      await page.keyboard.press(key);
      await expect(heading(page, title)).toBeVisible();
      // A place may put the focus into a field, where letters are for typing.
      await page.getByRole('link', { name: 'Deliveries' }).focus();
    }
    await page.keyboard.press('g');
    await page.keyboard.press('d');
    await expect(page.getByRole('heading', { name: 'Deliveries', level: 1 })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Deliveries' })).toHaveAttribute(
      'aria-current',
      'page',
    );
  });
  await test.step('rail and back', async () => {
    const rail = page.getByRole('navigation', { name: 'Pages' });
    for (const name of ['Connections', 'Audiences', 'Settings']) {
      await rail.getByRole('link', { name }).click();
      await expect(rail.getByRole('link', { name })).toHaveAttribute('aria-current', 'page');
    }
    await page.goBack();
    await expect(rail.getByRole('link', { name: 'Audiences' })).toHaveAttribute(
      'aria-current',
      'page',
    );
  });
});

test('ignores shortcuts while typing in a field, and offers a skip link as the first tab stop', async ({
  page,
  host,
}) => {
  await test.step('typing', async () => {
    await enter(page, host, '#/connections/destinations/new');
    const name = page.getByRole('textbox', { name: 'Name', exact: true });
    await name.focus();
    await page.keyboard.type('gs x?nj');
    await expect(name).toHaveValue('gs x?nj');
    await expect(heading(page, 'New destination')).toBeVisible();
  });
  await test.step('skip link', async () => {
    await goTo(page, '#/connections');
    await expect(heading(page, 'No connections yet')).toBeVisible();
    await page.getByRole('banner').getByRole('button').first().focus();
    await page.keyboard.press('Shift+Tab');
    await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('main')).toBeFocused();
    await expect(heading(page, 'No connections yet')).toBeVisible();
  });
});

test('runs a command and finds destinations, sources and deliveries from the palette', async ({
  page,
  host,
  target,
}) => {
  target.respond(503);
  const { source } = await connect(host, target.url, { retry: patient });
  await track(host, source, 'Order Completed');
  await target.received(1);
  await test.step('command, with the focus returned', async () => {
    await openNewest(page, host);
    await openPalette(page);
    await page.keyboard.type('retry delivery');
    await expect(palette(page).getByRole('option').first()).toContainText('Retry delivery');
    await page.keyboard.press('Enter');
    await expect(palette(page)).toBeHidden();
    await target.received(2);
    await expect(page.getByRole('listbox', { name: 'Deliveries' })).toBeFocused();
  });
  await test.step('names and numbers', async () => {
    const [delivery] = await deliveriesOf(host);
    const go = async (typed: string) => {
      await openPalette(page);
      await page.keyboard.type(typed);
      await page.keyboard.press('Enter');
      await expect(palette(page)).toBeHidden();
    };
    await go('staging hooks');
    await expect(heading(page, 'Staging hooks')).toBeVisible();
    await go('shop');
    await expect(heading(page, 'Shop')).toBeVisible();
    await go(String(delivery?.id));
    await expect(page.getByRole('article', { name: 'Order Completed' })).toBeVisible();
  });
});

test('the palette starts empty, also if it is opened again while it closes', async ({
  page,
  emptyHost,
}) => {
  await enter(page, emptyHost);
  await openPalette(page);
  const search = palette(page).getByRole('combobox');
  await search.fill('theme');
  await page.evaluate(async () => {
    const press = () =>
      document.activeElement?.dispatchEvent(
        new KeyboardEvent('keydown', { key: 'k', code: 'KeyK', ctrlKey: true, bubbles: true }),
      );
    press();
    await new Promise(requestAnimationFrame);
    press();
  });
  await expect(search).toBeFocused();
  await expect(search).toHaveValue('');
});

test('navigates the palette, changes the theme and opens subpages from it', async ({
  page,
  host,
}) => {
  await test.step('arrows, Escape and no results', async () => {
    await enter(page, host);
    await page.getByRole('button', { name: 'Search or run a command' }).click();
    const options = palette(page).getByRole('option');
    await expect(options.first()).toHaveAttribute('data-highlighted');
    await page.keyboard.press('ArrowDown');
    await expect(options.nth(1)).toHaveAttribute('data-highlighted');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowUp');
    await expect(options.last()).toHaveAttribute('data-highlighted');
    await page.keyboard.type('nothing has such a name');
    await expect(palette(page).getByRole('status')).toContainText('No results');
    await page.keyboard.press('Escape');
    await expect(palette(page)).toBeHidden();
  });
  await test.step('theme, with the pointer', async () => {
    await page.keyboard.press('ControlOrMeta+k');
    await palette(page).getByRole('option', { name: 'Use dark theme' }).click();
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  });
  await test.step('subpages from anywhere', async () => {
    for (const [typed, heading] of [
      ['rejected', 'No rejected messages'],
      ['settings data', 'Data'],
      ['new mock endpoint', 'New mock endpoint'],
      ['deletion requests', 'New deletion request'],
      ['certify', 'Certify receiver'],
    ] as const) {
      await page.keyboard.press('ControlOrMeta+k');
      await page.getByRole('combobox', { name: 'Search' }).fill(typed);
      await page.keyboard.press('Enter');
      await expect(palette(page)).toBeHidden();
      await expect(page.getByText(heading, { exact: true }).first()).toBeVisible();
    }
    await openPalette(page);
    await page.keyboard.type('copy ingestion');
    await page.keyboard.press('Enter');
    await expect(page.getByText('Copied ingestion endpoint')).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(host.ingestUrl);
  });
});

test('what is typed before the palette has loaded is searched, and runs no shortcut', async ({
  page,
  host,
}) => {
  const release = await holdPalette(page);
  await enter(page, host);
  await page.keyboard.press('ControlOrMeta+k');
  // p pauses the clock, ? shows the shortcuts.
  await page.keyboard.type('pn?');
  release();
  await expect(palette(page).getByRole('combobox', { name: 'Search' })).toHaveValue('pn?');
  expect(await host.api('GET', '/clock')).toMatchObject({ mode: 'real' });
  await page.keyboard.type('x');
  await expect(palette(page).getByRole('combobox', { name: 'Search' })).toHaveValue('pn?x');
});

test('turns off the shortcuts of single letters, and their hints', async ({ page, host }) => {
  const { destination } = await connect(host, 'http://127.0.0.1:9/hook');
  const toggle = page.getByRole('switch', { name: 'Single-letter shortcuts' });
  const rail = page.getByRole('navigation', { name: 'Pages' });
  const audiences = rail.getByRole('link', { name: 'Audiences' });
  await enter(page, host, '#/settings/shortcuts');
  await expect(audiences).toHaveAttribute('aria-keyshortcuts', 'g a');
  await toggle.click();
  await expect(audiences).not.toHaveAttribute('aria-keyshortcuts');
  await test.step('keys do nothing', async () => {
    await goTo(page, `#/connections/destinations/${destination.id}`);
    await expect(heading(page, 'Connections')).toBeVisible();
    for (const key of ['n', 'j', '?', 'g', 'a']) await page.keyboard.press(key);
    await expect(page.getByRole('dialog').or(page.getByRole('menu'))).toHaveCount(0);
    await expect(page).toHaveURL(new RegExp(`${destination.id}$`));
    await expect(page.getByText('all keys')).toHaveCount(0);
  });
  await test.step('the others work, and the sheet says so', async () => {
    await openPalette(page);
    await expect(palette(page).locator('kbd').filter({ hasText: /^g a$/ })).toHaveCount(0);
    await page.keyboard.type('show keyboard shortcuts');
    await page.keyboard.press('Enter');
    const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await expect(sheet).toContainText('Single-letter shortcuts are off.');
    await expect(sheet).not.toContainText('Go to Audiences');
    await expect(sheet).toContainText('Open command palette');
    await sheet.getByRole('button', { name: 'Turn them on in Settings' }).click();
    await toggle.click();
    await page.keyboard.press('?');
    await expect(sheet).toContainText('Go to Audiences');
  });
});

test('lists only the shortcuts that work on the page with ?, each key once', async ({
  page,
  host,
  target,
}) => {
  target.respond(503);
  const { source } = await connect(host, target.url, { retry: patient });
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await test.step('shortcuts of the page', async () => {
    // Without a message, Deliveries would have the focus in a field.
    await track(host, source, 'First');
    await target.received(1);
    await enter(page, host, '#/connections');
    await expect(heading(page, 'Connections')).toBeVisible();
    await page.keyboard.press('?');
    await expect(sheet).toContainText('Add to connections');
    await expect(sheet).toContainText('Go to Audiences');
    await page.keyboard.press('Escape');
    await expect(sheet).toBeHidden();
    await page.keyboard.press('g');
    await page.keyboard.press('d');
    await expect(page.getByRole('heading', { name: 'Deliveries', level: 1 })).toBeVisible();
    await page.keyboard.press('?');
    await expect(sheet).toContainText('Filter deliveries');
    await expect(sheet.getByRole('region')).toHaveText([
      /^Keyboard shortcuts.*All pages/,
      ...[/^List/, /^Bulk actions/, /^Activity/, /^On a plot/],
      ...[/^Go/, /^View/, /^Clock/, /^Help/],
    ]);
    await expect(sheet).not.toContainText('Add to connections');
    await page.keyboard.press('Escape');
    await expect(sheet).toBeHidden();
  });
  await test.step('each key of Deliveries once', async () => {
    await track(host, source, 'Order Completed');
    await page.getByRole('option', { name: /Order Completed/ }).click();
    await expect(page.getByRole('button', { name: /Attempt 1, .*: 503/ })).toBeVisible();
    // With two attempts and one to come it offers all that it can.
    await page.keyboard.press('r');
    await target.received(3);
    await expect(page.getByRole('button', { name: /Attempt 2, .*: 503 in/ })).toBeVisible();
    await page.keyboard.press('?');
    await expect(sheet).toContainText('Compare with previous attempt');
    // What a widget does with a key while it has the focus is its own.
    const keys = await sheet
      .locator('section:not([aria-label^="On "]) > dl')
      .getByRole('definition')
      .evaluateAll((cells) =>
        cells.flatMap((cell) =>
          [...cell.children].map((shortcut) =>
            // A key shown as an icon has its name as title.
            [...shortcut.children]
              .map((cap) => cap.getAttribute('title') ?? cap.textContent)
              .join('+'),
          ),
        ),
      );
    expect(keys.length).toBeGreaterThan(30);
    // Escape leaves what is innermost.
    const once = keys.filter((key) => key !== 'Esc');
    expect(once.filter((key, index) => once.indexOf(key) !== index)).toEqual([]);
  });
});

test('lists recent commands after those of the page', async ({ page, host }) => {
  await addSource(host, 'Website');
  await enter(page, host, '#/settings/appearance');
  await page.keyboard.press('ControlOrMeta+k');
  await palette(page).getByRole('combobox').pressSequentially('wbsite');
  // Sources are loaded when the palette opens.
  await expect(palette(page).getByRole('option', { name: 'Website' })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(heading(page, 'Website')).toBeVisible();
  await page.reload();
  // Before the page is rendered, there is no command to run.
  await expect(heading(page, 'Website')).toBeVisible();
  await page.keyboard.press('ControlOrMeta+k');
  const recent = palette(page).getByRole('group', { name: 'Recent' });
  await expect(recent.getByRole('option')).toHaveText(['Website']);
});
