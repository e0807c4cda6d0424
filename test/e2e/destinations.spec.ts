/** Destinations: create, edit, switch, duplicate, delete and restore. */

import type { Destination } from '#shared/connections/destination.ts';
import type { Mock } from '#shared/mocks/mock.ts';
import { node } from './support/board.ts';
import { press, tabTo } from './support/keys.ts';
import { addSource, connect, deliveriesOf, track } from './support/seed.ts';
import type { Host } from './support/start-host.ts';
import { unfold } from './support/unfold.ts';
import { enter, expect, goTo, openMenu, test } from './support/workbench.ts';

async function onlyDestination(host: Host): Promise<Destination | undefined> {
  return ((await host.api('GET', '/destinations')) as Destination[])[0];
}

test('creates destinations, and disables and deletes one with the keyboard', async ({
  page,
  host,
  target,
}) => {
  const source = await addSource(host);
  await enter(page, host, '#/connections/destinations/new');

  await test.step('a destination is connected to the only source', async () => {
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('  Staging hooks ');
    await page.getByRole('textbox', { name: 'URL 1' }).fill(`${target.url}/hook`);
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'Staging hooks' })).toBeVisible();
    expect(await onlyDestination(host)).toMatchObject({
      name: 'Staging hooks',
      enabled: true,
      webhookUrl: `${target.url}/hook`,
      sourceIds: [source.id],
      sharedSecret: '',
    });
    await track(host, source, 'Order Completed');
    const [request] = await target.received(1);
    expect(request?.headers['x-signature']).toBeUndefined();
  });
  await test.step('with the keyboard alone', async () => {
    await expect(node(page, 'Staging hooks')).toBeVisible();
    await page.keyboard.press('Escape');
    await page.keyboard.press('n');
    await page.keyboard.press('d');
    await expect(page.getByRole('heading', { name: 'New destination' })).toBeVisible();
    await expect(page.getByRole('textbox', { name: 'URL 1' })).toBeFocused();
    await page.keyboard.type('https://example.com/hook');
    await tabTo(page, page.getByRole('textbox', { name: 'Name', exact: true }));
    await page.keyboard.type('Second hooks');
    await page.keyboard.press('Enter');
    const second = node(page, 'Second hooks');
    await expect(second).toHaveAttribute('aria-pressed', 'true');
    await expect(second).toBeFocused();
    await press(page, page.getByRole('switch', { name: 'Enabled' }));
    await expect(second).toHaveAccessibleName(/^Second hooks Off/);
    await press(page, page.getByRole('button', { name: 'More actions' }));
    await expect(openMenu(page).getByRole('menuitem', { name: 'Duplicate' })).toBeFocused();
    await page.keyboard.press('End');
    await page.keyboard.press('Enter');
    await expect(second).toBeHidden();
    await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible();
  });
});

test('saves every setting', async ({ page, host }) => {
  const { destination } = await connect(host, 'http://127.0.0.1:9');
  const other = await addSource(host, 'Second app');
  await enter(page, host, `#/connections/destinations/${destination.id}`);
  const field = (name: string) => page.getByRole('textbox', { name, exact: true });
  await field('Name').fill('Production hooks');
  await field('URL 1').fill('https://one.example.com/a?b=c');
  await page.getByRole('button', { name: 'Add URL' }).click();
  await field('URL 2').fill('http://two.example.com/');
  await page.getByRole('button', { name: 'Add header' }).last().click();
  await field('Name of header 1 of URL 2').fill('X-Env');
  await field('Value of header 1 of URL 2').fill(' staging ');
  await field('Shared secret').fill('another secret');
  await unfold(page, 'Connected sources', 'Track events', 'Payload format', 'Retries');
  await page.getByRole('checkbox', { name: 'Shop' }).click();
  await page.getByRole('checkbox', { name: 'Second app' }).click();
  await page.getByRole('radio', { name: 'Allow only' }).click();
  await field('Event names').fill('Order Completed');
  await page.keyboard.press('Enter');
  await field('Event names').fill('Paid');
  await page.keyboard.press('Enter');
  await page.getByRole('radio', { name: 'Full' }).click();
  await page.getByRole('radio', { name: 'Every URL accepts' }).click();
  await field('First delay').fill('1.5s');
  await field('Maximum delay').fill('1 min 30 s');
  await field('Jitter').fill('25');
  await field('Retry window').fill('2 hours');
  await page.keyboard.press('Tab');
  await expect(field('Retry window')).toHaveValue('2 h');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  expect(await onlyDestination(host)).toMatchObject({
    name: 'Production hooks',
    webhookUrl: 'https://one.example.com/a?b=c',
    webhooks: [{ url: 'http://two.example.com/', headers: { 'X-Env': ' staging ' } }],
    sharedSecret: 'another secret',
    sourceIds: [other.id],
    trackFilter: { mode: 'allow', events: ['Order Completed', 'Paid'] },
    payloadShape: 'full',
    fanOut: 'each',
    retry: { baseMs: 1_500, capMs: 90_000, jitter: 0.25, windowMs: 7_200_000 },
  });
  await page.reload();
  await expect(field('Name')).toHaveValue('Production hooks');
  await expect(page.getByRole('region', { name: 'Track events' })).toContainText(
    'Only Order Completed, Paid',
  );
  await unfold(page, 'Connected sources', 'Track events', 'Retries');
  await expect(field('URL 2')).toHaveValue('http://two.example.com/');
  await expect(field('Value of header 1 of URL 2')).toHaveValue(' staging ');
  await expect(page.getByRole('checkbox', { name: 'Second app' })).toBeChecked();
  await expect(page.getByRole('list', { name: 'Event names' })).toContainText('Paid');
  await expect(page.getByRole('radio', { name: 'Every URL accepts' })).toBeChecked();
  await expect(field('First delay')).toHaveValue('1.5 s');
  await expect(field('Jitter')).toHaveValue('25');
});

