/** The board of connections: its nodes and lines, drawing lines, and faults. */

import type { Destination } from '#shared/connections/destination.ts';
import type { Mock } from '#shared/mocks/mock.ts';
import { node } from './support/board.ts';
import { expectGoodLooksInBothThemes } from './support/looks.ts';
import { addMock, mocksOf } from './support/mocks.ts';
import { addDestination, addSource, connect, track } from './support/seed.ts';
import type { Host } from './support/start-host.ts';
import { enter, expect, goTo, openMenu, test } from './support/workbench.ts';

test.use({ viewport: { width: 1440, height: 900 } });

const destinationsOf = (host: Host) => host.api('GET', '/destinations') as Promise<Destination[]>;

test('shows what each endpoint does, and what is wrong first', async ({ page, host, target }) => {
  const down = await addMock(host, { name: 'erp', steps: [{ status: 503 }] });
  const { source } = await connect(host, target.url, {
    fanOut: 'each',
    webhooks: [{ url: down.url ?? '', headers: {} }],
  });
  await addDestination(host, { name: 'Off', webhookUrl: target.url, enabled: false });
  await enter(page, host, '#/connections');
  await expect(node(page, 'Shop')).toHaveAccessibleName('Shop No events yet');
  await track(host, source, 'Order Completed');
  await expect(node(page, 'erp')).toHaveAccessibleName(/^erp mock returns 503 503, 1 waiting$/);
  await expect(node(page, 'Staging hooks')).toHaveAccessibleName(
    /^Staging hooks 1 waiting, 2 URLs/,
  );
  await expect(node(page, 'Staging hooks')).toHaveAccessibleDescription(/^Sends to .*erp/);
  await expect(node(page, 'Off')).toHaveAccessibleName('Off Off');
  await expect(page.getByRole('list', { name: 'Endpoints 2 in use, 1 not' })).toHaveCount(1);
  await page.getByRole('button', { name: '1 of 2 endpoints is down.' }).click();
  await expect(node(page, 'erp')).toBeFocused();
  await expect(page.getByRole('heading', { name: 'erp' })).toBeVisible();
  // A node with the focus opens in the pane, and arrow keys follow the line.
  await node(page, 'Shop').click();
  await expect(page.getByRole('heading', { name: 'Shop' })).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('heading', { name: 'Staging hooks' })).toBeVisible();
  await page.keyboard.press('ArrowLeft');
  await expect(page.getByRole('heading', { name: 'Shop' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('region', { name: 'Shop' })).toBeHidden();
  await expect(node(page, 'Shop')).toBeFocused();
});

test('draws, removes and undoes lines by mouse and by key', async ({ page, host, target }) => {
  const { destination } = await connect(host, target.url, { sourceIds: [] });
  const [source] = (await host.api('GET', '/sources')) as { id: string }[];
  const mock = await addMock(host, { name: 'mine', secret: 'of the mock' });
  await enter(page, host, '#/connections');

  await test.step('dragged from a source to a destination, undone', async () => {
    await node(page, 'Shop').hover();
    await page
      .getByRole('listitem')
      .filter({ hasText: 'Shop' })
      .getByTitle('Drag to connect')
      .dragTo(node(page, 'Staging hooks'));
    await expect(page.getByText('Connected Shop to Staging hooks')).toBeVisible();
    expect(await destinationsOf(host)).toMatchObject([{ sourceIds: [source?.id] }]);
    await expect(node(page, 'Shop')).toHaveAccessibleDescription('Sends to Staging hooks');
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => destinationsOf(host)).toMatchObject([{ sourceIds: [] }]);
  });
  await test.step('by key, and removed', async () => {
    await node(page, 'Staging hooks').focus();
    await page.keyboard.press('l');
    await expect(openMenu(page).getByRole('menuitem', { disabled: false }).first()).toBeFocused();
    await openMenu(page).getByRole('menuitem', { name: 'Connect mine' }).press('Enter');
    await expect(page.getByText('Added mine to Staging hooks')).toBeVisible();
    expect(await destinationsOf(host)).toMatchObject([
      {
        webhookUrl: destination.webhookUrl,
        webhooks: [{ url: mock.url }],
        sharedSecret: destination.sharedSecret,
      },
    ]);
    await expect(node(page, 'Staging hooks')).toBeFocused();
    await page.keyboard.press('l');
    await openMenu(page).getByRole('menuitem', { name: 'Disconnect mine' }).press('Enter');
    await expect.poll(() => destinationsOf(host)).toMatchObject([{ webhooks: [] }]);
  });
});

