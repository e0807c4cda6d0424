/** Comparing attempts and deliveries: the summary first, then headers, bytes, meaning and response. */
import type { Page } from '@playwright/test';
import { tabTo } from './support/keys.ts';
import { expectGoodLooksInBothThemes } from './support/looks.ts';
import { connect, deliveriesOf, ingest, track } from './support/seed.ts';
import type { Host } from './support/start-host.ts';
import type { TargetServer } from './support/target-server.ts';
import { enter, expect, goTo, openNewest, test } from './support/workbench.ts';

const quick = { baseMs: 100, capMs: 100, jitter: 0, windowMs: 60_000 };

const comparison = (page: Page) => page.getByRole('article', { name: 'Comparison' });
const summary = (page: Page) => comparison(page).getByRole('status').first();
const layer = (page: Page, name: string) =>
  comparison(page).getByRole('region', { name, exact: true });

/** A delivery with a 503, a 502 and a 200, open. */
async function openRetried(page: Page, host: Host, target: TargetServer): Promise<void> {
  target.respond(503, 502, 200);
  const { source } = await connect(host, target.url, { retry: quick });
  await track(host, source, 'Order Completed');
  await target.received(3);
  await openNewest(page, host);
  await expect(page.getByRole('article').getByRole('heading', { level: 1 })).toContainText(
    'delivered',
  );
}

