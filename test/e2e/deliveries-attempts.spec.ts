/** The story of a delivery: its attempts on the timeline, and the words for what is not plain. */

import type { Page } from '@playwright/test';
import { makeCertificate } from '../support/certificate.ts';
import { press } from './support/keys.ts';
import { noRetry } from './support/lasting-states.ts';
import { expectGoodLooksInBothThemes } from './support/looks.ts';
import { connect, track } from './support/seed.ts';
import { startWireTarget } from './support/wire-target.ts';
import { enter, expect, openNewest, test } from './support/workbench.ts';

/** The head of the detail, with the state in a word. */
const title = (page: Page) => page.getByRole('article').getByRole('heading', { level: 1 });

const quick = { baseMs: 100, capMs: 100, jitter: 0, windowMs: 60_000 };

test('retries a 5xx until delivered, and shows each attempt', async ({ page, host, target }) => {
  target.respond(503, 200);
  const { source } = await connect(host, target.url, { retry: quick });
  await enter(page, host);
  await track(host, source, 'Order Completed');
  await expect(page.getByRole('option', { name: /^delivered .* 200 2/ })).toBeVisible();
  await page.keyboard.press('j');
  const first = page.getByRole('button', { name: /Attempt 1, .*: 503 in/ });
  const second = page.getByRole('button', { name: /Attempt 2, .*: 200 in/ });
  await expect(second).toHaveAttribute('aria-pressed', 'true');
  await page.getByRole('tab', { name: 'Response' }).click();
  const status = (code: number) => page.getByRole('button', { name: `Copy Status: ${code}` });
  await expect(status(200)).toBeVisible();
  await first.click();
  await expect(first).toHaveAttribute('aria-pressed', 'true');
  await expect(status(503)).toBeVisible();
  await first.press('ArrowRight');
  await expect(second).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(status(200)).toBeVisible();
  await page.getByRole('combobox', { name: 'Attempt shown' }).click();
  await page.getByRole('option', { name: /Attempt 1 to/ }).click();
  await expect(status(503)).toBeVisible();
  const [one, two] = target.requests;
  expect(two?.body).toBe(one?.body);
});

