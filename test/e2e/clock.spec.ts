/** The virtual clock: its speeds, a pause, fast-forwarding, and the way back to real time. */

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { formatCount } from '#shared/kit/format.ts';
import { unhurried } from '#test/support/unhurried.ts';
import {
  clockAt,
  clockOf,
  clockPopover,
  expectPace,
  expectStandstill,
  topBarClock,
} from './support/clock.ts';
import { delayResponse } from './support/delayed-responses.ts';
import { patient } from './support/lasting-states.ts';
import { connect, deliveriesOf, track } from './support/seed.ts';
import { startHost } from './support/start-host.ts';
import {
  enter,
  expect,
  goTo,
  hostIsAway,
  openNewest,
  openPalette,
  test,
} from './support/workbench.ts';

const minute = 60_000;

test('changes speed from the popover, with the keys and from the palette', async ({
  page,
  host,
}) => {
  await enter(page, host);

  await test.step('it starts in real time', async () => {
    await clockAt(page, 'Real time').click();
    for (const one of [10, 60, 600, 3_600]) {
      const name = `× ${formatCount(one)}`;
      await page.getByRole('radio', { name, exact: true }).click();
      await expect.poll(() => clockOf(host)).toMatchObject({ mode: 'fast', speed: one });
      await expect(clockAt(page, name)).toBeVisible();
    }
    await page.keyboard.press('Escape');
    await expect(topBarClock(page)).toContainText('ahead');
    await expectPace(page, 1_800);
    await page.keyboard.press('<');
    await page.keyboard.press('<');
    await expect(clockAt(page, '× 60')).toBeVisible();
    await expect.poll(() => clockOf(host)).toMatchObject({ mode: 'fast', speed: 60, rate: 60 });
    await expectPace(page, 60);
    await page.keyboard.press('>');
    await expect.poll(() => clockOf(host)).toMatchObject({ mode: 'fast', speed: 600 });
  });
  await test.step('every command is in the palette and in the shortcuts', async () => {
    await page.keyboard.press('?');
    const sheet = page.getByRole('region', { name: 'Clock' }).last();
    for (const title of ['Open clock', 'Pause clock', 'Speed up clock', 'Back to real time'])
      await expect(sheet).toContainText(title);
    await page.keyboard.press('Escape');
    await openPalette(page);
    await page.keyboard.type('clock 3600');
    await page.getByRole('option', { name: 'Run clock at × 3,600' }).click();
    await expect.poll(() => clockOf(host)).toMatchObject({ mode: 'fast', speed: 3_600 });
  });
});

test('pauses and resumes with the previous speed, also after a reload', async ({ page, host }) => {
  await host.api('PUT', '/clock', { mode: 'fast', speed: 60 });
  await page.clock.install();
  await enter(page, host, '#/settings');
  await expect(clockAt(page, '× 60')).toBeVisible();
  await page.keyboard.press('p');
  await expect(clockAt(page, 'Paused')).toBeVisible();
  await expectStandstill(page);
  await page.reload();
  await expect(clockAt(page, 'Paused')).toBeVisible();
  await page.getByRole('button', { name: 'Resume clock' }).click();
  await expect.poll(() => clockOf(host)).toMatchObject({ mode: 'fast', speed: 60 });
  await expectPace(page, 60);
});

test('limits shortcuts in the popover to those it shows', async ({ page, host, target }) => {
  target.respond(503);
  // Fast-forwards in one step instead of at a speed, which takes seconds.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const { source } = await connect(host, target.url, { retry: patient });
  await enter(page, host, '#/settings');
  await track(host, source, 'Order Completed');
  await expect(topBarClock(page)).toBeVisible();
  await page.keyboard.press('t');
  const popover = clockPopover(page);
  await expect(popover).toContainText(/Next attempt: in/);
  await expect(popover.locator(':focus')).toHaveCount(1);
  await page.keyboard.press('p');
  await expect(popover.getByRole('button', { name: 'Resume' })).toBeVisible();
  await expect.poll(() => clockOf(host)).toMatchObject({ mode: 'paused' });
  await page.keyboard.press('p');
  await expect(popover.getByRole('button', { name: 'Pause' })).toBeVisible();
  await page.keyboard.press('/');
  await expect(popover.locator(':focus')).toHaveCount(1);
  await page.keyboard.press('Shift+J');
  await target.received(2);
  // Nothing waits while an attempt is in flight.
  await expect(popover).toContainText(/1 waiting delivery/);
  const finish = popover.getByRole('button', { name: /^Fast-forward until finished/ });
  await expect(finish).not.toHaveAttribute('aria-disabled', 'true');
  await page.keyboard.press('Shift+S');
  await expect(popover).toContainText('No waiting deliveries');
  await expect.poll(() => target.requests.length).toBe(4);
});

