/** Exports: chosen, counted, saved, without secrets unless asked for; by keyboard and by menu. */
import { readFile } from 'node:fs/promises';
import { unzipSync } from 'fflate';
import { downloadedText } from './support/files.ts';
import { tabTo } from './support/keys.ts';
import { connect, secret, track } from './support/seed.ts';
import type { Host } from './support/start-host.ts';
import type { TargetServer } from './support/target-server.ts';
import { enter, expect, openMenu, openMore, openNewest, test } from './support/workbench.ts';

const token = 'Bearer of-the-webhook';

/** Two deliveries to a webhook with a secret header. */
async function delivered(host: Host, target: TargetServer): Promise<void> {
  const { source } = await connect(host, target.url, {
    webhookUrl: '',
    webhooks: [{ url: `${target.url}/hook`, headers: { Authorization: token } }],
  });
  await track(host, source, 'Order Completed');
  await track(host, source, 'Signed Up');
  await target.received(2);
}

test('exports what the filter lets through, and secrets only when chosen', async ({
  page,
  host,
  target,
}) => {
  await delivered(host, target);
  await enter(page, host, '#/deliveries?filter=event%3AOrder');
  const dialog = page.getByRole('dialog', { name: 'Export deliveries' });

  await test.step('with the keyboard alone', async () => {
    await expect(page.getByRole('option')).toHaveCount(1);
    await page.keyboard.press('o');
    await expect(dialog.getByText('1 delivery, about')).toBeVisible();
    await expect(dialog.getByText('the event contains "Order"')).toBeVisible();
    await tabTo(page, dialog.getByRole('radio', { name: 'JSON lines' }));
    await page.keyboard.press('ArrowRight');
    await expect(dialog.getByRole('radio', { name: 'HAR' })).toBeChecked();
    await tabTo(page, dialog.getByRole('button', { name: 'Export', exact: true }));
    const downloading = page.waitForEvent('download');
    await page.keyboard.press('Enter');
    const { name, text } = await downloadedText(await downloading);
    expect(name).toMatch(/^hookwright-deliveries-.*\.har$/);
    const { entries } = JSON.parse(text).log;
    expect(entries).toHaveLength(1);
    expect(entries[0]).toMatchObject({ request: { method: 'POST' }, response: { status: 200 } });
    expect(text).not.toContain('of-the-webhook');
    await expect(dialog.getByText(`Saved as ${name}`)).toBeVisible();
    await expect(dialog.getByText('header Authorization (1)')).toBeVisible();
    await expect(dialog.getByRole('button', { name: 'Close' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(dialog).toBeHidden();
  });
  await test.step('with secrets only when chosen, each time', async () => {
    await page.keyboard.press('Shift+F');
    await expect(page.getByRole('option')).toHaveCount(2);
    await page.keyboard.press('o');
    await dialog.getByRole('radio', { name: 'JSON lines' }).click();
    await dialog.getByRole('checkbox', { name: 'Include secrets' }).click();
    await expect(dialog.getByText('Secrets are saved')).toBeVisible();
    const downloading = page.waitForEvent('download');
    await dialog.getByRole('button', { name: 'Export', exact: true }).click();
    const { text } = await downloadedText(await downloading);
    const lines = text.trim().split('\n');
    expect(lines).toHaveLength(2);
    for (const line of lines) {
      expect(line).toContain(token);
      expect(JSON.parse(line).destination.sharedSecret).toBe(secret);
    }
    await dialog.getByRole('button', { name: 'Another format' }).click();
    await expect(dialog.getByRole('checkbox', { name: 'Include secrets' })).not.toBeChecked();
  });
});

test('exports nothing without matches', async ({ page, host, target }) => {
  await delivered(host, target);
  await enter(page, host, '#/deliveries?filter=state%3Ablocked');
  await page.keyboard.press('o');
  const dialog = page.getByRole('dialog', { name: 'Export deliveries' });
  await expect(dialog.getByText('0 deliveries')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Export', exact: true })).toHaveAttribute(
    'aria-disabled',
    'true',
  );
});

test('saves one delivery as a fixture and as a JSON line', async ({ page, host, target }) => {
  await delivered(host, target);
  const detail = await openNewest(page, host);
  await openMore(detail);
  const zipping = page.waitForEvent('download');
  await openMenu(page).getByRole('menuitem', { name: 'Save as fixture' }).click();
  const files = unzipSync(await readFile(await (await zipping).path()));
  const index = JSON.parse(Buffer.from(files['index.json'] ?? []).toString());
  const [entry] = index.deliveries;
  expect(Buffer.from(files[entry.body] ?? []).toString()).toBe(target.requests[1]?.body);
  await expect(page.getByText(/: header Authorization\.$/)).toBeVisible();
  await openMore(detail);
  const saving = page.waitForEvent('download');
  await openMenu(page).getByRole('menuitem', { name: 'Save as JSON line' }).click();
  const { name, text } = await downloadedText(await saving);
  expect(name).toBe('hookwright-delivery-2.jsonl');
  expect(JSON.parse(text)).toMatchObject({ id: 2, message: { label: 'Signed Up' } });
});

test('opens the same dialog from the bulk actions', async ({ page, host, target }) => {
  await delivered(host, target);
  await enter(page, host);
  await expect(page.getByRole('option')).toHaveCount(2);
  await page.keyboard.press('a');
  await openMenu(page).getByRole('menuitem', { name: 'Export…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Export deliveries' });
  await expect(dialog.getByText('2 deliveries, about')).toBeVisible();
});
