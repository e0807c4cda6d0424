/** The log of a receiver: live, with both verdicts, everything that came, and what was answered. */

import { addReceiver, post } from './support/receivers.ts';
import { enter, expect, test } from './support/workbench.ts';

test('requests appear as they come, each with both verdicts', async ({ page, host }) => {
  const receiver = await addReceiver(host, { name: 'mine', secret: 's3cret' });
  await enter(page, host, '#/receivers/mine');
  await expect(page.getByRole('heading', { name: 'Nothing has reached it yet' })).toBeVisible();
  await post(receiver, '{"a": 1}', 's3cret');
  const rows = page.getByRole('listbox', { name: 'Requests' }).getByRole('option');
  await expect(rows).toHaveCount(1);
  await expect(rows.first()).toHaveAccessibleName(/200 raw right parsed wrong POST 8 bytes/);
  await post(receiver, '{"a": 1}', 's3cret', '{"a":1}');
  await expect(rows.first()).toHaveAccessibleName(/200 raw wrong parsed right POST/);
  await post(receiver, 'not json', 's3cret');
  await expect(rows.first()).toHaveAccessibleName(/200 raw right parsed not JSON POST/);
  await post(receiver, '{}');
  await expect(rows.first()).toHaveAccessibleName(/200 missing POST/);
  await expect(page.getByRole('option', { name: /^listening mine 4 / })).toBeVisible();
});

test('one request is shown whole: bytes, headers, verdicts, answer and connection', async ({
  page,
  host,
}) => {
  const receiver = await addReceiver(host, {
    name: 'mine',
    secret: 's3cret',
    steps: [{ status: 503, headers: { 'Retry-After': '7' }, body: 'busy', delayMs: 1 }],
  });
  expect(await post(receiver, '{"a": 1}', 's3cret')).toBe(503);
  await enter(page, host, '#/receivers/mine');
  await page.getByRole('option', { name: / POST\b/ }).click();
  const request = page.getByRole('article', { name: 'POST /r/mine' });
  const region = (name: string) => request.getByRole('region', { name, exact: true });
  await expect(request).toContainText('It answered 503 after 1 ms, as step 1 says.');
  await expect(region('Signature')).toContainText(/Over the raw bytes.*right/);
  await expect(region('Signature')).toContainText(/of the parsed body.*wrong/);
  await region('Body').getByRole('radio', { name: 'Text' }).click();
  await expect(region('Body')).toContainText('{"a": 1}');
  await expect(region('Received')).toContainText('x-signature');
  await expect(region('Answered')).toContainText('Retry-After');
  await expect(region('Answer’s body')).toContainText('busy');
  await expect(region('Connection')).toContainText('number 1 of this connection');
  await page.reload();
  await expect(request).toContainText('It answered 503 after 1 ms');
});

test('a connection that brought no request is logged as what it was', async ({ page, host }) => {
  const receiver = await addReceiver(host, { name: 'mine', tls: 'expired' });
  await fetch(receiver.url ?? '').catch(() => undefined);
  await enter(page, host, '#/receivers/mine');
  await page.getByRole('option', { name: /TLS handshake failed/ }).click();
  const request = page.getByRole('article', { name: 'TLS handshake failed' });
  await expect(request.getByRole('region', { name: 'Connection' })).toContainText('none arrived');
});

test('faults stand in the log by name', async ({ page, host }) => {
  const receiver = await addReceiver(host, {
    name: 'mine',
    steps: [{ fault: 'close' }, { fault: 'reset_after_request' }, {}],
  });
  for (let request = 0; request < 3; request += 1)
    await post(receiver, '{}').catch(() => undefined);
  await enter(page, host, '#/receivers/mine');
  await expect(page.getByRole('option', { name: /200 not checked POST/ })).toBeVisible();
  await expect(
    page.getByRole('option', { name: /Closes without an answer not checked POST/ }),
  ).toBeVisible();
  await page.getByRole('option', { name: /Resets after the request not checked POST/ }).click();
  await expect(
    page.getByText('No response: resets after the request', { exact: false }),
  ).toBeVisible();
});

test('the log is cleared, follows what is new, and holds still for whoever reads', async ({
  page,
  host,
}) => {
  const receiver = await addReceiver(host, { name: 'mine' });
  await post(receiver, '{}');
  await post(receiver, '{}');
  await enter(page, host, '#/receivers/mine');
  const rows = page.getByRole('listbox', { name: 'Requests' }).getByRole('option');
  await rows.nth(1).click();
  await post(receiver, '{}');
  await expect(page.getByRole('button', { name: 'Live, 1 new' })).toBeVisible();
  await expect(rows.nth(2)).toHaveAttribute('aria-selected', 'true');
  await page.getByRole('button', { name: 'Live, 1 new' }).click();
  await expect(page.getByRole('button', { name: /^Live/ })).toBeHidden();
  await page.getByRole('button', { name: 'Clear', exact: true }).click();
  await page.getByRole('button', { name: 'Clear the log' }).click();
  await expect(page.getByRole('heading', { name: 'Nothing has reached it yet' })).toBeVisible();
  await expect(page.getByRole('article')).toBeHidden();
  await post(receiver, '{}');
  await expect(rows).toHaveCount(1);
});

test('with the keyboard alone the log is entered, read and left', async ({ page, host }) => {
  const receiver = await addReceiver(host, { name: 'mine' });
  await addReceiver(host, { name: 'other' });
  await post(receiver, '{"number":1}');
  await post(receiver, '{"number":2}');
  await enter(page, host, '#/receivers');
  const rows = page.getByRole('listbox', { name: 'Requests' }).getByRole('option');
  await expect(rows).toHaveCount(2);
  await page.keyboard.press('j');
  await expect(page.getByRole('heading', { name: 'other', level: 1 })).toBeVisible();
  await page.keyboard.press('k');
  await expect(rows).toHaveCount(2);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('listbox', { name: 'Requests' })).toBeFocused();
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await expect(rows.nth(1)).toHaveAttribute('aria-selected', 'true');
  const request = page.getByRole('article', { name: 'POST /r/mine' });
  await expect(request.getByRole('region', { name: 'Body', exact: true })).toContainText(
    'number: 1',
  );
  await page.keyboard.press('Enter');
  await expect(request).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(request).toBeHidden();
  await expect(page.getByRole('listbox', { name: 'Requests' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('listbox', { name: 'Receivers' })).toBeFocused();
});

test.describe('without the host', () => {
  test.use({ expectedFaults: /WebSocket|Failed to load resource/ });

  test('what was read stays, and what cannot be done is said', async ({ page, host }) => {
    const receiver = await addReceiver(host, { name: 'mine' });
    await post(receiver, '{}');
    await enter(page, host, '#/receivers/mine');
    await expect(page.getByRole('option', { name: / POST\b/ })).toBeVisible();
    await host.stop();
    await expect(page.getByText('The connection is lost.')).toBeVisible();
    await page.getByRole('button', { name: 'Clear', exact: true }).click();
    await page.getByRole('button', { name: 'Clear the log' }).click();
    await expect(
      page.getByRole('alert').getByText('The requests of mine were not cleared'),
    ).toBeVisible();
    await expect(page.getByRole('option', { name: / POST\b/ })).toBeVisible();
  });
});
