/** Beside the code to paste: whether what it sends comes in, or why it was refused. */

import type { Page } from '@playwright/test';
import { addSource, connect, ingest, track } from './support/seed.ts';
import { enter, expect, test } from './support/workbench.ts';

const check = (page: Page) => page.getByRole('region', { name: 'Events received' });

test('waits for the first event, and leads to it as soon as it is there', async ({
  page,
  host,
  target,
}) => {
  const { source } = await connect(host, target.url);
  await enter(page, host, '#/sources');
  await expect(check(page)).toContainText('Waiting for the first event …');
  await track(host, source, 'Order Completed');
  await expect(check(page)).toContainText('Received: Order Completed');
  await expect(check(page)).toContainText('just now');
  const usage = page.getByRole('region', { name: 'API usage' });
  await expect(usage).toContainText('1 message in all');
  await page.reload();
  await expect(check(page)).toContainText('Received: Order Completed');
  await check(page).getByRole('link', { name: 'See it in the Inspector' }).click();
  await expect(page.getByRole('article', { name: 'Order Completed' })).toBeVisible();
});

test('says that a request was refused, and how to fix it', async ({ page, host }) => {
  const source = await addSource(host);
  await enter(page, host, '#/sources');
  await expect(check(page)).toContainText('Waiting for the first event …');
  expect(await ingest(host, 'nobodys-key', { userId: 'ada', event: 'Lost' })).toBe(401);
  await expect(check(page)).toContainText('A request with another key was rejected');
  expect(await ingest(host, source.writeKey, { userId: 'ada' })).toBe(400);
  await expect(check(page)).toContainText('Rejected: ');
  await expect(check(page)).toContainText('Waiting for the first event …');
  await track(host, source, 'Order Completed');
  await expect(check(page)).toContainText('Received: Order Completed');
  await expect(check(page)).not.toContainText('Rejected');
  await ingest(host, source.writeKey, { userId: 'ada' });
  await check(page).getByRole('link', { name: 'How to fix it' }).click();
  await expect(page.getByRole('region', { name: 'How to fix it' })).toContainText(
    'Give the event its name.',
  );
});

test('the usage of another source leaves this one alone', async ({ page, host }) => {
  const other = await addSource(host, 'Other');
  const source = await addSource(host, 'Shop');
  await enter(page, host, `#/sources/${source.id}`);
  await expect(check(page)).toContainText('Waiting for the first event …');
  await track(host, other, 'Elsewhere');
  await track(host, source, 'Here');
  await expect(check(page)).toContainText('Received: Here');
  await page.getByRole('option', { name: /^Other/ }).click();
  await expect(check(page)).toContainText('Received: Elsewhere');
});
