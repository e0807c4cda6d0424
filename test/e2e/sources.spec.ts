/** Sources: keys, snippets, switch, delete and undo. */

import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Source } from '#shared/connections/source.ts';
import { node } from './support/board.ts';
import { press } from './support/keys.ts';
import { connect, ingest } from './support/seed.ts';
import type { Host } from './support/start-host.ts';
import { copied, enter, expect, openMenu, test } from './support/workbench.ts';

const run = promisify(execFile);
const event = { userId: 'ada', event: 'Order Completed' };

function sourceOf(host: Host, { id }: Source): Promise<Source> {
  return host.api('GET', `/sources/${id}`) as Promise<Source>;
}

test('creates a source with a working key, and rejects an invalid name but keeps it', async ({
  page,
  host,
}) => {
  await test.step('invalid name', async () => {
    await enter(page, host, '#/connections/sources/new');
    const name = page.getByRole('textbox', { name: 'Name' });
    await name.fill('x'.repeat(101));
    await page.keyboard.press('Enter');
    await expect(name).toHaveAccessibleDescription(/100 characters/);
    await expect(name).toHaveValue('x'.repeat(101));
    await name.fill('');
    await page.keyboard.press('Enter');
    await expect(name).toHaveAccessibleDescription(/name/i);
  });
  await test.step('working key', async () => {
    await page.getByRole('textbox', { name: 'Name' }).fill('My app');
    await page.getByRole('button', { name: 'Create source' }).click();
    await expect(page.getByRole('heading', { name: 'My app' })).toBeVisible();
    await page.getByRole('button', { name: 'Copy write key' }).click();
    await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible();
    expect(await ingest(host, await copied(page), event)).toBe(200);
  });
});

test('copies snippets with the endpoint and key, and delivers the event of the one for cURL', async ({
  page,
  host,
  target,
}) => {
  await test.step('every library', async () => {
    const {
      source: { id, writeKey },
    } = await connect(host, target.url);
    await enter(page, host, `#/connections/sources/${id}`);
    for (const library of ['Node', 'Browser', 'Go', 'Python', 'cURL']) {
      await page.getByRole('tab', { name: library }).click();
      const code = page.getByRole('region', { name: `${library} code` });
      await expect(code).toContainText(writeKey);
      await expect(code).toContainText(host.ingestUrl);
      await page.getByRole('button', { name: `Copy ${library} code` }).click();
      await expect
        .poll(() => copied(page))
        .toContain(library === 'cURL' ? '/v1/track' : 'nalytics');
      const text = await copied(page);
      expect(text).toContain(writeKey);
      expect(text).toContain(host.ingestUrl);
    }
  });
  await test.step('event of the cURL snippet', async () => {
    await run('sh', ['-c', `${(await copied(page)).trimEnd()} --silent --fail`]);
    const [request] = await target.received(1);
    expect(request?.body).toContain('Order Completed');
  });
});

test('rejects events of a deleted or disabled source, and of a replaced or changed key', async ({
  page,
  host,
  target,
}) => {
  const { source } = await connect(host, target.url);
  await test.step('deleted and restored', async () => {
    await enter(page, host, `#/connections/sources/${source.id}`);
    await page.getByRole('button', { name: 'More actions' }).click();
    await openMenu(page).getByRole('menuitem', { name: 'Delete' }).click();
    await expect(node(page, 'Shop')).toBeHidden();
    expect(await ingest(host, source.writeKey, event)).toBe(401);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByRole('heading', { name: 'Shop' })).toBeVisible();
    await expect(
      page
        .getByRole('region', { name: 'Connected destinations' })
        .getByRole('link', { name: 'Staging hooks' }),
    ).toBeVisible();
    expect(await ingest(host, source.writeKey, event)).toBe(200);
    await target.received(1);
  });
  await test.step('key replaced and undone', async () => {
    await page.getByRole('button', { name: 'More actions' }).click();
    await openMenu(page).getByRole('menuitem', { name: 'New write key' }).click();
    await expect(page.getByText(/write key of Shop/).first()).toBeVisible();
    const { writeKey } = await sourceOf(host, source);
    expect(writeKey).not.toBe(source.writeKey);
    await expect(page.getByRole('textbox', { name: 'Write key' })).toHaveValue(writeKey);
    expect(await ingest(host, source.writeKey, event)).toBe(401);
    expect(await ingest(host, writeKey, event)).toBe(200);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByRole('textbox', { name: 'Write key' })).toHaveValue(source.writeKey);
    expect(await ingest(host, source.writeKey, event)).toBe(200);
  });
  await test.step('disabled with mouse, enabled with keyboard', async () => {
    await page.getByRole('switch', { name: 'Enabled' }).click();
    await expect(page.getByText(/Rejecting events with 403/)).toBeVisible();
    // The page shows it before the host has changed it.
    await expect.poll(async () => (await sourceOf(host, source)).enabled).toBe(false);
    expect(await ingest(host, source.writeKey, event)).toBe(403);
    await expect(node(page, 'Shop')).toHaveAccessibleName(/^Shop Off/);
    await press(page, page.getByRole('switch', { name: 'Enabled' }));
    await expect(node(page, 'Shop')).toHaveAccessibleName(/^Shop (?!Off)/);
    await expect.poll(async () => (await sourceOf(host, source)).enabled).toBe(true);
    expect(await ingest(host, source.writeKey, event)).toBe(200);
  });
  await test.step('name and key changed, with the snippets', async () => {
    await page.getByRole('textbox', { name: 'Name' }).fill('Renamed');
    const key = page.getByRole('textbox', { name: 'Write key' });
    await key.fill('with:two:colons');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(key).toHaveAccessibleDescription(/at most one colon/);
    await expect(key).toHaveValue('with:two:colons');
    await expect(page.getByRole('region', { name: 'Node code' })).toContainText(source.writeKey);
    await key.fill('wk_local');
    await expect(page.getByRole('region', { name: 'Node code' })).toContainText('wk_local');
    await page.keyboard.press('ControlOrMeta+s');
    await expect(page.getByRole('heading', { name: 'Renamed' })).toBeVisible();
    expect(await sourceOf(host, source)).toMatchObject({ name: 'Renamed', writeKey: 'wk_local' });
    expect(await ingest(host, 'wk_local', event)).toBe(200);
    expect(await ingest(host, source.writeKey, event)).toBe(401);
  });
});
