/** The story of a delivery: its attempts on the timeline, and the words for what is not plain. */

import type { Page } from '@playwright/test';
import { makeCertificate } from '../support/certificate.ts';
import { press } from './support/keys.ts';
import { noRetry, patient } from './support/lasting-states.ts';
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
  const status = (code: number) =>
    page
      .getByRole('region', { name: 'Response', exact: true })
      .getByText(String(code), { exact: true });
  await expect(status(200)).toBeVisible();
  await first.click();
  await expect(first).toHaveAttribute('aria-pressed', 'true');
  await expect(status(503)).toBeVisible();
  await first.press('ArrowRight');
  await expect(second).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(status(200)).toBeVisible();
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
  const status = (code: number) =>
    page
      .getByRole('region', { name: 'Response', exact: true })
      .getByText(String(code), { exact: true });
  await expect(shown(3)).toBeVisible();
  await expect(status(200)).toBeVisible();
  const present = await shown(3).boundingBox();
  const height = (await overview.boundingBox())?.height;
  await page.keyboard.press(',');
  await expect(shown(2)).toBeVisible();
  // Nothing moves, so that one can go on from there.
  expect(await shown(2).boundingBox()).toEqual(present);
  expect((await overview.boundingBox())?.height).toBe(height);
  await expect(overview.getByRole('button', { name: /Attempt 1, .*: 404 in/ })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  await expect(status(404)).toBeVisible();
  await page.keyboard.press(',');
  await expect(shown(1)).toBeVisible();
  await expect(status(503)).toBeVisible();
  await expect(overview.getByRole('button', { name: 'Earlier window' })).toHaveAttribute(
    'aria-disabled',
    'true',
  );
  await page.keyboard.press('.');
  await expect(shown(2)).toBeVisible();
  await overview.getByRole('button', { name: 'Later window' }).click();
  await expect(shown(3)).toBeVisible();
  await expect(overview.getByRole('button', { name: /Attempt 1, .*: 200 in/ })).toBeVisible();
  await expect(status(200)).toBeVisible();
});

test('retries at once only where it failed, and names who would get a duplicate', async ({
  page,
  host,
  target,
  otherTarget,
}) => {
  otherTarget.respond(503, 200);
  const { source } = await connect(host, target.url, {
    fanOut: 'each',
    retry: patient,
    webhooks: [{ url: `${otherTarget.url}/down`, headers: {} }],
  });
  await track(host, source, 'Order Completed');
  await otherTarget.received(1);
  const detail = await openNewest(page, host);
  const down = `${new URL(otherTarget.url).host}/down`;
  await expect(page.getByRole('list', { name: 'Summary' })).toContainText('1 of 2 URLs accepted');
  await expect(detail.getByRole('button', { name: `Retry at ${down}` })).toBeVisible();
  await page.keyboard.press('r');
  await expect(title(page)).toContainText('delivered');
  expect(target.requests).toHaveLength(1);
  expect(otherTarget.requests).toHaveLength(2);
  await detail.getByRole('button', { name: 'Send again…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Send the delivery again' });
  await expect(dialog.getByRole('button', { name: 'Send again' })).toHaveAttribute(
    'aria-disabled',
    'true',
  );
  await dialog.getByRole('checkbox', { name: /\/down/ }).press('Space');
  await expect(dialog.getByRole('status')).toHaveText(new RegExp(`^${down} .*duplicate`));
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  expect(target.requests).toHaveLength(1);
  expect(otherTarget.requests).toHaveLength(2);
});

test('names the outcome of a 404 and of a 401', async ({ page, host, target }) => {
  const { source } = await connect(host, target.url);
  await enter(page, host);

  await test.step('a 404 is refused', async () => {
    target.respond(404);
    await track(host, source, 'Order Completed');
    await page.getByRole('option', { name: /^refused track Order Completed/ }).click();
    await expect(page.getByRole('region', { name: 'Overview' })).toContainText('404 after');
    await expect(page.getByRole('list', { name: 'Summary' })).toContainText(/404 .*retried/);
    await expect(page.getByRole('region', { name: 'Response', exact: true })).toContainText('404');
  });
  await test.step('a 401 is refused in the list, the header and the timeline', async () => {
    target.respond(401);
    await track(host, source, 'Order Completed');
    await page.getByRole('option', { name: /^refused track Order Completed .*401/ }).click();
    await expect(title(page)).toContainText('refused');
    await expect(page.getByRole('region', { name: 'Overview' })).toContainText('401 after');
    await expect(page.getByRole('list', { name: 'Summary' })).toContainText(/401 .*retried/);
    await expect(page.getByRole('list', { name: 'What the digest depends on' })).toBeVisible();
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
  await expect(overview).toContainText('blocked: self-signed certificate');
  await expect(page.getByRole('region', { name: 'Request', exact: true })).toContainText(
    'not sent',
  );
  expect(target.requests).toHaveLength(0);
  await host.api('POST', '/certificate-authorities', { pem: certificate.cert });
  // It would be blocked again, unless the cause is fixed.
  await page.keyboard.press('r');
  const dialog = page.getByRole('dialog', { name: 'Send the delivery again' });
  await expect(dialog).toContainText('self-signed');
  const retry = dialog.getByRole('button', { name: 'Send again' });
  await expect(retry).toHaveAttribute('aria-disabled', 'true');
  expect(target.requests).toHaveLength(0);
  await expectGoodLooksInBothThemes(page, 'retry of a blocked delivery');
  await dialog.getByRole('checkbox', { name: /blocked/ }).press('Space');
  await press(page, retry);
  await expect(title(page)).toContainText('delivered');
  expect(target.requests).toHaveLength(1);
  await target.stop();
});
