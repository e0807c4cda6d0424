/** Syncs: the plan before, the progress during, the history after, by hand and by themselves. */

import { addAudience, addMembers, sync, toldOf } from './support/audiences.ts';
import { addDestination, connect } from './support/seed.ts';
import { enter, expect, test } from './support/workbench.ts';

test('a plan is shown before anything is sent; then only what changed is told', async ({
  page,
  host,
  target,
}) => {
  const { source } = await connect(host, target.url);
  const audience = await addAudience(host, source.id);
  await addMembers(host, audience, ['ada', 'bob', 'cyd']);
  await enter(page, host, '#/audiences');
  await expect(page.getByRole('heading', { name: audience.name })).toBeVisible();
  await page.keyboard.press('s');
  const plan = page.getByRole('region', { name: 'Next sync' });
  await expect(plan).toContainText('One identify call for each of 3 users.');
  await expect(plan.getByRole('link', { name: 'Staging hooks' })).toBeVisible();
  const first = page.getByRole('region', { name: /^Staging hooks/ });
  await expect(first.getByRole('tree', { name: 'Body' })).toContainText('computation_key');
  await expect(first.getByRole('tree', { name: 'Body' })).toContainText('big_spenders: true');
  expect(target.requests).toHaveLength(0);
  await addDestination(host, {
    name: 'Night hooks',
    webhookUrl: target.url,
    sourceIds: [source.id],
    enabled: false,
  });
  await expect(plan).toContainText('Night hooks is off and gets nothing.');

  await page.getByRole('button', { name: 'Start the sync' }).click();
  await target.received(3);
  await expect(page.getByRole('row', { name: /^1 by hand completed 3 0/ })).toBeVisible();
  await expect(plan).toContainText('Nothing to tell: earlier syncs told of 3 members.');
  expect(toldOf(target, 'big_spenders').toSorted()).toEqual(['ada true', 'bob true', 'cyd true']);

  await host.api('POST', `/audiences/${audience.id}/members/remove`, { userIds: ['bob'] });
  await addMembers(host, audience, ['dan']);
  await expect(plan).toContainText('One identify call for each of 2 users.');
  await page.getByRole('button', { name: 'Start the sync' }).click();
  await target.received(5);
  await expect(page.getByRole('row', { name: /^2 by hand completed 1 1/ })).toBeVisible();
  expect(toldOf(target, 'big_spenders').slice(3).toSorted()).toEqual(['bob false', 'dan true']);
  // Of all that was told, just what this one told.
  await page.getByRole('link', { name: '2 by hand' }).click();
  const deliveries = page.getByRole('listbox', { name: 'Deliveries' });
  await expect(deliveries.getByRole('option', { name: /bob · big_spenders/ })).toHaveCount(1);
  await expect(deliveries.getByRole('option', { name: /dan · big_spenders/ })).toHaveCount(1);
  await expect(deliveries.getByRole('option')).toHaveCount(2);
  // And back from one of them.
  await deliveries.getByRole('option', { name: /dan · big_spenders/ }).click();
  await page.getByRole('tab', { name: 'Message', exact: true }).click();
  await page.getByRole('link', { name: `Sync 2 of ${audience.name}` }).click();
  await expect(page).toHaveURL(new RegExp(`${audience.id}/sync`));
  await expect(plan).toBeVisible();
});

test('a sync without a destination is confirmed first; everyone can be resynced after it', async ({
  page,
  host,
  target,
}) => {
  const { source, destination } = await connect(host, target.url);
  const audience = await addAudience(host, source.id);
  await addMembers(host, audience, ['ada', 'bob']);
  await host.api('PATCH', `/destinations/${destination.id}`, { enabled: false });
  await enter(page, host, '#/audiences');
  await expect(page.getByRole('heading', { name: audience.name })).toBeVisible();
  await page.keyboard.press('s');
  const plan = page.getByRole('region', { name: 'Next sync' });
  await plan.getByRole('button', { name: 'Start the sync' }).click();
  await plan.getByRole('button', { name: 'Start anyway' }).click();
  await expect(page.getByRole('row', { name: /^1 by hand completed 2 0/ })).toBeVisible();
  expect(target.requests).toHaveLength(0);
  await host.api('PATCH', `/destinations/${destination.id}`, { enabled: true });
  await plan.getByRole('button', { name: 'Resync everyone' }).click();
  await plan.getByRole('button', { name: 'Cancel' }).click();
  await plan.getByRole('button', { name: 'Resync everyone' }).click();
  await plan.getByRole('button', { name: 'Send again' }).click();
  await target.received(2);
  await expect(page.getByRole('row', { name: /^2 by hand, everyone completed 2 0/ })).toBeVisible();
});

