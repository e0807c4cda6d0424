/** Manual and scheduled syncs: plan, progress and history. */

import { addAudience, addMembers, sync, syncedTo } from './support/audiences.ts';
import { addDestination, connect } from './support/seed.ts';
import { enter, expect, goTo, section, test } from './support/workbench.ts';

test('shows a plan before syncing, and syncs only changes', async ({ page, host, target }) => {
  const { source } = await connect(host, target.url);
  const audience = await addAudience(host, source.id);
  await addMembers(host, audience, ['ada', 'bob', 'cyd']);
  await enter(page, host, '#/audiences');
  await expect(page.getByRole('heading', { name: audience.name })).toBeVisible();
  await page.keyboard.press('s');
  const plan = page.getByRole('region', { name: 'Next sync' });
  await expect(plan).toContainText('3 identify messages');
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
  await expect(plan).toContainText('Night hooks is disabled');

  await page.getByRole('button', { name: 'Start sync' }).click();
  await target.received(3);
  await expect(page.getByRole('row', { name: /^1 manual completed 3 0/ })).toBeVisible();
  await expect(plan).toContainText('3 members already synced');
  expect(syncedTo(target, 'big_spenders').toSorted()).toEqual(['ada true', 'bob true', 'cyd true']);

  await host.api('POST', `/audiences/${audience.id}/members/remove`, { userIds: ['bob'] });
  await addMembers(host, audience, ['dan']);
  await expect(plan).toContainText('2 identify messages');
  await page.getByRole('button', { name: 'Start sync' }).click();
  await target.received(5);
  await expect(page.getByRole('row', { name: /^2 manual completed 1 1/ })).toBeVisible();
  expect(syncedTo(target, 'big_spenders').slice(3).toSorted()).toEqual(['bob false', 'dan true']);
  // Only the deliveries of this sync.
  await page.getByRole('link', { name: '2 manual' }).click();
  const deliveries = page.getByRole('listbox', { name: 'Deliveries' });
  await expect(deliveries.getByRole('option', { name: /big_spenders to false bob/ })).toHaveCount(
    1,
  );
  await expect(deliveries.getByRole('option', { name: /big_spenders to true dan/ })).toHaveCount(1);
  await expect(deliveries.getByRole('option')).toHaveCount(2);
  // And back from one of them.
  await deliveries.getByRole('option', { name: /big_spenders to true dan/ }).click();
  await section(page, 'Message').click();
  await page.getByRole('link', { name: `Sync 2 of ${audience.name}` }).click();
  await expect(page).toHaveURL(new RegExp(`${audience.id}/sync`));
  await expect(plan).toBeVisible();
});

test('explains why a sync without a destination does not start, and resyncs everyone', async ({
  page,
  host,
  target,
}) => {
  const { source, destination } = await connect(host, target.url);

  await test.step('not started, then resynced', async () => {
    const audience = await addAudience(host, source.id);
    await addMembers(host, audience, ['ada', 'bob']);
    await host.api('PATCH', `/destinations/${destination.id}`, { enabled: false });
    await enter(page, host, '#/audiences');
    await expect(page.getByRole('heading', { name: audience.name })).toBeVisible();
    await page.keyboard.press('s');
    const plan = page.getByRole('region', { name: 'Next sync' });
    await expect(plan.getByRole('button', { name: 'Start sync' })).toBeDisabled();
    await host.api('PATCH', `/destinations/${destination.id}`, { enabled: true });
    await plan.getByRole('button', { name: 'Start sync' }).click();
    await target.received(2);
    await expect(page.getByRole('row', { name: /^1 manual completed 2 0/ })).toBeVisible();
    await plan.getByRole('button', { name: 'Resync all users' }).click();
    await plan.getByRole('button', { name: 'Cancel' }).click();
    await plan.getByRole('button', { name: 'Resync all users' }).click();
    await plan.getByRole('button', { name: 'Resync', exact: true }).click();
    await target.received(4);
    await expect(page.getByRole('row', { name: /^2 manual, full completed 2 0/ })).toBeVisible();
  });
  await test.step('explained', async () => {
    const audience = await addAudience(host, source.id, {
      name: 'Excluded',
      integrations: { Webhooks: false },
    });
    await addMembers(host, audience, ['ada']);
    await goTo(page, `#/audiences/audiences/${audience.id}/sync`);
    await expect(page.getByRole('heading', { name: 'Excluded', level: 2 })).toBeVisible();
    const plan = page.getByRole('region', { name: 'Next sync' });
    await expect(plan).toContainText('excluded by integrations');
    await host.api('PATCH', `/destinations/${destination.id}`, { sourceIds: [] });
    await expect(plan).toContainText('no enabled destination');
    await host.api('PATCH', `/sources/${source.id}`, { enabled: false });
    await expect(plan).toContainText("Can't sync.");
  });
});

