/** Four hours of outage in seconds: skipping from attempt to attempt until something has finished. */

import type { Locator } from '@playwright/test';
import { unhurried } from '#test/support/unhurried.ts';
import { backToRealTime, clockAt, clockOf, clockPopover, topBarClock } from './support/clock.ts';
import { delayResponse } from './support/delayed-responses.ts';
import { patient } from './support/lasting-states.ts';
import { addDestination, connect, deliveriesOf, track, trackMany } from './support/seed.ts';
import {
  enter,
  expect,
  goTo,
  openMenu,
  openNewest,
  stateCounts,
  test,
} from './support/workbench.ts';

const hour = 3_600_000;

/** Attempts on the timeline; those that lie on each other are one mark with their number. */
const marked = (detail: Locator, kind: RegExp): Promise<number> =>
  detail
    .locator('[data-mark]')
    .evaluateAll(
      (marks, pattern) =>
        marks
          .filter((mark) => new RegExp(pattern).test(mark.getAttribute('aria-label') ?? ''))
          .reduce((sum, mark) => sum + (Number(mark.textContent) || 1), 0),
      kind.source,
    );

test('fast-forwards a delivery to the end of its retry window with s', async ({
  page,
  host,
  target,
}) => {
  target.respond(503);
  const { source } = await connect(host, target.url);
  await track(host, source, 'Order Completed');
  await target.received(1);
  const detail = await openNewest(page, host);
  await expect(detail.getByRole('button', { name: /Scheduled for/ }).first()).toBeVisible();
  const scheduled = await marked(detail, /Scheduled for/);
  expect(scheduled).toBeGreaterThan(10);
  await page.keyboard.press('s');
  await expect(page.getByText('Order Completed: gave up')).toBeVisible();
  await expect(page.getByText(/\d+ steps, 3 h \d+ min simulated\./)).toBeVisible();
  await expect(detail.getByRole('heading', { level: 1 })).toContainText('gave up');
  await expect(detail.getByRole('button', { name: /Scheduled for/ })).toHaveCount(0);
  await expect.poll(() => marked(detail, /Attempt \d+, .*: 503 in/)).toBe(target.requests.length);
  await expect(
    detail.getByRole('button', { name: 'Fast-forward until delivery finishes' }),
  ).toBeHidden();
  // What was drawn as scheduled is what was done, give or take the durations of the responses.
  expect(Math.abs(target.requests.length - 1 - scheduled)).toBeLessThanOrEqual(1);
  expect((await clockOf(host)).aheadMs).toBeGreaterThan(3 * hour);
  await expect(clockAt(page, '× 1')).toContainText('3 h');
});

test('stops when cancelled and shows the progress so far', async ({ page, host, target }) => {
  target.respond(503);
  const { source } = await connect(host, target.url, { retry: patient, profile: unhurried });
  await trackMany(host, source, 5);
  await target.received(5);
  await enter(page, host);
  await expect(page.getByRole('option', { name: /^waiting/ })).toHaveCount(5);
  const held = delayResponse(503);
  target.respond(held.response);
  await page.keyboard.press('Shift+S');
  await expect(
    topBarClock(page).getByRole('progressbar', { name: /^Fast-forwarding/ }),
  ).toBeVisible();
  await page.keyboard.press('t');
  await expect(clockPopover(page)).toContainText(/5 of 5 waiting · .* simulated/);
  await expect(clockPopover(page).getByRole('radiogroup')).toHaveAccessibleName(
    'Fast-forward speed',
  );
  await page.keyboard.press('Escape');
  await topBarClock(page).getByRole('button', { name: 'Stop fast-forwarding' }).click();
  await expect(page.getByText('Fast-forward stopped')).toBeVisible();
  await expect(page.getByText(/5 of 5 deliveries still waiting/)).toBeVisible();
  held.release();
  // What was due comes to its end, and no fast-forward follows it.
  await expect
    .poll(async () => {
      const { now } = await clockOf(host);
      const planned = (await deliveriesOf(host)).map(({ nextAttemptAt }) =>
        new Date(nextAttemptAt ?? 0).getTime(),
      );
      return Math.min(...planned) - new Date(now).getTime();
    })
    .toBeGreaterThan(60_000);
  const { aheadMs } = await clockOf(host);
  const requests = target.requests.length;
  await page.reload();
  await expect(clockAt(page, '× 1')).toContainText('ahead');
  expect(await clockOf(host)).toMatchObject({ aheadMs, rate: 1 });
  expect(target.requests).toHaveLength(requests);
});

