/** Sending a message many times: progress, cancelling, and what it says it did. */

import type { Ledger } from '#shared/schemas/ledger.ts';
import { connect } from './support/seed.ts';
import { answer, preview, sendButton } from './support/send-place.ts';
import { enter, expect, test } from './support/workbench.ts';

test('a message is sent as many times as asked', async ({ page, host, target }) => {
  await connect(host, target.url);
  await enter(page, host, '#/send');
  await page.getByRole('textbox', { name: 'Count' }).fill('20');
  await sendButton(page).click();
  await expect(answer(page)).toContainText('20 of 20 sent: 20 accepted.');
  const requests = await target.received(20);
  expect(new Set(requests.map(({ headers }) => headers['user-agent'])).size).toBe(1);
  await expect(page.getByRole('region', { name: 'Ledger' })).toContainText('20 of 20 delivered');
});

test('sending at a rate shows how far it is and can be cancelled', async ({
  page,
  host,
  target,
}) => {
  await connect(host, target.url);
  await enter(page, host, '#/send');
  await page.getByRole('textbox', { name: 'Count' }).fill('10000');
  await page.getByRole('textbox', { name: 'Rate' }).fill('100');
  await sendButton(page).click();
  const progress = page.getByRole('progressbar', { name: 'Sent' });
  await expect(progress).toHaveAttribute('max', '10000');
  await target.received(2);
  await expect(answer(page)).toContainText(/\d+ of 10,000 sent: \d+ accepted/);
  await answer(page).getByRole('button', { name: 'Cancel' }).click();
  const told = /Cancelled after ([\d,]+) of 10,000: ([\d,]+) accepted\./;
  await expect(answer(page)).toContainText(told);
  const [, sent, accepted] = told.exec((await answer(page).textContent()) ?? '') ?? [];
  expect(sent).toBe(accepted);
  // To the message: what was on its way is counted, and while twenty others come, none of these does.
  await host.api('POST', '/send', { sample: 'page', count: 20 });
  const ledger = (await host.api('GET', '/ledger')) as Ledger;
  expect(ledger.accepted).toBe(Number(sent?.replaceAll(',', '')) + 20);
});

test('a count or rate that cannot be is refused in a sentence at its field', async ({
  page,
  host,
  target,
}) => {
  await connect(host, target.url);
  await enter(page, host, '#/send');
  await expect(preview(page, 'Staging hooks')).toBeVisible();
  const count = page.getByRole('textbox', { name: 'Count' });
  const rate = page.getByRole('textbox', { name: 'Rate' });
  await count.fill('20000');
  await expect(count).toHaveAccessibleDescription(/Count must be at most 10,000\./);
  await expect(sendButton(page)).toBeDisabled();
  await count.fill('0');
  await expect(count).toHaveAccessibleDescription(/Count must be at least 1\./);
  await count.fill('2');
  await rate.fill('0');
  await expect(rate).toHaveAccessibleDescription(/Rate must be more than 0 per second\./);
  await expect(rate).toHaveValue('0');
  await expect(sendButton(page)).toBeDisabled();
});