test('cancels and resumes a rate-limited sync, and fits large counts', async ({
  page,
  host,
  target,
}) => {
  const { source } = await connect(host, target.url);

  await test.step('no user is sent twice', async () => {
    const audience = await addAudience(host, source.id);
    const userIds = Array.from({ length: 60 }, (_, index) => `user_${index}`);
    await addMembers(host, audience, userIds);
    await enter(page, host, `#/audiences/audiences/${audience.id}/sync`);
    const rate = page.getByRole('textbox', { name: 'Rate' });
    await rate.fill('0.5');
    await expect(rate).toHaveAccessibleDescription(/about 2/);
    // Of two minutes, so that it runs until it is cancelled.
    await page.getByRole('button', { name: 'Start sync' }).click();
    const run = page.getByRole('region', { name: 'Sync 1' });
    await expect(run).toContainText('up to 0.5 per second');
    await expect(run.getByRole('progressbar', { name: 'Syncing 60 users' })).toBeVisible();
    await target.received(1);
    const cancelled = page.getByRole('row', { name: /^1 manual cancelled \d+ of 60/ });
    await run.getByRole('button', { name: 'Cancel' }).click();
    await expect(run).toContainText(/\d+ of 60 users synced/);
    await expect(cancelled).toBeVisible();
    const before = target.requests.length;
    await run.getByRole('button', { name: 'Resume' }).click();
    await target.received(before + 1);
    await run.getByRole('button', { name: 'Cancel' }).click();
    await expect(cancelled).toBeVisible();
    const synced = syncedTo(target, 'big_spenders');
    expect(new Set(synced).size).toBe(synced.length);
  });
  await test.step('the history needs no scrolling', async () => {
    await page.setViewportSize({ width: 1280, height: 900 });
    const audience = await addAudience(host, source.id, { name: 'Everyone' });
    await addMembers(
      host,
      audience,
      Array.from({ length: 2_000 }, (_, index) => `user_${index}`),
    );
    await goTo(page, `#/audiences/audiences/${audience.id}/sync`);
    await expect(page.getByRole('heading', { name: 'Everyone', level: 2 })).toBeVisible();
    await page.getByRole('textbox', { name: 'Rate' }).fill('20');
    await page.getByRole('button', { name: 'Start sync' }).click();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect(page.getByRole('row', { name: /^1 manual cancelled \d+ of 2,000/ })).toBeVisible();
    const history = page.getByRole('region', { name: 'Syncs' });
    expect(await history.evaluate((box) => box.scrollWidth - box.clientWidth)).toBe(0);
  });
});

test('runs scheduled syncs on the virtual clock and plots their members', async ({
  page,
  host,
  target,
}) => {
  const { source } = await connect(host, target.url);
  const audience = await addAudience(host, source.id, { schedule: { everyMinutes: 60 } });
  await addMembers(host, audience, ['ada']);
  await enter(page, host, `#/audiences/audiences/${audience.id}/sync`);
  await expect(page.getByText(/every 1 h, next in/)).toBeVisible();
  await expect(page.getByRole('region', { name: 'Next sync' })).toContainText('scheduled');
  await host.api('PUT', '/clock', { mode: 'fast', speed: 3_600 });
  await target.received(1);
  await addMembers(host, audience, ['bob']);
  await target.received(2);
  await expect(page.getByRole('row', { name: /^1 scheduled completed 1 0/ })).toBeVisible();
  await expect(
    page.getByRole('img', { name: /^Users in the last \d+ syncs: 1 to 2$/ }),
  ).toBeVisible();
  expect(syncedTo(target, 'big_spenders')).toEqual(['ada true', 'bob true']);
});

test('shows a sync started elsewhere', async ({ page, host, target }) => {
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
