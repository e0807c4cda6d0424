/** Storage limits and bulk deletion: rows disappear from lists and open details (D49). */
import { expectGoodLooks } from './support/looks.ts';
import { connect, trackMany } from './support/seed.ts';
import type { Host } from './support/start-host.ts';
import { enter, expect, goTo, openMenu, openNewest, test } from './support/workbench.ts';

async function delivered(host: Host, url: string, count: number): Promise<void> {
  const { source } = await connect(host, url);
  await trackMany(host, source, count);
  await expect
    .poll(async () => (await host.api('GET', '/ledger')) as object)
    .toMatchObject({ delivered: count });
}

test('deletes deliveries beyond the limits and keeps the totals', async ({
  page,
  host,
  target,
}) => {
  await delivered(host, target.url, 30);
  await enter(page, host, '#/settings/data');
  const limit = page.getByLabel('Maximum deliveries');
  await limit.fill('10');
  await page
    .getByRole('region', { name: 'Retention' })
    .getByRole('button', { name: 'Save', exact: true })
    .click();
  await expect(page.getByText('Saved')).toBeVisible();
  await expect(page.getByText('10 of 30 deliveries kept')).toBeVisible();
  await expectGoodLooks(page, 'limits');
  await goTo(page, '#/deliveries');
  await expect(page.getByRole('listbox').getByRole('option')).toHaveCount(10);
});

test('deletes all matching deliveries, including the open one', async ({ page, host, target }) => {
  await delivered(host, target.url, 5);
  await enter(page, host);
  await openNewest(page, host);
  await page.getByRole('button', { name: 'List actions' }).click();
  await openMenu(page)
    .getByRole('menuitem', { name: /^Delete 5/ })
    .click();
  const plan = page.getByRole('region', { name: 'Delete 5 deliveries?' });
  await expect(plan).toBeVisible();
  await expectGoodLooks(page, 'plan');
  await plan.getByRole('button', { name: 'Delete 5' }).click();
  await expect(page.getByRole('listitem', { name: '5 deliveries deleted' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('option')).toHaveCount(0);
});

test('deletes all received data from the settings', async ({ page, host, target }) => {
  await delivered(host, target.url, 4);
  await enter(page, host, '#/settings/data');
  await page.getByRole('button', { name: 'Delete all data' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('4 deliveries');
  await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect
    .poll(async () => (await host.api('GET', '/ledger')) as object)
    .toMatchObject({ deleted: 4, delivered: 0, balanced: true });
  await goTo(page, '#/deliveries/messages');
  await expect(page.getByRole('treeitem')).toHaveCount(0);
});