test('a sync at a rate shows how far it is, is cancelled, and resumed without telling anybody twice', async ({
  page,
  host,
  target,
}) => {
  const { source } = await connect(host, target.url);
  const audience = await addAudience(host, source.id);
  const userIds = Array.from({ length: 60 }, (_, index) => `user_${index}`);
  await addMembers(host, audience, userIds);
  await enter(page, host, `#/audiences/audiences/${audience.id}/sync`);
  const rate = page.getByRole('textbox', { name: 'Rate' });
  await rate.fill('0.5');
  await expect(rate).toHaveAccessibleDescription('takes about 2m 0s');
  await rate.fill('8');
  await page.getByRole('button', { name: 'Start the sync' }).click();
  const run = page.getByRole('region', { name: 'Sync 1' });
  await expect(run).toContainText('at most 8 calls per second');
  await expect(run.getByRole('progressbar', { name: 'Users told' })).toBeVisible();
  await target.received(3);
  await run.getByRole('button', { name: 'Cancel' }).click();
  await expect(run.getByRole('status')).toContainText(/^Stopped after \d+ of 60 users\./);
  await expect(
    page.getByRole('row', {
      name: /^1 by hand cancelled \d+ of 60/,
    }),
  ).toBeVisible();
  await run.getByRole('button', { name: /^Resume: tell the other \d+$/ }).click();
  await expect(page.getByRole('row', { name: /^1 by hand completed 60 0/ })).toBeVisible();
  await target.received(60);
  expect(toldOf(target, 'big_spenders').toSorted()).toEqual(
    userIds.map((userId) => `${userId} true`).toSorted(),
  );
});

test('the history has room for what was told of many', async ({ page, host, target }) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  const { source } = await connect(host, target.url);
  const audience = await addAudience(host, source.id);
  await addMembers(
    host,
    audience,
    Array.from({ length: 2_000 }, (_, index) => `user_${index}`),
  );
  await enter(page, host, `#/audiences/audiences/${audience.id}/sync`);
  await page.getByRole('textbox', { name: 'Rate' }).fill('20');
  await page.getByRole('button', { name: 'Start the sync' }).click();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('row', { name: /^1 by hand cancelled \d+ of 2,000/ })).toBeVisible();
  const history = page.getByRole('region', { name: 'Syncs' });
  expect(await history.evaluate((box) => box.scrollWidth - box.clientWidth)).toBe(0);
});

test('syncs go on by themselves on the clock, and their members make a line', async ({
  page,
  host,
  target,
}) => {
  const { source } = await connect(host, target.url);
  const audience = await addAudience(host, source.id, { schedule: { everyMinutes: 60 } });
  await addMembers(host, audience, ['ada']);
  await enter(page, host, `#/audiences/audiences/${audience.id}/sync`);
  await expect(page.getByText(/every 60 min, next in/)).toBeVisible();
  await expect(page.getByRole('region', { name: 'Next sync' })).toContainText('begins by itself');
  await host.api('PUT', '/clock', { mode: 'fast', speed: 3_600 });
  await target.received(1);
  await addMembers(host, audience, ['bob']);
  await target.received(2);
  await expect(page.getByRole('row', { name: /^1 by itself completed 1 0/ })).toBeVisible();
  await expect(
    page.getByRole('img', { name: /^Users at each of the last \d+ syncs: from 1 to 2$/ }),
  ).toBeVisible();
  expect(toldOf(target, 'big_spenders')).toEqual(['ada true', 'bob true']);
});

test('says why it cannot be synced, and where calls would go nowhere', async ({ page, host }) => {
  const { source, destination } = await connect(host, 'http://127.0.0.1:9');
  const audience = await addAudience(host, source.id, { integrations: { Webhooks: false } });
  await addMembers(host, audience, ['ada']);
  await enter(page, host, `#/audiences/audiences/${audience.id}/sync`);
  const plan = page.getByRole('region', { name: 'Next sync' });
  await expect(plan).toContainText('excluded by integrations');
  await host.api('PATCH', `/destinations/${destination.id}`, { sourceIds: [] });
  await expect(plan).toContainText('No enabled destination is connected to the source');
  await host.api('PATCH', `/sources/${source.id}`, { enabled: false });
  await expect(plan).toContainText('It cannot be synced now.');
});

test('a sync that runs elsewhere is seen, and its list with its line', async ({
  page,
  host,
  target,
}) => {
  const { source } = await connect(host, target.url);
  const audience = await addAudience(host, source.id);
  await enter(page, host, '#/audiences');
  await expect(page.getByRole('option', { name: /^Big Spenders .* never$/ })).toBeVisible();
  await addMembers(host, audience, ['ada']);
  await sync(host, `/audiences/${audience.id}`);
  await expect(
    page.getByRole('option', { name: /^Big Spenders .* 1 1 member, synced now$/ }),
  ).toBeVisible();
  await expect(page.getByText('synced just now')).toBeVisible();
});
