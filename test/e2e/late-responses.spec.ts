/** Responses that arrive late, as on a busy machine. */

import { node } from './support/board.ts';
import { holdResponses } from './support/held-responses.ts';
import { addMock } from './support/mocks.ts';
import { connect } from './support/seed.ts';
import { enterSend, response, sendButton } from './support/send-drawer.ts';
import { smallScenario } from './support/small-scenario.ts';
import { enter, expect, goTo, openMenu, test } from './support/workbench.ts';

test('a late response changes neither what is shown nor where the user went', async ({
  page,
  host,
}) => {
  const responses = await holdResponses(page);
  const { source } = await connect(host, 'http://127.0.0.1:9/hook');
  await addMock(host, { name: 'first' });
  await test.step('of a deletion request that has ended', async () => {
    await enter(page, host, '#/audiences/deletions');
    await page.getByRole('textbox', { name: 'User IDs' }).fill('ada');
    await page.keyboard.press('ControlOrMeta+Enter');
    await expect(page.getByRole('heading', { name: 'Deletion of 1 user' })).toBeVisible();
    responses.hold();
    await page.getByRole('button', { name: 'Start' }).click();
    const ended = page.getByText(/1 notice sent for 1 user/);
    await expect(ended).toBeVisible();
    responses.release();
    // A request after it shows that the response was handled.
    await page.getByRole('button', { name: 'New', exact: true }).click();
    await openMenu(page).getByRole('menuitem', { name: 'New deletion request' }).click();
    await expect(page.getByRole('option', { name: /^1 user/ })).not.toContainText('running');
  });
  await test.step('of a deletion, after going elsewhere', async () => {
    await goTo(page, '#/connections/mocks/first');
    await expect(page.getByRole('heading', { name: 'first' })).toBeVisible();
    responses.hold();
    await page.getByRole('button', { name: 'More actions' }).click();
    await openMenu(page).getByRole('menuitem', { name: 'Delete' }).click();
    await expect(node(page, 'first')).toBeHidden();
    await goTo(page, '#/connections/mocks/new/own');
    const name = page.getByRole('textbox', { name: 'Name' });
    await expect(name).toBeFocused();
    responses.release();
    await expect(page.getByText('Deleted first')).toBeVisible();
    await expect(name).toBeFocused();
  });
  await test.step('of an action, which is busy until then', async () => {
    await goTo(page, `#/connections/sources/${source.id}`);
    const replace = openMenu(page).getByRole('menuitem', { name: 'New write key' });
    const showMenu = () => page.getByRole('button', { name: 'More actions' }).click();
    await showMenu();
    responses.hold();
    await replace.click();
    await showMenu();
    await expect(replace).toBeDisabled();
    responses.release();
    await expect(page.getByText('Replaced the write key')).toBeVisible();
    await expect(replace).toBeEnabled();
  });
  await test.step('of a run, after going elsewhere', async () => {
    const text = smallScenario('Small', 'lost: 0');
    await host.api('POST', '/scenarios', { file: 'small.yaml', text });
    await goTo(page, '#/rehearse/small.yaml');
    const run = page
      .getByRole('region', { name: 'Scenario', exact: true })
      .getByRole('button', { name: /^Run/ });
    await expect(run).toBeEnabled();
    responses.hold();
    await run.click();
    await page.getByRole('link', { name: /^Burst/ }).click();
    responses.release();
    await expect(
      page.getByRole('link', { name: 'Small' }).getByText('passed', { exact: true }),
    ).toBeAttached();
    await expect(page.getByRole('heading', { name: 'Burst' })).toBeVisible();
  });
});

test('a place that loads says so once', async ({ page, host }) => {
  const responses = await holdResponses(page);
  await connect(host, 'http://127.0.0.1:9/hook');
  await enter(page, host, '#/settings');
  responses.hold();
  await goTo(page, '#/audiences');
  await expect(page.getByRole('main').getByText(/^Loading/)).toHaveText(['Loading audiences']);
  responses.release();
  await expect(page.getByRole('heading', { name: 'No audiences yet' })).toBeVisible();
});

test('figures counted before the last message was sent are not the result', async ({
  page,
  host,
  target,
}) => {
  const responses = await holdResponses(page);
  await connect(host, target.url);
  await enterSend(page, host);
  await page.getByRole('textbox', { name: 'Count' }).fill('3');
  await page.getByRole('textbox', { name: 'Rate' }).fill('1');
  responses.hold('"latency"');
  await sendButton(page).click();
  await target.received(3);
  await expect(response(page)).toContainText('3 of 3 accepted');
  responses.release();
  await expect(response(page)).toContainText('Delivered3');
});
