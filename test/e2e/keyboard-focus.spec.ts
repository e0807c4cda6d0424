/** With the keyboard alone, what is done leaves the focus where one goes on from. */
import type { Page } from '@playwright/test';
import { addAudience, addMembers } from './support/audiences.ts';
import { node } from './support/board.ts';
import { tabTo } from './support/keys.ts';
import { patient } from './support/lasting-states.ts';
import { addSource, connect, trackMany } from './support/seed.ts';
import {
  enter,
  expect,
  goTo,
  openMenu,
  openPalette,
  openVerify,
  test,
} from './support/workbench.ts';

const list = (page: Page, name: string) => page.getByRole('listbox', { name, exact: true });

async function run(page: Page, command: string): Promise<void> {
  await openPalette(page);
  await page.keyboard.type(command);
  const first = page.getByRole('dialog').getByRole('option').first();
  await expect(first).toContainText(command);
  // What deletes something is not preselected.
  if ((await first.getAttribute('data-highlighted')) === null)
    await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
}

test('keeps focus in Deliveries: details, plans, menus and replaced buttons', async ({
  page,
  host,
  target,
}) => {
  target.respond(503);
  const { source } = await connect(host, target.url, { retry: patient });
  await trackMany(host, source, 2);
  await target.received(2);
  await enter(page, host);
  const deliveries = list(page, 'Deliveries');
  await expect(deliveries.getByRole('option')).toHaveCount(2);
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('article')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(deliveries).toBeFocused();

  const plan = page.getByRole('region', { name: /^Cancel 2 deliveries/ });
  await page.keyboard.press('Shift+X');
  await expect(plan).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(deliveries).toBeFocused();

  await page.keyboard.press('a');
  await expect(openMenu(page).getByRole('menuitem', { name: /^Retry 2/ })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('region', { name: /^Retry 2 deliveries/ })).toBeFocused();
  await page.keyboard.press('Escape');

  await page.keyboard.press('j');
  const more = page.getByRole('button', { name: 'More actions' });
  await more.focus();
  for (const name of [/^Cancel/, /^Undo cancel/]) {
    await page.keyboard.press('Enter');
    const item = openMenu(page).getByRole('menuitem', { name });
    await expect(item).toBeVisible();
    while (!(await item.evaluate((element) => element === document.activeElement)))
      await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(more).toBeFocused();
  }
});

