/** Configuration files and trusted certificate authorities. */

import type { Destination } from '#shared/connections/destination.ts';
import { makeAuthority, makeCertificate } from '../support/certificate.ts';
import { node } from './support/board.ts';
import { chooseFile, downloadedText } from './support/files.ts';
import { connect, secret, track } from './support/seed.ts';
import { startWireTarget } from './support/wire-target.ts';
import { enter, expect, goTo, test } from './support/workbench.ts';

test('adds, removes and restores authorities, and rejects invalid ones and names of headers', async ({
  page,
  host,
}) => {
  await test.step('added, removed and restored', async () => {
    const authority = makeAuthority('Our own authority');
    const target = await startWireTarget({ tls: makeCertificate({ issuer: authority }) });
    const { source } = await connect(host, target.url);
    await enter(page, host, '#/settings/authorities');
    await page.getByRole('textbox', { name: 'Certificate' }).fill(authority.cert);
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    const remove = page.getByRole('button', { name: 'Remove Our own authority' });
    await expect(remove).toBeVisible();
    await expect(page.getByRole('textbox', { name: 'Certificate' })).toHaveValue('');
    await track(host, source, 'Order Completed');
    await expect.poll(() => target.requests.length).toBe(1);
    await remove.click();
    await expect(page.getByText('No CAs yet')).toBeVisible();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(remove).toBeVisible();
    await target.stop();
  });
  await test.step('invalid certificate', async () => {
    const authority = makeAuthority('Our own authority');
    const field = page.getByRole('textbox', { name: 'Certificate' });
    await field.fill('not a certificate');
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await expect(field).toHaveAccessibleDescription(/PEM/);
    await expect(field).toHaveValue('not a certificate');
    await chooseFile(page, 'Choose file', 'own.pem', authority.cert);
    await expect(field).toHaveValue(authority.cert);
    await page.getByRole('textbox', { name: 'Name' }).fill('Our test CA');
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await expect(page.getByRole('button', { name: 'Remove Our test CA' })).toBeVisible();
    // The change feed may show it before the response does.
    await expect(field).toHaveValue('');
    await field.fill(authority.cert);
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await expect(field).toHaveAccessibleDescription(/already trusted/);
  });
  await test.step('headers to redact', async () => {
    await goTo(page, '#/settings/privacy');
    const field = page.getByRole('textbox', { name: 'Header names' });
    const save = page
      .getByRole('region', { name: 'Privacy' })
      .getByRole('button', { name: 'Save' });
    await field.fill('not:a:name');
    await save.click();
    await expect(field).toHaveAttribute('aria-invalid', 'true');
    await field.fill('X-Tenant-Cred\nX-Other');
    await save.click();
    await expect
      .poll(() => host.api('GET', '/settings'))
      .toMatchObject({ headersToRedact: ['X-Tenant-Cred', 'X-Other'] });
  });
});

test('exports without secrets by default, reports the invalid fields of a file, and imports a valid one', async ({
  page,
  host,
}) => {
  const { destination } = await connect(host, 'http://127.0.0.1:9');
  await test.step('export', async () => {
    await enter(page, host, '#/settings/configuration');
    const exported = async () => {
      const downloading = page.waitForEvent('download');
      await page.getByRole('button', { name: 'Export configuration' }).click();
      return downloadedText(await downloading);
    };
    const plain = await exported();
    expect(plain.name).toBe('hookwright.json');
    expect(JSON.parse(plain.text)).toMatchObject({
      sources: [{ name: 'Shop' }],
      destinations: [{ name: 'Staging hooks', webhookUrl: 'http://127.0.0.1:9/hook' }],
    });
    expect(plain.text).not.toContain(secret);
    await page.getByRole('checkbox', { name: 'Include secrets' }).click();
    expect((await exported()).text).toContain(secret);
  });
  await test.step('invalid files', async () => {
    const file = JSON.stringify({
      sources: [{ name: 'From the file' }],
      destinations: [
        { name: 'Staging hooks', webhooks: [{ url: 'http://one.example.com/' }, { url: 'two' }] },
      ],
    });
    await chooseFile(page, 'Import file', 'mistaken.json', file);
    const errors = page.getByRole('alert').filter({ hasText: 'mistaken.json' });
    await expect(errors).toContainText('destinations[0].webhooks[1].url');
    await expect(errors).toContainText(/full URL/);
    expect((await host.api('GET', '/destinations')) as Destination[]).toEqual([destination]);
    await chooseFile(page, 'Import file', 'broken.json', '{"sources":');
    await expect(page.getByRole('alert').filter({ hasText: 'broken.json' })).toContainText(
      'Invalid JSON',
    );
    await chooseFile(page, 'Import file', 'unknown.json', '{"sauces": []}');
    await expect(page.getByRole('alert').filter({ hasText: 'unknown.json' })).toContainText(
      'sauces',
    );
  });
  await test.step('valid file', async () => {
    const file = JSON.stringify({
      sources: [{ name: 'From the file', writeKey: 'wk_file' }],
      destinations: [{ name: 'File hooks', webhookUrl: 'http://127.0.0.1:9/', sources: ['Shop'] }],
    });
    await chooseFile(page, 'Import file', 'hookwright.json', file);
    const result = page.getByRole('status').filter({ hasText: 'Imported hookwright.json' });
    await expect(result).toContainText(/Created: .*From the file/);
    await expect(result).toContainText(/Created: .*File hooks/);
    await chooseFile(page, 'Import file', 'hookwright.json', file);
    await expect(result).toContainText('Created: none');
    await expect(result).toContainText(/Unchanged: .*From the file/);
    await goTo(page, '#/connections');
    await expect(node(page, 'Shop')).toHaveAccessibleDescription(/File hooks/);
  });
});
