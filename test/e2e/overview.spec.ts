/** The Overview: what everything has done over a span of the product's time, and the way to it. */

import type { Locator, Page } from '@playwright/test';
import { noRetry, patient } from './support/lasting-states.ts';
import { addDestination, connect, track, trackMany } from './support/seed.ts';
import type { Host } from './support/start-host.ts';
import { enter, expect, test } from './support/workbench.ts';

const figure = (page: Page, name: string): Locator =>
  page.locator('dl > div').filter({ has: page.getByText(name, { exact: true }) });
const plot = (page: Page, name: RegExp): Locator => page.getByRole('slider', { name });
const outcomes = (page: Page): Locator => page.getByRole('region', { name: 'Outcomes' });
const webhookRow = (page: Page, url: string): Locator =>
  page.getByRole('region', { name: 'All webhooks' }).getByRole('row').filter({ hasText: url });
const rows = (page: Page): Locator =>
  page.getByRole('listbox', { name: 'Deliveries' }).getByRole('option');
const filterTags = (page: Page): Locator => page.getByRole('button', { name: /^Edit filter/ });

/** Three that were delivered, and two that gave up, to another destination. */
async function history(host: Host, good: string, bad: string) {
  const { source } = await connect(host, good);
  await addDestination(host, {
    name: 'Warehouse',
    webhookUrl: `${bad}/down`,
    sourceIds: [],
    retry: noRetry,
  });
  await trackMany(host, source, 3);
  const other = await host.api('POST', '/sources', { name: 'Other' });
  const { id, writeKey } = other as { id: string; writeKey: string };
  const [, warehouse] = (await host.api('GET', '/destinations')) as { id: string }[];
  await host.api('PATCH', `/destinations/${warehouse?.id}`, { sourceIds: [id] });
  await trackMany(host, { ...source, writeKey }, 2);
  return source;
}

test('shows outcomes, latency, attempts and webhooks, and links to the deliveries', async ({
  page,
  host,
  target,
  otherTarget,
}) => {
  otherTarget.respond(503);
  // So that all of it is in the newest minute, however long the test takes.
  await host.api('PUT', '/clock', { mode: 'paused' });
  const source = await history(host, target.url, otherTarget.url);
  await otherTarget.received(2);
  await enter(page, host, '#/overview');
  await expect(figure(page, 'Deliveries')).toContainText('5');
  await expect(figure(page, 'Not delivered')).toContainText('2');
  await expect(figure(page, 'Accepted')).toContainText('60%');
  await expect(page.getByRole('region', { name: 'Latency' })).toContainText(/p99 [\d.]+ ms/);
  await expect(page.getByRole('row', { name: /^1 attempt/ })).toContainText('5');
  const warehouse = webhookRow(page, '/down');
  await expect(warehouse).toContainText('failing');
  await expect(warehouse.getByTitle(/^All 2 /)).toBeVisible();
  await expect(warehouse).toContainText('503');
  await expect(warehouse).toContainText('0%');
  await expect(webhookRow(page, '/hook')).toContainText('healthy');

  // What comes in is there without anyone asking for it.
  await track(host, source, 'One more');
  await expect(figure(page, 'Deliveries')).toContainText('6');

  await warehouse.getByRole('link', { name: 'failing' }).click();
  await expect(rows(page)).toHaveCount(2);
  await expect(filterTags(page).first()).toHaveText(
    'state:waiting or state:refused or state:gave_up or state:blocked',
  );
  await page.goBack();
  await webhookRow(page, '/hook').getByRole('link').click();
  await expect(rows(page)).toHaveCount(4);

  await page.goBack();
  await outcomes(page)
    .getByRole('link', { name: /^gave up 2/ })
    .click();
  await expect(rows(page)).toHaveCount(2);
  await expect(filterTags(page).first()).toHaveText('state:gave_up');

  await page.goBack();
  const bars = plot(page, /^Deliveries per minute/);
  // The newest of sixty bars, near the ground: what was delivered. The plot moves while the page fills.
  const pointed = async () => {
    const drawn = await bars.locator('.u-over').boundingBox();
    if (drawn !== null)
      await page.mouse.move(drawn.x + drawn.width * (59.5 / 60), drawn.y + drawn.height - 4);
    return bars.getAttribute('aria-valuetext');
  };
  await expect.poll(pointed).toMatch(/: delivered [1-4]$/);
  await page.mouse.down();
  await page.mouse.up();
  await expect(filterTags(page)).toHaveCount(3);
  await expect(rows(page).first()).toHaveAccessibleName(/delivered/);
});

test('explains a webhook that recovers with the numbers behind it', async ({
  page,
  host,
  target,
}) => {
  target.respond(503);
  const { source } = await connect(host, target.url, { retry: noRetry });
  await trackMany(host, source, 6);
  await target.received(6);
  await enter(page, host, '#/overview');
  await expect(webhookRow(page, '/hook')).toContainText('failing');
  target.respond(200);
  await trackMany(host, source, 2);
  await expect(webhookRow(page, '/hook')).toContainText('recovering');
  await expect(webhookRow(page, '/hook').getByTitle(/^6 of the last 8 .*75%.*latest 2/)).toHaveText(
    'recovering',
  );
});