test('keeps focus in lists, panes and forms', async ({ page, host }) => {
  await connect(host, 'http://127.0.0.1:9/hook');
  // Without a message, Deliveries would have the focus in a field.
  await enter(page, host, '#/settings');

  await test.step('the list of each page has focus, and Enter moves into the pane', async () => {
    await expect(page.locator('body')).toBeFocused();
    await page.keyboard.press('g');
    await page.keyboard.press('c');
    await node(page, 'Staging hooks').focus();
    await page.keyboard.press('Enter');
    const pane = page.getByRole('region', { name: 'Staging hooks', exact: true });
    await expect(pane).toBeFocused();
    await tabTo(page, pane.getByRole('switch', { name: 'Enabled' }));
    await page.keyboard.press('Escape');
    await expect(node(page, 'Staging hooks')).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(pane).toBeHidden();
    await expect(node(page, 'Staging hooks')).toBeFocused();
  });
  await test.step('the list has focus after creating or deleting, and the add button after removing a row', async () => {
    await addSource(host, 'Another');
    await node(page, 'Another').click();
    await run(page, 'Delete source');
    await expect(node(page, 'Another')).toBeHidden();
    await expect(node(page, 'Shop')).toBeFocused();
    await page.keyboard.press('n');
    await page.keyboard.press('s');
    await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toBeFocused();
    await page.keyboard.type('Made');
    await page.keyboard.press('Enter');
    await expect(node(page, 'Made')).toBeFocused();

    await node(page, 'Staging hooks').click();
    const add = page.getByRole('button', { name: 'Add URL' });
    await add.focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('textbox', { name: 'URL 2' })).toBeFocused();
    await page.keyboard.press('Shift+Tab');
    await expect(page.getByRole('button', { name: 'Remove URL 2' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(add).toBeFocused();
  });
  await test.step('focus stays when reverting and when a field opens', async () => {
    const name = page.getByRole('textbox', { name: 'Name', exact: true });
    await expect(name).toHaveValue('Staging hooks');
    await name.focus();
    await page.keyboard.type('Changed');
    const revert = page.getByRole('button', { name: 'Revert' });
    await revert.focus();
    await page.keyboard.press('Enter');
    await expect(name).toHaveValue('Staging hooks');
    await expect(revert).toBeHidden();
    await expect(page.getByRole('region', { name: 'Staging hooks', exact: true })).toBeFocused();

    await openVerify(page);
    await page.getByRole('button', { name: 'Recently rotated the secret?' }).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('textbox', { name: /^Previous secret/ })).toBeFocused();
  });
});

test('keeps focus among audiences and deletion requests', async ({ page, host }) => {
  const { source } = await connect(host, 'http://127.0.0.1:9/hook');
  await enter(page, host, '#/audiences/deletions');

  await test.step('from the form of a request to its plan and progress', async () => {
    await page.getByRole('textbox', { name: 'User IDs' }).focus();
    await page.keyboard.type('ada');
    await page.keyboard.press('ControlOrMeta+Enter');
    await expect(page.getByRole('heading', { name: 'Deletion of 1 user' })).toBeVisible();
    await page.getByRole('button', { name: 'Start' }).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByText(/1 notice sent for 1 user/)).toBeVisible();
    await expect(page.getByRole('region', { name: 'Deletion request' })).toBeFocused();
  });
  await test.step('to the audience after starting a sync from a field', async () => {
    const audience = await addAudience(host, source.id);
    await addMembers(host, audience, ['ada', 'bob', 'cyd']);
    await goTo(page, `#/audiences/audiences/${audience.id}`);
    await expect(page.getByRole('heading', { name: audience.name })).toBeVisible();
    await page.keyboard.press('s');
    await page.getByRole('textbox', { name: 'Rate' }).focus();
    await page.keyboard.type('1');
    await page.keyboard.press('ControlOrMeta+Enter');
    await expect(page.getByRole('region', { name: 'Sync 1' })).toBeVisible();
    await expect(page.getByRole('region', { name: audience.name })).toBeFocused();
  });
  await test.step('from a request to the list of audiences by palette', async () => {
    await host.api('POST', '/deletions', { userIds: ['ada'], draft: true });
    for (const from of [list(page, 'Audiences'), page.getByRole('button', { name: 'Discard' })]) {
      await goTo(page, '#/audiences/deletions');
      await from.focus();
      await run(page, 'Big Spenders');
      await expect(list(page, 'Audiences')).toBeFocused();
    }
  });
});

test('focuses the choice of a source', async ({ page, host }) => {
  await addSource(host, 'Shop');
  await addSource(host, 'Blog');
  await enter(page, host, '#/audiences');
  await page.getByRole('textbox', { name: 'Name' }).focus();
  await page.keyboard.type('Night owls');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(page.getByRole('combobox', { name: 'Source' })).toBeFocused();
});

test.describe('in groups', () => {
  test.use({ groupBy: null });

  test('a list that a page focuses has no ring before a key', async ({ page, host, target }) => {
    target.respond(503);
    const { source } = await connect(host, target.url, { retry: patient });
    await trackMany(host, source, 2);
    await target.received(2);
    await enter(page, host, '#/connections');
    await expect(node(page, 'Shop')).toBeVisible();
    await page.keyboard.press('g');
    await page.keyboard.press('d');
    const tree = page.getByRole('tree', { name: 'Deliveries' });
    await expect(tree).toBeFocused();
    await expect(tree).toHaveCSS('outline-style', 'none');
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Tab');
    await expect(tree).toBeFocused();
    await expect(tree).toHaveCSS('outline-style', 'solid');
  });
});
