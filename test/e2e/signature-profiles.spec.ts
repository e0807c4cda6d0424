/** Signatures of other providers: explained, checked and diagnosed by their profile. */
import { createHmac } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import { builtInProfiles } from '#shared/profiles/profiles.ts';
import type { Sample } from '#shared/sending/send.ts';
import { tokenProfile } from '#test/support/token-profile.ts';
import { addMock } from './support/mocks.ts';
import { addDestination, addSource, deliveriesOf } from './support/seed.ts';
import type { Host } from './support/start-host.ts';
import { enter, expect, goTo, openPalette, openVerify, test } from './support/workbench.ts';

const secret = 'whsec_as_typed';

const steps = (within: Locator | Page): Locator =>
  within.getByRole('list', { name: 'Verification steps' });

const step = (within: Locator | Page, code: string): Locator =>
  steps(within).locator(`[data-code="${code}"]`);

/** A sample of the profile, delivered to a mock endpoint with its own secret. */
async function deliver(host: Host, profile: string, mockSecret = secret) {
  const mock = await addMock(host, { name: `${profile}-mock`, secret: mockSecret });
  const source = await addSource(host);
  const destination = await addDestination(host, {
    sourceIds: [source.id],
    name: `Hooks of ${profile}`,
    profile,
    sharedSecret: secret,
    webhookUrl: mock.url ?? '',
  });
  const samples = (await host.api('GET', '/samples')) as readonly Sample[];
  const sample = samples.find((one) => one.profile === profile)?.name;
  await host.api('POST', '/send', { sample, destinationId: destination.id });
  await expect
    .poll(async () => (await deliveriesOf(host)).map(({ state }) => state))
    .toEqual(['delivered']);
  return { mock, deliveryId: (await deliveriesOf(host))[0]?.id ?? 0 };
}

test('explains a received Stripe signature step by step', async ({ page, host }) => {
  const { mock, deliveryId } = await deliver(host, 'stripe');
  await enter(page, host, `#/connections/mocks/${mock.id}/requests`);
  await page.getByRole('option', { name: /200 .*valid.* POST/ }).click();
  const request = page.getByRole('article');
  await expect(steps(request).locator('> li')).toHaveCount(8);
  await expect(steps(request).locator('[data-status="failed"]')).toHaveCount(0);
  await expect(step(request, 'content')).toContainText('{timestamp}.{body}');
  await expect(step(request, 'key')).not.toContainText(secret);
  await goTo(page, `#/deliveries/${deliveryId}`);
  await page.getByRole('button', { name: 'Show steps' }).click();
  await expect(step(page, 'result')).toHaveAttribute('data-status', 'passed');
});

const cause = (page: Page, code: string): Locator => page.locator(`[data-cause="${code}"]`);

test('checks and diagnoses a received request of another profile', async ({ page, host }) => {
  const { mock } = await deliver(host, 'square', 'other secret');
  await enter(page, host, `#/connections/mocks/${mock.id}/requests`);
  await page.getByRole('option', { name: /200 raw/ }).click();
  await page.getByRole('button', { name: 'Diagnose' }).click();
  await expect(page.getByRole('combobox', { name: 'Provider profile' })).toContainText('Square');
  await expect(step(page, 'result')).toHaveAttribute('data-status', 'failed');
  await expect(cause(page, 'secret_of_other_destination')).toBeVisible();
  await page.getByLabel('Shared secret', { exact: true }).fill(secret);
  await expect(step(page, 'result')).toHaveAttribute('data-status', 'passed');
  const url = page.getByLabel('URL', { exact: true });
  await url.fill((await url.inputValue()).replace('http:', 'https:'));
  await expect(cause(page, 'url_scheme')).toBeVisible();
});

