/** Certification of a receiver: run, cancel and report. */
import { createHmac } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Locator, Page } from '@playwright/test';
import type { System } from '#shared/settings/system.ts';
import { unhurried } from '#test/support/unhurried.ts';
import { connect, secret } from './support/seed.ts';
import { test as base, enter, expect, openMenu } from './support/workbench.ts';

interface Receiver {
  readonly url: string;
  /** Holds responses until the returned function is called. */
  readonly hold: () => () => void;
}

/** Wrongly trims the body before it hashes it. */
const test = base.extend<{ receiver: Receiver }>({
  receiver: async ({ browserName: _ }, use) => {
    let held: Promise<void> = Promise.resolve();
    const server = createServer(async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk);
      await held;
      const body = Buffer.concat(chunks).toString().trim();
      const digest = createHmac('sha1', secret).update(body).digest('hex');
      response.writeHead(request.headers['x-signature'] === digest ? 200 : 401).end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    await use({
      url: `http://127.0.0.1:${port}`,
      hold() {
        const { promise, resolve } = Promise.withResolvers<void>();
        held = promise;
        return resolve;
      },
    });
    server.closeAllConnections();
    server.close();
  },
});

const checks = (page: Page): Locator => page.getByRole('region', { name: 'Checks', exact: true });
const row = (page: Page, title: string): Locator =>
  checks(page).getByRole('listitem').filter({ hasText: title });
const certify = (page: Page): Locator => page.getByRole('button', { name: /^Certify/ });
/** Groups start collapsed. */
const open = (page: Page, group: string): Promise<void> =>
  checks(page).getByRole('button', { name: group }).click();

async function selectWebhook(page: Page): Promise<void> {
  await page.getByRole('combobox', { name: 'Copy from a destination' }).click();
  await page.getByRole('option', { name: /Staging hooks/ }).click();
}

test('certifies a receiver and shows failed checks', async ({ page, host, receiver }) => {
  await connect(host, receiver.url, { profile: unhurried });
  await enter(page, host, '#/rehearse/certify-receiver');
  await expect(certify(page)).toHaveAttribute('aria-disabled', 'true');
  await selectWebhook(page);
  await certify(page).click();
  await expect(checks(page).getByRole('alert')).toContainText('Not certified');
  await expect(row(page, 'Body with a line break added')).toContainText('failed');
  await expect(row(page, 'Signed track message')).toHaveCount(0);
  await open(page, 'Accepts signed requests');
  await expect(row(page, 'Signed track message')).toContainText('200');
  await open(page, 'Duplicates and order');
  await expect(row(page, 'processed once')).toContainText('not run');
  // Readable where the window became narrow: the message has the width of the row.
  await page.setViewportSize({ width: 900, height: 600 });
  const message = row(page, 'Body with a line break added').getByText('Expected a 4xx');
  const widthOf = (part: Locator) => part.evaluate((it) => it.getBoundingClientRect().width);
  const share = (await widthOf(message)) / (await widthOf(checks(page)));
  expect(share).toBeGreaterThan(0.6);
});

test('skips a check with a reason in the report', async ({ page, host, receiver }) => {
  await connect(host, receiver.url, { profile: unhurried });
  await enter(page, host, '#/rehearse/certify-receiver');
  await selectWebhook(page);
  await open(page, 'Rejects invalid signatures');
  await page.getByRole('switch', { name: 'Check: Body with a line break added' }).click();
  await expect(certify(page)).toHaveAttribute('aria-disabled', 'true');
  await page.getByLabel('Reason').fill('Our proxy trims.');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(checks(page)).toContainText('Certified.');
  await expect(checks(page)).toContainText('1 skipped');
  const { version } = (await host.api('GET', '/system')) as System;
  for (const [kind, text] of [
    ['HTML', '<h1 class="passed">Certified</h1>'],
    ['JSON', '"message": "Our proxy trims."'],
    ['JSON', `"startedAt": "${new Date().getUTCFullYear()}`],
    ['JUnit XML', '<skipped message="Our proxy trims."/>'],
    ['Badge', `<title>Hookwright certified | ${unhurried.id} | ${version}</title>`],
  ] as const) {
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save report' }).click();
    await openMenu(page).getByRole('menuitem', { name: kind }).click();
    const saved = await readFile(await (await download).path(), 'utf8');
    expect(saved).toContain(text);
    expect(saved).not.toContain(secret);
  }
});

test('continues while something else is open, and is cancelled', async ({
  page,
  host,
  receiver,
}) => {
  await connect(host, receiver.url, { profile: unhurried });
  await enter(page, host, '#/rehearse/certify-receiver');
  await selectWebhook(page);
  const release = receiver.hold();
  await certify(page).click();
  await expect(page.getByRole('progressbar', { name: 'Certification' })).toBeVisible();
  await page.getByRole('link', { name: /^Burst/ }).click();
  await page.getByRole('link', { name: /^Certify receiver/ }).click();
  await expect(page.getByRole('progressbar', { name: 'Certification' })).toBeVisible();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(checks(page)).toContainText('Cancelled');
  release();
  await certify(page).click();
  await expect(checks(page)).toContainText('Not certified.');
});

test('validates each field', async ({ page, host }) => {
  await enter(page, host, '#/rehearse/certify-receiver');
  await page.getByRole('textbox', { name: 'URL', exact: true }).fill('nowhere');
  await expect(page.getByRole('alert')).toContainText('http://');
  await page.getByRole('textbox', { name: 'URL', exact: true }).fill('http://127.0.0.1:9/hook');
  await page.getByLabel('Rejection statuses').fill('200');
  await expect(page.getByRole('alert')).toContainText('from 300 to 499');
  await page.getByLabel('Rejection statuses').fill('');
  await page.getByLabel('Lookup URL').fill('http://127.0.0.1:9/');
  await expect(page.getByRole('alert')).toContainText('{messageId}');
});
