/** Mock endpoints: picked, made, used as webhooks, copied, deleted and brought back. */

import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { node } from './support/board.ts';
import { clockAt } from './support/clock.ts';
import { press, tabTo } from './support/keys.ts';
import { addMock, mocksOf } from './support/mocks.ts';
import { addDestination, addSource } from './support/seed.ts';
import { enterSend, response, sendButton } from './support/send-drawer.ts';
import { startHost } from './support/start-host.ts';
import { copied, enter, expect, goTo, openMenu, test } from './support/workbench.ts';

test.describe('at a first start', () => {
  test.use({ hostOptions: { firstContent: true } });

  test('signs a sample and links to the log of its mock endpoint', async ({ page, host }) => {
    await enterSend(page, host);
    await sendButton(page).click();
    await expect(response(page)).toContainText('My webhook: delivered');
    await response(page).getByRole('link', { name: 'Mock endpoint' }).click();
    await expect(page.getByRole('heading', { name: 'my-endpoint' })).toBeVisible();
    await page.getByRole('link', { name: /^Order Completed\s*200/ }).click();
    const request = page.getByRole('article', { name: 'POST /mock/my-endpoint' });
    await expect(request.getByRole('region', { name: 'Signature' })).toContainText(
      'Valid for the raw and parsed body',
    );
    await expect(request.getByRole('region', { name: 'Body', exact: true })).toContainText(
      'Order Completed',
    );
    await expect(request.getByRole('region', { name: 'Connection' })).toContainText('127.0.0.1:');
    await expect(request).toContainText('Returned 200 (step 1)');
  });
});

test('creates a mock endpoint from a preset or its own, edits and deletes it with the keyboard, and undoes it', async ({
  page,
  host,
}) => {
  await test.step('from a preset, undone', async () => {
    await enter(page, host, '#/connections/mocks/new');
    await page.getByRole('button', { name: /^Flaky, 1 in 3/ }).click();
    await expect(page.getByRole('heading', { name: 'flaky-1-in-3' })).toBeVisible();
    await expect(node(page, 'flaky-1-in-3')).toContainText('Random 503 (33 %) or 200 (67 %)');
    await expect(page.getByRole('list', { name: 'Steps' })).toContainText(/33 %.*67 %/);
    await page.getByRole('button', { name: 'Copy URL' }).click();
    await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible();
    const [mock] = await mocksOf(host);
    expect(await copied(page)).toBe(mock?.url);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByRole('heading', { name: 'No connections yet' })).toBeVisible();
    expect(await mocksOf(host)).toEqual([]);
  });
  await test.step('with the keyboard', async () => {
    await goTo(page, '#/connections/mocks/new/own');
    await expect(page.getByRole('textbox', { name: 'Name' })).toBeFocused();
    await page.keyboard.type('keyboard');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'keyboard' })).toBeVisible();
    await tabTo(page, page.getByRole('textbox', { name: 'Status of step 1' }));
    await page.keyboard.press('Control+a');
    await page.keyboard.type('502');
    await page.keyboard.press('Control+s');
    await expect
      .poll(async () => (await mocksOf(host)).map(({ steps }) => steps[0]?.status))
      .toEqual([502]);
    await tabTo(page, page.getByRole('button', { name: 'More actions' }), 'Shift+Tab');
    await page.keyboard.press('Enter');
    // The menu takes the focus after it is shown.
    await expect(openMenu(page).getByRole('menuitem').first()).toBeFocused();
    await page.keyboard.press('End');
    await expect(openMenu(page).getByRole('menuitem', { name: 'Delete' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'No connections yet' })).toBeVisible();
    await page.keyboard.press('n');
    await page.keyboard.press('m');
    await press(page, page.getByRole('button', { name: /^Always 200/ }));
    await expect(page.getByRole('heading', { name: 'ok' })).toBeVisible();
  });
});

test('runs keys that follow each other faster than menus open and close', async ({
  page,
  host,
}) => {
  await addMock(host, { name: 'gone' });
  await enter(page, host, '#/connections');
  await node(page, 'gone').click();
  await page.getByRole('button', { name: 'More actions' }).click();
  const remove = openMenu(page).getByRole('menuitem', { name: 'Delete' });
  // Each key comes in a task of its own, before the next frame.
  await remove.evaluate(async (item: HTMLElement) => {
    item.focus();
    item.click();
    for (const key of ['n', 'm']) {
      await new Promise((resolve) => setTimeout(resolve));
      const target = document.activeElement ?? document.body;
      target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
    }
  });
  await expect(page.getByRole('textbox', { name: 'Search presets' })).toBeFocused();
  await expect(page.getByRole('menu')).toHaveCount(0);
});

