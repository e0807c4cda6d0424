/** The live list of deliveries: what appears by itself, and how one moves in it. */

import { connect, track, trackMany } from './support/seed.ts';
import { chip, enter, expect, goTo, stateCounts, test } from './support/workbench.ts';

test('shows events of an SDK live, newest first', async ({ page, host, target }) => {
  await enter(page, host);
  const { source } = await connect(host, target.url);
  await track(host, source, 'Cart Viewed');
  await expect(
    page.getByRole('option', { name: /^delivered track Cart Viewed ada 200 1/ }),
  ).toBeVisible();
  await track(host, source, 'Order Completed');
  await expect(page.getByRole('option').first()).toHaveAccessibleName(/Order Completed/);
  await expect(chip(page, 'All')).toHaveText('All2');
  await expect(stateCounts(page)).toHaveAccessibleName('Deliveries: 2 delivered');
});

test('moves in the list with the keyboard, and then stops following the newest', async ({
  page,
  host,
  target,
}) => {
  const { source } = await connect(host, target.url);
  await trackMany(host, source, 30);
  await enter(page, host);

  await test.step('keys move, open and close', async () => {
    const opened = (event: string) =>
      expect(page.getByRole('article', { name: event, exact: true })).toBeVisible();
    await expect(page.getByRole('option', { name: /Event 30 / })).toBeVisible();
    await page.keyboard.press('j');
    await opened('Event 30');
    await page.keyboard.press('j');
    await opened('Event 29');
    await page.keyboard.press('ArrowDown');
    await opened('Event 28');
    await page.keyboard.press('k');
    await page.keyboard.press('ArrowUp');
    await opened('Event 30');
    await page.keyboard.press('End');
    await opened('Event 1');
    await expect(page.getByRole('option', { selected: true })).toBeInViewport();
    await page.keyboard.press('Home');
    await opened('Event 30');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('article', { name: 'Event 30' })).toBeFocused();
    await page.keyboard.press('j');
    await opened('Event 29');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('heading', { name: 'No delivery selected' })).toBeVisible();
  });
  await test.step('what is selected stays while newer ones arrive', async () => {
    await page.getByRole('option', { name: /Event 29 / }).click();
    await expect(page.getByRole('button', { name: 'Live', exact: true })).toBeVisible();
    await track(host, source, 'Latest');
    await expect(page.getByRole('button', { name: 'Live, 1 new' })).toBeVisible();
    await expect(page.getByRole('article', { name: 'Event 29' })).toBeVisible();
    await expect(page.getByRole('option', { name: /Latest/ })).not.toBeInViewport();
    await page.getByRole('button', { name: 'Live, 1 new' }).click();
    await expect(page.getByRole('option', { name: /Latest/ })).toBeInViewport();
    await expect(page.getByRole('button', { name: /^Live/ })).toBeHidden();
    await track(host, source, 'Later still');
    await expect(page.getByRole('option', { name: /Later still/ })).toBeInViewport();
  });
});

test('marks the selected row, and reopens its delivery after a reload', async ({
  page,
  host,
  target,
}) => {
  const { source } = await connect(host, target.url);
  await trackMany(host, source, 3);
  await enter(page, host);

  await test.step('a focus ring is shown for the keyboard only', async () => {
    const list = page.getByRole('listbox', { name: 'Deliveries' });
    const selected = list.getByRole('option', { selected: true });
    const outline = () => selected.evaluate((element) => getComputedStyle(element).outlineStyle);
    await list.getByRole('option').first().click();
    await expect(list).toBeFocused();
    expect(await outline()).toBe('none');
    await page.keyboard.press('j');
    await expect(selected).toContainText('Event 2');
    expect(await outline()).toBe('solid');
    await expect(list).toHaveCSS('outline-style', 'none');
    // The band of what is chosen reaches from edge to edge.
    const band = await selected.boundingBox();
    expect(band?.width).toBe((await list.boundingBox())?.width);
  });
  await test.step('a reload opens the same delivery', async () => {
    await page.getByRole('option', { name: /Event 2 / }).click();
    await expect(page.getByRole('article', { name: 'Event 2' })).toBeVisible();
    expect(new URL(page.url()).hash).toMatch(/^#\/deliveries\/\d+$/);
    await page.reload();
    await expect(page.getByRole('article', { name: 'Event 2' })).toBeVisible();
    await expect(page.getByRole('option', { name: /Event 2 / })).toHaveAttribute(
      'aria-selected',
      'true',
    );
    await goTo(page, '#/deliveries/4711');
    await expect(page.getByRole('heading', { name: 'Not found' })).toBeVisible();
  });
});
