/** Deletion requests: users, plan, notices and waiting deliveries. */

import type { ServerResponse } from 'node:http';
import { unhurried } from '#test/support/unhurried.ts';
import { deletionsOf } from './support/audiences.ts';
import { chooseFile } from './support/files.ts';
import { press } from './support/keys.ts';
import { patient } from './support/lasting-states.ts';
import { addDestination, addSource, connect, track } from './support/seed.ts';
import { enter, expect, openMenu, openMore, openPalette, test } from './support/workbench.ts';

const bodies = (requests: readonly { readonly body: string }[]) =>
  requests.map(({ body }) => JSON.parse(body));

test('shows the plan, then sends one notice per user and affected source', async ({
  page,
  host,
  target,
  otherTarget,
}) => {
  const { source } = await connect(host, target.url);
  const app = await addSource(host, 'App');
  await addSource(host, 'Unconnected');
  await addDestination(host, {
    name: 'Other hooks',
    webhookUrl: otherTarget.url,
    sourceIds: [source.id, app.id],
  });
  await addDestination(host, {
    name: 'Switched off',
    webhookUrl: otherTarget.url,
    sourceIds: [app.id],
    enabled: false,
  });
  await enter(page, host, '#/audiences/deletions');
  await page.getByRole('textbox', { name: 'User IDs' }).fill('ada\nbob');
  await page.getByRole('button', { name: 'Review plan' }).click();
  const plan = page.getByRole('region', { name: 'Plan' });
  await expect(plan).toContainText('4 notices, 6 deliveries');
  const affected = plan.getByRole('list', { name: 'Affected sources' });
  await expect(affected.getByRole('listitem')).toHaveText([
    /^App to Other hooks$/,
    /^Shop to (Staging hooks, Other hooks|Other hooks, Staging hooks)$/,
  ]);
  await expect(plan).toContainText('Switched off is disabled');
  await host.api('DELETE', `/sources/${app.id}`);
  await expect(plan).toContainText('2 notices, 4 deliveries');
  await host.api('POST', `/sources/${app.id}/restore`, {});
  await expect(plan).toContainText('4 notices, 6 deliveries');
  const body = page.getByRole('region', { name: 'First notice' }).first();
  await expect(body).toContainText('"type": "delete"');
  await expect(body).not.toContainText('version');
  expect(target.requests).toHaveLength(0);

  await page.getByRole('button', { name: 'Start' }).click();
  const sent = [...(await target.received(2)), ...(await otherTarget.received(4))];
  for (const one of bodies(sent))
    expect(one).toEqual({
      type: 'delete',
      userId: expect.stringMatching(/^(ada|bob)$/),
      timestamp: expect.any(String),
    });
  await expect(page.getByRole('option', { name: 'ada delivered 3 of 3 –' })).toBeVisible();
  await expect(page.getByRole('option', { name: 'bob delivered 3 of 3 –' })).toBeVisible();
  await expect(page.getByText('4 notices sent for 2 users')).toBeVisible();
  await page.getByRole('link', { name: 'View notices' }).click();
  await expect(
    page.getByRole('option', { name: /^delivered delete Delete user (ada|bob)/ }),
  ).toHaveCount(6);
  await expect(page).toHaveURL(/del_/);
});

