/** A page looks as it was left when the user comes back to it. */
import type { Locator } from '@playwright/test';
import { patient } from './support/lasting-states.ts';
import { connect, trackMany } from './support/seed.ts';
import { enter, expect, test } from './support/workbench.ts';

const topOf = (element: Locator): Promise<number> => element.evaluate(({ scrollTop }) => scrollTop);

test.use({ viewport: { width: 1280, height: 600 } });

test('keeps filter, selection and scroll positions of Deliveries, and range and state of the activity', async ({
  page,
  host,
  target,
}) => {
  await test.step('deliveries', async () => {
    target.respond(503);
    const { source } = await connect(host, target.url, { retry: patient });
    await trackMany(host, source, 60);
    await target.received(60);
    await enter(page, host, '#/deliveries?filter=state%3Awaiting');
    const list = page.getByRole('listbox', { name: 'Deliveries' });
    await expect(list.getByRole('option').first()).toBeVisible();
    await page.keyboard.press('j');
    await list.evaluate((element) => {
      element.scrollTop = 600;
    });
    const detail = page.locator('article[data-detail]');
    await detail.evaluate((element) => {
      element.scrollTop = 120;
    });
    const address = page.url();
    const selected = await detail.getAttribute('aria-label');

    for (const leave of ['keyboard', 'pointer'] as const) {
      await page.keyboard.press('g');
      await page.keyboard.press('a');
      await expect(page.getByRole('link', { name: 'Audiences', exact: true })).toHaveAttribute(
        'aria-current',
        'page',
      );
      if (leave === 'keyboard') {
        await page.keyboard.press('g');
        await page.keyboard.press('d');
      } else await page.getByRole('link', { name: 'Deliveries' }).click();
      await expect(detail).toHaveAttribute('aria-label', selected ?? '');
      expect(page.url()).toBe(address);
      await expect.poll(() => topOf(list)).toBe(600);
      await expect.poll(() => topOf(detail)).toBe(120);
    }

    // On the page itself, its link leads to its start.
    await page.getByRole('link', { name: 'Deliveries' }).click();
    await expect(detail).toHaveCount(0);
    expect(new URL(page.url()).hash).toBe('#/deliveries');
  });
  await test.step('activity', async () => {
    await page.getByRole('radio', { name: '4 h', exact: true }).click();
    // In a low window, it is hidden at first.
    await expect(page.getByRole('list', { name: 'Legend' })).toHaveCount(0);
    await page.keyboard.press('[');
    await expect(page.getByRole('list', { name: 'Legend' })).toBeVisible();
    await page.reload();
    await expect(page.getByRole('radio', { name: '4 h', exact: true })).toBeChecked();
    await expect(page.getByRole('button', { name: 'Hide activity' })).toBeVisible();
  });
});
