/** From the empty app to a delivered, signed event, with nothing to go by but what is on the screen. */

import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Page } from '@playwright/test';
import { press, tabTo } from './support/keys.ts';
import { addDestination, addSource } from './support/seed.ts';
import type { TargetServer } from './support/target-server.ts';
import { signatureOf } from './support/wire-target.ts';
import { copied, enter, expect, test } from './support/workbench.ts';

const run = promisify(execFile);

async function expectSigned(page: Page, target: TargetServer, secret: string): Promise<void> {
  const [request] = await target.received(1);
  expect(request?.headers['x-signature']).toBe(signatureOf(request?.body ?? '', secret));
  const delivery = page.getByRole('article', { name: 'Order Completed' });
  await expect(delivery.getByRole('heading', { level: 1 })).toContainText('delivered');
  const signature = delivery.getByRole('region', { name: 'Signature' });
  await expect(signature).toContainText(request?.headers['x-signature'] as string);
  await expect(signature).toContainText('Valid for the raw body');
}

test('leads a new user to a delivered, signed sample', async ({ page, host, target }) => {
  await enter(page, host);
  await page.getByRole('button', { name: 'Create a destination' }).click();
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('My receiver');
  await page.getByRole('textbox', { name: 'Webhook URL' }).fill(`${target.url}/hook`);
  await page.getByRole('button', { name: 'Generate' }).click();
  await page.getByRole('button', { name: 'Show shared secret' }).click();
  const secret = await page.getByRole('textbox', { name: 'Shared secret' }).inputValue();
  await page.getByRole('textbox', { name: 'Source' }).fill('My app');
  await page.getByRole('button', { name: 'Create source' }).click();
  await expect(page.getByRole('checkbox', { name: 'My app' })).toBeChecked();
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await page.getByRole('button', { name: 'Send a sample' }).click();
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  const response = page.getByRole('region', { name: 'Response' });
  await expect(response).toContainText('My receiver: delivered');
  await response.getByRole('link', { name: 'View in Inspector' }).click();
  await expectSigned(page, target, secret);
});

test('leads a new user there with the keyboard', async ({ page, host, target }) => {
  await enter(page, host);
  await expect(page.getByRole('button', { name: 'Create a destination' })).toBeVisible();
  await press(page, page.getByRole('button', { name: 'Create a destination' }));
  await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toBeFocused();
  await page.keyboard.type('My receiver');
  await tabTo(page, page.getByRole('textbox', { name: 'Webhook URL' }));
  await page.keyboard.type(`${target.url}/hook`);
  await tabTo(page, page.getByRole('textbox', { name: 'Shared secret' }));
  await page.keyboard.type('typed secret');
  await tabTo(page, page.getByRole('textbox', { name: 'Source' }));
  await page.keyboard.type('My app');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('checkbox', { name: 'My app' })).toBeChecked();
  await page.keyboard.press('Control+s');
  await expect(page.getByRole('option', { name: /^My receiver / })).toBeVisible();
  // The focus may still be in a field, where letters are for typing.
  await page.keyboard.press('Escape');
  await page.keyboard.press('g');
  await page.keyboard.press('s');
  await expect(page.getByRole('region', { name: 'My receiver' })).toBeVisible();
  await page.keyboard.press('Control+Enter');
  const response = page.getByRole('region', { name: 'Response' });
  await expect(response).toContainText('My receiver: delivered');
  await press(page, response.getByRole('link', { name: 'View in Inspector' }));
  await expectSigned(page, target, 'typed secret');
});

test('offers a command in the empty Inspector that delivers an event', async ({
  page,
  host,
  target,
}) => {
  const source = await addSource(host);
  await addDestination(host, { name: 'Hooks', webhookUrl: target.url, sourceIds: [source.id] });
  await enter(page, host);
  await page.getByRole('button', { name: 'Copy command' }).click();
  await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible();
  await run('sh', ['-c', `${await copied(page)} --silent --fail`]);
  await expect(
    page.getByRole('option', { name: /^delivered track Signed Up Hooks/ }),
  ).toBeVisible();
  expect(target.requests).toHaveLength(1);
});

test('leads from a new source to a new destination', async ({ page, host }) => {
  await enter(page, host, '#/sources');
  await page.getByRole('textbox', { name: 'Name' }).fill('My app');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'My app', level: 1 })).toBeVisible();
  await page.getByRole('link', { name: 'Create a destination' }).click();
  await expect(page.getByRole('heading', { name: 'New destination', level: 1 })).toBeVisible();
  await expect(page.getByRole('checkbox', { name: 'My app' })).toBeChecked();
});

test('creates the first source on the Send page', async ({ page, host }) => {
  await enter(page, host, '#/send');
  await page.getByRole('textbox', { name: 'Send as' }).fill('My app');
  await page.keyboard.press('Enter');
  const noDestination = page.getByRole('region', { name: 'No destination' });
  await expect(noDestination).toContainText('Accepted but not delivered');
  await noDestination.getByRole('link', { name: 'Create a destination' }).click();
  await expect(page.getByRole('heading', { name: 'New destination', level: 1 })).toBeVisible();
});
