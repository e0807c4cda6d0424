/** Several deliveries selected together: with the pointer, with keys, in every grouping, and what can be done with them. */
import type { Page } from '@playwright/test';
import { patient } from './support/lasting-states.ts';
import { expectGoodLooksInBothThemes } from './support/looks.ts';
import {
  addDestination,
  addSource,
  connect,
  deliveriesOf,
  secret,
  trackMany,
} from './support/seed.ts';
import type { Host } from './support/start-host.ts';
import type { TargetServer } from './support/target-server.ts';
import { enter, expect, groupBy, openMenu, test } from './support/workbench.ts';

const row = (page: Page, event: string) =>
  page.getByRole('option', { name: new RegExp(`${event}\\b`) });
const bar = (page: Page) => page.getByRole('region', { name: 'Selection' });
const selected = (page: Page) => page.locator('[aria-multiselectable] [aria-selected="true"]');
const detail = (page: Page) => page.getByRole('region', { name: 'Delivery', exact: true });
const plan = (page: Page, name: string) => page.getByRole('region', { name });

/** "Event 1" to the newest, which all wait after a 503. */
async function waiting(host: Host, target: TargetServer, count: number): Promise<void> {
  target.respond(...Array.from({ length: count }, () => 503));
  const { source } = await connect(host, target.url, { retry: patient });
  await trackMany(host, source, count);
  await target.received(count);
}

test('selects with the pointer, and acts on exactly these', async ({ page, host, target }) => {
  await waiting(host, target, 6);
  await enter(page, host);
  await row(page, 'Event 6').click();
  await expect(selected(page)).toHaveCount(1);
  await row(page, 'Event 4').click({ modifiers: ['ControlOrMeta'] });
  await expect(selected(page)).toHaveText([/Event 6/, /Event 4/]);
  await expect(detail(page).getByRole('article', { name: 'Event 4' })).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: '2 deliveries selected' })).toHaveCount(
    1,
  );
  // From the last one to here.
  await row(page, 'Event 2').click({ modifiers: ['Shift'] });
  await expect(selected(page)).toHaveText([/Event 4/, /Event 3/, /Event 2/]);
  await row(page, 'Event 3').click({ modifiers: ['ControlOrMeta'] });
  await expect(selected(page)).toHaveText([/Event 4/, /Event 2/]);
  await expect(bar(page)).toContainText('2 selected');
  await expectGoodLooksInBothThemes(page, 'several deliveries selected');

  await bar(page).getByRole('button', { name: 'Retry…' }).click();
  await expect(plan(page, 'Retry 2 deliveries to 1 URL?')).toContainText('2 deliveries selected');
  await page.keyboard.press('Control+Enter');
  await target.received(8);
  await expect(page.getByRole('dialog').getByText('2 deliveries retried')).toBeVisible();
  const events = target.requests.slice(6).map(({ body }) => JSON.parse(body).event);
  expect(events.toSorted()).toEqual(['Event 2', 'Event 4']);
  await expect(bar(page)).toHaveCount(0);
});

test('selects with keys, and clears', async ({ page, host, target }) => {
  await waiting(host, target, 5);
  await enter(page, host);
  await expect(page.getByRole('option').first()).toBeVisible();
  await page.keyboard.press('j');
  await expect(selected(page)).toHaveText([/Event 5/]);
  await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('Shift+ArrowUp');
  await expect(selected(page)).toHaveText([/Event 5/, /Event 4/]);
  // Keys that only move keep the selection.
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await page.keyboard.press('Space');
  await expect(selected(page)).toHaveText([/Event 5/, /Event 4/, /Event 2/]);
  await expect(bar(page)).toContainText('3 selected');
  await page.keyboard.press('Shift+X');
  await expect(plan(page, 'Cancel 3 deliveries?')).toBeFocused();
  await page.keyboard.press('Escape');
  await page.keyboard.press('ControlOrMeta+a');
  await expect(selected(page)).toHaveCount(5);
  expect(await page.evaluate(() => getSelection()?.toString())).toBe('');
  await page.keyboard.press('Escape');
  await expect(selected(page)).toHaveText([/Event 2/]);
  await expect(bar(page)).toHaveCount(0);
  await expect(detail(page).getByRole('article', { name: 'Event 2' })).toBeVisible();
  // In a field, the key selects its text.
  await page.keyboard.press('/');
  await page.keyboard.type('Event');
  await page.keyboard.press('ControlOrMeta+a');
  await expect(selected(page)).toHaveCount(1);
});

