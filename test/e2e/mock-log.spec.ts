/** The live log of a mock endpoint: requests, verdicts and responses. */

import { node } from './support/board.ts';
import { press } from './support/keys.ts';
import { addMock, post } from './support/mocks.ts';
import { addDestination, addSource, connect, track } from './support/seed.ts';
import { enter, expect, goTo, hostIsAway, test } from './support/workbench.ts';

test('shows requests live with both verdicts, pauses while one is open, and is cleared', async ({
  page,
  host,
}) => {
  await test.step('live with both verdicts', async () => {
    const mock = await addMock(host, { name: 'mine', secret: 's3cret' });
    await enter(page, host, '#/connections/mocks/mine/requests');
    await expect(page.getByRole('heading', { name: 'No requests yet' })).toBeVisible();
    await post(mock, '{"a": 1}', 's3cret');
    const rows = page.getByRole('listbox', { name: 'Requests' }).getByRole('option');
    await expect(rows).toHaveCount(1);
    await expect(rows.first()).toHaveAccessibleName(/200 raw valid parsed invalid POST 8/);
    await post(mock, '{"a": 1}', 's3cret', '{"a":1}');
    await expect(rows.first()).toHaveAccessibleName(/200 raw invalid parsed valid POST/);
    await post(mock, 'not json', 's3cret');
    await expect(rows.first()).toHaveAccessibleName(/200 raw valid parsed not JSON POST/);
    await post(mock, '{}');
    await expect(rows.first()).toHaveAccessibleName(/200 missing POST/);
  });
  await test.step('paused and cleared', async () => {
    const mock = await addMock(host, { name: 'followed' });
    await post(mock, '{}');
    await post(mock, '{}');
    await goTo(page, '#/connections/mocks/followed/requests');
    const rows = page.getByRole('listbox', { name: 'Requests' }).getByRole('option');
    await expect(rows).toHaveCount(2);
    await rows.nth(1).click();
    await post(mock, '{}');
    await expect(page.getByRole('button', { name: 'Live, 1 new' })).toBeVisible();
    await expect(rows.nth(2)).toHaveAttribute('aria-selected', 'true');
    await page.getByRole('button', { name: 'Live, 1 new' }).click();
    await expect(page.getByRole('button', { name: /^Live/ })).toBeHidden();
    await page.getByRole('button', { name: 'Clear', exact: true }).click();
    await page.getByRole('button', { name: 'Clear requests' }).click();
    await expect(page.getByRole('heading', { name: 'No requests yet' })).toBeVisible();
    await expect(page.getByRole('article')).toBeHidden();
    await post(mock, '{}');
    await expect(rows).toHaveCount(1);
  });
});