test('finds, creates and uses a preset with the keyboard', async ({ page, host }) => {
  await addSource(host);
  await addMock(host, { name: 'first' });
  await enter(page, host, '#/settings');
  await page.keyboard.press('g');
  await page.keyboard.press('c');
  await expect(node(page, 'first')).toBeVisible();
  await page.keyboard.press('n');
  await page.keyboard.press('m');
  await expect(page.getByRole('textbox', { name: 'Search presets' })).toBeFocused();
  await expect(page.getByRole('button', { name: /^Always 200/ })).toBeVisible();
  await page.keyboard.type('three times');
  await expect(page.getByRole('button', { name: /^Always 200/ })).toBeHidden();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('button', { name: /^503 three times, then 200/ })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'recovers' })).toBeVisible();
  await page.keyboard.press('w');
  await expect(page.getByText('Created destination recovers')).toBeVisible();
  const [destination] = (await host.api('GET', '/destinations')) as { webhookUrl: string }[];
  expect(destination?.webhookUrl).toMatch(/\/mock\/recovers$/);
  // The line to the new destination puts the endpoint first.
  await expect(node(page, 'recovers')).toHaveCount(2);
  await expect(node(page, 'recovers').last()).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('heading', { name: 'first' })).toBeVisible();
});

test('adds a mock endpoint to a destination and undoes it, and copies the secret of a destination that differs', async ({
  page,
  host,
}) => {
  await test.step('added and undone', async () => {
    await addDestination(host, { name: 'Hooks', webhookUrl: 'http://127.0.0.1:9/own' });
    const mock = await addMock(host, {
      name: 'strict-one',
      secret: 's3cret',
      strict: true,
    });
    await enter(page, host, '#/connections/mocks/strict-one');
    await page.getByRole('button', { name: 'Connect' }).click();
    await openMenu(page).getByRole('menuitem', { name: 'Connect Hooks' }).click();
    await expect(page.getByText('Added strict-one to Hooks')).toBeVisible();
    const users = page.getByRole('region', { name: 'Used by' });
    await expect(users).toContainText('HooksURL 2 of 2');
    const read = async () => ((await host.api('GET', '/destinations')) as object[])[0];
    expect(await read()).toMatchObject({
      webhookUrl: 'http://127.0.0.1:9/own',
      webhooks: [{ url: mock.url, headers: {} }],
      sharedSecret: 's3cret',
    });
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(users).not.toContainText('Hooks');
    expect(await read()).toMatchObject({ webhooks: [], sharedSecret: '' });
  });
  await test.step('different secret', async () => {
    const mock = await addMock(host, { name: 'one', secret: 'mine' });
    const webhookUrl = mock.url ?? '';
    await addDestination(host, { name: 'Other hooks', webhookUrl, sharedSecret: 'theirs' });
    await goTo(page, '#/connections/mocks/one');
    await expect(page.getByText('Different secret')).toBeVisible();
    await page.getByRole('button', { name: "Use destination's secret" }).click();
    await expect(page.getByText('Different secret')).toBeHidden();
    expect(await mocksOf(host)).toContainEqual(
      expect.objectContaining({ name: 'one', secret: 'theirs' }),
    );
  });
});

test('creates a destination for a mock endpoint or a preset, connected to all sources and with one secret', async ({
  page,
  host,
}) => {
  const source = await addSource(host);
  await test.step('from the header, undone', async () => {
    const mock = await addMock(host, { name: 'fresh', secret: 's3cret' });
    await enter(page, host, '#/connections/mocks/fresh');
    await page.getByRole('button', { name: 'Use in new destination' }).first().click();
    await expect(page.getByText('Connected to Shop')).toBeVisible();
    const [destination] = (await host.api('GET', '/destinations')) as object[];
    expect(destination).toMatchObject({
      name: 'fresh',
      webhookUrl: mock.url,
      sharedSecret: 's3cret',
      sourceIds: [source.id],
    });
    const users = page.getByRole('region', { name: 'Used by' });
    await expect(users.getByRole('link', { name: /^fresh/ })).toBeVisible();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(users.getByRole('link')).toHaveCount(0);
    expect(await host.api('GET', '/destinations')).toEqual([]);
  });
  await test.step('of a preset', async () => {
    await goTo(page, '#/connections/mocks/new');
    await page.getByRole('button', { name: /^Always 500/ }).click();
    await page.getByRole('button', { name: 'Use in new destination' }).first().click();
    await expect(page.getByText('Requests appear here.')).toBeVisible();
    const [destination] = (await host.api('GET', '/destinations')) as { sharedSecret: string }[];
    expect(destination?.sharedSecret).toMatch(/^[0-9a-f]{40}$/);
    // The mock endpoint is given the secret once there is a destination with it.
    await expect
      .poll(async () => (await mocksOf(host)).map(({ secret }) => secret))
      .toContain(destination?.sharedSecret);
  });
});

