/** Certification of a sender: URLs to send to, checks with evidence, and the report. */
import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import type { DevelopmentCa } from '#shared/settings/settings.ts';
import type { System } from '#shared/settings/system.ts';
import { faults, plantedIn } from '#test/certification/senders/faults.ts';
import { startSender } from '#test/certification/senders/sender.ts';
import { svixStyle } from '#test/certification/senders/styles.ts';
import type { Host } from './support/start-host.ts';
import { enter, expect, openMenu, test } from './support/workbench.ts';

const checks = (page: Page): Locator => page.getByRole('region', { name: 'Checks', exact: true });
const row = (page: Page, title: string): Locator =>
  checks(page).getByRole('listitem').filter({ hasText: title });

/** Groups start collapsed. */
const group = (page: Page, title: string): Locator =>
  checks(page).getByRole('region', { name: title, exact: true }).getByRole('button').first();
const open = (page: Page, title: string): Promise<void> => group(page, title).click();

async function senderWith(host: Host, faultName: string) {
  const fault = faults.find(({ name }) => name === faultName);
  if (fault === undefined) throw new Error(`There is no fault "${faultName}".`);
  const { pem } = (await host.api('GET', '/development-ca')) as DevelopmentCa;
  return startSender({ rules: plantedIn(svixStyle, fault), ca: pem });
}

async function fillIn(page: Page, host: Host, triggerUrl: string): Promise<void> {
  const { profile, secret, previousSecret } = svixStyle;
  await enter(page, host, '#/rehearse/certify-sender');
  await page.getByRole('combobox', { name: 'Provider profile' }).click();
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('option', { name: /^From a file/ }).click();
  await (await chooser).setFiles({
    name: 'profile.json',
    mimeType: 'application/json',
    buffer: Buffer.from(JSON.stringify(profile)),
  });
  await expect(page.getByRole('combobox', { name: 'Provider profile' })).toContainText(
    profile.name,
  );
  await page.getByLabel('Secret', { exact: true }).fill(secret);
  await page.getByLabel('Previous secret', { exact: true }).fill(previousSecret);
  await page.getByLabel('Trigger URL').fill(triggerUrl);
}

test('certifies a sender and shows the check that failed with its evidence', async ({
  page,
  host,
}) => {
  const sender = await senderWith(host, 'adds the attempt to the body');
  await fillIn(page, host, sender.triggerUrl);
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(checks(page).getByRole('progressbar', { name: 'Certification' })).toBeVisible();
  await expect(checks(page).getByRole('alert')).toContainText('Not certified');
  await sender.close();
  await expect(row(page, 'Retries keep the body')).toContainText('failed');
  await expect(row(page, 'Retries keep the body')).toContainText('Message 2, attempt 2');
  await open(page, 'Connections');
  await expect(row(page, 'Expired certificate')).not.toContainText('not observed');
  async function save(format: string): Promise<string> {
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save report' }).click();
    await openMenu(page).getByRole('menuitem', { name: format }).click();
    return readFile(await (await download).path(), 'utf8');
  }
  const { version } = (await host.api('GET', '/system')) as System;
  expect(await save('Badge')).toContain(
    `<title>Hookwright not certified | ${svixStyle.profile.id} | ${version}</title>`,
  );
  const saved = await save('JUnit XML');
  expect(saved).toContain('failures="1"');
  expect(saved).toContain('name="same_body: ');
  for (const secret of [svixStyle.secret, svixStyle.previousSecret])
    expect(saved).not.toContain(secret);
});

test('shows where to send while nothing arrives, and keeps what it saw when cancelled', async ({
  page,
  host,
}) => {
  await fillIn(page, host, '');
  await page.keyboard.press('ControlOrMeta+Enter');
  const urls = checks(page).getByText(/^https?:\/\/127\.0\.0\.1:\d+\/(webhook|gone)\?/);
  await expect(urls).toHaveCount(6);
  const url = (await urls.first().textContent()) ?? '';
  const next = checks(page).locator('[aria-current="step"]');
  await expect(next).toContainText('message 1 of 12');
  expect((await fetch(url, { method: 'POST', body: '{}' })).status).toBe(200);
  // One more if this machine was late and the first message proves nothing about time.
  await expect(next).toContainText(/message 2 of 1[23]/);
  await expect(checks(page).getByRole('timer')).toBeVisible();
  await expect(group(page, 'Signatures')).toContainText(/\d failed/);
  await open(page, 'Signatures');
  await expect(row(page, 'First attempts are signed')).toContainText('failed');
  await page.getByRole('button', { name: 'Cancel' }).press('Enter');
  await expect(page.getByRole('button', { name: /^Certify/ })).toBeFocused();
  await expect(checks(page)).toContainText('Not certified.');
  await expect(row(page, 'First attempts are signed')).toContainText('failed');
  await open(page, 'Retries');
  await expect(row(page, 'Delays between attempts')).toContainText('not observed');
  await expect(() => expect(fetch(url)).rejects.toThrow()).toPass();
});

test('validates each field', async ({ page, host }) => {
  await enter(page, host, '#/rehearse/certify-sender');
  const start = page.getByRole('button', { name: /^Certify/ });
  await expect(start).toHaveAttribute('aria-disabled', 'true');
  await page.getByLabel('Trigger URL').fill('nowhere');
  await expect(page.getByRole('alert')).toContainText('http://');
  await page.getByLabel('Trigger URL').fill('');
  await page.getByLabel('Port', { exact: true }).fill('70000');
  await expect(page.getByRole('alert')).toContainText('65535');
  await page.getByLabel('Port', { exact: true }).fill('');
  await page.getByLabel('Maximum time').fill('soon');
  await expect(page.getByRole('alert')).toContainText('5m');
});