test('finishes the deliveries of one destination from the clock popover', async ({
  page,
  host,
  target,
  otherTarget,
}) => {
  target.respond(503);
  otherTarget.respond(503, 503, 200);
  const { source } = await connect(host, target.url, { retry: patient });
  await addDestination(host, {
    name: 'Billing',
    webhookUrl: `${otherTarget.url}/hook`,
    sourceIds: [source.id],
    retry: { ...patient, baseMs: 600_000, capMs: 600_000 },
  });
  await track(host, source, 'Order Completed');
  await otherTarget.received(1);
  await enter(page, host);
  await expect(topBarClock(page)).toBeVisible();
  await page.keyboard.press('t');
  await expect(page.getByText('2 waiting deliveries')).toBeVisible();
  await page.getByRole('combobox', { name: 'Deliveries to finish' }).click();
  await page.getByRole('option', { name: 'To Billing' }).click();
  await page.getByRole('button', { name: 'Fast-forward until finished' }).last().click();
  await expect(page.getByText('To Billing: 1 delivered')).toBeVisible();
  await otherTarget.received(3);
  const states = (await deliveriesOf(host)).map(({ destinationName, state }) => [
    destinationName,
    state,
  ]);
  expect(Object.fromEntries(states)).toEqual({ Billing: 'delivered', 'Staging hooks': 'waiting' });
  expect((await clockOf(host)).aheadMs).toBeLessThan(hour);
});

test('finishes one destination from its page and from a filtered list', async ({
  page,
  host,
  target,
  otherTarget,
}) => {
  // A webhook that hangs elsewhere must not hold it up.
  otherTarget.respond(() => undefined);
  target.respond(503);
  const { source, destination } = await connect(host, target.url, { retry: patient });
  await addDestination(host, {
    name: 'Hanging',
    webhookUrl: `${otherTarget.url}/hook`,
    sourceIds: [source.id],
    retry: patient,
  });
  await track(host, source, 'Order Completed');
  await target.received(1);
  await otherTarget.received(1);
  await enter(page, host, `#/connections/destinations/${destination.id}`);
  const name = 'Fast-forward until deliveries to Staging hooks finish';
  await page.getByRole('button', { name: 'More actions' }).click();
  await openMenu(page).getByRole('menuitem', { name, exact: true }).click();
  await expect(page.getByText('To Staging hooks: 1 gave up')).toBeVisible();

  target.respond(503, 200);
  await track(host, source, 'Signed Up');
  await goTo(page, `#/deliveries?destination=${destination.id}`);
  await expect(page.getByRole('option', { name: /^waiting .*Signed Up/ })).toBeVisible();
  await page.keyboard.press('a');
  await openMenu(page).getByRole('menuitem', { name, exact: true }).click();
  await expect(page.getByRole('option', { name: /^delivered .*Signed Up/ })).toBeVisible();
  await goTo(page, `#/deliveries?destination=${destination.id}&state=delivered`);
  await page.keyboard.press('a');
  await expect(openMenu(page).getByRole('menuitem', { name, exact: true })).toHaveAttribute(
    'aria-disabled',
    'true',
  );
});

test('finishes deliveries that stay scheduled after going back to real time', async ({
  page,
  host,
  target,
}) => {
  target.respond(503);
  const { source } = await connect(host, target.url, { retry: patient });
  await trackMany(host, source, 3);
  await target.received(3);
  await host.api('PUT', '/clock', { mode: 'paused' });
  await enter(page, host);
  await backToRealTime(page);
  await expect(page.getByRole('dialog').getByText(/3 deliveries waiting/)).toBeVisible();
  await page.getByRole('button', { name: 'Fast-forward', exact: true }).click();
  await expect(page.getByRole('dialog').getByText('3 gave up', { exact: true })).toBeVisible();
  expect(target.requests).toHaveLength(12);
  // Failures are shown, and nothing looks healthy.
  await expect(stateCounts(page)).toHaveAccessibleName('Deliveries: 3 gave up');
  await backToRealTime(page);
  await expect(clockAt(page, 'Real time')).toBeVisible();
  expect(await clockOf(host)).toMatchObject({ mode: 'real', aheadMs: 0 });
});