test('imports, restores and edits the users of a draft', async ({ page, host }) => {
  await page.setViewportSize({ width: 1280, height: 700 });
  await connect(host, 'http://127.0.0.1:9');
  await enter(page, host, '#/audiences/deletions');

  await test.step('users come from a file, and a discarded request is restored', async () => {
    await chooseFile(page, 'Import file', 'users.csv', `user_id\nada\n${'x'.repeat(501)}\nbob\n`);
    const progress = page.getByRole('region', { name: 'Progress' });
    await expect(progress.getByRole('status')).toHaveText('2 added');
    await expect(progress).toContainText(/line 3.*too long/);
    await expect(page.getByRole('heading', { name: 'Deletion of 2 users' })).toBeVisible();
    await page.getByRole('radio', { name: 'File' }).click();
    await chooseFile(page, 'Choose file', 'more.jsonl', '"cyd"\n"ada"\n');
    await expect(page.getByRole('heading', { name: 'Deletion of 3 users' })).toBeVisible();
    await expect(page.getByRole('region', { name: 'Plan' })).toContainText('3 notices');
    await page.getByRole('button', { name: 'Discard' }).click();
    await expect(page.getByRole('heading', { name: 'No audiences yet' })).toBeVisible();
    expect(await deletionsOf(host)).toEqual([]);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByRole('heading', { name: 'Deletion of 3 users' })).toBeVisible();
    expect(await deletionsOf(host)).toMatchObject([{ state: 'draft', userCount: 3 }]);
  });
  await test.step('users are added and removed with mouse and keyboard', async () => {
    const heading = (count: number) =>
      page.getByRole('heading', { name: `Deletion of ${count} users` });
    const start = page.getByRole('button', { name: 'Start', exact: true });
    const remove = page.getByRole('button', { name: 'Remove selected user' });
    await expect(remove).toHaveAttribute('aria-disabled', 'true');
    await page.getByRole('option', { name: 'ada' }).click();
    await page.keyboard.press('Delete');
    await expect(heading(2)).toBeVisible();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(heading(3)).toBeVisible();
    await page.getByRole('option', { name: 'cyd' }).click();
    await remove.click();
    await expect(page.getByRole('option', { name: 'cyd' })).toHaveCount(0);
    await page.getByRole('radio', { name: 'Enter' }).click();
    await page.getByRole('textbox', { name: 'User IDs' }).fill('dan\nada\n');
    await expect(start).toHaveAttribute('aria-disabled', 'true');
    // The shortcut starts a request, but not while users are entered.
    await page.keyboard.press('ControlOrMeta+Enter');
    await expect(page.getByText('1 added, 1 unchanged')).toBeVisible();
    await expect(page.getByRole('textbox', { name: 'User IDs' })).toHaveValue('');
    await expect(heading(3)).toBeVisible();
    await expect(page.getByRole('region', { name: 'Plan' })).toContainText('3 notices');
    expect(await deletionsOf(host)).toMatchObject([{ state: 'draft', userCount: 3 }]);
    await expect(start).not.toHaveAttribute('aria-disabled');
  });
  await test.step('the whole plan is shown beside many skipped lines', async () => {
    await page.getByRole('radio', { name: 'File' }).click();
    await chooseFile(page, 'Choose file', 'users.jsonl', `"ada"\n${'{bad\n'.repeat(20)}`);
    await expect(page.getByText('20 lines skipped')).toBeVisible();
    const plan = page.getByRole('region', { name: 'Plan', exact: true });
    await expect(plan).toBeVisible();
    expect(await plan.evaluate((box) => box.scrollHeight - box.clientHeight)).toBe(0);
  });
});

test('confirms before discarding a request too large to restore', async ({ page, host }) => {
  await connect(host, 'http://127.0.0.1:9');
  await enter(page, host, '#/audiences/deletions');
  const ids = Array.from({ length: 501 }, (_, number) => `user_${number}`);
  await page.getByRole('textbox', { name: 'User IDs' }).fill(ids.join('\n'));
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(page.getByRole('heading', { name: 'Deletion of 501 users' })).toBeVisible();
  const dialog = page.getByRole('dialog', { name: 'Discard request for 501 users?' });
  const discard = page.getByRole('button', { name: 'Discard' });
  await expect(discard).not.toHaveAttribute('aria-disabled');
  await press(page, discard);
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  expect(await deletionsOf(host)).toHaveLength(1);
  await openPalette(page);
  await page.keyboard.type('Discard deletion request');
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await press(page, dialog.getByRole('button', { name: 'Discard' }));
  await expect(page.getByRole('heading', { name: 'No audiences yet' })).toBeVisible();
  expect(await deletionsOf(host)).toEqual([]);
});

