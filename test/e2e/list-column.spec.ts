/** The value that identifies a row, and the filter of messages. */

import { connect, ingest } from './support/seed.ts';
import { enter, expect, goTo, test } from './support/workbench.ts';

test('shows the user, and a property chosen with the keyboard', async ({ page, host, target }) => {
  const { source } = await connect(host, target.url);
  const order = (orderId: string) =>
    ingest(host, source.writeKey, { userId: 'ada', event: 'Order', properties: { orderId } });
  await order('o-1');
  await enter(page, host);
  const rows = page.getByRole('listbox', { name: 'Deliveries' }).getByRole('option');
  await expect(rows).toHaveAccessibleName(/^delivered track Order ada 200/);
  await page.keyboard.press('Control+k');
  await page.keyboard.type('list column');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('textbox', { name: 'Value' })).toBeFocused();
  await page.keyboard.press('Control+a');
  await page.keyboard.type('properties..orderId');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toContainText('path');
  await page.keyboard.press('Control+a');
  await page.keyboard.type('properties.orderId');
  await page.keyboard.press('Enter');
  await expect(rows).toHaveAccessibleName(/^delivered track Order o-1 200/);
  // A row that arrives later shows it too, and so do messages, after a reload.
  await order('o-2');
  await expect(rows.first()).toHaveAccessibleName(/Order o-2/);
  await goTo(page, '#/deliveries/messages');
  await page.reload();
  const messages = page.getByRole('tree', { name: 'Messages' }).getByRole('treeitem');
  await expect(messages.first()).toHaveAccessibleName(/^track Order o-2/);
});

test('filters messages live with the keyboard', async ({ page, host, target }) => {
  const { source } = await connect(host, target.url);
  const say = (event: string, userId: string) => ingest(host, source.writeKey, { userId, event });
  await say('Order', 'ada');
  await say('Refund', 'grace');
  await enter(page, host, '#/deliveries/messages');
  const rows = page.getByRole('tree', { name: 'Messages' }).getByRole('treeitem');
  await expect(rows).toHaveCount(2);
  await page.keyboard.press('/');
  await expect(page.getByRole('combobox', { name: 'Filter messages' })).toBeFocused();
  await page.keyboard.type('user:ada state:delivered');
  await expect(page.getByText(/^Enter applies: Messages where /)).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(rows).toHaveCount(1);
  await say('Second order', 'ada');
  await expect(rows).toHaveCount(2);
  await say('Visit', 'grace');
  await page.reload();
  await expect(rows).toHaveCount(2);
  await page.keyboard.press('Shift+F');
  await expect(rows).toHaveCount(4);
});