test('compares attempts, steps and swaps with the keyboard', async ({ page, host, target }) => {
  await openRetried(page, host, target);
  await page.keyboard.press('d');
  await expect(comparison(page)).toBeFocused();
  await expect(summary(page)).toContainText('(502, then 200)');
  await expect(page).toHaveURL(/#\/deliveries\/compare\/1\.2\/1\.3$/);
  await expect(layer(page, 'Request')).toContainText('same URL and headers');
  await expect(layer(page, 'Body')).toContainText('bytes match');
  await expect(layer(page, 'Response')).toContainText('different outcome');
  await expect(layer(page, 'Timings')).toContainText('Total');
  await page.keyboard.press('[');
  await expect(summary(page)).toContainText('503, then 200');
  await page.keyboard.press('x');
  await expect(summary(page)).toContainText('(200, then 503)');
  await page.keyboard.press('.');
  await expect(summary(page)).toContainText(/^Attempt 2 .* attempt 3/);
  await page.reload();
  await expect(summary(page)).toContainText('200, then 502');
  // Opened by its address, it does not take the focus.
  await expect(page.locator('body')).toBeFocused();
  await tabTo(page, page.getByRole('combobox', { name: 'Attempt on the second side' }));
  await page.keyboard.press('Enter');
  const third = page.getByRole('option', { name: /Attempt 3 to/ });
  await expect(third).toBeVisible();
  await page.keyboard.press('End');
  await expect(third).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(summary(page)).toContainText('identical requests');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('article', { name: 'Order Completed' })).toBeFocused();
  await expect(page).toHaveURL(/#\/deliveries\/1$/);
});

test('compares two selected deliveries', async ({ page, host, target }) => {
  const { source } = await connect(host, target.url);
  const send = (total: string) =>
    ingest(
      host,
      source.writeKey,
      `{"userId":"ada","event":"Paid","properties":{"total":${total},"list":[1,2]}}`,
    );
  await send('10');
  await send('12.50');
  await target.received(2);
  await openNewest(page, host);
  await page.keyboard.press('Shift+ArrowDown');
  await expect(page.getByRole('region', { name: 'Selection' })).toContainText('2 selected');
  await page.keyboard.press('Shift+D');
  await expect(summary(page)).toContainText(/^Delivery 2 .* delivery 1/);
  await expect(summary(page)).toContainText('properties.total');
  await expect(layer(page, 'Request')).toContainText('X-Signature');
  const body = layer(page, 'Body');
  const json = body.getByRole('textbox', { name: 'Body as JSON' });
  await expect(json).toContainText(/"total": 10\s*"total": 12\.5/);
  await expect(json).toContainText(/unchanged lines/);
  await body.getByRole('radio', { name: 'Text' }).click();
  await expect(body.getByRole('textbox', { name: 'Body as Text' })).toContainText('"userId":"ada"');
  await body.getByRole('radio', { name: 'Bytes' }).click();
  await expect(body.getByText('000000')).toBeVisible();
});

test('compares copies, and says what cannot be compared, at every size', async ({
  page,
  host,
  target,
}) => {
  const { source, destination } = await connect(host, target.url);
  await track(host, source, 'Order Completed');

  await test.step('a copy with its attempt', async () => {
    await target.received(1);
    const [delivery] = await deliveriesOf(host);
    const { id } = (await host.api('POST', `/deliveries/${delivery?.id}/copies`, {
      signing: 'missing',
    })) as { id: number };
    await enter(page, host, `#/deliveries/${delivery?.id}/copies/${id}`);
    await page.getByRole('button', { name: /^Compare/ }).click();
    await expect(summary(page)).toContainText(/^Copy 1 .* attempt 1/);
    await expect(summary(page)).toContainText(': headers X-Signature');
    await expect(page).toHaveURL(/compare\/1\.1\/1\.c1$/);
  });
  await test.step('unsent, waiting and deleted requests are explained', async () => {
    await host.api('PATCH', `/destinations/${destination.id}`, {
      trackFilter: { mode: 'block', events: ['Dropped'] },
    });
    await track(host, source, 'Dropped');
    await goTo(page, '#/deliveries/compare/1/2');
    await expect(summary(page)).toHaveText(/delivery 2 .*not sent/);
    for (const [address, title] of [
      ['#/deliveries/compare/1/99', 'Delivery or attempt not found'],
      ['#/deliveries/compare/1.7/1', 'Delivery or attempt not found'],
      ['#/deliveries/compare/1', 'Nothing to compare'],
    ] as const) {
      await goTo(page, address);
      await expect(page.getByRole('heading', { name: title })).toBeVisible();
    }
  });
  await test.step('it is accessible and fits the window', async () => {
    await page.setViewportSize({ width: 900, height: 600 });
    await track(host, source, 'x'.repeat(3_000));
    await target.received(3);
    await goTo(page, '#/deliveries/compare/1.1/3.1');
    await expect(layer(page, 'Timings')).toBeVisible();
    await layer(page, 'Request')
      .getByText(/equal headers?$/)
      .click();
    await expectGoodLooksInBothThemes(page, 'a comparison, as text');
    await comparison(page).getByRole('radio', { name: 'Bytes' }).first().click();
    await expectGoodLooksInBothThemes(page, 'a comparison, as bytes');
  });
});

test('names the spelling differences of responses with equal JSON', async ({
  page,
  host,
  target,
}) => {
  // Each with a header that the other has not.
  const responses = ['{"ok":true,"n":1}', '{ "n": 1.0, "ok": true }'];
  const marks = ['X-First', 'X-Second'];
  const sendNext = (_: unknown, response: import('node:http').ServerResponse) =>
    response
      .writeHead(503, { 'content-type': 'application/json', [marks.shift() ?? '']: 'here' })
      .end(responses.shift() ?? '');
  target.respond(sendNext, sendNext, 200);
  const { source } = await connect(host, target.url, { retry: quick });
  await track(host, source, 'Order Completed');
  await target.received(3);
  await enter(page, host, '#/deliveries/compare/1.1/1.2');
  await expect(summary(page)).toContainText(
    'response headers X-First, X-Second; response body bytes, same JSON',
  );
  await expect(layer(page, 'Response body')).toContainText('key order, number format, spacing');
  const response = layer(page, 'Response');
  await expect(response.getByText('only in first')).toBeVisible();
  await expect(response.getByText('only in second')).toBeVisible();
});