test('animates on the timeline, and can be slowed, skipped and stopped with the keyboard', async ({
  page,
  host,
  target,
}) => {
  const [third, fourth] = [delayResponse(503), delayResponse(503)];
  target.respond(503, 503, third.response, fourth.response);
  const { source } = await connect(host, target.url, { retry: patient, profile: unhurried });
  await track(host, source, 'Order Completed');
  await target.received(1);
  const detail = await openNewest(page, host);
  const nowLine = detail.locator('[role="toolbar"] [aria-hidden] .bg-accent');
  const leftOf = async (): Promise<number> => (await nowLine.boundingBox())?.x ?? 0;
  const before = await leftOf();
  // A minute until the next attempt.
  await page.evaluate(() => localStorage.setItem('fast-forward.speed', '60'));
  await page.keyboard.press('s');
  await page.keyboard.press('t');
  const popover = clockPopover(page);
  const speeds = popover.getByRole('radiogroup', { name: 'Fast-forward speed' });
  await expect(speeds.getByRole('radio', { name: '× 60', exact: true })).toBeChecked();
  await expect(popover).toContainText(/about \d+ .*left/);
  await expect.poll(async () => (await clockOf(host)).rate).toBe(60);

  // The line of now moves along the timeline, and attempts appear behind it.
  await expect.poll(leftOf).toBeGreaterThan(before + 1);
  await page.keyboard.press('>');
  await expect(speeds.getByRole('radio', { name: '× 600' })).toBeChecked();
  await page.keyboard.press('>');
  await page.keyboard.press('<');
  await expect(speeds.getByRole('radio', { name: '× 600' })).toBeChecked();
  await target.received(3);
  await expect.poll(() => marked(detail, /Attempt \d+, .*: 503 in/)).toBe(2);

  // Stopped before its end: the clock goes on from here.
  await page.keyboard.press('Shift+S');
  await expect(page.getByText('Fast-forward stopped')).toBeVisible();
  third.release();
  expect(await clockOf(host)).toMatchObject({ mode: 'fast', speed: 1 });
  await expect(detail.getByRole('heading', { level: 1 })).toContainText('waiting');

  // The speed is remembered; the rest is skipped.
  await page.keyboard.press('Escape');
  await page.keyboard.press('s');
  await target.received(4);
  await page.keyboard.press('t');
  await expect(speeds.getByRole('radio', { name: '× 600' })).toBeChecked();
  await page.keyboard.press('Shift+J');
  await expect(speeds.getByRole('radio', { checked: true })).toHaveCount(0);
  fourth.release();
  await expect(page.getByText('Order Completed: gave up')).toBeVisible();
});

test('updates the activity while it plays', async ({ page, host, target }) => {
  const thirdRound = delayResponse(503);
  target.respond(...Array.from({ length: 6 }, () => 503), thirdRound.response);
  const { source } = await connect(host, target.url, { retry: patient, profile: unhurried });
  await trackMany(host, source, 3);
  await target.received(3);
  await enter(page, host, '#/deliveries?activity=full');
  await page.getByRole('radio', { name: 'All', exact: true }).click();
  const lane = page.getByRole('row').filter({ hasText: target.url.replace('http://', '') });
  const attempts = lane.getByText(/not accepted$/);
  await expect(attempts).toHaveText('0 accepted, 3 not accepted');
  await page.keyboard.press('Shift+S');
  await expect(attempts).toHaveText('0 accepted, 6 not accepted');
  await page.keyboard.press('t');
  await clockPopover(page).getByRole('button', { name: 'Skip to end' }).click();
  thirdRound.release();
  await expect(page.getByRole('dialog').getByText('3 gave up', { exact: true })).toBeVisible();
});

test.describe('with reduced motion', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } });

  test('skips the time between attempts, and plays only when a speed is chosen', async ({
    page,
    host,
    target,
  }) => {
    const second = delayResponse(503);
    target.respond(503, second.response);
    const { source } = await connect(host, target.url, { retry: patient, profile: unhurried });
    await track(host, source, 'Order Completed');
    await target.received(1);
    await openNewest(page, host);
    await page.keyboard.press('s');
    await target.received(2);
    await page.keyboard.press('t');
    const popover = clockPopover(page);
    const skip = popover.getByRole('button', { name: 'Skip to end' });
    await expect(skip).toHaveAttribute('aria-disabled', 'true');
    await popover.getByRole('radio', { name: '× 60', exact: true }).click();
    await expect(popover.getByRole('radio', { name: '× 60', exact: true })).toBeChecked();
    await skip.click();
    second.release();
    await expect(page.getByText('Order Completed: gave up')).toBeVisible();
  });
});

interface Notice {
  readonly title: string;
  readonly body: string;
}

test('sends a system notification where the host supports it', async ({ page, host, target }) => {
  target.respond(503, 200);
  await page.addInitScript(() => {
    const notices: Notice[] = [];
    const bridge = { platform: 'linux', notify: (one: Notice) => notices.push(one) };
    Object.assign(window, { notices, hookwrightHost: bridge });
    document.hasFocus = () => false;
  });
  const { source } = await connect(host, target.url, { retry: patient });
  await track(host, source, 'Order Completed');
  await target.received(1);
  await enter(page, host);
  await expect(page.getByRole('option', { name: /^waiting/ })).toBeVisible();
  await page.keyboard.press('Shift+S');
  await expect(page.getByRole('dialog').getByText('1 delivered', { exact: true })).toBeVisible();
  const notices = await page.evaluate(
    () => (window as unknown as { notices: readonly Notice[] }).notices,
  );
  expect(notices).toEqual([
    {
      title: '1 delivered',
      body: expect.stringMatching(/^1 step, (1 h|5\d min.*) simulated/),
    },
  ]);
});

test('reports that there were no deliveries to finish', async ({ page, host, target }) => {
  const { source } = await connect(host, target.url);
  await track(host, source, 'Order Completed');
  await enter(page, host);
  await expect(page.getByRole('option', { name: /^delivered/ })).toBeVisible();
  await page.keyboard.press('t');
  const finish = page.getByRole('button', { name: 'Fast-forward until finished' });
  await expect(finish).toHaveAttribute('aria-disabled', 'true');
  await expect(page.getByText('No waiting deliveries')).toBeVisible();
});
