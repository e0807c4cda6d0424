/** Settings that cannot be: each is refused at its field, in a sentence, and what was typed stays. */

import type { Page } from '@playwright/test';
import type { Destination } from '#shared/schemas/destination.ts';
import { connect } from './support/seed.ts';
import { enter, expect, test } from './support/workbench.ts';

interface WrongSetting {
  readonly field: string;
  readonly typed: string;
  readonly sentence: RegExp;
}

const wrong = (field: string, typed: string, sentence: RegExp): WrongSetting => ({
  field,
  typed,
  sentence,
});

/** Types each, tries to save, and puts back what was there. */
async function expectRefusals(page: Page, settings: readonly WrongSetting[]): Promise<void> {
  for (const { field, typed, sentence } of settings) {
    const input = page.getByRole('textbox', { name: field, exact: true });
    const before = await input.inputValue();
    await input.fill(typed);
    await page.keyboard.press('ControlOrMeta+s');
    await expect(input, `${field}: ${typed}`).toHaveAccessibleDescription(sentence);
    await expect(input, `${field}: ${typed}`).toHaveAttribute('aria-invalid', 'true');
    await expect(input).toHaveValue(typed);
    await expect(page.getByText('Saved.')).toBeHidden();
    await input.fill(before);
    await expect(input, `${field}: ${before}`).not.toHaveAccessibleDescription(sentence);
  }
}

test('names and URLs', async ({ page, host }) => {
  const { destination } = await connect(host, 'http://127.0.0.1:9');
  await enter(page, host, '#/destinations');
  await expectRefusals(page, [
    wrong('Name', '', /Name is empty: give it at least one character\./),
    wrong('Name', 'x'.repeat(101), /Name is too long: at most 100 characters\./),
    wrong('Webhook URL', 'example.com/hook', /must be a full URL that begins with http/),
    wrong('Webhook URL', 'ftp://example.com/hook', /must be a full URL that begins with http/),
    wrong('Webhook URL', 'http://example.com/a b', /holds white space/),
    wrong('Webhook URL', 'http://example.com:99999/', /cannot be read as a URL/),
    wrong('Webhook URL', 'http://ada:pw@example.com/', /user name or password/),
    wrong('Webhook URL', 'http://example.com/#top', /must not hold a fragment/),
    wrong('Webhook URL', `http://example.com/${'x'.repeat(2_048)}`, /too long/),
  ]);
  expect(await host.api('GET', `/destinations/${destination.id}`)).toEqual(destination);
});

test('static headers', async ({ page, host }) => {
  await connect(host, 'http://127.0.0.1:9', {
    webhooks: [{ url: 'http://two.example.com/', headers: { 'X-Env': 'staging', 'X-Team': 'a' } }],
  });
  await enter(page, host, '#/destinations');
  const name = 'Name of header 1 of webhook 2';
  const value = 'Value of header 1 of webhook 2';
  await expectRefusals(page, [
    wrong('Webhook 2', 'two.example.com', /must be a full URL/),
    wrong(name, '', /Header name is empty/),
    wrong(name, 'X Env', /holds a character that HTTP does not allow/),
    wrong(name, 'Content-Type', /is set by the service itself and cannot be overridden/),
    wrong(name, 'x-signature', /is set by the service itself and cannot be overridden/),
    wrong('Name of header 2 of webhook 2', 'x-env', /is given twice/),
    wrong(value, '10 €', /holds a character that HTTP headers cannot carry/),
    wrong(value, 'x'.repeat(8_193), /is too long: at most 8192 characters/),
  ]);
});

test('times, jitter and the secret', async ({ page, host }) => {
  await connect(host, 'http://127.0.0.1:9');
  await enter(page, host, '#/destinations');
  await expectRefusals(page, [
    wrong('First delay', 'soon', /Write a time with its unit/),
    wrong('First delay', '10', /Write a time with its unit/),
    wrong('First delay', '0 s', /at least 1 ms/),
    wrong('Longest delay', '5 h', /at most 4 hours/),
    wrong('Longest delay', '1 s', /must not be shorter than the base delay/),
    wrong('Jitter', '120', /Jitter must be a number from 0 to 100 %/),
    wrong('Jitter', '', /Jitter must be a number from 0 to 100 %/),
    wrong('Retry window', '5 h', /Retry window must be at most 4 hours/),
    wrong('Shared secret', 's'.repeat(1_025), /too long: at most 1,024 characters/),
  ]);
});

test('a sixth URL and a sixth header are not offered, and the button says why', async ({
  page,
  host,
}) => {
  const headers = Object.fromEntries([1, 2, 3, 4, 5].map((number) => [`X-${number}`, 'a']));
  const urls = [1, 2, 3, 4].map((number) => ({ url: `http://example.com/${number}`, headers: {} }));
  await connect(host, 'http://127.0.0.1:9', {
    webhooks: urls.with(0, { url: 'http://a', headers }),
  });
  await enter(page, host, '#/destinations');
  const addUrl = page.getByRole('button', { name: 'Add a webhook with headers' });
  await expect(addUrl).toBeDisabled();
  await addUrl.focus();
  await expect(page.getByText('A destination sends to at most 5 webhook URLs')).toBeVisible();
  const addHeader = page.getByRole('button', { name: 'Add a header' }).first();
  await expect(addHeader).toBeDisabled();
  await addHeader.focus();
  await expect(page.getByText('A webhook carries at most 5 static headers')).toBeVisible();
});

test('what only the core can refuse is shown as well, and nothing typed is lost', async ({
  page,
  host,
}) => {
  const { destination } = await connect(host, 'http://127.0.0.1:9');
  await host.api('POST', '/destinations', { name: 'Taken' });
  await enter(page, host, `#/destinations/${destination.id}`);
  const name = page.getByRole('textbox', { name: 'Name', exact: true });
  await name.fill('Taken');
  await page.getByRole('textbox', { name: 'Webhook URL' }).fill('https://example.com/typed');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(name).toHaveAccessibleDescription(/Taken/);
  await expect(name).toHaveValue('Taken');
  await expect(page.getByRole('textbox', { name: 'Webhook URL' })).toHaveValue(
    'https://example.com/typed',
  );
  const kept = (await host.api('GET', `/destinations/${destination.id}`)) as Destination;
  expect(kept.webhookUrl).toBe(destination.webhookUrl);
});
