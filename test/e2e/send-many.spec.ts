/** Sending a message many times: progress, cancel and result. */

import type { Ledger } from '#shared/deliveries/ledger.ts';
import { connect } from './support/seed.ts';
import { preview, response, sendButton, typeMessage } from './support/send-place.ts';
import { enter, expect, stateCounts, test } from './support/workbench.ts';

test('shows progress at a rate and cancels', async ({ page, host, target }) => {
  await connect(host, target.url);
  await enter(page, host, '#/send');
  await page.getByRole('textbox', { name: 'Count' }).fill('10000');
  await page.getByRole('textbox', { name: 'Rate' }).fill('10');
  await sendButton(page).click();
  const progress = page.getByRole('progressbar', { name: 'Send 10,000 messages' });
  await expect(progress).toBeVisible();
  await target.received(2);
  await expect(response(page)).toContainText(/\d+ of 10,000 sent: \d+ accepted/);
  await response(page).getByRole('button', { name: 'Cancel' }).click();
  const result = /Cancelled after ([\d,]+) of 10,000: ([\d,]+) accepted/;
  await expect(response(page)).toContainText(result);
  const [, sent, accepted] = result.exec((await response(page).textContent()) ?? '') ?? [];
  expect(sent).toBe(accepted);
  // The count is exact: no more of these arrive while others do.
  await host.api('POST', '/send', { sample: 'page', count: 20 });
  const ledger = (await host.api('GET', '/ledger')) as Ledger;
  expect(ledger.accepted).toBe(Number(sent?.replaceAll(',', '')) + 20);
});

test('validates count and rate, sends the requested count, numbers the messages, and sums up their deliveries', async ({
  page,
  host,
  target,
}) => {
  await test.step('validation', async () => {
    await connect(host, target.url);
    await enter(page, host, '#/send');
    await expect(preview(page, 'Staging hooks')).toBeVisible();
    const count = page.getByRole('textbox', { name: 'Count' });
    const rate = page.getByRole('textbox', { name: 'Rate' });
    await count.fill('20000');
    await expect(count).toHaveAccessibleDescription(/10,000/);
    await expect(sendButton(page)).toBeDisabled();
    await count.fill('0');
    await expect(count).toHaveAccessibleDescription(/at least 1/);
    await count.fill('2');
    await rate.fill('0');
    await expect(rate).toHaveAccessibleDescription(/more than 0/);
    await expect(rate).toHaveValue('0');
    await expect(sendButton(page)).toBeDisabled();
  });
  await test.step('requested count', async () => {
    await page.getByRole('textbox', { name: 'Rate' }).fill('');
    await page.getByRole('textbox', { name: 'Count' }).fill('20');
    await sendButton(page).click();
    await expect(response(page)).toContainText('20 of 20 sent: 20 accepted');
    const requests = await target.received(20);
    expect(new Set(requests.map(({ headers }) => headers['user-agent'])).size).toBe(1);
    await expect(stateCounts(page)).toHaveAccessibleName('Deliveries: 20 delivered');
  });
  await test.step('numbers and deliveries', async () => {
    await typeMessage(page, { type: 'track', userId: 'user-{n}', event: 'Load' });
    await page.getByRole('textbox', { name: 'Count' }).fill('30');
    await page.keyboard.press('Control+Enter');
    await expect(response(page)).toContainText('30 of 30 sent: 30 accepted');
    await expect(response(page)).toContainText(/Rate[\d,]+ \/ sDelivered30p50.+p99/);
    await response(page).getByRole('link', { name: 'View deliveries' }).click();
    const rows = page.getByRole('listbox', { name: 'Deliveries' }).getByRole('option');
    await expect(rows.first()).toHaveAccessibleName(/^delivered track Load user-30 200/);
  });
});