test('works with the keyboard alone', async ({ page, host, target, otherTarget }) => {
  otherTarget.respond(503);
  await history(host, target.url, otherTarget.url);
  await otherTarget.received(2);
  await enter(page, host);
  await page.keyboard.press('g');
  await page.keyboard.press('v');
  await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible();
  await expect(figure(page, 'Deliveries')).toContainText('5');

  await page.keyboard.press('/');
  await page.keyboard.type('destination:Warehouse');
  await page.keyboard.press('Enter');
  await expect(figure(page, 'Deliveries')).toContainText('2');
  await expect(webhookRow(page, '/hook')).toHaveCount(0);

  // Saved filters, then the span of time.
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('radio', { name: 'Recent' })).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(plot(page, /^Deliveries per 15 seconds/)).toBeVisible();
  expect(new URL(page.url()).hash).toBe('#/overview?range=15m&filter=destination%3AWarehouse');

  const bars = plot(page, /^Deliveries per 15 seconds/);
  while (!(await bars.evaluate((element) => element === document.activeElement)))
    await page.keyboard.press('Tab');
  await page.keyboard.press('End');
  for (let back = 0; back < 60; back += 1) {
    if (/gave up/.test((await bars.getAttribute('aria-valuetext')) ?? '')) break;
    await page.keyboard.press('ArrowLeft');
  }
  await page.keyboard.press('ArrowUp');
  await expect(bars).toHaveAttribute('aria-valuetext', /: gave up [12]$/);
  await page.keyboard.press('Enter');
  await expect(rows(page).first()).toHaveAccessibleName(/gave up/);
  await expect(filterTags(page)).toHaveCount(4);
});

test('follows the virtual clock: fast, paused, fast-forwarded and back', async ({
  page,
  host,
  target,
}) => {
  target.respond(503);
  const { source } = await connect(host, target.url, { retry: patient });
  await track(host, source, 'Order Completed');
  await target.received(1);
  await host.api('PUT', '/clock', { mode: 'paused' });
  await enter(page, host, '#/overview?range=15m');
  await expect(figure(page, 'Attempts')).toContainText('1');

  // Ahead by a fast-forward: the axis has gone along, and the first attempt is out of sight.
  await host.api('POST', '/clock/fast-forward/next-attempt');
  await target.received(2);
  await expect(figure(page, 'Deliveries')).toContainText('0');
  await expect(figure(page, 'Attempts')).toContainText('1');

  await host.api('PUT', '/clock', { mode: 'fast', speed: 3_600 });
  await expect(
    page.getByRole('heading', { name: 'No deliveries in the last 15 minutes' }),
  ).toBeVisible();

  // After a reset: attempts made ahead of time are reported and still available.
  await host.api('PUT', '/clock', { mode: 'real' });
  await expect(page.getByText(/^\d+ attempts? .* hidden: the clock was set back/)).toBeVisible();
  await expect(figure(page, 'Deliveries')).toContainText('1');
  await page.getByRole('link', { name: 'Show all' }).click();
  await expect(page.getByText(/the clock was set back/)).toHaveCount(0);
  await expect(figure(page, 'Attempts')).toContainText(/[2-9]/);
});

test('points to older deliveries that have not finished, and counts deliveries by attempts', async ({
  page,
  host,
  target,
}) => {
  target.respond(503);
  const { source } = await connect(host, target.url, { retry: patient });
  await track(host, source, 'Old');
  await target.received(1);
  await host.api('PUT', '/clock', { mode: 'paused' });
  // Tried again an hour later, and an hour after that: it was made before the span, and waits.
  for (const requests of [2, 3]) {
    await host.api('POST', '/clock/fast-forward/next-attempt');
    await target.received(requests);
  }
  target.respond(200);
  await track(host, source, 'Of now');
  await target.received(4);
  await enter(page, host, '#/overview?range=1h');
  await expect(figure(page, 'Deliveries')).toContainText('1');
  const note = page.getByText(/^1 older delivery .*4 h/);
  await expect(note).toBeVisible();

  // The numbers of the webhook are of attempts within the span: of the older delivery, too.
  await webhookRow(page, '/hook').getByRole('link').last().click();
  await expect(rows(page)).toHaveCount(2);
  await page.goBack();
  await page.getByRole('link', { name: '1 older delivery' }).click();
  await expect(rows(page)).toHaveCount(1);
  await page.goBack();
  await page.getByRole('link', { name: '4 h', exact: true }).click();
  await expect(figure(page, 'Deliveries')).toContainText('2');
  await expect(note).toBeHidden();
});

test('updates its numbers while older deliveries are counted', async ({ page, host, target }) => {
  const held: string[] = [];
  await page.routeWebSocket(/\/rpc$/, (link) => {
    const core = link.connectToServer();
    link.onMessage((message) => {
      if (message.toString().includes('deliveries/count')) held.push(message.toString());
      else core.send(message);
    });
  });
  target.respond(503);
  const { source } = await connect(host, target.url, { retry: patient });
  await track(host, source, 'One');
  await enter(page, host, '#/overview?filter=event%3AOne');
  await expect(figure(page, 'Deliveries')).toContainText('1');
  await expect.poll(() => held.length).toBe(1);
  await track(host, source, 'One');
  await expect(figure(page, 'Deliveries')).toContainText('2');
  expect(held).toHaveLength(1);
});

