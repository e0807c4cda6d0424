/** Sending many events: progress, cancel and result; and those of a file. */

import type { Ledger } from '#shared/deliveries/ledger.ts';
import { connect } from './support/seed.ts';
import {
  drawer,
  enterSend,
  response,
  sendButton,
  typeMessage,
  urls,
} from './support/send-drawer.ts';
import { expect, test } from './support/workbench.ts';

test('shows progress at a rate and cancels', async ({ page, host, target }) => {
  await connect(host, target.url);
  await enterSend(page, host);
  await page.getByRole('textbox', { name: 'Count' }).fill('10000');
  await page.getByRole('textbox', { name: 'Rate' }).fill('10');
  await sendButton(page).click();
  const progress = page.getByRole('progressbar', { name: 'Send 10,000 events' });
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
    await enterSend(page, host);
    await expect(urls(page)).toHaveCount(1);
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
    await expect(response(page)).toContainText('20 of 20 accepted');
    const requests = await target.received(20);
    expect(new Set(requests.map(({ headers }) => headers['user-agent'])).size).toBe(1);
    const delivered = async () => ((await host.api('GET', '/ledger')) as Ledger).delivered;
    await expect.poll(delivered).toBe(20);
  });
  await test.step('numbers and deliveries', async () => {
    await typeMessage(page, { type: 'track', userId: 'user-{n}', event: 'Load' });
    await page.getByRole('textbox', { name: 'Count' }).fill('30');
    await page.keyboard.press('Control+Enter');
    await expect(response(page)).toContainText('30 of 30 accepted');
    await expect(response(page)).toContainText(/Rate[\d,]+ \/ sDelivered30p50.+p99/);
    await response(page).getByRole('link', { name: 'Show' }).click();
    await expect(drawer(page)).toBeHidden();
    const rows = page.getByRole('listbox', { name: 'Deliveries' }).getByRole('option');
    await expect(rows.first()).toHaveAccessibleName(/^delivered track Load user-30 200/);
  });
});

test('sends the events of a file once each, and of an export without their IDs', async ({
  page,
  host,
  target,
}) => {
  await connect(host, target.url);
  await enterSend(page, host);
  const exported = {
    kind: 'hookwright.delivery',
    body: {
      encoding: 'utf8',
      data: JSON.stringify({ messageId: 'm-1', type: 'track', userId: 'ada', event: 'Exported' }),
    },
  };
  const lines = [
    JSON.stringify({ type: 'track', userId: 'ada', event: 'First {n}' }),
    '',
    JSON.stringify(exported),
  ];
  const files = await page.evaluateHandle((text) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([text], 'events.jsonl'));
    return transfer;
  }, lines.join('\n'));
  await drawer(page).getByRole('radio', { name: 'Event' }).dispatchEvent('drop', {
    dataTransfer: files,
  });
  await expect(page.getByRole('region', { name: 'File' }).getByRole('status')).toContainText(
    'events.jsonl: 2 events',
  );
  await expect(urls(page)).toHaveCount(1);
  await sendButton(page).click();
  await expect(response(page)).toContainText('2 of 2 accepted');
  const requests = await target.received(2);
  const bodies = requests.map(({ body }) => JSON.parse(body) as { event: string });
  expect(bodies.map(({ event }) => event).sort()).toEqual(['Exported', 'First {n}']);
});

test('names the line of a file that is not an event', async ({ page, host, target }) => {
  await connect(host, target.url);
  await enterSend(page, host);
  await page.getByRole('radio', { name: 'File' }).click();
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Choose file' }).click();
  const buffer = Buffer.from('{"type":"page","userId":"ada"}\n[1]\n');
  await (await chooser).setFiles({ name: 'pages.ndjson', mimeType: 'text/plain', buffer });
  await expect(page.getByRole('region', { name: 'File' }).getByRole('status')).toContainText(
    'line 2',
  );
  await expect(sendButton(page)).toHaveAccessibleDescription(/line 2/);
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(response(page)).not.toContainText('accepted');
});
