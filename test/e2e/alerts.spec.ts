/** Alerts on failed deliveries: without taking focus, batched, and never repeated. */

import type { Locator, Page } from '@playwright/test';
import { noRetry } from './support/lasting-states.ts';
import { connect, track, trackMany } from './support/seed.ts';
import { enterSend, response, sendButton } from './support/send-drawer.ts';
import { enter, expect, goTo, openPalette, stateCounts, test } from './support/workbench.ts';

/** Toasts are dialogs for assistive technology. */
const alert = (page: Page, title: string): Locator =>
  page.getByRole('dialog').filter({ hasText: title });
const rows = (page: Page): Locator =>
  page.getByRole('listbox', { name: 'Deliveries' }).getByRole('option');

test('batches failures into one alert that grows and links to them', async ({
  page,
  host,
  target,
}) => {
  target.respond(503);
  const { source } = await connect(host, target.url, { name: 'Billing', retry: noRetry });
  await enter(page, host, '#/settings');
  await trackMany(host, source, 12);
  await expect(alert(page, '12 deliveries to Billing gave up')).toContainText('latest status 503');
  await expect(page.getByRole('link', { name: 'Deliveries (1 new alert)' })).toBeVisible();
  await track(host, source, 'One more');
  await expect(alert(page, '13 deliveries to Billing gave up')).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(1);

  await page.getByRole('dialog').getByRole('button', { name: 'View', exact: true }).click();
  await expect(rows(page)).toHaveCount(13);
  expect(new URL(page.url()).hash).toBe(
    '#/deliveries?filter=state%3Agave_up+destination%3DBilling+status%3D503',
  );
  await expect(page.getByRole('link', { name: 'Deliveries', exact: true })).toBeVisible();

  // Neither visible deliveries nor alerts from before the reload are shown.
  await track(host, source, 'Seen as it happens');
  await expect(rows(page)).toHaveCount(14);
  await page.reload();
  await expect(rows(page)).toHaveCount(14);
  await goTo(page, '#/connections');
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('is a line above the list on Deliveries, until it is dismissed or viewed', async ({
  page,
  host,
  target,
}) => {
  target.respond(503);
  const { source } = await connect(host, target.url, { name: 'Billing', retry: noRetry });
  const line = page.getByRole('region', { name: 'Alert' });
  await enter(page, host);
  await track(host, source, 'Order Completed');
  await expect(line).toContainText('1 delivery to Billing gave up: latest status 503');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Deliveries', exact: true })).toBeVisible();
  await line.getByRole('button', { name: 'Dismiss' }).click();
  await expect(line).toHaveCount(0);
  await page.getByRole('banner').getByRole('button', { name: 'Activity' }).click();
  const kept = page
    .getByRole('list', { name: 'Activity' })
    .getByRole('listitem', { name: '1 delivery to Billing gave up' });
  await expect(kept).toContainText('latest status 503');
  await kept.getByRole('button', { name: 'View' }).click();
  await expect(page.getByRole('article', { name: 'Order Completed' })).toBeVisible();
  await expect(kept).toHaveCount(0);
  await goTo(page, '#/deliveries');
  await track(host, source, 'One more');
  await expect(line).toContainText('2 deliveries to Billing gave up');
  await line.getByRole('link', { name: 'View' }).click();
  await expect(rows(page)).toHaveCount(2);
  await expect(line).toHaveCount(0);
  // Those from before are no news.
  await enter(page, host);
  await page.reload();
  await expect(rows(page)).toHaveCount(2);
  await expect(line).toHaveCount(0);
});

test('does not take focus, and is reachable with the keyboard', async ({ page, host, target }) => {
  target.respond(500);
  const { source } = await connect(host, target.url, { name: 'Billing', retry: noRetry });
  await enter(page, host, '#/rehearse/certify-receiver');
  await page.keyboard.press('Control+k');
  await track(host, source, 'Order Completed');
  // The palette, a dialog too, lists it as well.
  const notifications = page.getByRole('region', { name: 'Notifications' });
  await expect(notifications.getByRole('dialog')).toContainText('1 delivery to Billing gave up');
  await expect(page.getByRole('combobox', { name: 'Search' })).toBeFocused();
  await page.keyboard.press('Escape');
  await page.keyboard.press('F6');
  const palette = { name: 'Command palette', includeHidden: true } as const;
  await expect(page.getByRole('dialog', palette)).toHaveCount(0);
  await expect(notifications).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'View', exact: true })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: /gave up$/ })).toBeVisible();

  await goTo(page, '#/connections');
  await openPalette(page);
  await page.keyboard.type('billing gave up');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: /gave up$/ })).toBeVisible();
  await goTo(page, '#/settings');
  await expect(page.getByRole('link', { name: 'Settings' })).toHaveAttribute(
    'aria-current',
    'page',
  );
  await page.keyboard.press('Shift+N');
  await expect(page.getByRole('heading', { name: /gave up$/ })).toBeVisible();
});

