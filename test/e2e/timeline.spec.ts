/** The timeline: zoomed and walked by keyboard and by pointer, and the URLs that missed an event. */
import type { Locator, Page } from '@playwright/test';
import type { Destination } from '#shared/connections/destination.ts';
import { fastForward } from './support/clock.ts';
import { tabTo } from './support/keys.ts';
import { patient } from './support/lasting-states.ts';
import { expectGoodLooksInBothThemes } from './support/looks.ts';
import { addMock } from './support/mocks.ts';
import { connect, deliveriesOf, track } from './support/seed.ts';
import type { Host } from './support/start-host.ts';
import type { TargetServer } from './support/target-server.ts';
import { enter, expect, openNewest, test } from './support/workbench.ts';

/** Dozens of attempts within two seconds, which lie on each other. */
const storm = { baseMs: 30, capMs: 30, jitter: 0, windowMs: 2_000 };

const overview = (page: Page) => page.getByRole('region', { name: 'Overview' });
const marks = (page: Page) => overview(page).getByRole('toolbar').getByRole('button');
const groups = (page: Page) => marks(page).filter({ hasText: /^\d+$/ });
const zoomButton = (page: Page, name: string) =>
  overview(page).getByRole('button', { name, exact: true });

async function openStorm(page: Page, host: Host, target: TargetServer): Promise<void> {
  target.respond(503);
  // The clock moves from attempt to attempt only, so that they are as close on every machine.
  await host.api('PUT', '/clock', { mode: 'paused' });
  const { source } = await connect(host, target.url, { retry: storm });
  await track(host, source, 'Order Completed');
  await fastForward(host);
  await expect.poll(async () => (await deliveriesOf(host))[0]?.state).toBe('gave_up');
  await openNewest(page, host);
  await expect(groups(page).first()).toBeVisible();
}

/** A delivery with attempts scheduled every hour, and the mark of the next one. */
async function openScheduled(page: Page, host: Host, target: TargetServer): Promise<Locator> {
  target.respond(503);
  // The line of now stands still, and with it the scale.
  await host.api('PUT', '/clock', { mode: 'paused' });
  const { source } = await connect(host, target.url, { retry: patient });
  await track(host, source, 'Order Completed');
  await openNewest(page, host);
  const scheduled = overview(page).getByRole('button', { name: /: Scheduled for/ });
  await expect(scheduled).toHaveCount(4);
  await expect(overview(page)).toContainText('503, next');
  await expect(page.getByRole('list', { name: 'Summary' })).toContainText('retries end');
  return scheduled.first();
}

async function middleOf(control: Locator): Promise<{ x: number; y: number }> {
  const { x = 0, y = 0, width = 0, height = 0 } = (await control.boundingBox()) ?? {};
  return { x: x + width / 2, y: y + height / 2 };
}

/** Of a mark, wherever its number ends: the place that its time has. */
async function leftOf(control: Locator): Promise<number> {
  return (await control.boundingBox())?.x ?? Number.NaN;
}