test('names the mistake of a receiver that prints its digest', async ({ page, host, target }) => {
  target.respond(({ body }, response) => {
    const digest = createHmac('sha1', secret).update(body).digest('hex');
    response.writeHead(401).end(`expected ${digest}`);
  });
  const source = await addSource(host);
  const destination = await addDestination(host, {
    name: 'Builds',
    profile: 'github',
    sharedSecret: secret,
    sourceIds: [source.id],
    webhookUrl: target.url,
  });
  await host.api('POST', '/send', {
    payload: '{"zen":"a"}',
    event: 'ping',
    destinationId: destination.id,
  });
  await expect.poll(async () => (await deliveriesOf(host))[0]?.lastStatus).toBe(401);
  const id = (await deliveriesOf(host))[0]?.id;
  await enter(page, host, `#/deliveries/${id}`);
  await expect(cause(page, 'digest_sha1')).toContainText('HMAC-SHA256');
});

test('offers snippets and checks of other profiles and of one that a destination defines', async ({
  page,
  host,
}) => {
  await test.step('another profile', async () => {
    await enter(page, host);
    await openPalette(page);
    await page.keyboard.type('verification code');
    await page.keyboard.press('Enter');
    await page.getByRole('combobox', { name: 'Provider profile' }).click();
    await page.getByRole('option', { name: 'Slack (Events API)' }).click();
    const snippet = page.getByRole('region', { name: 'Snippet' });
    await expect(snippet).toContainText('x-slack-request-timestamp');
  });
  await test.step('profile of a destination', async () => {
    const github = builtInProfiles.find(({ id }) => id === 'github');
    if (github === undefined || github.signature.kind !== 'hmac')
      throw new Error('No such profile');
    const signature = { ...github.signature, header: 'X-Acme-Signature' };
    const profile = { ...github, id: 'acme', name: 'Acme', signature };
    await addDestination(host, { name: 'Hooks of Acme', profile });
    await page.getByRole('combobox', { name: 'Provider profile' }).click();
    await expect(page.getByRole('option', { name: 'RudderStack' })).toHaveCount(0);
    await page.getByRole('option', { name: 'Acme' }).click();
    const snippet = page.getByRole('region', { name: 'Snippet' });
    await expect(snippet).toContainText('x-acme-signature');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await openVerify(page);
    await expect(page.getByLabel('Body', { exact: true })).toBeVisible();
    await page.getByRole('combobox', { name: 'Provider profile' }).click();
    await page.getByRole('option', { name: 'Acme' }).click();
    await page.getByLabel('Body', { exact: true }).fill('{}');
    await page.getByRole('textbox', { name: 'Shared secret' }).fill(secret);
    const digest = createHmac('sha256', secret).update('{}').digest('hex');
    await page
      .getByLabel('Request headers', { exact: true })
      .fill(`X-Acme-Signature: sha256=${digest}`);
    await expect(step(page, 'result')).toHaveAttribute('data-status', 'passed');
  });
});

test('does not check a request by another profile than its own', async ({ page, host }) => {
  const mock = await addMock(host, { name: 'acme-mock', secret });
  const source = await addSource(host);
  const destination = await addDestination(host, {
    sourceIds: [source.id],
    name: 'Hooks of Acme',
    profile: tokenProfile,
    sharedSecret: 'other secret',
    webhookUrl: mock.url ?? '',
  });
  await host.api('POST', '/send', {
    payload: '{}',
    event: 'paid',
    destinationId: destination.id,
  });
  await expect
    .poll(async () => (await deliveriesOf(host)).map(({ state }) => state))
    .toEqual(['delivered']);
  await host.api('PATCH', `/destinations/${destination.id}`, { profile: 'stripe' });
  await enter(page, host, `#/connections/mocks/${mock.id}/requests`);
  await page.getByRole('option', { name: /200 raw/ }).click();
  await expect(page.getByRole('region', { name: 'Verification steps' })).toContainText('"acme"');
  await page.getByRole('button', { name: 'Diagnose' }).click();
  await expect(page.getByText(/uses the profile "acme"/).first()).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Body', exact: true })).toHaveValue('');
});