test('links a request to its delivery and back with the keyboard', async ({ page, host }) => {
  const mock = await addMock(host, { name: 'mine' });
  const { source } = await connect(host, '', { webhookUrl: mock.url ?? '' });
  await track(host, source, 'Order');
  await enter(page, host, '#/connections/mocks/mine/requests');
  await page.getByRole('listbox', { name: 'Requests' }).getByRole('option').first().click();
  await page.getByRole('link', { name: 'View delivery' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('article', { name: 'Order' })).toBeVisible();
  await page.getByRole('link', { name: 'View in Connections' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('article', { name: 'POST /mock/mine' })).toBeVisible();
});

test('lists the deliveries to a mock endpoint, also to other paths of it', async ({
  page,
  host,
}) => {
  const [mine, other] = [
    await addMock(host, { name: 'mine' }),
    await addMock(host, { name: 'mine-too' }),
  ];
  const source = await addSource(host);
  for (const [name, webhookUrl] of [
    ['Exact', mine.url ?? ''],
    ['Longer', `${mine.url}/orders?x=1`],
    ['Other', other.url ?? ''],
  ] as const)
    await addDestination(host, { name, webhookUrl, sourceIds: [source.id] });
  await track(host, source, 'Order');
  await enter(page, host, '#/connections/mocks/mine');
  await page.getByRole('link', { name: 'Show in Deliveries' }).click();
  await expect(page.getByRole('button', { name: 'Remove filter endpoint=mine' })).toBeVisible();
  const rows = page.getByRole('listbox', { name: 'Deliveries' }).getByRole('option');
  await expect(rows).toHaveCount(2);
  await expect(rows.filter({ hasText: 'Other' })).toHaveCount(0);
});

test('shows all of a request, connections without one, and faults', async ({ page, host }) => {
  await test.step('request', async () => {
    const mock = await addMock(host, {
      name: 'mine',
      secret: 's3cret',
      steps: [{ status: 503, headers: { 'Retry-After': '7' }, body: 'busy', delayMs: 1 }],
    });
    expect(await post(mock, '{"a": 1}', 's3cret')).toBe(503);
    await enter(page, host, '#/connections/mocks/mine/requests');
    await page.getByRole('option', { name: / POST\b/ }).click();
    const request = page.getByRole('article', { name: 'POST /mock/mine' });
    const region = (name: string) => request.getByRole('region', { name, exact: true });
    await expect(request).toContainText('Returned 503 after 1 ms (step 1)');
    await expect(region('Signature')).toContainText(/Raw body.*valid/);
    await expect(region('Signature')).toContainText(/Parsed body.*invalid/);
    await region('Body').getByRole('radio', { name: 'Text' }).click();
    await expect(region('Body')).toContainText('{"a": 1}');
    await expect(region('Request headers')).toContainText('x-signature');
    await expect(region('Response headers')).toContainText('Retry-After');
    await expect(region('Response body')).toContainText('busy');
    await expect(region('Connection')).toContainText('1 on this connection');
    await page.reload();
    await expect(request).toContainText('Returned 503 after 1 ms');
  });
  await test.step('connection without a request', async () => {
    const mock = await addMock(host, { name: 'expired', tls: 'expired' });
    await fetch(mock.url ?? '').catch(() => undefined);
    await goTo(page, '#/connections/mocks/expired/requests');
    await page.getByRole('option', { name: /TLS handshake failed/ }).click();
    const request = page.getByRole('article', { name: 'TLS handshake failed' });
    await expect(request.getByRole('region', { name: 'Connection' })).toContainText('none');
  });
  await test.step('faults', async () => {
    const mock = await addMock(host, {
      name: 'faulty',
      steps: [{ fault: 'close' }, { fault: 'reset_after_request' }, {}],
    });
    for (let request = 0; request < 3; request += 1) await post(mock, '{}').catch(() => undefined);
    await goTo(page, '#/connections/mocks/faulty/requests');
    await expect(page.getByRole('option', { name: /200 not checked POST/ })).toBeVisible();
    await expect(
      page.getByRole('option', { name: /Closes without a response not checked POST/ }),
    ).toBeVisible();
    await page.getByRole('option', { name: /Resets after the request not checked POST/ }).click();
    await expect(page.getByText(/^no response: /i)).toBeVisible();
  });
});

test('works with the keyboard', async ({ page, host }) => {
  const mock = await addMock(host, { name: 'mine' });
  await addMock(host, { name: 'other' });
  await post(mock, '{"number":1}');
  await post(mock, '{"number":2}');
  await enter(page, host, '#/connections/mocks/mine');
  await node(page, 'mine').focus();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('heading', { name: 'other' })).toBeVisible();
  await page.keyboard.press('ArrowUp');
  await press(page, page.getByRole('link', { name: 'Show all' }));
  const rows = page.getByRole('listbox', { name: 'Requests' }).getByRole('option');
  await expect(rows).toHaveCount(2);
  await page.getByRole('listbox', { name: 'Requests' }).focus();
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await expect(rows.nth(1)).toHaveAttribute('aria-selected', 'true');
  const request = page.getByRole('article', { name: 'POST /mock/mine' });
  await expect(request.getByRole('region', { name: 'Body', exact: true })).toContainText(
    'number: 1',
  );
  await page.keyboard.press('Enter');
  await expect(request).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(request).toBeHidden();
  await expect(page.getByRole('listbox', { name: 'Requests' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(node(page, 'mine')).toBeFocused();
});

test.describe('without the host', () => {
  test.use({ expectedFaults: hostIsAway });

  test('keeps loaded requests and shows why clearing failed', async ({ page, host }) => {
    const mock = await addMock(host, { name: 'mine' });
    await post(mock, '{}');
    await enter(page, host, '#/connections/mocks/mine/requests');
    await expect(page.getByRole('option', { name: / POST\b/ })).toBeVisible();
    await host.stop();
    await expect(page.getByText('Connection lost.')).toBeVisible();
    await page.getByRole('button', { name: 'Clear', exact: true }).click();
    await page.getByRole('button', { name: 'Clear requests' }).click();
    await expect(page.getByRole('alert').getByText(/clear the requests of mine/)).toBeVisible();
    await expect(page.getByRole('option', { name: / POST\b/ })).toBeVisible();
  });
});
