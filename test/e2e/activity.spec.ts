/** The activity of Deliveries: what happened over a time range, and the way to its deliveries. */

import type { Locator, Page } from '@playwright/test';
import { noRetry, patient } from './support/lasting-states.ts';
import { addMock } from './support/mocks.ts';
import { addDestination, connect, track, trackMany } from './support/seed.ts';
import type { Host } from './support/start-host.ts';
import { enter, expect, goTo, test } from './support/workbench.ts';

const figure = (page: Page, name: string): Locator =>
  page.locator('dl > div').filter({ has: page.getByText(name, { exact: true }) });
const plot = (page: Page): Locator => page.getByRole('slider', { name: /^Attempts per/ });
const header = (page: Page): Locator => page.getByRole('region', { name: 'Activity' });
const fullPage = '#/deliveries?activity=full';
const webhookRow = (page: Page, url: string): Locator =>
  page.getByRole('region', { name: 'All URLs' }).getByRole('row').filter({ hasText: url });
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

test('shows figures, attempts and news, and links to the deliveries', async ({
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
  await enter(page, host);
  await expect(figure(page, 'Delivered')).toContainText(/3\s*60 %/);
  await expect(figure(page, 'Gave up')).toContainText('2');
  await expect(header(page).getByText(/\/down is down\./)).toBeVisible();

  // What comes in is there without anyone asking for it.
  await track(host, source, 'One more');
  await expect(figure(page, 'Delivered')).toContainText('4');

  await figure(page, 'Gave up').getByRole('link', { name: '2' }).click();
  await expect(rows(page)).toHaveCount(2);
  await expect(filterTags(page).first()).toHaveText('state:gave_up');
});

test('selects a time by a drag or the keyboard, and Escape shows all again', async ({
  page,
  host,
  target,
}) => {
  const { source } = await connect(host, target.url);
  await trackMany(host, source, 3);
  await target.received(3);
  await enter(page, host);
  await expect(figure(page, 'Delivered')).toContainText('3');
  const bars = plot(page);

  await test.step('a drag over a time without attempts', async () => {
    const box = await bars.boundingBox();
    if (box === null) throw new Error('The plot is not visible.');
    await page.mouse.move(box.x + box.width * 0.1, box.y + 60);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width * 0.4, box.y + 60, { steps: 4 });
    await page.mouse.up();
    await expect(filterTags(page)).toHaveCount(2);
    await expect(page.getByRole('heading', { name: /^No/ }).first()).toBeVisible();
    // The figures are those of the list.
    await expect(figure(page, 'Delivered')).toContainText('0');
    await bars.focus();
    await page.keyboard.press('Escape');
    await expect(filterTags(page)).toHaveCount(0);
    await expect(rows(page)).toHaveCount(3);
  });
  await test.step('the keyboard', async () => {
    await bars.focus();
    await page.keyboard.press('End');
    await expect(bars).toHaveAttribute('aria-valuetext', /: accepted [1-3]|: nothing$/);
    await page.keyboard.press('Shift+ArrowLeft');
    await page.keyboard.press('Shift+ArrowLeft');
    await page.keyboard.press('Enter');
    await expect(filterTags(page)).toHaveCount(2);
    await expect(rows(page)).toHaveCount(3);
  });
});

test('is hidden with one key and expanded with another; both stay', async ({
  page,
  host,
  target,
}) => {
  const { source } = await connect(host, target.url);
  await track(host, source, 'Order Completed');
  await enter(page, host);
  await expect(plot(page)).toBeVisible();
  await page.keyboard.press('[');
  await expect(plot(page)).toHaveCount(0);
  await expect(header(page).getByText(/1 delivery/)).toBeVisible();
  await expect(header(page).getByRole('listitem').first()).toHaveText('1 delivered');
  await page.keyboard.press('{');
  await expect(page.getByRole('heading', { name: 'Latency' })).toBeVisible();
  await expect(page.getByRole('listbox', { name: 'Deliveries' })).toHaveCount(0);
  await page.keyboard.press('{');
  await expect(rows(page)).toHaveCount(1);
  await expect(plot(page)).toHaveCount(0);
});

test('gives way to the list in a low window, where it can still be opened', async ({
  page,
  host,
  target,
}) => {
  const { source } = await connect(host, target.url);
  await trackMany(host, source, 8);
  await page.setViewportSize({ width: 900, height: 600 });
  await enter(page, host);
  await expect(rows(page)).toHaveCount(8);
  await expect(plot(page)).toHaveCount(0);
  await expect(rows(page).nth(4)).toBeInViewport({ ratio: 1 });
  await page.keyboard.press('[');
  await expect(plot(page)).toBeVisible();
  await page.setViewportSize({ width: 720, height: 450 });
  await page.keyboard.press('[');
  await expect(rows(page).nth(4)).toBeInViewport({ ratio: 1 });
  // A high window has its own choice.
  await page.setViewportSize({ width: 1280, height: 800 });
  await expect(plot(page)).toBeVisible();
});

test('agrees with the top bar and the list when the range has no deliveries', async ({
  page,
  host,
  target,
}) => {
  const { source } = await connect(host, target.url);
  await trackMany(host, source, 3);
  await target.received(3);
  await enter(page, host);
  await expect(figure(page, 'Delivered')).toContainText('3');
  await host.api('PUT', '/clock', { mode: 'fast', speed: 3_600 });
  await expect(header(page).getByText('No attempts in the last hour.')).toBeVisible();
  await host.api('PUT', '/clock', { mode: 'paused' });
  await expect(figure(page, 'Delivered')).toContainText('3');
  await expect(header(page).getByText('3 deliveries, all delivered.')).toBeVisible();
  await header(page).getByRole('button', { name: 'Show all' }).click();
  await expect(page.getByRole('radio', { name: 'All', exact: true })).toBeChecked();
});