test('explains an empty range, has no links for empty buckets, and shows every bucket in a table', async ({
  page,
  host,
  target,
}) => {
  await test.step('empty range', async () => {
    const { source } = await connect(host, target.url);
    await enter(page, host, '#/overview?filter=type%3Atrack');
    await expect(page.getByRole('heading', { name: 'No deliveries yet' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Test your webhook' })).toBeVisible();
    await track(host, source, 'One');
    await expect(figure(page, 'Deliveries')).toContainText('1');
    await page.keyboard.press('/');
    await page.keyboard.type('user:unknown-user');
    await page.keyboard.press('Enter');
    await expect(
      page.getByRole('heading', { name: /No matching deliveries in recent activity/ }),
    ).toBeVisible();
    await page.getByRole('button', { name: 'Clear filter', exact: true }).click();
    await expect(figure(page, 'Deliveries')).toContainText('1');
    await expect(webhookRow(page, '/hook')).toContainText('healthy');
  });
  await test.step('empty buckets', async () => {
    await expect(figure(page, 'Deliveries')).toContainText('1');
    const bars = plot(page, /^Deliveries per minute/);
    await bars.focus();
    await page.keyboard.press('Home');
    await expect(bars).toHaveAttribute('aria-valuetext', /: nothing$/);
    await page.keyboard.press('Enter');
    await expect(bars).toBeFocused();
    await expect(bars).toHaveAttribute('aria-valuetext', /: nothing$/);
    await bars.locator('.u-over').click({ position: { x: 4, y: 4 } });
    await expect(bars).toHaveAttribute('aria-valuetext', /: nothing$/);
    expect(new URL(page.url()).hash).toBe('#/overview');
    await outcomes(page).getByRole('button', { name: 'Show as table' }).click();
    await expect(outcomes(page).getByRole('table').getByRole('link')).toHaveCount(1);
  });
  await test.step('table', async () => {
    const card = outcomes(page);
    const table = card.getByRole('table', { name: 'Deliveries per minute' });
    // An hour and what the bucket before has of it, under a row of heads.
    await expect(table.getByRole('row')).toHaveCount(62);
    await expect(table.getByRole('columnheader').nth(1)).toHaveText('delivered');
    await card.getByRole('radio', { name: 'Attempts' }).click();
    await expect(card.getByRole('table', { name: 'Attempts per minute' })).toBeVisible();
    await page
      .getByRole('region', { name: 'Latency' })
      .getByRole('button', { name: 'Show as table' })
      .click();
    await expect(page.getByRole('table', { name: 'Attempt latency per minute' })).toContainText(
      'ms',
    );
  });
});

test('offers the diagnosis of a digest in any rejection', async ({ page, host, target }) => {
  target.respond((_, response) => response.writeHead(400).end('ab12'.repeat(10)), 422);
  const { source } = await connect(host, target.url);
  await track(host, source, 'Order Completed');
  await target.received(1);
  await track(host, source, 'Order Completed');
  await target.received(2);
  await enter(page, host, '#/overview');
  const causes = page.getByRole('region', { name: 'Failures by cause' }).getByRole('listitem');
  const button = (status: string, name: string): Locator =>
    causes.filter({ hasText: status }).getByRole('button', { name });
  await expect(button('422', 'View')).toBeVisible();
  await expect(button('422', 'Diagnose')).toBeHidden();
  await button('400', 'Diagnose').click();
  await expect(page.getByRole('region', { name: 'Delivery' }).getByRole('article')).toBeVisible();
});

test('groups failures by cause, and links to them, to the latest and to a retry', async ({
  page,
  host,
  target,
  otherTarget,
}) => {
  otherTarget.respond(503);
  target.respond(401);
  await history(host, target.url, otherTarget.url);
  await otherTarget.received(2);
  await enter(page, host, '#/overview');
  const causes = page.getByRole('region', { name: 'Failures by cause' }).getByRole('listitem');
  await expect(causes).toHaveCount(2);
  await expect(causes.nth(0)).toContainText('401');
  await expect(causes.nth(0).getByRole('link', { name: /^3 / })).toBeVisible();
  const gaveUp = causes.nth(1);
  await expect(gaveUp).toContainText('503');

  await causes.nth(0).getByRole('button', { name: 'Diagnose' }).click();
  await expect(page.getByRole('region', { name: 'Delivery' }).getByRole('article')).toBeVisible();
  await page.goBack();

  await gaveUp.getByRole('button', { name: 'View' }).click();
  await expect(rows(page)).toHaveCount(2);
  await page.goBack();

  otherTarget.respond(200);
  await gaveUp.getByRole('button', { name: /^Retry 2/ }).click();
  await page.getByRole('button', { name: /^Retry with 2 attempts/ }).click();
  await otherTarget.received(4);
});