test('acts on a node from its menu, by pointer and by key', async ({ page, host, target }) => {
  const { source } = await connect(host, target.url);
  await addDestination(host, { name: 'Other', webhookUrl: target.url, sourceIds: [source.id] });
  await enter(page, host, '#/connections');
  const item = (name: string) => openMenu(page).getByRole('menuitem', { name });
  const isOtherEnabled = async () =>
    (await destinationsOf(host)).find(({ name }) => name === 'Other')?.enabled;

  await test.step('disabled by pointer, enabled by key', async () => {
    await node(page, 'Other').click({ button: 'right' });
    await expect(page.getByRole('menu', { name: 'Actions of Other' })).toBeVisible();
    await item('Disable').click();
    await expect.poll(isOtherEnabled).toBe(false);
    await expect(node(page, 'Other')).toBeFocused();
    await page.keyboard.press('Shift+F10');
    await expect(openMenu(page).getByRole('menuitem', { disabled: false }).first()).toBeFocused();
    await item('Enable').press('Enter');
    await expect.poll(isOtherEnabled).toBe(true);
    await expect(node(page, 'Other')).toBeFocused();
    await page.keyboard.press('t');
    await expect.poll(isOtherEnabled).toBe(false);
  });
  await test.step('a source', async () => {
    await node(page, 'Shop').focus();
    await page.keyboard.press('t');
    await expect(node(page, 'Shop')).toContainText('Off');
    await page.keyboard.press('t');
    await expect(node(page, 'Shop')).not.toContainText('Off');
  });
  await test.step('a test of a chosen event, with its result in the editor', async () => {
    await node(page, 'Staging hooks').click({ button: 'right' });
    await item('Send test').click();
    const editor = page.getByRole('region', { name: 'Staging hooks' });
    await expect(editor.getByRole('region', { name: 'Test' })).toContainText('Accepted');
    await expect(editor.getByRole('region', { name: 'Test' })).toBeInViewport({ ratio: 0.99 });
    await editor.getByRole('combobox', { name: 'Event of the test' }).click();
    await page.getByRole('option', { name: 'Pricing viewed' }).click();
    await editor.getByRole('button', { name: 'Send test' }).click();
    await expect
      .poll(() => target.requests.map(({ body }) => JSON.parse(body).type))
      .toEqual(['track', 'page']);
  });
  await test.step('deleted and restored', async () => {
    await node(page, 'Other').click({ button: 'right' });
    await item('Delete').click();
    await expect(node(page, 'Other')).toBeHidden();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(node(page, 'Other')).toBeVisible();
  });
});

const outageOf = async (host: Host) => (await mocksOf(host))[0]?.outage;

test('puts faults on mock endpoints and ends them', async ({ page, host }) => {
  const mock = await addMock(host, { name: 'erp' });
  await addSource(host);
  await addDestination(host, { name: 'Hooks', webhookUrl: mock.url ?? '' });
  await enter(page, host, '#/connections');
  const shelf = page.getByRole('region', { name: 'Faults' });

  await test.step('dragged, with a chosen duration, and ended by key', async () => {
    await shelf.getByRole('button', { name: 'Duration of faults' }).click();
    await openMenu(page).getByRole('menuitem', { name: 'For 30 min' }).click();
    await shelf.getByRole('button', { name: '503 for 30 min' }).dragTo(node(page, 'erp'));
    await expect.poll(() => outageOf(host)).toMatchObject({ durationMs: 1_800_000, status: 503 });
    await expect(node(page, 'erp')).toContainText('503 for');
    await node(page, 'erp').click();
    await expect(page.getByRole('region', { name: 'Fault', exact: true })).toContainText(
      /returns 503.*left/,
    );
    await page.keyboard.press('x');
    await expect.poll(() => outageOf(host)).toMatchObject({ startsAt: null });
    await expect(page.getByRole('region', { name: 'Fault', exact: true })).toBeHidden();
  });
  await test.step('by key, replaced by another, and undone', async () => {
    await page.keyboard.press('f');
    await expect(
      openMenu(page)
        .getByRole('menuitem', { name: /^503 for/ })
        .first(),
    ).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: 'End now' })).toBeVisible();
    expect((await mocksOf(host))[0]?.steps).toMatchObject([{ delayMs: 8_000 }]);
    await shelf.getByRole('button', { name: '1 in 4 fails' }).click();
    await expect(shelf.getByRole('button', { name: '1 in 4 fails' })).toHaveAttribute(
      'aria-pressed',
      'true',
    );
    expect((await mocksOf(host))[0]?.steps).toMatchObject([
      { status: 503 },
      { status: 200, times: 3, delayMs: 0 },
    ]);
    await page.keyboard.press('x');
    await expect
      .poll(async () => (await mocksOf(host))[0])
      .toMatchObject({ then: 'stay', steps: [{ status: 200, delayMs: 0 }] });
  });
  await test.step('with another URL, which the destination follows', async () => {
    await shelf.getByRole('button', { name: 'Expired certificate' }).click();
    const urlOf = async () => (await destinationsOf(host))[0]?.webhookUrl;
    await expect.poll(urlOf).toMatch(/^https:/);
    expect(await urlOf()).toBe((await mocksOf(host))[0]?.url);
    await expect(shelf.getByRole('button', { name: 'Expired certificate' })).toHaveAttribute(
      'aria-pressed',
      'true',
    );
    await page.keyboard.press('x');
    await expect.poll(() => destinationsOf(host)).toMatchObject([{ webhookUrl: mock.url }]);
  });
});