test('fast-forwards to the next attempt and makes it', async ({ page, host, target }) => {
  target.respond(503);
  const { source } = await connect(host, target.url, { retry: patient });
  await enter(page, host, '#/settings');
  await expect(topBarClock(page)).toBeVisible();
  await page.keyboard.press('t');
  const popover = clockPopover(page);
  const fastForward = popover.getByRole('button', { name: /^Fast-forward to next attempt/ });
  await expect(fastForward).toHaveAttribute('aria-disabled', 'true');
  await expect(popover).toContainText('No retries scheduled');
  await track(host, source, 'Order Completed');
  await expect(popover).toContainText(/Next attempt: in 5\d min/);
  await fastForward.click();
  await target.received(2);
  expect((await clockOf(host)).aheadMs).toBeGreaterThan(50 * minute);
  await expect(clockAt(page, '× 1')).toContainText(/(5\d min|1 h).* ahead/);
  await expect(popover).toContainText(/Next attempt: in (5\d min|1 h)/);
  await page.keyboard.press('Shift+J');
  await target.received(3);
  await goTo(page, '#/deliveries');
  await expect(page.getByRole('option', { name: /^waiting .* 503 3 2 h$/ })).toBeVisible();
});

test('moves the now line of the timeline', async ({ page, host, target }) => {
  // The line of now stops at the second attempt, which is in flight until the end.
  const held = delayResponse(503);
  target.respond(503, held.response);
  const { source } = await connect(host, target.url, { retry: patient, profile: unhurried });
  await track(host, source, 'Order Completed');
  await page.clock.install();
  const detail = await openNewest(page, host);
  const now = detail.getByText('now', { exact: true });
  const place = async () => (await now.boundingBox())?.x ?? 0;
  const before = await place();
  await expect(detail).toContainText(/503, next \d\d:\d\d/);
  await host.api('PUT', '/clock', { mode: 'fast', speed: 600 });
  await expect.poll(async () => (await place()) - before).toBeGreaterThan(40);
  await host.api('PUT', '/clock', { mode: 'paused' });
  await expect(clockAt(page, 'Paused')).toBeVisible();
  // Without the smooth movement, which may still go on.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const stood = await place();
  await page.clock.runFor(60_000);
  expect(await place()).toBe(stood);
  held.release();
});

test('keeps scheduled attempts after going back to real time', async ({ page, host, target }) => {
  target.respond(503);
  const { source } = await connect(host, target.url, { retry: patient });
  await track(host, source, 'Order Completed');
  await target.received(1);
  await expect.poll(async () => (await clockOf(host)).nextAttemptAt).not.toBeNull();
  await host.api('POST', '/clock/fast-forward/next-attempt');
  await target.received(2);
  await enter(page, host);
  await expect(clockAt(page, '× 1')).toContainText(/(1 h|5\d min.*) ahead/);
  const [planned] = await deliveriesOf(host);
  await page.keyboard.press('Shift+T');
  await expect(clockAt(page, 'Real time')).toBeFocused();
  expect(await clockOf(host)).toMatchObject({ mode: 'real', aheadMs: 0 });
  const [kept] = await deliveriesOf(host);
  expect(kept).toMatchObject({ state: 'waiting', nextAttemptAt: planned?.nextAttemptAt });
  expect(target.requests).toHaveLength(2);
  await page.getByRole('option', { name: /Order Completed/ }).click();
  await expect(page.getByRole('button', { name: /^Retry at/ })).toBeVisible();
  await page.keyboard.press('r');
  await target.received(3);
});

test.describe('over a restart', () => {
  test.use({ expectedFaults: hostIsAway });

  test('restores the clock after a restart of the host', async ({ page }) => {
    const dataFolder = await mkdtemp(join(tmpdir(), 'hookwright-'));
    const args = ['--token', 'the-same'];
    const first = await startHost({ dataFolder, args });
    await enter(page, first, '#/settings');
    await first.api('PUT', '/clock', { mode: 'fast', speed: 3_600 });
    await expect.poll(async () => (await clockOf(first)).aheadMs).toBeGreaterThan(30 * minute);
    await page.keyboard.press('p');
    await expect(clockAt(page, 'Paused')).toBeVisible();
    const { now } = await clockOf(first);
    const ports = [
      ['--port', new URL(first.interfaceUrl).port],
      ['--ingest-port', new URL(first.ingestUrl).port],
    ];
    await first.stop();
    await expect(page.getByText('Connection lost.')).toBeVisible();
    const second = await startHost({ dataFolder, args: [...args, ...ports.flat()] });
    await expect(page.getByText('Connection lost.')).toBeHidden();
    await expect(clockAt(page, 'Paused')).toBeVisible();
    expect(await clockOf(second)).toMatchObject({ mode: 'paused', now });
    await page.keyboard.press('p');
    await expect.poll(() => clockOf(second)).toMatchObject({ mode: 'fast', speed: 3_600 });
    await second.stop();
    await rm(dataFolder, { recursive: true, force: true });
  });
});