test('navigates, zooms, pans and opens an attempt with the keyboard and one tab stop', async ({
  page,
  host,
  target,
}) => {
  await openStorm(page, host, target);
  const first = marks(page).first();
  await expect(first).toHaveAccessibleName(
    /127\.0\.0\.1:\d+\/hook: .*Attempt 1, \d\d:\d\d:\d\d: 503 in .* ms, failed/,
  );
  await tabTo(page, overview(page).getByRole('toolbar').locator('[tabindex="0"]'));
  await page.keyboard.press('Home');
  await expect(first).toBeFocused();
  const before = await leftOf(first);
  for (let step = 0; step < 3; step += 1) await page.keyboard.press('+');
  await expect.poll(async () => Math.abs((await leftOf(first)) - before)).toBeLessThan(12);
  await expect(first).toBeFocused();
  await expect(overview(page).getByText(/^Zoomed in: about /)).toBeAttached();
  await page.keyboard.press('End');
  await expect(marks(page).and(page.locator(':focus'))).toBeInViewport();
  await page.keyboard.press('Shift+ArrowLeft');
  await page.keyboard.press('0');
  await expect(zoomButton(page, 'Fit timeline')).toHaveAttribute('aria-disabled', 'true');
  await expect(marks(page).and(page.locator(':focus'))).toHaveCount(1);
  await page.keyboard.press('Home');
  for (let step = 0; step < 12; step += 1) await page.keyboard.press('=');
  await page.keyboard.press('ArrowRight');
  const second = marks(page).and(page.locator(':focus'));
  await expect(second).toHaveAccessibleName(/: .*Attempt 2, .*: 503 in/);
  // The axis is closer at its beginning than here, where it may lie on those after it.
  for (let step = 0; step < 12; step += 1) await page.keyboard.press('=');
  await expect(second).toHaveAccessibleName(/hook: Attempt 2, .*: 503 in/);
  await page.keyboard.press('Enter');
  await expect(second).toHaveAttribute('aria-pressed', 'true');
  const request = page.getByRole('region', { name: 'Request', exact: true });
  await expect(request).toContainText('attempt 2');
  await tabTo(page, request.getByRole('button').first());
});

test('keeps the selected attempt visible at every zoom, separates overlapping ones, and is accessible', async ({
  page,
  host,
  target,
}) => {
  await test.step('selected attempt', async () => {
    await openStorm(page, host, target);
    const shown = overview(page).getByRole('toolbar').locator('[aria-pressed="true"]');
    const expectSeen = async (): Promise<void> => {
      await expect(shown).toHaveCount(1);
      const row = await overview(page).getByRole('toolbar').boundingBox();
      const { x, y } = await middleOf(shown);
      const [right, bottom] = [
        (row?.x ?? 0) + (row?.width ?? 0),
        (row?.y ?? 0) + (row?.height ?? 0),
      ];
      expect(x).toBeGreaterThan(row?.x ?? 0);
      expect(x).toBeLessThan(right);
      expect(y).toBeLessThan(bottom);
    };
    for (let step = 0; step < 10; step += 1) await page.keyboard.press('+');
    await expectSeen();
    await page.keyboard.press('0');
    await tabTo(page, overview(page).getByRole('toolbar').locator('[tabindex="0"]'));
    for (let step = 0; step < 10; step += 1) await page.keyboard.press('+');
    await expectSeen();
    await expect(shown).toBeFocused();
  });
  await test.step('overlapping attempts', async () => {
    await page.keyboard.press('0');
    await expect(zoomButton(page, 'Fit timeline')).toHaveAttribute('aria-disabled', 'true');
    const group = groups(page).last();
    await expect(group).toHaveAccessibleName(/: \d+ attempts, \d+ × 503\. First: /);
    const many = Number(await group.textContent());
    await group.focus();
    await page.keyboard.press('Enter');
    await expect(zoomButton(page, 'Fit timeline')).not.toHaveAttribute('aria-disabled', 'true');
    await expect.poll(() => marks(page).count()).toBeGreaterThanOrEqual(Math.min(many, 3));
  });
  await test.step('looks in a narrow window', async () => {
    await page.keyboard.press('0');
    await expect(zoomButton(page, 'Fit timeline')).toHaveAttribute('aria-disabled', 'true');
    await page.setViewportSize({ width: 900, height: 600 });
    await expect(groups(page).first()).toBeVisible();
    await expectGoodLooksInBothThemes(page, 'a timeline with attempts on each other');
    await page.keyboard.press('+');
    await page.keyboard.press('+');
    await expect(zoomButton(page, 'Fit timeline')).not.toHaveAttribute('aria-disabled', 'true');
    await expectGoodLooksInBothThemes(page, 'a zoomed timeline');
  });
});