test('does not restore part of a request with more users than listed', async ({ page, host }) => {
  // As if a file import elsewhere had added a user.
  await page.routeWebSocket(/\/rpc$/, (link) => {
    link.connectToServer().onMessage((message) => {
      link.send(message.toString().replaceAll('"userCount":501', '"userCount":500'));
    });
  });
  await connect(host, 'http://127.0.0.1:9');
  const userIds = Array.from({ length: 501 }, (_, number) => `user_${number}`);
  await host.api('POST', '/deletions', { userIds, draft: true });
  await enter(page, host, '#/audiences/deletions');
  await expect(page.getByRole('heading', { name: 'Deletion of 500 users' })).toBeVisible();
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect(page.getByRole('dialog', { name: 'Discard request for 500 users?' })).toBeVisible();
  expect(await deletionsOf(host)).toHaveLength(1);
});

test('cancels waiting deliveries if the setting is on', async ({ page, host, target }) => {
  target.respond(503);
  const { source } = await connect(host, target.url, { retry: patient });
  await track(host, source, 'Order Completed');
  await target.received(1);
  await enter(page, host, '#/audiences/deletions');
  await page.getByRole('textbox', { name: 'User IDs' }).fill('ada');
  await page.keyboard.press('ControlOrMeta+Enter');
  const drop = page.getByRole('switch', { name: 'Cancel waiting deliveries of deleted users' });
  // The hint is true in both states.
  const hint = page.getByText(/^Off: .*still sent.*all deletion requests.*1 waiting now/);
  await expect(hint).toBeVisible();
  await drop.click();
  await expect(drop).toBeChecked();
  await expect(hint).toBeVisible();
  expect(await host.api('GET', '/settings')).toMatchObject({ cancelPendingOnDeletion: true });
  target.respond(200);
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(page.getByText(/1 notice .*1 user.*1 waiting/)).toBeVisible();
  await expect(page.getByRole('option', { name: 'ada delivered 1 of 1 1' })).toBeVisible();
});

test('explains a delivery cancelled while in flight, without undo', async ({
  page,
  host,
  target,
}) => {
  await host.api('PATCH', '/settings', { cancelPendingOnDeletion: true });
  const sending = Promise.withResolvers<ServerResponse>();
  target.respond((_, response) => sending.resolve(response), 200);
  const { source } = await connect(host, target.url, { retry: patient, profile: unhurried });
  await track(host, source, 'Order Completed');
  await target.received(1);
  await host.api('POST', '/deletions', { userIds: ['ada'] });
  await target.received(2);
  await enter(page, host, '#/deliveries/1');
  const detail = page.getByRole('region', { name: 'Delivery' }).getByRole('article');
  await openMore(detail);
  await expect(openMenu(page).getByRole('menuitem', { name: /^Cancel/ })).toBeVisible();
  await page.keyboard.press('Escape');
  (await sending.promise).writeHead(503).end();
  await expect(detail).toContainText(': cancelled, as set in Settings');
  await expect(detail).toContainText('cancelled: user deleted');
  await expect(detail.getByRole('button', { name: /^Retry at/ })).toBeVisible();
  await openMore(detail);
  await expect(openMenu(page).getByRole('menuitem', { name: /^Copy as cURL/ })).toBeVisible();
  await expect(openMenu(page).getByRole('menuitem', { name: /^Undo cancel/ })).toHaveCount(0);
});

test('creates, plans and starts a request with the keyboard', async ({ page, host, target }) => {
  await connect(host, target.url);
  await enter(page, host);
  await openPalette(page);
  await page.keyboard.type('Go to Audiences');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Audiences', level: 1 })).toBeVisible();
  await openPalette(page);
  await page.keyboard.type('New deletion request');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('textbox', { name: 'User IDs' })).toBeFocused();
  await page.keyboard.type('ada');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(page.getByRole('region', { name: 'Plan' })).toContainText('1 notice');
  await page.keyboard.press('ControlOrMeta+Enter');
  await target.received(1);
  await expect(page.getByRole('option', { name: 'ada delivered 1 of 1 –' })).toBeVisible();
});