test('restores a deleted mock endpoint, duplicates one, and explains the empty log of one that refuses connections', async ({
  page,
  host,
}) => {
  await test.step('deleted and duplicated', async () => {
    await addMock(host, { name: 'only', steps: [{ status: 418 }] });
    await enter(page, host, '#/connections/mocks/only');
    await page.getByRole('button', { name: 'More actions' }).click();
    await openMenu(page).getByRole('menuitem', { name: 'Delete' }).click();
    await expect(page.getByRole('heading', { name: 'No connections yet' })).toBeVisible();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByRole('heading', { name: 'only' })).toBeVisible();
    await page.getByRole('button', { name: 'More actions' }).click();
    await openMenu(page).getByRole('menuitem', { name: 'Duplicate' }).click();
    await expect(page.getByRole('heading', { name: 'Copy of only' })).toBeVisible();
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'only-copy' })).toBeVisible();
    expect((await mocksOf(host)).map(({ steps }) => steps[0]?.status)).toEqual([418, 418]);
  });
  await test.step('empty log', async () => {
    await addMock(host, { name: 'refused', steps: [{ fault: 'refuse_connection' }] });
    await goTo(page, '#/connections/mocks/refused');
    await expect(node(page, 'refused')).toContainText('Refuses connections');
    await expect(page.getByText(/aren't logged/)).toBeVisible();
  });
});

async function takePort(port: number): Promise<Server> {
  const server = createServer().listen(port, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

test('reports a port taken after the start at each mock endpoint', async ({ page }) => {
  const before = await takePort(0);
  const { port } = before.address() as AddressInfo;
  before.close();
  await once(before, 'close');
  const host = await startHost({ args: ['--mock-https-port', String(port)] });
  // The port is opened on first use.
  const other = await takePort(port);
  await addMock(host, { name: 'mute', tls: 'good' });
  await enter(page, host, '#/connections/mocks/mute');
  const reason = new RegExp(`port ${port} is in use`, 'i');
  await expect(node(page, 'mute')).toContainText(reason);
  const pane = page.getByRole('region', { name: 'mute' });
  await expect(pane.getByRole('alert')).toContainText(reason);
  await expect(pane.getByRole('button', { name: 'Use in new destination' }).first()).toBeDisabled();
  await page.goto('about:blank');
  await host.stop();
  other.close();
});

test('reports the new port of a mock endpoint whose port was taken', async ({ page }) => {
  const dataFolder = await mkdtemp(join(tmpdir(), 'hookwright-'));
  const first = await startHost({ dataFolder });
  const { url } = await addMock(first, { name: 'moved', tls: 'expired' });
  await first.stop();
  const other = await takePort(Number(new URL(url ?? '').port));
  const second = await startHost({ dataFolder });
  await enter(page, second, '#/connections/mocks/moved');
  await expect(page.getByRole('region', { name: 'moved' })).toContainText(/in use.*port/);
  await page.goto('about:blank');
  await second.stop();
  other.close();
  await rm(dataFolder, { recursive: true, force: true });
});

test('has presets of a two-hour outage on the virtual clock and of HTTPS', async ({
  page,
  host,
}) => {
  await test.step('outage started, ended and restarted', async () => {
    await enter(page, host, '#/connections/mocks/new');
    await page.getByRole('button', { name: 'Down for two hours' }).click();
    await expect(page.getByRole('button', { name: 'End now' })).toBeVisible();
    const startOf = async () => {
      const [mock] = await mocksOf(host);
      const outage = mock?.outage;
      const startsAt = outage && 'startsAt' in outage ? outage.startsAt : undefined;
      return startsAt == null ? startsAt : new Date(startsAt).getTime();
    };
    const first = Number(await startOf());
    await host.api('PUT', '/clock', { mode: 'fast', speed: 3_600 });
    const again = page.getByRole('button', { name: 'Start again' });
    await expect(again).toBeVisible();
    await host.api('PUT', '/clock', { mode: 'paused' });
    // The page moves up as the activity of the fast clock goes; a click meanwhile could miss.
    await expect(clockAt(page, 'Paused')).toBeVisible();
    await again.click();
    await expect(page.getByRole('button', { name: 'End now' })).toBeVisible();
    expect(Number(await startOf()) - first).toBeGreaterThanOrEqual(2 * 3_600_000);
    await page.getByRole('button', { name: 'End now' }).click();
    await expect(again).toBeVisible();
    expect(await startOf()).toBeNull();
  });
  await test.step('HTTPS, used as a webhook', async () => {
    await goTo(page, '#/connections/mocks/new');
    await page.getByRole('button', { name: 'HTTPS, valid certificate' }).click();
    await expect(page.getByRole('heading', { name: 'https-ok' })).toBeVisible();
    await page.getByRole('button', { name: 'Use in new destination' }).first().click();
    const mock = (await mocksOf(host)).find(({ tls }) => tls === 'good');
    await expect
      .poll(() => host.api('GET', '/destinations'))
      .toMatchObject([{ webhookUrl: mock?.url }]);
  });
});