test('offers no other range before the first delivery', async ({ page, host }) => {
  await enter(page, host, '#/deliveries?filter=state%3Awaiting');
  await expect(page.getByRole('heading', { name: 'Nothing matches' })).toBeVisible();
  await expect(header(page).getByText('No deliveries match the filter.')).toBeVisible();
  await expect(plot(page)).toBeVisible();
  await expect(header(page).getByRole('button', { name: 'Show all' })).toBeHidden();
});

test('follows the end of an outage while the clock is paused', async ({ page, host }) => {
  const mock = await addMock(host, { name: 'erp', outage: { durationMs: 7_200_000 } });
  await host.api('PUT', '/clock', { mode: 'paused' });
  const { source } = await connect(host, '', {
    webhookUrl: mock.url ?? '',
    retry: patient,
  });
  await trackMany(host, source, 2);
  await enter(page, host);
  await expect(header(page).getByText('erp is down.')).toBeVisible();
  await host.api('PATCH', `/mocks/${mock.id}`, { outage: null });
  await expect(header(page).getByText(/2 deliveries wait/)).toBeVisible();
  await expect(header(page).getByText('erp is down.')).toHaveCount(0);
});

test('shows latency, attempts and webhooks on the full page, and links to the deliveries', async ({
  page,
  host,
  target,
  otherTarget,
}) => {
  otherTarget.respond(503);
  await host.api('PUT', '/clock', { mode: 'paused' });
  await history(host, target.url, otherTarget.url);
  await otherTarget.received(2);
  await enter(page, host, fullPage);
  await expect(page.getByRole('region', { name: 'Latency' })).toContainText(/p99 [\d.]+ ms/);
  await expect(page.getByRole('row', { name: /^1 attempt/ })).toContainText('5');
  await expect(page.getByRole('slider', { name: 'Attempts by URL' })).toBeVisible();
  const warehouse = webhookRow(page, '/down');
  await expect(warehouse).toContainText('failing');
  await expect(warehouse.getByTitle(/^All 2 /)).toBeVisible();
  await expect(warehouse).toContainText('503');
  await expect(warehouse).toContainText('0 %');
  await expect(webhookRow(page, '/hook')).toContainText('healthy');
  await warehouse.getByRole('link', { name: 'failing' }).click();
  await expect(rows(page)).toHaveCount(2);
  await expect(filterTags(page).first()).toHaveText(
    'state:waiting or state:refused or state:gave_up or state:blocked',
  );
  await page.goBack();
  await webhookRow(page, '/hook').getByRole('link').click();
  await expect(rows(page)).toHaveCount(3);
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
  await enter(page, host, fullPage);
  await expect(webhookRow(page, '/hook')).toContainText('failing');
  target.respond(200);
  await trackMany(host, source, 2);
  await expect(webhookRow(page, '/hook')).toContainText('recovering');
  await expect(
    webhookRow(page, '/hook').getByTitle(/^6 of the last 8 .*75 %.*latest 2/),
  ).toHaveText('recovering');
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
  await enter(page, host);
  await page.getByRole('radio', { name: '15 min' }).click();
  await expect(figure(page, 'Waiting')).toContainText(/1\s*longest/);

  // Ahead by a fast-forward: it still waits, though it was created before the range.
  await host.api('POST', '/clock/fast-forward/next-attempt');
  await target.received(2);
  await expect(figure(page, 'Waiting')).toContainText('1');

  // Elsewhere, the activity stays in view while virtual time moves.
  await goTo(page, '#/connections');
  await expect(page.getByRole('heading', { name: 'Connections', level: 1 })).toBeVisible();
  await expect(plot(page)).toHaveCount(0);
  await host.api('PUT', '/clock', { mode: 'fast', speed: 1 });
  await expect(plot(page)).toBeVisible();
  await goTo(page, '#/deliveries');

  // After a reset: attempts made ahead of time are reported and still available.
  await host.api('PUT', '/clock', { mode: 'real' });
  await expect(page.getByRole('button', { name: 'Show all' })).toBeVisible();
  await page.getByRole('button', { name: 'Show all' }).click();
  await expect(page.getByRole('radio', { name: 'All', exact: true })).toBeChecked();
  await expect(page.getByRole('button', { name: 'Show all' })).toHaveCount(0);
  await goTo(page, '#/connections');
  await expect(plot(page)).toHaveCount(0);
});

test('shows every bucket in a table', async ({ page, host, target }) => {
  const { source } = await connect(host, target.url);
  await track(host, source, 'One');
  await enter(page, host);
  await expect(figure(page, 'Delivered')).toContainText('1');
  await header(page).getByRole('button', { name: 'Show as table' }).click();
  const range = (name: string) => header(page).getByRole('radio', { name, exact: true });
  const table = header(page).getByRole('table', { name: /^Attempts per/ });
  // Of minutes, because there is no more; 60 buckets and the current one, under a row of heads.
  await expect(range('15 min')).toBeChecked();
  await expect(table).toHaveAccessibleName('Attempts per 15 seconds');
  await expect(table.getByRole('row')).toHaveCount(62);
  await range('1 h').click();
  await expect(table).toHaveAccessibleName('Attempts per minute');
  await expect(table.getByRole('row')).toHaveCount(62);
  await expect(table.getByRole('columnheader').nth(1)).toHaveText('accepted');
  await expect(table.getByRole('columnheader').last()).toHaveText('waiting');
});