test('moves between retry windows on the timeline by key and with the selected attempt', async ({
  page,
  host,
  target,
}) => {
  await page.setViewportSize({ width: 1_024, height: 700 });
  target.respond(503, 404, 200);
  const { source } = await connect(host, target.url, { retry: noRetry });
  await track(host, source, 'Order Completed');
  await openNewest(page, host);
  await expect(title(page)).toContainText('gave up');
  for (const [requests, state] of [
    [2, 'refused'],
    [3, 'delivered'],
  ] as const) {
    await page.keyboard.press('r');
    await target.received(requests);
    await expect(title(page)).toContainText(state);
  }
  const overview = page.getByRole('region', { name: 'Overview' });
  const shown = (number: number) => overview.getByText(`Window ${number} of 3`);
  const status = (code: number) => page.getByRole('button', { name: `Copy Status: ${code}` });
  await page.getByRole('tab', { name: 'Response' }).click();
  await expect(shown(3)).toBeVisible();
  await expect(overview).toContainText('1 · 2 earlier');
  await expect(status(200)).toBeVisible();
  const present = await shown(3).boundingBox();
  const height = (await overview.boundingBox())?.height;
  await page.keyboard.press('[');
  await expect(shown(2)).toBeVisible();
  // Nothing moves, so that one can go on from there.
  expect(await shown(2).boundingBox()).toEqual(present);
  expect((await overview.boundingBox())?.height).toBe(height);
  await expect(overview.getByRole('button', { name: /Attempt 1, .*: 404 in/ })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  await expect(status(404)).toBeVisible();
  await page.keyboard.press('[');
  await expect(shown(1)).toBeVisible();
  await expect(status(503)).toBeVisible();
  await expect(overview.getByRole('button', { name: 'Earlier window' })).toHaveAttribute(
    'aria-disabled',
    'true',
  );
  await page.getByRole('combobox', { name: 'Attempt shown' }).click();
  await page.getByRole('option', { name: /Attempt 2 to/ }).click();
  await expect(shown(2)).toBeVisible();
  // The closed list of choices takes letters for a search of its own.
  await overview.getByRole('button', { name: 'Later window' }).click();
  await expect(shown(3)).toBeVisible();
  await expect(overview.getByRole('button', { name: /Attempt 1, .*: 200 in/ })).toBeVisible();
  await expect(status(200)).toBeVisible();
});

test('names the outcome of a 404 and of a 401', async ({ page, host, target }) => {
  const { source } = await connect(host, target.url);
  await enter(page, host);

  await test.step('a 404 is refused', async () => {
    target.respond(404);
    await track(host, source, 'Order Completed');
    await page.getByRole('option', { name: /^refused track Order Completed/ }).click();
    const overview = page.getByRole('region', { name: 'Overview' });
    await expect(overview).toContainText(/refused.*404/);
    await page.getByRole('tab', { name: 'Response' }).click();
    await expect(page.getByRole('tabpanel', { name: 'Response' })).toContainText('404');
  });
  await test.step('a 401 is refused in the list, the header and the timeline', async () => {
    target.respond(401);
    await track(host, source, 'Order Completed');
    await page.getByRole('option', { name: /^refused track Order Completed .*401/ }).click();
    await expect(title(page)).toContainText('refused');
    const overview = page.getByRole('region', { name: 'Overview' });
    await expect(overview).toContainText('refused');
    await expect(overview).toContainText(/rejected the signature or credentials/);
  });
});

test('shows that a skipped webhook never gets the event', async ({
  page,
  host,
  target,
  otherTarget,
}) => {
  target.respond(503);
  const { source } = await connect(host, target.url, {
    webhooks: [{ url: `${otherTarget.url}/ok`, headers: {} }],
  });
  await track(host, source, 'Order Completed');
  await enter(page, host);
  await page.getByRole('option', { name: /^delivered/ }).click();
  const overview = page.getByRole('region', { name: 'Overview' });
  await expect(overview).toContainText(/missed: 127.0.0.1:\d+\/ok returned 200/);
  await overview.getByRole('link', { name: 'Change when it is done' }).click();
  await expect(page.getByRole('radiogroup', { name: 'Done when' })).toBeVisible();
});

test('blocks a self-signed certificate, explains it, and delivers once trusted', async ({
  page,
  host,
}) => {
  const certificate = makeCertificate({ name: 'Receiver of my own' });
  const target = await startWireTarget({ tls: certificate });
  const { source } = await connect(host, target.url);
  await track(host, source, 'Order Completed');
  await enter(page, host);
  await page.getByRole('option', { name: /^blocked/ }).click();
  const overview = page.getByRole('region', { name: 'Overview' });
  await expect(overview).toContainText('blocked · self-signed certificate');
  await expect(page.getByRole('heading', { name: 'Headers, not sent' })).toBeVisible();
  expect(target.requests).toHaveLength(0);
  await host.api('POST', '/certificate-authorities', { pem: certificate.cert });
  // It would be blocked again, unless the cause is fixed.
  await page.keyboard.press('r');
  const dialog = page.getByRole('dialog', { name: 'Retry delivery' });
  await expect(dialog).toContainText('self-signed');
  const retry = dialog.getByRole('button', { name: 'Retry' });
  await expect(retry).toHaveAttribute('aria-disabled', 'true');
  expect(target.requests).toHaveLength(0);
  await expectGoodLooksInBothThemes(page, 'retry of a blocked delivery');
  await dialog.getByRole('checkbox', { name: /blocked/ }).press('Space');
  await press(page, retry);
  await expect(title(page)).toContainText('delivered');
  expect(target.requests).toHaveLength(1);
  await target.stop();
});