test('compares two, and saves a selection as a scenario', async ({ page, host, target }) => {
  const { source } = await connect(host, target.url);
  await trackMany(host, source, 3);
  await expect
    .poll(
      async () => (await deliveriesOf(host)).filter(({ state }) => state === 'delivered').length,
    )
    .toBe(3);
  await enter(page, host);
  await row(page, 'Event 3').click();
  await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('Shift+ArrowDown');
  await expect(bar(page)).toContainText('3 selected');
  await expect(bar(page).getByRole('button', { name: 'Compare' })).toHaveCount(0);
  await page.keyboard.press('Shift+ArrowUp');
  await page.setViewportSize({ width: 900, height: 600 });
  const count = bar(page).getByText('2 selected');
  expect(await count.evaluate((it) => it.scrollWidth <= it.clientWidth)).toBe(true);
  await page.setViewportSize({ width: 1280, height: 800 });
  await bar(page).getByRole('button', { name: 'Compare' }).click();
  await expect(page).toHaveURL(/#\/deliveries\/compare\/2\/3$/);
  await bar(page).getByRole('button', { name: 'More actions' }).click();
  await openMenu(page)
    .getByRole('menuitem', { name: 'Save selection as scenario', exact: true })
    .click();
  await expect(page.getByText(/^Saved 2 deliveries as /)).toBeVisible();
});

test('saves a failure as a scenario that fails until the server is fixed', async ({
  page,
  host,
  target,
}) => {
  target.respond(400);
  const { source } = await connect(host, target.url);
  await trackMany(host, source, 2);
  await expect
    .poll(async () => (await deliveriesOf(host)).filter(({ state }) => state === 'refused').length)
    .toBe(2);
  await enter(page, host);
  await row(page, 'Event 2').click();
  await page.keyboard.press('Shift+ArrowDown');
  await bar(page).getByRole('button', { name: 'More actions' }).click();
  await openMenu(page)
    .getByRole('menuitem', { name: 'Save selection as scenario for your server' })
    .click();
  const scenario = page.getByRole('region', { name: 'Scenario', exact: true });
  const runButton = scenario.getByRole('button', { name: /^Run/ });
  const heading = scenario.getByRole('heading', { name: '2 deliveries to Staging hooks' });
  await page.getByRole('textbox', { name: 'staging_hooks_secret' }).fill(secret);
  await runButton.click();
  await expect(heading).toContainText('failed');
  target.respond(200);
  await runButton.click();
  await expect(heading).toContainText('passed');
  const bodies = target.requests.map(({ body }) => (JSON.parse(body) as { event: string }).event);
  expect(bodies.toSorted()).toEqual(
    ['Event 1', 'Event 2'].flatMap((event) => Array(3).fill(event)),
  );
});

test('stays while rows scroll away, and ends with what is listed', async ({
  page,
  host,
  target,
}) => {
  await waiting(host, target, 80);
  await enter(page, host);
  await expect(page.getByRole('option').first()).toBeVisible();
  await page.keyboard.press('j');
  await page.keyboard.press('Space');
  await page.keyboard.press('End');
  await page.keyboard.press('Space');
  await expect(bar(page)).toContainText('2 selected');
  await page.keyboard.press('Shift+Home');
  await expect(bar(page)).toContainText('80 selected');
  await page.keyboard.press('Shift+R');
  await expect(plan(page, 'Retry 80 deliveries to 1 URL?')).toBeVisible();
  await page
    .getByRole('navigation', { name: 'Lists' })
    .getByRole('link', { name: /^Failing/ })
    .click();
  await expect(bar(page)).toHaveCount(0);
});

test('opens the menu of a row and of the selection with a right click and Shift+F10', async ({
  page,
  host,
  target,
}) => {
  await waiting(host, target, 3);
  await enter(page, host);
  const menu = page.getByRole('menu');
  await row(page, 'Event 2').click({ button: 'right' });
  await expect(detail(page).getByRole('article', { name: 'Event 2' })).toBeVisible();
  await expect(menu.getByRole('menuitem', { name: 'Retry at' })).toBeVisible();
  await menu.getByRole('menuitem', { name: 'Cancel' }).click();
  await expect(detail(page).getByRole('heading', { level: 1 })).toContainText('cancelled');
  await page.keyboard.press('k');
  await page.keyboard.press('Shift+F10');
  await expect(detail(page).getByRole('article', { name: 'Event 3' })).toBeVisible();
  await expect(menu.getByRole('menuitem', { disabled: false }).first()).toBeFocused();
  await expect(menu.getByRole('menuitem', { name: 'Copy as cURL' })).toBeVisible();
  await expectGoodLooksInBothThemes(page, 'the menu of a row');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('listbox', { name: 'Deliveries' })).toBeFocused();
  await row(page, 'Event 1').click({ modifiers: ['ControlOrMeta'] });
  await row(page, 'Event 3').click({ button: 'right' });
  await expect(bar(page)).toContainText('2 selected');
  await expect(menu).toBeFocused();
  await menu.getByRole('menuitem', { name: 'Cancel 2…' }).click();
  await expect(plan(page, 'Cancel 2 deliveries?')).toBeVisible();
  // A row that isn't selected ends the selection.
  await row(page, 'Event 2').click({ button: 'right' });
  await expect(bar(page)).toHaveCount(0);
  await expect(menu.getByRole('menuitem', { name: 'Undo cancel' })).toBeVisible();
});

