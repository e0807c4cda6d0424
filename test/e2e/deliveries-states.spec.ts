/** States as words and marks, and the list narrowed by them. */

import type { Page } from '@playwright/test';
import { unhurried } from '#test/support/unhurried.ts';
import { delayResponse } from './support/delayed-responses.ts';
import { bringIntoLastingStates, patient } from './support/lasting-states.ts';
import { connect, deliveriesOf, track, trackMany } from './support/seed.ts';
import { enter, expect, goTo, openNewest, stateCounts, test } from './support/workbench.ts';

const rows = (page: Page) => page.getByRole('option');

test('names every state in text, not only by color and shape', async ({ page, host, target }) => {
  await enter(page, host);
  const { secureTarget } = await bringIntoLastingStates(host, target);
  for (const state of [
    'waiting',
    'paused',
    'delivered',
    'refused',
    'gave up',
    'blocked',
    'cancelled',
    'not sent',
  ])
    await expect(
      page.getByRole('option', {
        name: new RegExp(`^${state} track Order Completed \\w+ ${state}`),
      }),
    ).toBeVisible();
  await expect(
    page.getByRole('option', { name: /^not sent track Left Out/ }).first(),
  ).toBeVisible();
  // Every count is shown, at every width.
  const counts = stateCounts(page);
  const texts = ['1 delivered', '1 refused', '1 waiting', '1 gave up', '1 blocked'];
  await expect(counts).toHaveAccessibleName(
    new RegExp(`^Deliveries: ${texts.join(', ')}, other \\d+$`),
  );
  for (const width of [1280, 900]) {
    await page.setViewportSize({ width, height: 800 });
    await expect(counts).toBeInViewport({ ratio: 1 });
    expect(await counts.evaluate((it) => it.scrollWidth <= it.clientWidth)).toBe(true);
  }
  await counts.click();
  const all = page.getByRole('dialog', { name: 'Deliveries by state' });
  await expect(all.getByRole('listitem')).toHaveText([
    ...['delivered1', 'refused1', 'waiting1', 'gave up1', 'blocked1', 'paused1', 'cancelled1'],
    /^not sent\d+$/,
  ]);
  await all.getByRole('link', { name: 'blocked 1' }).click();
  await expect(page).toHaveURL(/filter=state%3Ablocked/);
  await secureTarget.stop();
});

test('shows deliveries in flight and queued ones as waiting', async ({ page, host, target }) => {
  const held = delayResponse();
  target.respond(held.response);
  const { source } = await connect(host, target.url, { profile: unhurried });
  await enter(page, host, '#/deliveries?state=waiting');
  await trackMany(host, source, 100);
  await expect(rows(page).first()).toHaveAccessibleName(/^waiting track Event/);
  // Slow attempts are stored as in flight.
  const inFlight = async () => (await deliveriesOf(host)).find(({ sending }) => sending)?.id;
  await expect.poll(inFlight).toBeDefined();
  await goTo(page, `#/deliveries/${await inFlight()}`);
  await expect(page.getByRole('button', { name: /In flight/ })).toBeVisible();
  held.release();
  await expect(stateCounts(page)).toHaveAccessibleName('Deliveries: 100 delivered');
});

test('announces a retry after a failure until the delivery is cancelled', async ({
  page,
  host,
  target,
}) => {
  target.respond(503);
  const { source } = await connect(host, target.url, { retry: patient });
  await track(host, source, 'Order Completed');
  await target.received(1);
  const detail = await openNewest(page, host);
  const attempts = detail.getByRole('region', { name: 'Overview' });
  await expect(attempts).toContainText(/503, next \d\d:\d\d:\d\d/);
  const [delivery] = await deliveriesOf(host);
  await host.api('POST', `/deliveries/${delivery?.id}/cancel`);
  await expect(detail.getByRole('heading', { level: 1 })).toContainText('cancelled');
  await expect(attempts).not.toContainText('next');
});
