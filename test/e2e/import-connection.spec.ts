/** A sending from a file goes on in the core: what the dialog shows survives what comes between. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page, WebSocketRoute } from '@playwright/test';
import { chooseFile } from './support/files.ts';
import { holdAnswer, unhurried } from './support/held-answers.ts';
import { importedLine } from './support/imported-lines.ts';
import { connect } from './support/seed.ts';
import { type Host, startHost } from './support/start-host.ts';
import type { TargetServer } from './support/target-server.ts';
import { enter, expect, test } from './support/workbench.ts';

test.use({ expectedFaults: /WebSocket|ERR_CONNECTION_REFUSED/ });

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Import file to resend' });

async function sendThree(page: Page, host: Host, target: TargetServer): Promise<void> {
  await connect(host, target.url, { profile: unhurried });
  await enter(page, host, '#/inspector/resends');
  await page.keyboard.press('i');
  const lines = Array.from({ length: 3 }, (_, n) => importedLine(`${target.url}/in`, `{"n":${n}}`));
  await chooseFile(page, 'Choose file', 'three.jsonl', lines.join('\n'));
  await dialog(page).getByRole('radio', { name: 'One webhook' }).click();
  await dialog(page).getByRole('combobox', { name: 'Webhook' }).click();
  await page.getByRole('option', { name: `${target.url}/hook` }).click();
  await dialog(page).getByRole('button', { name: 'Send 3 requests' }).click();
  await target.received(1);
  await expect(dialog(page).getByText('3 in flight')).toBeVisible();
}

test('continues to show progress after a lost connection', async ({ page, host, target }) => {
  const links: WebSocketRoute[] = [];
  await page.routeWebSocket(/\/rpc$/, (link) => {
    links.push(link);
    link.connectToServer();
  });
  const held = holdAnswer();
  target.answer(held.answer);
  await sendThree(page, host, target);
  await links.at(-1)?.close();
  await expect.poll(() => links.length).toBe(2);
  held.release();
  await expect(dialog(page).getByRole('status')).toHaveText('3 delivered');
});

test('reappears after a reload and shows its result', async ({ page, host, target }) => {
  const held = holdAnswer();
  target.answer(held.answer);
  await sendThree(page, host, target);
  await page.reload();
  await expect(dialog(page).getByText('3 in flight')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toBeHidden();
  held.release();
  const notifications = page.getByRole('region', { name: 'Notifications' });
  await expect(notifications).toContainText('3 requests sent');
  await expect(notifications).toContainText('3 delivered');
});

test('restores a plan with its choices after a reload', async ({ page, host, target }) => {
  await connect(host, target.url);
  await enter(page, host, '#/inspector/resends');
  await page.keyboard.press('i');
  await chooseFile(
    page,
    'Choose file',
    'one.jsonl',
    importedLine('https://hooks.example.com/in', '{"n":1}'),
  );
  await dialog(page).getByRole('radio', { name: 'One webhook' }).click();
  await page.reload();
  await expect(dialog(page).getByText('1 line read, 1 request can be sent.')).toBeVisible();
  await expect(dialog(page).getByRole('radio', { name: 'One webhook' })).toBeChecked();
});

test('counts requests in flight at a kill, and resends them on request', async ({
  page,
  target,
}) => {
  const dataFolder = await mkdtemp(join(tmpdir(), 'hookwright-'));
  const first = await startHost({ dataFolder, args: ['--token', 'the-same'] });
  const held = holdAnswer();
  target.answer(held.answer);
  await sendThree(page, first, target);
  await target.received(3);
  first.process.kill('SIGKILL');
  await first.stop();
  const ports = [
    ['--port', new URL(first.interfaceUrl).port],
    ['--ingest-port', new URL(first.ingestUrl).port],
  ];
  const second = await startHost({ dataFolder, args: ['--token', 'the-same', ...ports.flat()] });
  const again = dialog(page).getByRole('button', { name: 'Resume' });
  await expect(again).toBeVisible();
  await expect(dialog(page).getByRole('status')).toContainText('3 interrupted');
  expect(target.requests).toHaveLength(3);
  held.release();
  await again.click();
  await expect(dialog(page).getByRole('status')).toHaveText('3 delivered');
  expect(target.requests).toHaveLength(6);
  await second.stop();
  await rm(dataFolder, { recursive: true, force: true });
});
