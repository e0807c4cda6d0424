/** Settings that are files: the configuration, and the authorities that webhooks may be signed by. */

import type { Destination } from '#shared/schemas/destination.ts';
import { makeAuthority, makeCertificate } from '../support/certificate.ts';
import { chooseFile, downloadedText } from './support/files.ts';
import { connect, secret, track } from './support/seed.ts';
import { startWireTarget } from './support/wire-target.ts';
import { enter, expect, goTo, test } from './support/workbench.ts';

test('an authority is pasted, trusted for webhooks, removed and brought back', async ({
  page,
  host,
}) => {
  const authority = makeAuthority('Our own authority');
  const target = await startWireTarget({ tls: makeCertificate({ issuer: authority }) });
  const { source } = await connect(host, target.url);
  await enter(page, host, '#/settings/authorities');
  await page.getByRole('textbox', { name: 'Certificate' }).fill(authority.cert);
  await page.getByRole('button', { name: 'Trust it' }).click();
  const remove = page.getByRole('button', { name: 'No longer trust Our own authority' });
  await expect(remove).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Certificate' })).toHaveValue('');
  await track(host, source, 'Order Completed');
  await expect.poll(() => target.requests.length).toBe(1);
  await remove.click();
  await expect(page.getByText('None added yet.')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(remove).toBeVisible();
  await target.stop();
});

test('what is no certificate is refused in a sentence, and stays as it was pasted', async ({
  page,
  host,
}) => {
  const authority = makeAuthority('Our own authority');
  await enter(page, host, '#/settings/authorities');
  const field = page.getByRole('textbox', { name: 'Certificate' });
  await field.fill('not a certificate');
  await page.getByRole('button', { name: 'Trust it' }).click();
  await expect(field).toHaveAccessibleDescription(/This is not a certificate in PEM form/);
  await expect(field).toHaveValue('not a certificate');
  await chooseFile(page, 'Read from a file', 'own.pem', authority.cert);
  await expect(field).toHaveValue(authority.cert);
  await page.getByRole('textbox', { name: 'Name' }).fill('Named by hand');
  await page.getByRole('button', { name: 'Trust it' }).click();
  await expect(page.getByRole('button', { name: 'No longer trust Named by hand' })).toBeVisible();
  await field.fill(authority.cert);
  await page.getByRole('button', { name: 'Trust it' }).click();
  await expect(field).toHaveAccessibleDescription(/This certificate is trusted already\./);
});

test('the configuration is exported without secrets unless they are asked for', async ({
  page,
  host,
}) => {
  await connect(host, 'http://127.0.0.1:9');
  await enter(page, host, '#/settings/configuration');
  const exported = async () => {
    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export the configuration' }).click();
    return downloadedText(await downloading);
  };
  const plain = await exported();
  expect(plain.name).toBe('hookwright.json');
  expect(JSON.parse(plain.text)).toMatchObject({
    sources: [{ name: 'Shop' }],
    destinations: [{ name: 'Staging hooks', webhookUrl: 'http://127.0.0.1:9/hook' }],
  });
  expect(plain.text).not.toContain(secret);
  await page.getByRole('checkbox', { name: 'With secrets' }).click();
  expect((await exported()).text).toContain(secret);
});

test('saves headers to redact under Privacy, and rejects an invalid name', async ({
  page,
  host,
}) => {
  await enter(page, host, '#/settings/privacy');
  const field = page.getByRole('textbox', { name: 'Header names' });
  await field.fill('not:a:name');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(field).toHaveAttribute('aria-invalid', 'true');
  await field.fill('X-Tenant-Cred\nX-Other');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect
    .poll(() => host.api('GET', '/settings'))
    .toMatchObject({ headersToRedact: ['X-Tenant-Cred', 'X-Other'] });
});

test('a file is imported, and says what it created, updated and left alone', async ({
  page,
  host,
}) => {
  await connect(host, 'http://127.0.0.1:9');
  await enter(page, host, '#/settings/configuration');
  const file = JSON.stringify({
    sources: [{ name: 'From the file', writeKey: 'wk_file' }],
    destinations: [{ name: 'File hooks', webhookUrl: 'http://127.0.0.1:9/', sources: ['Shop'] }],
  });
  await chooseFile(page, 'Import a file', 'hookwright.json', file);
  const result = page.getByRole('status').filter({ hasText: 'hookwright.json was imported.' });
  await expect(result).toContainText(/Created: .*From the file/);
  await expect(result).toContainText(/Created: .*File hooks/);
  await chooseFile(page, 'Import a file', 'hookwright.json', file);
  await expect(result).toContainText('Created: nothing');
  await expect(result).toContainText(/Unchanged: .*From the file/);
  await goTo(page, '#/destinations');
  await expect(page.getByRole('option', { name: /^File hooks .*Shop/ })).toBeVisible();
});

test('a file with mistakes names their places and changes nothing', async ({ page, host }) => {
  const { destination } = await connect(host, 'http://127.0.0.1:9');
  await enter(page, host, '#/settings/configuration');
  const file = JSON.stringify({
    sources: [{ name: 'From the file' }],
    destinations: [
      { name: 'Staging hooks', webhooks: [{ url: 'http://one.example.com/' }, { url: 'two' }] },
    ],
  });
  await chooseFile(page, 'Import a file', 'mistaken.json', file);
  const refusal = page.getByRole('alert').filter({ hasText: 'mistaken.json was not imported.' });
  await expect(refusal).toContainText('destinations[0].webhooks[1].url');
  await expect(refusal).toContainText('Webhook URL must be a full URL');
  expect((await host.api('GET', '/destinations')) as Destination[]).toEqual([destination]);
  await chooseFile(page, 'Import a file', 'broken.json', '{"sources":');
  await expect(page.getByRole('alert').filter({ hasText: 'broken.json' })).toContainText(
    'not valid JSON',
  );
  await chooseFile(page, 'Import a file', 'unknown.json', '{"sauces": []}');
  await expect(page.getByRole('alert').filter({ hasText: 'unknown.json' })).toContainText('sauces');
});
