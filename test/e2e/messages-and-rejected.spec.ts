/** Messages with their outcomes, and rejected requests. */

import { press } from './support/keys.ts';
import { expectGoodLooksInBothThemes } from './support/looks.ts';
import { addDestination, addSource, connect, ingest, track } from './support/seed.ts';
import { chip, copied, enter, expect, goTo, groupBy, test } from './support/workbench.ts';

test('shows routed, unrouted and duplicate messages, links to their deliveries, and explains a duplicate', async ({
  page,
  host,
  target,
}) => {
  await test.step('list', async () => {
    const { source } = await connect(host, target.url);
    const lonely = await addSource(host, 'Lonely app');
    await enter(page, host, '#/deliveries/messages');
    const once = { userId: 'ada', event: 'Sent Twice', messageId: 'm-1' };
    await ingest(host, source.writeKey, once);
    await ingest(host, source.writeKey, once);
    await track(host, lonely, 'Not Routed');
    await expect(
      page.getByRole('treeitem', { name: /^track Sent Twice ada Shop 1/ }),
    ).toBeVisible();
    await expect(
      page.getByRole('treeitem', { name: /^track Sent Twice ada Shop duplicate/ }),
    ).toBeVisible();
    await expect(
      page.getByRole('treeitem', { name: /^track Not Routed ada Lonely app not sent/ }),
    ).toBeVisible();
    await expect(page.getByText('3 messages', { exact: true })).toBeVisible();
  });
  await test.step('message with a delivery', async () => {
    await goTo(page, '#/deliveries/messages/1');
    const detail = page.getByRole('region', { name: 'Message', exact: true });
    await expect(detail.getByRole('region', { name: 'Received' })).toContainText('Sent Twice');
    await expect(detail.getByRole('region', { name: 'Differences' })).toContainText('added');
    await expect(
      detail
        .getByRole('region', { name: 'Request headers' })
        .getByRole('button', { name: /^Copy POST/ }),
    ).toHaveAccessibleName('Copy POST: /v1/track');
    await detail.getByRole('link', { name: /^Staging hooks delivered/ }).click();
    await expect(page.getByRole('article', { name: 'Sent Twice' })).toBeVisible();
    await expect(page.getByRole('listbox', { name: 'Deliveries' })).toBeVisible();
  });
  await test.step('duplicate', async () => {
    await goTo(page, '#/deliveries/messages/2');
    await expect(page.getByText('Duplicate messageId')).toBeVisible();
    await goTo(page, '#/deliveries');
    await expect(chip(page, 'All')).toHaveText('All1');
  });
});

test('opens an event to its deliveries with the keyboard and the mouse, and keeps it open', async ({
  page,
  host,
  target,
  otherTarget,
}) => {
  otherTarget.respond(400);
  const { source } = await connect(host, target.url);
  const sourceIds = [source.id];
  await addDestination(host, { name: 'Billing', webhookUrl: otherTarget.url, sourceIds });
  await track(host, source, 'First');
  await track(host, source, 'Second');
  await otherTarget.received(2);
  await enter(page, host);
  await groupBy(page, 'Event');
  const tree = page.getByRole('tree', { name: 'Messages' });
  const [events, deliveries] = [tree.locator('[aria-level="1"]'), tree.locator('[aria-level="2"]')];
  await test.step('keyboard', async () => {
    await page.keyboard.press('j');
    await expect(page.getByRole('article', { name: 'Second' })).toBeVisible();
    await expect(events.first()).toHaveAttribute('aria-expanded', 'false');
    await page.keyboard.press('ArrowRight');
    await expect(events.first()).toHaveAttribute('aria-expanded', 'true');
    await expect(deliveries).toHaveCount(2);
    await page.keyboard.press('j');
    const refused = deliveries.filter({ hasText: 'Billing' });
    await expect(refused).toHaveAttribute('aria-selected', 'true');
    await expect(refused).toHaveAccessibleName(/^refused Billing 400/);
    await expect(page.getByRole('region', { name: 'Delivery', exact: true })).toContainText('400');
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await expect(events.last()).toHaveAttribute('aria-selected', 'true');
    await expect(page.getByRole('article', { name: 'First' })).toBeVisible();
  });
  await test.step('mouse', async () => {
    await events.last().locator('svg').first().click();
    await expect(deliveries).toHaveCount(4);
    await deliveries.nth(2).click();
    await expect(deliveries.nth(2)).toHaveAttribute('aria-selected', 'true');
  });
  await test.step('kept', async () => {
    await goTo(page, '#/settings');
    await page.goBack();
    await expect(deliveries.nth(2)).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('ArrowLeft');
    await expect(events.last()).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('ArrowLeft');
    await expect(events.last()).toHaveAttribute('aria-expanded', 'false');
    await expect(deliveries).toHaveCount(2);
    await expectGoodLooksInBothThemes(page, 'events with deliveries');
  });
});

