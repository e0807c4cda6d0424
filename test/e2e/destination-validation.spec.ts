/** Invalid settings: each has an error at its field and keeps the input. */

import type { Page } from '@playwright/test';
import type { Destination } from '#shared/connections/destination.ts';
import { connect } from './support/seed.ts';
import { unfold } from './support/unfold.ts';
import { enter, expect, test } from './support/workbench.ts';

interface InvalidSetting {
  readonly field: string;
  readonly typed: string;
  readonly error: RegExp;
}

const invalid = (field: string, typed: string, error: RegExp): InvalidSetting => ({
  field,
  typed,
  error,
});

/** Enters each, tries to save, and restores the value. */
async function expectErrors(page: Page, settings: readonly InvalidSetting[]): Promise<void> {
  for (const { field, typed, error } of settings) {
    const input = page.getByRole('textbox', { name: field, exact: true });
    const before = await input.inputValue();
    await input.fill(typed);
    await page.keyboard.press('ControlOrMeta+s');
    await expect(input, `${field}: ${typed}`).toHaveAccessibleDescription(error);
    await expect(input, `${field}: ${typed}`).toHaveAttribute('aria-invalid', 'true');
    await expect(input).toHaveValue(typed);
    await expect(page.getByText('Saved', { exact: true })).toBeHidden();
    await input.fill(before);
    await expect(input, `${field}: ${before}`).not.toHaveAccessibleDescription(error);
  }
}

test('shows each error at its field, and saves nothing', async ({ page, host }) => {
  const { destination } = await connect(host, 'http://127.0.0.1:9', {
    webhooks: [{ url: 'http://two.example.com/', headers: { 'X-Env': 'staging' } }],
  });
  await enter(page, host, `#/connections/destinations/${destination.id}`);

  await test.step('of each kind of field', async () => {
    await unfold(page, 'Retries');
    await expectErrors(page, [
      invalid('Name', '', /name/i),
      invalid('URL 1', 'ftp://example.com/hook', /full URL/),
      invalid('URL 2', 'two.example.com', /full URL/),
      invalid('Name of header 1 of URL 2', 'x-signature', /header/i),
      invalid('Value of header 1 of URL 2', '10 €', /character/),
      invalid('First delay', '10', /duration/),
      invalid('Maximum delay', '1 s', /shorter than/),
      invalid('Jitter', '120', /0% to 100%/),
      invalid('Shared secret', 's'.repeat(1_025), /1,024 characters/),
    ]);
    expect(await host.api('GET', `/destinations/${destination.id}`)).toEqual(destination);
  });
  await test.step('of the core, and the input stays', async () => {
    await host.api('POST', '/destinations', { name: 'Taken' });
    const name = page.getByRole('textbox', { name: 'Name', exact: true });
    await name.fill('Taken');
    await page.getByRole('textbox', { name: 'URL 1' }).fill('https://example.com/typed');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(name).toHaveAccessibleDescription(/Taken/);
    await expect(name).toHaveValue('Taken');
    await expect(page.getByRole('textbox', { name: 'URL 1' })).toHaveValue(
      'https://example.com/typed',
    );
    const kept = (await host.api('GET', `/destinations/${destination.id}`)) as Destination;
    expect(kept.webhookUrl).toBe(destination.webhookUrl);
  });
});

test('disables adding a sixth URL or header, with the reason', async ({ page, host }) => {
  const headers = Object.fromEntries([1, 2, 3, 4, 5].map((number) => [`X-${number}`, 'a']));
  const urls = [1, 2, 3, 4].map((number) => ({ url: `http://example.com/${number}`, headers: {} }));
  const { destination } = await connect(host, 'http://127.0.0.1:9', {
    webhooks: urls.with(0, { url: 'http://a', headers }),
  });
  await enter(page, host, `#/connections/destinations/${destination.id}`);
  const addUrl = page.getByRole('button', { name: 'Add URL' });
  await expect(addUrl).toBeDisabled();
  await addUrl.focus();
  await expect(page.getByText('Limit of 5 URLs reached')).toBeVisible();
  const addHeader = page.getByRole('button', { name: 'Add header' }).nth(1);
  await expect(addHeader).toBeDisabled();
  await addHeader.focus();
  await expect(page.getByText('Limit of 5 headers reached')).toBeVisible();
});
