/** The destination form: validation, previews and drafts. */

import { bullMqStyle } from '#test/certification/senders/styles.ts';
import { node } from './support/board.ts';
import { addDestination, connect, secret } from './support/seed.ts';
import { unfold } from './support/unfold.ts';
import { signatureOf } from './support/wire-target.ts';
import { copied, enter, expect, goTo, test } from './support/workbench.ts';

test('updates the backoff schedule, and clears an error when its cause is fixed', async ({
  page,
  host,
}) => {
  const { destination } = await connect(host, 'http://127.0.0.1:9');
  await enter(page, host, `#/connections/destinations/${destination.id}`);

  await test.step('the backoff schedule follows every change', async () => {
    const retries = page.getByRole('region', { name: 'Retries' });
    await expect(retries).toContainText('in 4 h');
    await unfold(page, 'Retries');
    const field = (name: string) => retries.getByRole('textbox', { name });
    await field('Jitter').fill('0');
    await field('First delay').fill('10 s');
    await field('Maximum delay').fill('20 s');
    await field('Retry window').fill('1 min');
    // At 0, 10, 30 and 50 seconds.
    await expect(retries).toContainText('4 attempts in 1 min');
    await expect(retries.getByRole('img', { name: /^3 retries/ })).toBeVisible();
    await field('Retry window').fill('5 s');
    await expect(retries).toContainText('1 attempt:');
    await field('Retry window').fill('later');
    await expect(retries).toContainText('Last valid schedule');
    await retries.getByRole('button', { name: 'Reset to defaults' }).click();
    await expect(field('First delay')).toHaveValue('10 s');
    await expect(field('Maximum delay')).toHaveValue('20 min');
    await expect(retries).toContainText('in 4 h');
  });
  await test.step('an error goes when the conflicting field is fixed', async () => {
    const error = page.getByRole('alert');
    const first = page.getByRole('textbox', { name: 'First delay' });
    await first.fill('30 min');
    await first.blur();
    await expect(error).toHaveText(/shorter than/);
    await first.fill('1 min');
    await expect(error).toBeHidden();

    for (const index of [1, 2]) {
      await page.getByRole('button', { name: 'Add header' }).click();
      await page.getByRole('textbox', { name: `Name of header ${index}` }).fill('X-Env');
      await page.getByRole('textbox', { name: `Name of header ${index}` }).blur();
    }
    await expect(error).toContainText('X-Env');
    await page.getByRole('textbox', { name: 'Name of header 1' }).fill('X-Team');
    await expect(error).toBeHidden();
  });
});