test.describe('in groups', () => {
  test.use({ groupBy: null });

  test('selects across groups, and a message with its deliveries', async ({
    page,
    host,
    target,
  }) => {
    target.respond(({ path }, response) => {
      response.writeHead(Number(path.slice(1))).end();
    });
    const source = await addSource(host);
    for (const [name, status] of [
      ['Billing', 401],
      ['Warehouse', 503],
    ] as const)
      await addDestination(host, {
        ...{ name, retry: patient, webhookUrl: `${target.url}/${status}` },
        sourceIds: [source.id],
      });
    await trackMany(host, source, 3);
    await target.received(6);
    await enter(page, host);
    const tree = page.getByRole('tree', { name: 'Deliveries' });
    const rows = tree.locator('[aria-level="2"]');
    await expect(rows).toHaveCount(6);
    await page.keyboard.press('j');
    // Over the second group.
    for (let step = 0; step < 4; step += 1) await page.keyboard.press('Shift+ArrowDown');
    await expect(selected(page)).toHaveCount(4);
    await expect(bar(page)).toContainText('4 selected');
    await rows.first().click({ modifiers: ['ControlOrMeta'] });
    await expect(bar(page)).toContainText('3 selected');
    await page.keyboard.press('ControlOrMeta+a');
    await expect(bar(page)).toContainText('6 selected');
    await expectGoodLooksInBothThemes(page, 'several deliveries selected in groups');
    await rows.nth(2).click();
    await expect(bar(page)).toHaveCount(0);
    await tree.locator('[aria-level="1"]').first().click({ button: 'right' });
    await expect(openMenu(page).getByRole('menuitem', { name: 'Filter by this' })).toBeVisible();
    await page.keyboard.press('Escape');
    await rows.nth(1).click({ button: 'right' });
    await expect(openMenu(page).getByRole('menuitem', { name: 'Copy as cURL' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(selected(page)).toHaveCount(1);

    await groupBy(page, 'Event');
    const messages = page.getByRole('tree', { name: 'Messages' }).getByRole('treeitem');
    await expect(messages).toHaveCount(3);
    await messages.first().click();
    await messages.last().click({ modifiers: ['Shift'] });
    await expect(bar(page)).toContainText('6 selected');
    await expect(selected(page)).toHaveCount(3);
    await messages.nth(1).click({ modifiers: ['ControlOrMeta'] });
    await expect(bar(page)).toContainText('4 selected');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Space');
    await expect(bar(page)).toContainText('5 selected');
    await expect(selected(page)).toHaveCount(3);
    await expectGoodLooksInBothThemes(page, 'several deliveries selected by event');
    await page.keyboard.press('Shift+R');
    await expect(plan(page, 'Retry with 5 requests to 2 URLs?')).toBeVisible();
  });
});
