/** The host goes away, and comes back: the page says so, loses nothing, and follows again. */

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { addAudience, addMembers, sync } from './support/audiences.ts';
import { patient } from './support/lasting-states.ts';
import { test } from './support/launch.ts';
import { expectGoodLooksInBothThemes } from './support/looks.ts';
import { connect, track } from './support/seed.ts';
import { type Host, startHost } from './support/start-host.ts';
import { enter, expect, goTo } from './support/workbench.ts';

/** What a user starts again after having stopped it: same folder, same ports, same token. */
function startAgain(dataFolder: string, before?: Host): Promise<Host> {
  const ports = before && [
    ['--port', new URL(before.interfaceUrl).port],
    ['--ingest-port', new URL(before.ingestUrl).port],
  ];
  return startHost({ dataFolder, args: ['--token', 'the-same', ...(ports ?? []).flat()] });
}

test('shows a lost connection and reconnects automatically', async ({ page, target }) => {
  const dataFolder = await mkdtemp(join(tmpdir(), 'hookwright-'));
  const first = await startAgain(dataFolder);
  target.respond(503, 200);
  const { source } = await connect(first, target.url, { retry: patient });
  await track(first, source, 'Before');
  await enter(page, first);
  await page.getByRole('option', { name: /Before/ }).click();
  await expect(page.getByRole('article', { name: 'Before' })).toBeVisible();
  await first.stop();
  const lost = page.getByRole('status').filter({ hasText: 'Connection lost.' });
  await expect(lost).toBeVisible();
  await page.keyboard.press('r');
  await expect(page.getByRole('alert').getByText("Can't retry")).toBeVisible();
  await expect(page.getByRole('article', { name: 'Before' })).toBeVisible();

  await lost.getByRole('button', { name: 'Try now' }).click();
  await expect(lost).toBeVisible();
  await page.getByRole('button', { name: /^Live/ }).click();
  await expect(page.getByText('Paused')).toBeVisible();

  const second = await startAgain(dataFolder, first);
  // The longer it was away, the later the next attempt.
  await expect(lost).toBeHidden();
  await expect(page.getByText('Paused')).toBeHidden();
  await track(second, source, 'After');
  await expect(page.getByRole('option', { name: /^delivered track After/ })).toBeVisible();
  await expect(page.getByRole('article', { name: 'Before' })).toBeVisible();
  expect(await second.stop(), second.log()).toBe(0);
  await rm(dataFolder, { recursive: true, force: true });
});

test('completes a view opened while disconnected', async ({ page, target }) => {
  const dataFolder = await mkdtemp(join(tmpdir(), 'hookwright-'));
  const first = await startAgain(dataFolder);
  const { source } = await connect(first, target.url);
  const audience = await addAudience(first, source.id);
  for (const userId of ['ada', 'bob']) {
    await addMembers(first, audience, [userId]);
    await sync(first, `/audiences/${audience.id}`);
  }
  const other = await addAudience(first, source.id, { name: 'Others' });
  await enter(page, first, `#/audiences/audiences/${other.id}`);
  await expect(page.getByRole('heading', { name: other.name })).toBeVisible();
  await first.stop();
  const lost = page.getByRole('status').filter({ hasText: 'Connection lost.' });
  await expect(lost).toBeVisible();
  await goTo(page, `#/audiences/audiences/${audience.id}/sync`);
  await expect(page.getByRole('heading', { name: "Can't load" })).toBeVisible();
  const history = page.getByRole('region', { name: 'History' });
  expect(await history.evaluate((card) => card.scrollHeight - card.clientHeight)).toBe(0);

  const second = await startAgain(dataFolder, first);
  await expect(page.getByRole('region', { name: 'Next sync' })).toBeVisible();
  await expect(page.getByRole('row', { name: /^2 manual completed/ })).toBeVisible();
  await expect(page.getByRole('img', { name: 'Users in the last 2 syncs: 1 to 2' })).toBeVisible();
  await second.stop();
  await rm(dataFolder, { recursive: true, force: true });
});

test('says that the code of a page failed to load, and loads it again', async ({ page, host }) => {
  await enter(page, host, '#/settings');
  await page.route(/\.js$/, (route) => route.abort());
  await page.evaluate(() => {
    location.hash = '#/audiences';
  });
  const alert = page.getByRole('alert');
  await expect(alert).toContainText("Can't load this view");
  await page.unroute(/\.js$/);
  await alert.getByRole('button', { name: 'Reload' }).click();
  await expect(page.getByRole('heading', { name: /audience/ }).first()).toBeVisible();
});

const places = [
  'deliveries',
  'destinations',
  'sources',
  'mocks',
  'audiences',
  'scenarios',
  'signatures',
  'settings',
  'nowhere',
];

test('shows missing, unreadable and slow data cleanly', async ({ page, target }) => {
  const dataFolder = await mkdtemp(join(tmpdir(), 'hookwright-'));
  const host = await startAgain(dataFolder);
  await connect(host, target.url);
  await enter(page, host);
  const go = (hash: string) =>
    page.evaluate((to) => {
      location.hash = to;
    }, hash);
  await go('#/deliveries/999999');
  await expect(page.getByText('Not found')).toBeVisible();
  await expectGoodLooksInBothThemes(page, 'a delivery that does not exist');
  await go('#/deliveries?filter=foo:bar');
  await expect(page.getByRole('button', { name: 'Clear filter' })).toBeVisible();
  await expectGoodLooksInBothThemes(page, 'a filter that cannot be read');

  await host.stop();
  await expect(page.getByRole('status').filter({ hasText: 'Connection lost.' })).toBeVisible();
  for (const place of places) {
    await go(`#/${place}`);
    await expectGoodLooksInBothThemes(page, `${place} without the core`);
  }
  await rm(dataFolder, { recursive: true, force: true });
});