test('keeps, previews and protects unsaved input', async ({ page, host }) => {
  const { source, destination } = await connect(host, 'http://127.0.0.1:9');
  const place = `#/connections/destinations/${destination.id}`;
  await enter(page, host, place);

  await test.step('stays after leaving the page and after a reload', async () => {
    const url = page.getByRole('textbox', { name: 'URL 1' });
    await url.fill('https://example.com/half-');
    await expect(page.getByText('Unsaved draft')).toBeVisible();
    await goTo(page, `#/connections/sources/${source.id}`);
    await expect(page.getByRole('heading', { name: 'Shop' })).toBeVisible();
    await goTo(page, place);
    await expect(url).toHaveValue('https://example.com/half-');
    await expect(node(page, 'Staging hooks')).toContainText('unsaved');
    await page.reload();
    await expect(url).toHaveValue('https://example.com/half-');
    await page.getByRole('button', { name: 'Revert' }).click();
    await expect(url).toHaveValue('http://127.0.0.1:9/hook');
    await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  });
  await test.step('stays when another field changes elsewhere', async () => {
    const url = page.getByRole('textbox', { name: 'URL 1' });
    await url.fill('https://example.com/typed');
    await host.api('PATCH', `/destinations/${destination.id}`, { name: 'Renamed elsewhere' });
    await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue(
      'Renamed elsewhere',
    );
    await expect(url).toHaveValue('https://example.com/typed');
  });
  await test.step('a secret is masked, copied and never stored', async () => {
    await page.getByRole('button', { name: 'Revert' }).click();
    await expect(page.getByText('Saved', { exact: true })).toBeVisible();
    const field = page.getByRole('textbox', { name: 'Shared secret' });
    await expect(field).toHaveAttribute('type', 'password');
    await page.getByRole('button', { name: 'Copy shared secret' }).click();
    await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible();
    expect(await copied(page)).toBe(secret);
    await page.getByRole('button', { name: 'Show shared secret' }).click();
    await expect(field).toHaveAttribute('type', 'text');
    await field.fill('typed-and-not-saved');
    await expect(page.getByText('Unsaved draft')).toBeVisible();
    const stored = await page.evaluate(() =>
      JSON.stringify({ ...sessionStorage, ...localStorage }),
    );
    expect(stored).toContain('Renamed elsewhere');
    expect(stored).not.toContain('typed-and-not-saved');
    await page.getByRole('button', { name: 'Hide shared secret' }).click();
    await expect(field).toHaveAttribute('type', 'password');
  });
  await test.step('is used for the sample request', async () => {
    await page.getByRole('button', { name: 'Revert' }).click();
    await expect(page.getByText('Saved', { exact: true })).toBeVisible();
    const card = page.getByRole('region', { name: 'Sample request' });
    await page.getByRole('textbox', { name: 'Shared secret' }).fill('typed secret');
    await page.getByRole('textbox', { name: 'URL 1' }).fill('https://example.com/typed');
    await card.getByRole('button', { name: 'Copy body' }).click();
    await expect(card.getByRole('button', { name: 'Copied' })).toBeVisible();
    const digest = signatureOf(await copied(page), 'typed secret');
    await expect(card.getByRole('button', { name: `Copy X-Signature: ${digest}` })).toBeVisible();
    await expect(
      card.getByRole('button', { name: 'Copy POST: https://example.com/typed' }),
    ).toBeVisible();
    await unfold(page, 'Payload format');
    await page.getByRole('radio', { name: 'Full' }).click();
    await expect(card).toContainText('originalTimestamp');
    await page.getByRole('textbox', { name: 'Shared secret' }).fill('');
    await expect(card.getByRole('button', { name: /X-Signature/ })).toBeHidden();
  });
  await test.step('whitespace around a secret is kept with a warning', async () => {
    const field = page.getByRole('textbox', { name: 'Shared secret' });
    await field.fill(' spaced ');
    await expect(field).toHaveAccessibleDescription(/space/);
    await page.keyboard.press('ControlOrMeta+s');
    await expect(page.getByText('Saved', { exact: true })).toBeVisible();
    expect(await host.api('GET', `/destinations/${destination.id}`)).toMatchObject({
      sharedSecret: ' spaced ',
    });
  });
});

test('follows the profile of a provider and the definition of another destination', async ({
  page,
  host,
}) => {
  const { destination } = await connect(host, 'http://127.0.0.1:9');
  await enter(page, host, `#/connections/destinations/${destination.id}`);

  await test.step('a profile sets the secret, the request and the retries', async () => {
    await page.getByRole('combobox', { name: 'Signs like' }).click();
    await page.getByRole('option', { name: 'Standard Webhooks' }).click();
    await expect(page.getByRole('region', { name: 'Retries' })).toBeHidden();
    const signature = page.getByRole('region', { name: 'Signature' });
    await expect(signature).toContainText('HMAC-SHA256');
    await expect(page.getByRole('alert')).toContainText('Base64');
    await signature.getByRole('button', { name: 'Generate' }).click();
    await expect(page.getByRole('alert')).toBeHidden();
    const request = page.getByRole('region', { name: 'Sample request' });
    await expect(request).toContainText('webhook-signature');
    await expect(request).toContainText('"data"');
    // Hidden text far down a form must not make the window scroll.
    const excess = () =>
      page.evaluate(() => document.documentElement.scrollHeight - window.innerHeight);
    expect(await excess()).toBe(0);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect
      .poll(async () => {
        const [destination] = (await host.api('GET', '/destinations')) as { profile: unknown }[];
        return destination?.profile;
      })
      .toBe('standard-webhooks');
  });
  await test.step('a definition is offered, and kept when saved', async () => {
    const profile = { ...bullMqStyle.profile, body: 'message' as const };
    await addDestination(host, { name: 'Definition', profile });
    await page.getByRole('combobox', { name: 'Signs like' }).click();
    await page.getByRole('option', { name: profile.name }).click();
    await unfold(page, 'Conventions');
    const card = page.getByRole('region', { name: 'Conventions' });
    await expect(card).toContainText('A signature with each secret');
    await expect(card).not.toContainText('Undocumented');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect
      .poll(async () => {
        const destinations = (await host.api('GET', '/destinations')) as { profile: unknown }[];
        return destinations.map((destination) => destination.profile);
      })
      .toEqual([profile, profile]);
  });
});