test('puts a mock endpoint in front of a server, after asking', async ({ page, host, target }) => {
  const { source, destination } = await connect(host, target.url);
  await enter(page, host, '#/connections');
  const name = destination.webhookUrl.replace('http://', '');
  await node(page, name).click();
  await page.getByRole('button', { name: 'Reset', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Put a mock endpoint in front' });
  await expect(dialog).toContainText(name);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  expect(await mocksOf(host)).toEqual([]);
  await page.getByRole('button', { name: 'Put a mock endpoint in front' }).click();
  await expect.poll(async () => (await destinationsOf(host))[0]?.webhookUrl).toContain('/mock/');
  const [mock] = (await mocksOf(host)) as [Mock];
  expect(mock.forward).toMatchObject({ url: destination.webhookUrl });
  expect(await destinationsOf(host)).toMatchObject([{ webhookUrl: mock.url }]);
  await track(host, source, 'Order Completed');
  const [request] = await target.received(1);
  expect(request?.headers['x-signature']).toBeDefined();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect
    .poll(() => destinationsOf(host))
    .toMatchObject([{ webhookUrl: destination.webhookUrl }]);
  await expect.poll(() => mocksOf(host)).toEqual([]);
});

test('offers faults only when there is an endpoint, and all of them in a narrow window', async ({
  page,
  host,
}) => {
  await addSource(host);
  await enter(page, host, '#/connections');
  const last = page
    .getByRole('region', { name: 'Faults' })
    .getByRole('button', { name: 'Accepts, response lost' });
  await expect(last).toHaveAccessibleDescription('Add an endpoint first');
  await expect(last).toHaveAttribute('draggable', 'false');
  await addMock(host, { name: 'erp' });
  await expect(last).toHaveAccessibleDescription('Select an endpoint first');
  await page.setViewportSize({ width: 720, height: 600 });
  await expect(last).toBeInViewport({ ratio: 1 });
});

test('opens the event filter of a line, and uses a mock endpoint in a URL field', async ({
  page,
  host,
}) => {
  const mock = await addMock(host, { name: 'mine' });
  const { destination } = await connect(host, 'http://127.0.0.1:9', {
    trackFilter: { mode: 'allow', events: ['Paid'] },
  });
  await enter(page, host, '#/connections');
  await page.getByRole('button', { name: 'Event filter of Staging hooks' }).click();
  await expect(page.getByRole('list', { name: 'Event names' })).toContainText('Paid');
  await page.getByRole('button', { name: 'Use a mock endpoint' }).click();
  await openMenu(page).getByRole('menuitem', { name: 'mine' }).click();
  await expect(page.getByRole('textbox', { name: 'URL 1' })).toHaveValue(mock.url ?? '');
  await page.keyboard.press('ControlOrMeta+s');
  await expect
    .poll(() => host.api('GET', `/destinations/${destination.id}`))
    .toMatchObject({ webhookUrl: mock.url, webhooks: [] });
});

test('scrolls as one with many nodes, and has no violations', async ({ page, host }) => {
  const source = await addSource(host);
  for (let index = 1; index <= 20; index += 1)
    await addDestination(host, {
      name: `Hooks ${index}`,
      webhookUrl: `http://127.0.0.1:9/${index}`,
      sourceIds: [source.id],
    });
  await enter(page, host, '#/connections');
  const board = page.getByRole('region', { name: 'Board' });
  await expect(page.getByRole('list', { name: /^Destinations/ }).getByRole('listitem')).toHaveCount(
    20,
  );
  expect(await board.evaluate((element) => element.scrollHeight > element.clientHeight + 200)).toBe(
    true,
  );
  await node(page, 'Hooks 1').focus();
  await page.keyboard.press('End');
  await expect(board.locator(':focus')).toBeInViewport();
  await page.getByRole('button', { name: 'By rate' }).click();
  await expect(page.getByRole('button', { name: 'By rate' })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  await goTo(page, '#/connections/urls/http%3A%2F%2F127.0.0.1%3A9%2F3');
  await expect(page.getByRole('heading', { name: '127.0.0.1:9/3' })).toBeVisible();
  await expectGoodLooksInBothThemes(page, 'a board with many nodes');
});
