/** A file of requests: read, planned, sent where it was chosen, and found among the resends. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chooseFile } from './support/files.ts';
import { importedLine, importedLines } from './support/imported-lines.ts';
import { tabTo } from './support/keys.ts';
import { connect, secret, track } from './support/seed.ts';
import { strict } from './support/signature-check.ts';
import { startHost } from './support/start-host.ts';
import { enter, expect, test } from './support/workbench.ts';

const dialogName = 'Import file to resend';

test('imports an export and resends it byte for byte with the keyboard', async ({
  page,
  host,
  target,
}) => {
  target.answer(strict(secret));
  const { source } = await connect(host, target.url);
  await track(host, source, 'größer ☃');
  const [original] = await target.received(1);
  await enter(page, host);
  await expect(page.getByRole('option')).toHaveCount(1);
  const exported = await fetch(`${host.apiUrl}/deliveries/export?format=jsonl`, {
    headers: { authorization: `Bearer ${host.token}` },
  });
  // Awaited first: file chooser interception must be on before a key opens it.
  const choosing = page.waitForEvent('filechooser');
  await page.keyboard.press('i');
  const dialog = page.getByRole('dialog', { name: dialogName });
  await expect(dialog.getByRole('button', { name: 'Choose file' })).toBeFocused();
  await page.keyboard.press('Enter');
  await (await choosing).setFiles({
    name: 'mine.jsonl',
    mimeType: 'application/x-ndjson',
    buffer: Buffer.from(await exported.text()),
  });
  await expect(dialog.getByText('1 line read, 1 request can be sent.')).toBeVisible();
  await expect(dialog.getByRole('checkbox', { name: new URL(target.url).origin })).toBeChecked();
  expect(target.requests).toHaveLength(1);
  await tabTo(page, dialog.getByRole('button', { name: 'Send 1 request' }));
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('1 request sent')).toBeVisible();
  await expect(dialog.getByRole('status')).toContainText('1 delivered');
  const [, again] = await target.received(2);
  expect(again?.body).toBe(original?.body);
  expect(again?.headers).toEqual(original?.headers);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('tab', { name: 'Resends' })).toHaveAttribute('aria-selected', 'true');
  const rows = page.getByRole('listbox', { name: 'Resends' }).getByRole('option');
  await expect(rows).toHaveCount(1);
  await expect(dialog).toBeHidden();
  await page.keyboard.press('j');
  const detail = page.getByRole('article', { name: 'Resend 1' });
  await expect(detail.getByText('from mine.jsonl, entry 1')).toBeVisible();
  await expect(detail.getByText(/^Returned 200 to .*valid/)).toBeVisible();
});

test('lists external origins, unreadable lines and redacted values in the plan', async ({
  page,
  host,
}) => {
  await enter(page, host, '#/inspector/resends');
  await page.getByRole('button', { name: 'Import file' }).first().click();
  const dialog = page.getByRole('dialog', { name: dialogName });
  await chooseFile(page, 'Choose file', 'some.jsonl', importedLines);
  await expect(dialog.getByText('5 lines read, 3 requests can be sent.')).toBeVisible();
  await expect(dialog.getByText('1 skipped: no request, so no body')).toBeVisible();
  await expect(dialog.getByRole('region', { name: 'Unreadable entries' })).toContainText(
    'Line 4: Not valid JSON.',
  );
  const here = dialog.getByRole('checkbox', { name: 'http://127.0.0.1:9' });
  const away = dialog.getByRole('checkbox', { name: 'https://hooks.example.com' });
  await expect(here).toBeChecked();
  await expect(away).not.toBeChecked();
  await expect(away).toHaveAccessibleName(/external/);
  await expect(dialog.getByText(/^1 request with .*redacted URL/)).toBeVisible();
  await expect(dialog.getByRole('textbox', { name: 'Authorization' })).toBeVisible();
  await here.click();
  await expect(dialog.getByRole('button', { name: 'Send 0 requests' })).toHaveAttribute(
    'aria-disabled',
    'true',
  );
  await dialog.getByRole('button', { name: 'Another file' }).click();
  await expect(dialog.getByRole('button', { name: 'Choose file' })).toBeVisible();
});

test('sends the bodies to a local webhook with new signatures; cancels a slow run', async ({
  page,
  host,
  target,
}) => {
  target.answer(strict(secret));
  await connect(host, target.url);
  await enter(page, host, '#/inspector/resends');
  await page.keyboard.press('i');
  const dialog = page.getByRole('dialog', { name: dialogName });
  const lines = Array.from({ length: 50 }, (_, number) =>
    importedLine('https://hooks.example.com/in', `{"n":${number}}`),
  );
  await chooseFile(page, 'Choose file', 'many.jsonl', lines.join('\n'));
  await dialog.getByRole('radio', { name: 'One webhook' }).click();
  await dialog.getByRole('combobox', { name: 'Webhook' }).click();
  await page.getByRole('option', { name: `${target.url}/hook` }).click();
  await dialog.getByRole('textbox', { name: /Requests per second/ }).fill('0.1');
  await dialog.getByRole('button', { name: 'Send 50 requests' }).click();
  const [first] = await target.received(1);
  expect(first?.body).toBe('{"n":0}');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog.getByText(/^\d+ of 50 requests sent$/)).toBeVisible();
  await expect(dialog.getByText('Cancelled', { exact: true })).toBeVisible();
  await dialog.getByRole('button', { name: 'View resends' }).click();
  const row = page.getByRole('listbox', { name: 'Resends' }).getByRole('option').last();
  await expect(row).toContainText('many.jsonl1');
  await row.click();
  await expect(page.getByText('from many.jsonl, entry 1')).toBeVisible();
});

test('lists a paused import and sends the rest', async ({ page, target }) => {
  const dataFolder = await mkdtemp(join(tmpdir(), 'hookwright-'));
  const first = await startHost({ dataFolder });
  const text = Array.from({ length: 2 }, (_, n) =>
    importedLine(`${target.url}/hook`, `{"n":${n}}`),
  );
  const { id } = (await first.api('POST', '/resend-imports', { name: 'cut.jsonl' })) as {
    id: string;
  };
  const path = `/resend-imports/${id}`;
  await first.api('POST', `${path}/pieces`, { text: text.join('\n'), last: true });
  const to = { kind: 'file', origins: [new URL(target.url).origin] };
  // The second one would follow after minutes: by then the program has ended.
  await first.api('POST', `${path}/start`, { to, perSecond: 0.005 });
  await target.received(1);
  await first.stop();
  expect(target.requests).toHaveLength(1);
  const second = await startHost({ dataFolder });
  await enter(page, second, '#/inspector/resends');
  await page.keyboard.press('i');
  const dialog = page.getByRole('dialog', { name: dialogName });
  await expect(dialog.getByText('cut.jsonl')).toBeVisible();
  await expect(dialog.getByText('1 of 2 requests sent')).toBeVisible();
  await tabTo(page, dialog.getByRole('button', { name: 'Resume' }));
  await page.keyboard.press('Enter');
  await target.received(2);
  expect(target.requests.map(({ body }) => body)).toEqual(['{"n":0}', '{"n":1}']);
  await page.goto('about:blank');
  await second.stop();
  await rm(dataFolder, { recursive: true, force: true });
});