test('switches and navigates the lists with the keyboard', async ({ page, host }) => {
  const source = await addSource(host);
  await track(host, source, 'First');
  await track(host, source, 'Second');
  await ingest(host, source.writeKey, {});
  await enter(page, host);
  await groupBy(page, 'Event');
  await expect(page.getByRole('tree', { name: 'Messages' })).toBeVisible();
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await expect(page.getByRole('article', { name: 'First' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('heading', { name: 'No message selected' })).toBeVisible();
  await expect(chip(page, 'All')).toHaveAttribute('aria-current', 'page');
  await press(page, chip(page, 'Rejected at ingestion'));
  await expect(page.getByRole('listbox', { name: 'Rejected' })).toBeVisible();
  await page.keyboard.press('j');
  await expect(page.getByRole('article', { name: 'no_user_anon_id' })).toBeVisible();
  // The choice is kept.
  await chip(page, 'All').click();
  await expect(page.getByRole('tree', { name: 'Messages' })).toBeVisible();
  await groupBy(page, 'None');
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Messages have no destination' })).toBeVisible();
});

test('explains rejected and unrouted messages, shows what was received, and links to the fix', async ({
  page,
  host,
}) => {
  const source = await addSource(host);
  await test.step('no user', async () => {
    await enter(page, host, '#/deliveries/rejected');
    await expect(page.getByRole('heading', { name: 'No rejected messages' })).toBeVisible();
    expect(await ingest(host, source.writeKey, { event: 'Signed Up' })).toBe(400);
    await page.getByRole('option', { name: /no_user_anon_id/ }).click();
    const detail = page.getByRole('article', { name: 'no_user_anon_id' });
    await expect(detail.getByRole('alert')).toContainText('userId and anonymousId are missing');
    const hint = detail.getByRole('region', { name: 'Valid example' });
    await hint.getByRole('button', { name: 'Copy example' }).click();
    await expect(hint.getByRole('button', { name: 'Copied' })).toBeVisible();
    expect(await copied(page)).toBe("analytics.track({ userId: 'u_1', event: 'Signed Up' })");
    await expect(detail.getByRole('region', { name: 'Received' })).toContainText('Signed Up');
    await expect(detail.getByRole('button', { name: 'Copy POST: /v1/track' })).toBeVisible();
  });
  await test.step('not JSON', async () => {
    const broken = '{"userId":"ada", "event": Order}';
    expect(await ingest(host, source.writeKey, broken)).toBe(400);
    await goTo(page, '#/deliveries/rejected/2');
    await expect(page.getByRole('article', { name: 'bad_request' })).toBeVisible();
    await expect(page.getByRole('region', { name: 'Received as text' })).toHaveText(broken);
  });
  await test.step('unknown path', async () => {
    expect(await ingest(host, 'key', { pad: 'x'.repeat(30_000) }, '/track')).toBe(404);
    await goTo(page, '#/deliveries/rejected');
    await page.getByRole('option', { name: /not_found/ }).click();
    const detail = page.getByRole('article', { name: 'not_found' });
    await expect(detail.getByRole('alert')).toContainText('/v1/batch');
    await expect(detail.getByRole('region', { name: 'Received', exact: true })).toContainText(
      '29.3 KB',
    );
    await expect(detail.getByRole('button', { name: 'Copy POST: /track' })).toBeVisible();
  });
  await test.step('wrong write key', async () => {
    await ingest(host, 'no-such-key', { userId: 'ada', event: 'Signed Up' });
    await goTo(page, '#/deliveries/rejected/4');
    const detail = page.getByRole('article', { name: 'unknown_source' });
    await expect(detail).toContainText('from an unknown source');
    await detail.getByRole('link', { name: 'View sources' }).click();
    await expect(page.getByRole('heading', { name: 'Connections', level: 1 })).toBeVisible();
  });
  await test.step('unrouted', async () => {
    await track(host, source, 'Not Routed');
    await goTo(page, '#/deliveries/messages/1');
    const why = page
      .getByRole('status')
      .filter({ hasText: 'No enabled destination was connected' });
    await expect(why).toContainText('Shop');
    await why.getByRole('link', { name: 'View destinations' }).click();
    await expect(page.getByRole('heading', { name: 'Connections', level: 1 })).toBeVisible();
  });
});

test('shows how many rejected messages of a batch are kept', async ({ page, host }) => {
  const source = await addSource(host);
  const batch = Array(2_500).fill(0);
  expect(await ingest(host, source.writeKey, { batch }, '/v1/batch')).toBe(400);
  await enter(page, host, '#/deliveries/rejected');
  await expect(chip(page, 'Rejected at ingestion')).toHaveText('Rejected at ingestion100');
  await expect(page.getByText(/100 of 2,500/)).toBeVisible();
  await page
    .getByRole('option', { name: /bad_request/ })
    .first()
    .click();
  await expect(page.getByRole('article', { name: 'bad_request' })).toContainText('2,500');
});
