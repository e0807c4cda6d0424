/** The check beside the snippets: whether events arrive, or why they are rejected. */

import type { Page } from '@playwright/test';
import { node } from './support/board.ts';
import { addSource, connect, ingest, track } from './support/seed.ts';
import { enter, expect, goTo, test } from './support/workbench.ts';

const check = (page: Page) => page.getByRole('region', { name: 'Events received' });

test('waits for the first event of each source and links to it', async ({ page, host, target }) => {
  const { source } = await connect(host, target.url);
  await enter(page, host, `#/connections/sources/${source.id}`);

  await test.step('the first event is awaited, shown and linked', async () => {
    await expect(check(page)).toContainText('Waiting for the first event…');
    await track(host, source, 'Order Completed');
    await expect(check(page)).toContainText('Received: Order Completed');
    await expect(check(page)).toContainText('just now');
    const usage = page.getByRole('region', { name: 'Usage' });
    await expect(usage).toContainText('1 message total');
    await page.reload();
    await expect(check(page)).toContainText('Received: Order Completed');
    await check(page).getByRole('link', { name: 'View in Deliveries' }).click();
    await expect(page.getByRole('article', { name: 'Order Completed' })).toBeVisible();
  });
  await test.step('each source is tracked separately', async () => {
    const other = await addSource(host, 'Other');
    const another = await addSource(host, 'Another');
    await goTo(page, `#/connections/sources/${another.id}`);
    await expect(check(page)).toContainText('Waiting for the first event…');
    await track(host, other, 'Elsewhere');
    await track(host, another, 'Here');
    await expect(check(page)).toContainText('Received: Here');
    await node(page, 'Other').click();
    await expect(check(page)).toContainText('Received: Elsewhere');
  });
});

test('shows a rejected request and links to the fix', async ({ page, host }) => {
  const source = await addSource(host);
  await enter(page, host, `#/connections/sources/${source.id}`);
  await expect(check(page)).toContainText('Waiting for the first event…');
  expect(await ingest(host, 'unknown-key', { userId: 'ada', event: 'Lost' })).toBe(401);
  await expect(check(page)).toContainText('Rejected: unknown key');
  expect(await ingest(host, source.writeKey, { userId: 'ada' })).toBe(400);
  await expect(check(page)).toContainText('Rejected: ');
  await expect(check(page)).toContainText('Waiting for the first event…');
  await track(host, source, 'Order Completed');
  await expect(check(page)).toContainText('Received: Order Completed');
  await expect(check(page)).not.toContainText('Rejected');
  await ingest(host, source.writeKey, { userId: 'ada' });
  await check(page).getByRole('link', { name: 'View fix' }).click();
  await expect(page.getByRole('article', { name: 'event_not_defined' })).toBeVisible();
});
