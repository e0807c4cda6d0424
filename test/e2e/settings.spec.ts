/** Settings: theme, addresses, concurrency, data, shortcuts and version. */

import { request } from 'node:https';
import { downloadedText } from './support/files.ts';
import { expectGoodLooks } from './support/looks.ts';
import { addSource } from './support/seed.ts';
import { copied, enter, expect, goTo, ingestionStatus, test } from './support/workbench.ts';

test('applies and remembers the theme', async ({ page, host }) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await enter(page, host, '#/settings');
  const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const light = await background();
  await page.getByRole('radio', { name: 'System' }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
  await page.keyboard.press('ArrowRight');
  await expect.poll(background).not.toBe(light);
  await page.reload();
  await expect(page.getByRole('radio', { name: 'Dark' })).toBeChecked();
  expect(await background()).not.toBe(light);
  await page.getByRole('radio', { name: 'System' }).click();
  await expect.poll(background).toBe(light);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect.poll(background).not.toBe(light);
});

/** Posts over HTTPS, trusting only this CA. */
function postTrusting(ca: string, url: string, writeKey: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const call = request(
      `${url}/v1/track`,
      { method: 'POST', ca, auth: `${writeKey}:`, headers: { 'content-type': 'application/json' } },
      (response) => resolve(response.resume().statusCode ?? 0),
    );
    call.on('error', reject).end(JSON.stringify({ userId: 'ada', event: 'Over TLS' }));
  });
}

test('copies every address, and accepts HTTPS with a certificate that clients can trust', async ({
  page,
  host,
}) => {
  await test.step('addresses', async () => {
    await enter(page, host, '#/settings/addresses');
    const expected: readonly [string, string][] = [
      ['Copy ingestion URL', host.ingestUrl],
      ['Copy command', `${host.apiUrl}/ledger`],
      ['Copy interface URL', new URL('/', host.interfaceUrl).href],
    ];
    for (const [button, text] of expected) {
      await page.getByRole('button', { name: button }).click();
      await expect.poll(() => copied(page)).toContain(text);
    }
    expect(await copied(page)).not.toContain(host.token);
    await ingestionStatus(page, host).click();
    await expect.poll(() => copied(page)).toBe(host.ingestUrl);
  });
  await test.step('HTTPS', async () => {
    const { writeKey } = await addSource(host);
    const serve = page.getByRole('switch', { name: /Accept HTTPS/ });
    await serve.click();
    await expect(serve).toBeChecked();
    await page.getByRole('button', { name: 'Copy HTTPS URL' }).click();
    await expect.poll(() => copied(page)).toMatch(/^https:/);
    const address = await copied(page);
    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save certificate' }).click();
    const { name, text } = await downloadedText(await downloading);
    expect(name).toBe('hookwright-ca.pem');
    expect(await postTrusting(text, address, writeKey)).toBe(200);
    await goTo(page, '#/deliveries/messages');
    await expect(page.getByRole('treeitem', { name: /Over TLS/ })).toBeVisible();
    await goTo(page, '#/settings/addresses');
    await expect(serve).toBeChecked();
    await serve.click();
    await expect(page.getByRole('button', { name: 'Copy HTTPS URL' })).toBeHidden();
    await expect(postTrusting(text, address, writeKey)).rejects.toThrow();
  });
});

test('saves and validates the concurrency, and links to data, shortcuts, version and third-party notices', async ({
  page,
  host,
}) => {
  await test.step('concurrency', async () => {
    await enter(page, host, '#/settings/delivery');
    const field = page.getByRole('textbox', { name: 'Concurrent requests' });
    const save = page
      .getByRole('region', { name: 'Delivery', exact: true })
      .getByRole('button', { name: 'Save' });
    await expect(field).toHaveValue('64');

    await expect(save).toHaveAttribute('aria-disabled', 'true');
    for (const [typed, limit] of [
      ['0', /at least 1/],
      ['513', /at most 512/],
      ['', /whole number/],
    ] as const) {
      await field.fill(typed);
      await field.blur();
      await expect(page.getByRole('alert')).toHaveText(limit);
      await expect(save).toHaveAttribute('aria-disabled', 'true');
    }
    await field.fill('8');
    await field.press('Enter');
    await expect(page.getByText('Saved')).toBeVisible();
    expect(await host.api('GET', '/settings')).toMatchObject({ webhookConcurrency: 8 });
    await page.reload();
    await expect(field).toHaveValue('8');
    await page
      .getByRole('region', { name: 'Delivery', exact: true })
      .getByRole('button', { name: 'Reset' })
      .click();
    await save.click();
    await expect.poll(() => host.api('GET', '/settings')).toMatchObject({ webhookConcurrency: 64 });
  });
  await test.step('sections', async () => {
    await goTo(page, '#/settings');
    const sections = page.getByRole('navigation', { name: 'Settings' });
    await expect(sections.getByRole('heading')).toHaveText(['General', 'Network', 'Data', 'About']);
    await sections.getByRole('link', { name: 'Stored data' }).click();
    await expect(page.getByText(host.dataFolder)).toBeVisible();
    await sections.getByRole('link', { name: 'Configuration' }).click();
    await expect(page.getByRole('button', { name: 'Import file' })).toBeInViewport();
    await sections.getByRole('link', { name: 'Keyboard shortcuts' }).click();
    await expect(page.getByRole('region', { name: 'All places' })).toContainText(
      'Open command palette',
    );
    await sections.getByRole('link', { name: 'Version' }).click();
    await expect(page.getByRole('button', { name: /^Copy Version: \d/ })).toBeVisible();
    await page.reload();
    await expect(sections.getByRole('link', { name: 'Version' })).toHaveAttribute(
      'aria-current',
      'page',
    );
    await page.goBack();
    await expect(page.getByRole('heading', { name: 'Keyboard shortcuts' })).toBeInViewport();
  });
  await test.step('an unknown address', async () => {
    for (const address of ['#/settings/nowhere', '#/nowhere']) {
      await goTo(page, address);
      await expect(page.getByRole('heading', { name: 'Not found' })).toBeVisible();
      await expect(page).toHaveURL(new RegExp(`${address}$`));
    }
    await page.getByRole('link', { name: 'Go to Deliveries' }).click();
    await expect(page).toHaveURL(/#\/deliveries$/);
  });
  await test.step('third-party notices', async () => {
    await goTo(page, '#/settings/about');
    const notices = page.getByRole('region', { name: 'Third-party notices' });
    await notices.getByText(/^@fontsource-variable\/inter/).click();
    await expect(notices.getByText('SIL OPEN FONT LICENSE').first()).toBeVisible();
    await expectGoodLooks(page, 'third-party notices');
    const file = await page.request.get(
      new URL('/third-party-notices.txt', host.interfaceUrl).href,
    );
    expect(file.headers()['content-type']).toBe('text/plain; charset=utf-8');
    expect(await file.text()).toContain('better-sqlite3');
  });
});