test('zooms and pans with the wheel and with fingers, and ignores the wheel alone', async ({
  page,
  host,
  target,
}) => {
  const scheduled = await openScheduled(page, host, target);
  await test.step('wheel and dragging', async () => {
    const before = await leftOf(scheduled);
    const { x, y } = await middleOf(scheduled);
    await page.mouse.move(x, y);
    await page.keyboard.down('Control');
    await page.mouse.wheel(0, -100);
    await page.keyboard.up('Control');
    await expect(zoomButton(page, 'Fit timeline')).not.toHaveAttribute('aria-disabled', 'true');
    await expect.poll(() => leftOf(scheduled)).toBeCloseTo(before, -1);
    const apart = await leftOf(scheduled);
    await page.mouse.move(x - 20, y);
    await page.mouse.down();
    await page.mouse.move(x + 20, y, { steps: 4 });
    await page.mouse.up();
    await expect.poll(() => leftOf(scheduled)).toBeCloseTo(apart + 40, -1);
    await zoomButton(page, 'Fit timeline').click();
    await expect.poll(() => leftOf(scheduled)).toBeCloseTo(before, 0);
    await zoomButton(page, 'Zoom in').click();
    await page.mouse.move(x - 100, y);
    await page.mouse.wheel(0, 100);
    await zoomButton(page, 'Zoom out').click();
    // Had the wheel alone zoomed too, one step back would not show all of it.
    await expect(zoomButton(page, 'Fit timeline')).toHaveAttribute('aria-disabled', 'true');
  });
  await test.step('fingers', async () => {
    const before = await leftOf(scheduled);
    const { x, y } = await middleOf(scheduled);
    const client = await page.context().newCDPSession(page);
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...offsets: number[]) =>
      client.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: offsets.map((offset, id) => ({ x: x + offset, y, id })),
      });
    await touch('touchStart', -20, 20);
    for (const wide of [25, 30, 40]) await touch('touchMove', -wide, wide);
    await touch('touchEnd');
    await expect(zoomButton(page, 'Fit timeline')).not.toHaveAttribute('aria-disabled', 'true');
    await expect.poll(async () => Math.abs((await leftOf(scheduled)) - before)).toBeLessThan(15);
    await touch('touchStart', 0);
    for (const moved of [10, 20, 40]) await touch('touchMove', moved);
    await touch('touchEnd');
    await expect.poll(() => leftOf(scheduled)).toBeGreaterThan(before + 15);
  });
});

test('shows the outage of a mock endpoint to its end, and the attempt that should succeed', async ({
  page,
  host,
}) => {
  await host.api('PUT', '/clock', { mode: 'paused' });
  const mock = await addMock(host, {
    name: 'legacy-erp',
    outage: { durationMs: 5_400_000, status: 503 },
  });
  const { source } = await connect(host, '', { webhookUrl: mock.url ?? '' });
  await track(host, source, 'Order Completed');
  const detail = await openNewest(page, host);
  await expect(overview(page).getByRole('img', { name: /^Outage until/ })).toBeVisible();
  await expect(overview(page)).toContainText(/^legacy-erp503, expected \d\d:\d\d:\d\d/);
  await expect(overview(page).getByRole('button', { name: /after the outage/ })).toHaveCount(1);
  await expect(detail.getByRole('button', { name: 'Retry at legacy-erp' })).toBeVisible();
});

test('explains a missed URL and changes from there when a delivery is done', async ({
  page,
  host,
  target,
  otherTarget,
}) => {
  target.respond(503);
  const { source, destination } = await connect(host, target.url, {
    webhooks: [{ url: `${otherTarget.url}/ok`, headers: {} }],
  });
  await track(host, source, 'Order Completed');
  await enter(page, host);
  await page.getByRole('option', { name: /^delivered/ }).click();
  await expect(overview(page)).toContainText('503, missed');
  await expect(overview(page)).toContainText(/missed: .*\/ok returned 200/);
  const fanOut = async () =>
    ((await host.api('GET', `/destinations/${destination.id}`)) as Destination).fanOut;
  const eachUrl = page.getByRole('switch', {
    name: '"Staging hooks" is done when every URL accepts (2 URLs)',
  });
  await tabTo(page, eachUrl);
  await page.keyboard.press('Space');
  await expect(eachUrl).toBeChecked();
  await expect.poll(fanOut).toBe('each');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(eachUrl).not.toBeChecked();
  await expect.poll(fanOut).toBe('any');
});