test('does not cover the response in the Send drawer', async ({ page, host, target }) => {
  await page.clock.install();
  target.respond(404);
  await connect(host, target.url, { name: 'Billing' });
  await enterSend(page, host, '#/settings');
  await sendButton(page).click();
  await expect(response(page)).toContainText('404');
  // Behind the drawer, for assistive technology too.
  await expect(page.getByText('1 new alert')).toBeAttached();
  await page.clock.runFor(5_000);
  await expect(alert(page, '1 delivery to Billing was refused')).toHaveCount(0);
});

test('shows no toast when alerts are disabled, but lists them in the palette', async ({
  page,
  host,
  target,
}) => {
  target.respond(503);
  const { source } = await connect(host, target.url, { name: 'Billing', retry: noRetry });
  await enter(page, host, '#/settings/notifications');
  await page.getByRole('switch', { name: 'Show alerts' }).click();
  await track(host, source, 'Order Completed');
  await expect(stateCounts(page)).toHaveAccessibleName(/1 gave up/);
  await expect(page.getByRole('link', { name: /1 new alert/ })).toBeVisible();
  await page.keyboard.press('ControlOrMeta+k');
  await expect(page.getByRole('option', { name: '1 delivery to Billing gave up' })).toBeVisible();
  await expect(
    page.getByRole('region', { name: 'Notifications' }).getByRole('button', { name: 'View' }),
  ).toHaveCount(0);
});

interface Notice {
  readonly title: string;
  readonly body: string;
  readonly commandId?: string;
}

test('sends one desktop notification in the background that links to the deliveries', async ({
  page,
  host,
  target,
}) => {
  target.respond(503);
  await page.addInitScript(() => {
    const shown: Notice[] = [];
    let run: (commandId: string) => void = () => undefined;
    const bridge = {
      platform: 'linux',
      notify: (one: Notice) => shown.push(one),
      onCommand: (listener: (commandId: string) => void) => {
        run = listener;
        return () => undefined;
      },
    };
    Object.assign(window, { shown, hookwrightHost: bridge, choose: (id: string) => run(id) });
    document.hasFocus = () => false;
  });
  const { source } = await connect(host, target.url, { name: 'Billing', retry: noRetry });
  await enter(page, host, '#/connections');
  await trackMany(host, source, 3);
  await expect(alert(page, '3 deliveries to Billing gave up')).toBeVisible();
  await track(host, source, 'One more');
  await expect(alert(page, '4 deliveries to Billing gave up')).toBeVisible();
  const shown = await page.evaluate(
    () => (window as unknown as { shown: readonly Notice[] }).shown,
  );
  expect(shown).toEqual([
    {
      // As many as had failed by then.
      title: expect.stringMatching(/^[1-3] deliver(y|ies) to Billing gave up$/),
      body: 'latest status 503',
      commandId: 'alert.1',
    },
  ]);
  await page.evaluate(() =>
    (window as unknown as { choose: (id: string) => void }).choose('alert.1'),
  );
  await expect(rows(page)).toHaveCount(4);
});

test.describe('a browser that allows notifications', () => {
  test.use({ permissions: ['notifications'] });

  test('shows notifications when the switch is on', async ({ page, host, target }) => {
    target.respond(503);
    await page.addInitScript(() => {
      const shown: string[] = [];
      class Shown {
        static permission = 'default';
        static requestPermission = async () => {
          Shown.permission = 'granted';
          return 'granted';
        };
        constructor(title: string, options: { body: string; tag?: string }) {
          shown.push(`${title}: ${options.body} (${options.tag})`);
        }
      }
      Object.assign(window, { shown, Notification: Shown });
    });
    const { source } = await connect(host, target.url, { name: 'Billing', retry: noRetry });
    await enter(page, host, '#/settings/notifications');
    const desktop = page.getByRole('switch', { name: /^Desktop notifications/ });
    await expect(desktop).not.toBeChecked();
    await desktop.focus();
    await page.keyboard.press('Space');
    await expect(desktop).toBeChecked();
    await page.evaluate(() => {
      document.hasFocus = () => false;
    });
    await track(host, source, 'Order Completed');
    await expect(alert(page, '1 delivery to Billing gave up')).toBeVisible();
    expect(
      await page.evaluate(() => (window as unknown as { shown: readonly string[] }).shown),
    ).toEqual(['1 delivery to Billing gave up: latest status 503 (alert.1)']);
  });
});
