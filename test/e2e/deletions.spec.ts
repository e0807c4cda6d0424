/** Deletion requests: who, the plan, what is forwarded, and what becomes of deliveries that wait. */

import type { ServerResponse } from 'node:http';
import { deletionsOf } from './support/audiences.ts';
import { chooseFile } from './support/files.ts';
import { press } from './support/keys.ts';
import { patient } from './support/lasting-states.ts';
import { addDestination, addSource, connect, track } from './support/seed.ts';
import { enter, expect, test } from './support/workbench.ts';

const bodies = (requests: readonly { readonly body: string }[]) =>
  requests.map(({ body }) => JSON.parse(body));

test('typed users are planned first, then one notice goes out per user and affected source', async ({
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
  await page.getByRole('textbox', { name: 'User ids' }).fill('ada\nbob');
  await page.getByRole('button', { name: 'See the plan' }).click();
  const plan = page.getByRole('region', { name: 'Plan' });
  await expect(plan).toContainText('4 notices, which make 6 deliveries.');
  const affected = plan.getByRole('list', { name: 'Affected sources' });
  await expect(affected.getByRole('listitem')).toHaveText([
    /^App to Other hooks$/,
    /^Shop to (Staging hooks, Other hooks|Other hooks, Staging hooks)$/,
  ]);
  await expect(plan).toContainText('Switched off is off and gets nothing.');
  await host.api('DELETE', `/sources/${app.id}`);
  await expect(plan).toContainText('2 notices, which make 4 deliveries.');
  await host.api('POST', `/sources/${app.id}/restore`, {});
  await expect(plan).toContainText('4 notices, which make 6 deliveries.');
  const body = page.getByRole('region', { name: 'Body of the first notice' }).first();
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
  await expect(page.getByText('4 notices sent for 2 users.')).toBeVisible();
  await page.getByRole('link', { name: 'See the notices in the Inspector' }).click();
  await expect(page.getByRole('option', { name: /^delivered delete (ada|bob)/ })).toHaveCount(6);
  await expect(page).toHaveURL(/del_/);
});

test('the plan of a request shows all of itself beside many bad lines', async ({ page, host }) => {
  await page.setViewportSize({ width: 1280, height: 700 });
  await connect(host, 'http://127.0.0.1:9/hook');
  await enter(page, host, '#/audiences/deletions');
  await chooseFile(page, 'Import a file', 'users.jsonl', `"ada"\n${'{bad\n'.repeat(20)}`);
  await expect(page.getByText('20 lines were left out')).toBeVisible();
  for (const name of ['Plan', 'Add users']) {
    const card = page.getByRole('region', { name, exact: true });
    await expect(card).toBeVisible();
    expect(await card.evaluate((box) => box.scrollHeight - box.clientHeight)).toBe(0);
  }
});

test('users come from a file; a request that is thrown away is brought back', async ({
  page,
  host,
}) => {
  await connect(host, 'http://127.0.0.1:9');
  await enter(page, host, '#/audiences/deletions');
  await chooseFile(page, 'Import a file', 'users.csv', `user_id\nada\n${'x'.repeat(501)}\nbob\n`);
  const progress = page.getByRole('region', { name: 'Progress' });
  await expect(progress.getByRole('status')).toHaveText('2 added.');
  await expect(progress).toContainText(/line 3.*too long/);
  await expect(page.getByRole('heading', { name: 'Deletion of 2 users' })).toBeVisible();
  await chooseFile(page, 'Choose a file', 'more.jsonl', '"cyd"\n"ada"\n');
  await expect(page.getByRole('heading', { name: 'Deletion of 3 users' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Plan' })).toContainText('3 notices');
  await page.getByRole('button', { name: 'Throw away' }).click();
  await expect(page.getByRole('heading', { name: 'No deletion requests yet' })).toBeVisible();
  expect(await deletionsOf(host)).toEqual([]);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('heading', { name: 'Deletion of 3 users' })).toBeVisible();
  expect(await deletionsOf(host)).toMatchObject([{ state: 'draft', userCount: 3 }]);
});

test('users are added to a draft and taken out again, by hand and by key', async ({
  page,
  host,
}) => {
  await connect(host, 'http://127.0.0.1:9');
  await host.api('POST', '/deletions', { userIds: ['ada', 'bob', 'cyd'], draft: true });
  await enter(page, host, '#/audiences/deletions');
  const heading = (count: number) =>
    page.getByRole('heading', { name: `Deletion of ${count} users` });
  const start = page.getByRole('button', { name: 'Start', exact: true });
  const remove = page.getByRole('button', { name: 'Remove the chosen user' });
  await expect(remove).toHaveAttribute('aria-disabled', 'true');
  await page.getByRole('option', { name: 'ada' }).click();
  await page.keyboard.press('Delete');
  await expect(heading(2)).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(heading(3)).toBeVisible();
  await page.getByRole('option', { name: 'cyd' }).click();
  await remove.click();
  await expect(page.getByRole('option', { name: 'cyd' })).toHaveCount(0);
  await page.getByRole('textbox', { name: 'User ids' }).fill('dan\nada\n');
  await expect(start).toHaveAttribute('aria-disabled', 'true');
  // These keys start a request, but not without those who were typed.
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(page.getByText('1 added, 1 as before')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'User ids' })).toHaveValue('');
  await expect(heading(3)).toBeVisible();
  await expect(page.getByRole('region', { name: 'Plan' })).toContainText('3 notices');
  expect(await deletionsOf(host)).toMatchObject([{ state: 'draft', userCount: 3 }]);
  await expect(start).not.toHaveAttribute('aria-disabled');
});

test('a request of more users than can be brought back is thrown away after a question only', async ({
  page,
  host,
}) => {
  await connect(host, 'http://127.0.0.1:9');
  await enter(page, host, '#/audiences/deletions');
  const ids = Array.from({ length: 501 }, (_, number) => `user_${number}`);
  await page.getByRole('textbox', { name: 'User ids' }).fill(ids.join('\n'));
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(page.getByRole('heading', { name: 'Deletion of 501 users' })).toBeVisible();
  const question = page.getByRole('dialog', { name: 'Throw away 501 users?' });
  const discard = page.getByRole('button', { name: 'Throw away' });
  await expect(discard).not.toHaveAttribute('aria-disabled');
  await press(page, discard);
  await expect(question).toContainText('cannot be brought back');
  await page.keyboard.press('Escape');
  await expect(question).toBeHidden();
  expect(await deletionsOf(host)).toHaveLength(1);
  await page.keyboard.press('ControlOrMeta+k');
  await page.keyboard.type('Throw the deletion request away');
  await page.keyboard.press('Enter');
  await expect(question.getByRole('button', { name: 'Keep it' })).toBeFocused();
  await press(page, question.getByRole('button', { name: 'Throw away' }));
  await expect(page.getByRole('heading', { name: 'No deletion requests yet' })).toBeVisible();
  expect(await deletionsOf(host)).toEqual([]);
});

test('a request that has more users than is known here is not brought back in part', async ({
  page,
  host,
}) => {
  // As while a file is added to it from elsewhere, and the news of it have not come.
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
  await page.getByRole('button', { name: 'Throw away' }).click();
  await expect(page.getByRole('dialog', { name: 'Throw away 500 users?' })).toBeVisible();
  expect(await deletionsOf(host)).toHaveLength(1);
});

test('deliveries that wait are dropped when the setting says so', async ({
  page,
  host,
  target,
}) => {
  target.answer(503);
  const { source } = await connect(host, target.url, { retry: patient });
  await track(host, source, 'Order Completed');
  await target.received(1);
  await enter(page, host, '#/audiences/deletions');
  await page.getByRole('textbox', { name: 'User ids' }).fill('ada');
  await page.keyboard.press('ControlOrMeta+Enter');
  const drop = page.getByRole('switch', { name: 'Drop what still waits for these users' });
  await expect(
    page.getByText(/Off: they would still be sent.*1 delivery of theirs wait/),
  ).toBeVisible();
  await drop.click();
  await expect(page.getByText(/they would be cancelled/)).toBeVisible();
  expect(await host.api('GET', '/settings')).toMatchObject({ cancelPendingOnDeletion: true });
  target.answer(200);
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(
    page.getByText('1 notice sent for 1 user. 1 waiting delivery cancelled.'),
  ).toBeVisible();
  await expect(page.getByRole('option', { name: 'ada delivered 1 of 1 1' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Ledger' })).toContainText('All accounted for');
});

test('a delivery that is dropped while it is being sent says why, and offers no undo', async ({
  page,
  host,
  target,
}) => {
  await host.api('PATCH', '/settings', { cancelPendingOnDeletion: true });
  const sending = Promise.withResolvers<ServerResponse>();
  target.answer((_, response) => sending.resolve(response), 200);
  const { source } = await connect(host, target.url, { retry: patient });
  await track(host, source, 'Order Completed');
  await target.received(1);
  await host.api('POST', '/deletions', { userIds: ['ada'] });
  await target.received(2);
  await enter(page, host, '#/inspector/deliveries/1');
  const detail = page.getByRole('region', { name: 'Delivery' }).getByRole('article');
  await expect(detail.getByRole('button', { name: 'Cancel' })).toBeVisible();
  (await sending.promise).writeHead(503).end();
  await expect(detail).toContainText('it was dropped, as Settings say');
  await expect(detail).toContainText('cancelled: the user was deleted');
  await expect(detail.getByRole('button', { name: 'Retry now' })).toBeVisible();
  await expect(detail.getByRole('button', { name: 'Undo cancelling' })).toHaveCount(0);
});

test('by keyboard alone: the place, a request, its plan and its start; the palette knows it', async ({
  page,
  host,
  target,
}) => {
  await connect(host, target.url);
  await enter(page, host);
  await page.keyboard.press('ControlOrMeta+k');
  await page.keyboard.type('Go to Audiences');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('tab', { name: 'Audiences' })).toBeVisible();
  await page.keyboard.press('ControlOrMeta+k');
  await page.keyboard.type('New deletion request');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('textbox', { name: 'User ids' })).toBeFocused();
  await page.keyboard.type('ada');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(page.getByRole('region', { name: 'Plan' })).toContainText('1 notice');
  await page.keyboard.press('ControlOrMeta+Enter');
  await target.received(1);
  await expect(page.getByRole('option', { name: 'ada delivered 1 of 1 –' })).toBeVisible();
});