test('delivers only while enabled, and shows responses to tests', async ({
  page,
  host,
  target,
}) => {
  const { source, destination } = await connect(host, target.url);
  const place = `#/connections/destinations/${destination.id}`;
  await enter(page, host, place);

  await test.step('nothing is delivered while disabled', async () => {
    await page.getByRole('switch', { name: 'Enabled' }).click();
    await expect.poll(() => onlyDestination(host)).toMatchObject({ enabled: false });
    await track(host, source, 'Order Completed');
    expect(await deliveriesOf(host)).toHaveLength(0);
    await page.getByRole('switch', { name: 'Enabled' }).click();
    // The page shows the switch on before the core has turned it on.
    await expect.poll(() => onlyDestination(host)).toMatchObject({ enabled: true });
    await track(host, source, 'Order Completed');
    await target.received(1);
  });
  await test.step('a test is sent with the keyboard', async () => {
    const card = page.getByRole('region', { name: 'Test', exact: true });
    await card.getByRole('button', { name: 'Send test' }).focus();
    await page.keyboard.press('Enter');
    await expect(card).toContainText(/200Accepted/);
    target.respond(503);
    await page.keyboard.press('Enter');
    await expect(card).toContainText(/503Failed/);
    await card.getByRole('link', { name: 'View in Deliveries' }).click();
    await expect(page.getByRole('region', { name: 'Delivery' })).toBeVisible();
  });
  await test.step('a test shows an untrusted certificate', async () => {
    const { url } = (await host.api('POST', '/mocks', {
      name: 'old',
      tls: 'expired',
    })) as Mock;
    await host.api('PATCH', `/destinations/${destination.id}`, { webhookUrl: url });
    await goTo(page, place);
    await page.getByRole('button', { name: 'Send test' }).click();
    const certificate = page.getByRole('region', { name: 'Certificate', exact: true });
    await expect(certificate).toContainText('Issuer');
    await expect(certificate).toContainText('Valid to');
  });
});

test('duplicates, deletes and restores a destination', async ({ page, host }) => {
  const { destination } = await connect(host, 'http://127.0.0.1:9', { fanOut: 'each' });
  await enter(page, host, `#/connections/destinations/${destination.id}`);

  await test.step('a deleted destination is restored', async () => {
    await page.getByRole('button', { name: 'More actions' }).click();
    await openMenu(page).getByRole('menuitem', { name: 'Delete' }).click();
    await expect(node(page, 'Staging hooks')).toBeHidden();
    expect(await onlyDestination(host)).toBeUndefined();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByRole('heading', { name: 'Staging hooks' })).toBeVisible();
    expect(await onlyDestination(host)).toMatchObject({ name: 'Staging hooks' });
  });
  await test.step('a copy has all settings except the name', async () => {
    await page.getByRole('button', { name: 'More actions' }).click();
    await openMenu(page).getByRole('menuitem', { name: 'Duplicate' }).click();
    await expect(page.getByRole('heading', { name: 'Copy of Staging hooks' })).toBeVisible();
    await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue(
      'Staging hooks copy',
    );
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    await expect(node(page, 'Staging hooks copy')).toBeVisible();
    const all = (await host.api('GET', '/destinations')) as Destination[];
    const [copy, original] = all.toSorted((a, b) => b.name.length - a.name.length);
    expect(copy).toMatchObject({
      fanOut: 'each',
      webhookUrl: original?.webhookUrl,
      sharedSecret: original?.sharedSecret,
      sourceIds: original?.sourceIds,
    });
  });
  await test.step('letters stay shortcuts while a toast has focus', async () => {
    await page.getByRole('button', { name: 'More actions' }).click();
    await openMenu(page).getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByRole('button', { name: 'Undo' }).focus();
    await page.keyboard.press('g');
    await page.keyboard.press('a');
    await expect(page).toHaveURL(/#\/audiences/);
  });
});
