/** Settings: the look, the addresses, and what the program says of itself. */

import { request } from 'node:https';
import { downloadedText } from './support/files.ts';
import { expectGoodLooks } from './support/looks.ts';
import { addSource } from './support/seed.ts';
import { copied, enter, expect, goTo, ingestionChip, test } from './support/workbench.ts';

test('the theme is chosen, takes effect at once, and is kept', async ({ page, host }) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await enter(page, host, '#/settings');
  const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const light = await background();
  await page.getByRole('radio', { name: 'Dark' }).click();
  await expect.poll(background).not.toBe(light);
  await page.reload();
  await expect(page.getByRole('radio', { name: 'Dark' })).toBeChecked();
  expect(await background()).not.toBe(light);
  await page.getByRole('radio', { name: 'As the system' }).click();
  await expect.poll(background).toBe(light);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect.poll(background).not.toBe(light);
});

test('the theme is chosen with the arrow keys', async ({ page, host }) => {
  await enter(page, host, '#/settings');
  await page.getByRole('radio', { name: 'As the system' }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('radio', { name: 'Light' })).toBeChecked();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
});

test('every address is copied with one click', async ({ page, host }) => {
  await enter(page, host, '#/settings/addresses');
  const expected: readonly [string, string][] = [
    ['Copy the ingestion address', host.ingestUrl],
    ['Copy the command', `${host.apiUrl}/ledger`],
    ['Copy the address of the interface', new URL('/', host.interfaceUrl).href],
  ];
  for (const [button, text] of expected) {
    await page.getByRole('button', { name: button }).click();
    await expect.poll(() => copied(page)).toContain(text);
  }
  expect(await copied(page)).not.toContain(host.token);
  await ingestionChip(page, host).click();
  await expect.poll(() => copied(page)).toBe(host.ingestUrl);
});

/** Posts over https, trusting nobody but the given authority. */
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

test('the ingestion is served over https with a certificate that clients can be told to trust', async ({
  page,
  host,
}) => {
  const { writeKey } = await addSource(host);
  await enter(page, host, '#/settings/addresses');
  const serve = page.getByRole('switch', { name: /Serve it over https as well/ });
  await serve.click();
  await expect(serve).toBeChecked();
  await page.getByRole('button', { name: 'Copy the https address' }).click();
  await expect.poll(() => copied(page)).toMatch(/^https:/);
  const address = await copied(page);
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save certificate' }).click();
  const { name, text } = await downloadedText(await downloading);
  expect(name).toBe('hookwright-ca.pem');
  expect(await postTrusting(text, address, writeKey)).toBe(200);
  await goTo(page, '#/inspector/messages');
  await expect(page.getByRole('option', { name: /Over TLS/ })).toBeVisible();
  await goTo(page, '#/settings/addresses');
  await expect(serve).toBeChecked();
  await serve.click();
  await expect(page.getByRole('button', { name: 'Copy the https address' })).toBeHidden();
  await expect(postTrusting(text, address, writeKey)).rejects.toThrow();
});

test('how many requests a webhook gets at once is set, and refused in words', async ({
  page,
  host,
}) => {
  await enter(page, host, '#/settings/delivery');
  const field = page.getByRole('textbox', { name: 'Requests at once' });
  const save = page.getByRole('button', { name: 'Save' });
  await expect(field).toHaveValue('64');
  await expect(page.getByText('From 1 to 512; 64 unless it is changed.')).toBeVisible();
  await expect(save).toHaveAttribute('aria-disabled', 'true');
  for (const [typed, sentence] of [
    ['0', 'Requests at once must be at least 1: nothing would be sent with less.'],
    ['513', 'Requests at once must be at most 512.'],
    ['', 'Requests at once must be a whole number.'],
  ] as const) {
    await field.fill(typed);
    await field.blur();
    await expect(page.getByRole('alert')).toHaveText(sentence);
    await expect(save).toHaveAttribute('aria-disabled', 'true');
  }
  await field.fill('8');
  await field.press('Enter');
  await expect(page.getByText('Up to 8 at once to a webhook from now on')).toBeVisible();
  expect(await host.api('GET', '/settings')).toMatchObject({ webhookConcurrency: 8 });
  await page.reload();
  await expect(field).toHaveValue('8');
  await page.getByRole('button', { name: 'Back to 64' }).click();
  await save.click();
  await expect.poll(() => host.api('GET', '/settings')).toMatchObject({ webhookConcurrency: 64 });
});

test('data, shortcuts and version have their sections, each with an address of its own', async ({
  page,
  host,
}) => {
  await enter(page, host, '#/settings');
  const sections = page.getByRole('navigation', { name: 'Settings' });
  await sections.getByRole('link', { name: 'Data' }).click();
  await expect(page.getByText(host.dataFolder)).toBeVisible();
  await sections.getByRole('link', { name: 'Keyboard shortcuts' }).click();
  await expect(page.getByRole('region', { name: 'Everywhere' })).toContainText('Search or command');
  await sections.getByRole('link', { name: 'About' }).click();
  await expect(page.getByRole('button', { name: /^Copy Version: \d/ })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'About', level: 1 })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Keyboard shortcuts', level: 1 })).toBeVisible();
});

test('third-party notices are read in the app and as a file', async ({ page, host }) => {
  await enter(page, host, '#/settings/about');
  await page.getByRole('link', { name: 'Third-party notices' }).click();
  const notices = page.getByRole('region', { name: 'Third-party notices' });
  await notices.getByText(/^@fontsource-variable\/inter/).click();
  await expect(notices.getByText('SIL OPEN FONT LICENSE').first()).toBeVisible();
  await expectGoodLooks(page, 'third-party notices');
  const file = await page.request.get(new URL('/third-party-notices.txt', host.interfaceUrl).href);
  expect(file.headers()['content-type']).toBe('text/plain; charset=utf-8');
  expect(await file.text()).toContain('better-sqlite3');
});
