/** Scenarios from the page alone: an example against a real server, problems, failures, keys. */
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Page, WebSocketRoute } from '@playwright/test';
import { press } from './support/keys.ts';
import { expectGoodLooks } from './support/looks.ts';
import { connect, deliveriesOf, track } from './support/seed.ts';
import { smallScenario } from './support/small-scenario.ts';
import { type Host, type OwnHost, startHost } from './support/start-host.ts';
import {
  copied,
  enter,
  expect,
  goTo,
  hostIsAway,
  openMenu,
  stateCounts,
  test,
} from './support/workbench.ts';

/** The user's own server, in Node. */
async function startServer(status: number) {
  const bodies: string[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => {
      body += chunk.toString();
    });
    request.on('end', () => {
      bodies.push(body);
      response.writeHead(status).end();
    });
  });
  await new Promise<void>((listening) => {
    server.listen(0, '127.0.0.1', listening);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/webhook`,
    bodies,
    stop: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

const pane = (page: Page) => page.getByRole('region', { name: 'Scenario', exact: true });
const title = (page: Page, name: string) => pane(page).getByRole('heading', { name });
const editor = (page: Page) => page.getByRole('textbox', { name: 'Scenario as YAML' });
const run = (page: Page) => pane(page).getByRole('button', { name: /^Run/ });
const checks = (page: Page) => page.getByRole('region', { name: 'Checks' });
const result = (page: Page) => page.getByRole('list', { name: 'Result' });
const row = (page: Page, name: string) =>
  page.getByRole('list', { name: 'Your scenarios' }).getByRole('link', { name });
const outageEnd = (page: Page) => page.getByRole('slider', { name: /^End of the outage/ });

const outageScenario = smallScenario('Film', 'lost: 0')
  .replace('count: 3', 'count: 12, over: 1h')
  .replace('then:', '  - { at: 15m, outage: { mock: shop, for: 20m, status: 503 } }\nthen:');

const create = (host: Host, file: string, text: string) =>
  host.api('POST', '/scenarios', { file, text });

test('an outage in front of a server is rehearsed without touching YAML', async ({
  page,
  host,
}) => {
  const server = await startServer(200);
  await enter(page, host, '#/rehearse');
  await page.getByRole('combobox', { name: 'Target' }).click();
  await page.getByRole('option', { name: 'my server' }).click();
  // A click selects the value, so that pasting replaces it.
  await page.getByLabel('url', { exact: true }).click();
  await page.keyboard.insertText(server.url);
  await run(page).click();
  await expect(title(page, 'Outage')).toContainText('passed');
  expect(server.bodies).toHaveLength(60);
  await expect(result(page)).toContainText('0 lost');
  await expectGoodLooks(page, 'a passed run');
  await page.getByRole('button', { name: 'Copy command for CI' }).click();
  await expect(row(page, 'Outage of my server')).toHaveAttribute('aria-current', 'page');
  // It has the run, too, so that its result stays in view.
  await expect(row(page, 'Outage of my server')).not.toContainText('not run');
  await expect(title(page, 'Outage of my server')).toContainText('passed');
  await expect(result(page)).toContainText('0 lost');
  await expect.poll(() => copied(page)).toMatch(/^npx hookwright run .*outage-own\.yaml --seed 1$/);
  const [, , ...words] = (await copied(page)).split(' ');
  server.bodies.length = 0;
  const { stdout } = await promisify(execFile)(process.execPath, ['bin/hookwright.cjs', ...words]);
  expect(stdout).toContain('1 passed');
  expect(server.bodies).toHaveLength(60);
  const { text } = (await host.api('GET', '/scenarios/outage-own.yaml')) as { text: string };
  expect(text).toContain(server.url);
  server.stop();
});

test('the film of a run is stepped through, and shows the counts and the clock of the run', async ({
  page,
  host,
}) => {
  await create(host, 'film.yaml', outageScenario);
  await enter(page, host, '#/rehearse/film.yaml');
  await run(page).click();
  await expect(title(page, 'Film')).toContainText('passed');
  // Also those that never waited.
  await expect(result(page)).toContainText('12 delivered');
  const film = page.getByRole('slider', { name: 'Time of the run' });
  await expect(page.getByRole('banner').getByText('This run', { exact: true })).toBeVisible();
  await expect(stateCounts(page)).toContainText('12');
  await film.press('Home');
  await film.press('ArrowRight');
  const followed = page.getByRole('region', { name: 'Followed delivery' });
  await expect(followed).toContainText('orders-1');
  await film.press('ArrowRight');
  await film.press('ArrowRight');
  await film.press('ArrowRight');
  await expect(followed).toContainText('failed with 503');
  await expectGoodLooks(page, 'a followed delivery');
  const image = page.waitForEvent('download');
  await pane(page).getByRole('button', { name: 'More actions' }).click();
  await openMenu(page).getByRole('menuitem', { name: 'Save film as image' }).click();
  expect((await image).suggestedFilename()).toBe('film-1.png');
  await followed.getByRole('button', { name: 'Open in Deliveries' }).click();
  await expect(page.getByRole('region', { name: 'Lists' })).toContainText('This run');
  await page.goBack();
  // A change shows what would happen, and runs nothing.
  await outageEnd(page).press('PageUp');
  await expect(title(page, 'Film')).toContainText('changed');
  await expect(page.getByText('would be held')).toBeVisible();
  await expect(outageEnd(page)).toBeFocused();
  await expect(pane(page)).toContainText('unsaved');
  expect(await host.api('GET', '/scenario-runs?file=film.yaml')).toHaveLength(1);
});

test('a run goes on when the page is reloaded, and is paused and sped up in the clock', async ({
  page,
  host,
}) => {
  await create(host, 'slow.yaml', `${outageScenario}clock: { speed: 60 }\n`);
  await enter(page, host, '#/rehearse/slow.yaml');
  const film = page.getByRole('region', { name: 'Film' });
  const placeOf = () => film.boundingBox();
  await expect(page.getByText('would be held')).toBeVisible();
  const place = await placeOf();
  await run(page).click();
  const clock = page.getByRole('region', { name: 'Clock of this run' });
  await expect(clock).toContainText('× 60');
  await page.reload();
  await expect(title(page, 'Film')).toContainText('running');
  await clock.getByRole('button', { name: 'Pause clock' }).click();
  await expect(clock).toContainText('Paused');
  await page.reload();
  await expect(clock).toContainText('Paused');
  await expect(checks(page)).toContainText(/0 of \d+ checks decided/);
  expect(await placeOf()).toEqual(place);
  await expectGoodLooks(page, 'a paused run');
  await clock.getByRole('button', { name: 'Speed of this run: Paused' }).click();
  await page.getByRole('radio', { name: 'Max' }).click();
  await expect(title(page, 'Film')).toContainText('passed');
  await expect(clock).toContainText('Ended');
  expect(await placeOf()).toEqual(place);
  await page.reload();
  await expect(title(page, 'Film')).toContainText('passed');
});

test.describe('without a connection', () => {
  test.use({ expectedFaults: hostIsAway });

  const args = ['--token', 'the-same'];
  const slow = `${outageScenario}clock: { speed: 60 }\n`;

  test('a run goes on', async ({ page }) => {
    const first = await startHost({ args });
    await create(first, 'slow.yaml', slow);
    const links: WebSocketRoute[] = [];
    await page.routeWebSocket(/\/rpc$/, (link) => {
      link.connectToServer();
      links.push(link);
    });
    const cut = async (): Promise<void> => {
      const count = links.length;
      await links.at(-1)?.close({ code: 4000 });
      await expect.poll(() => links.length).toBeGreaterThan(count);
    };
    await enter(page, first, '#/rehearse/slow.yaml');
    await run(page).click();
    const clock = page.getByRole('region', { name: 'Clock of this run' });
    await clock.getByRole('button', { name: 'Pause clock' }).click();
    await expect(clock).toContainText('Paused');
    await cut();
    await expect(title(page, 'Film')).toContainText('paused');
    await clock.getByRole('button', { name: 'Speed of this run: Paused' }).click();
    await page.getByRole('radio', { name: 'Max' }).click();
    await expect(title(page, 'Film')).toContainText('passed');
    await first.stop();
  });

  // With the browser's own connection, whose listeners run one by one.
  test('a run ends with its host', async ({ page }) => {
    const dataFolder = await mkdtemp(join(tmpdir(), 'hookwright-'));
    const first = await startHost({ args, dataFolder });
    await create(first, 'slow.yaml', slow);
    await enter(page, first, '#/rehearse/slow.yaml');
    const clock = page.getByRole('region', { name: 'Clock of this run' });
    const { port } = new URL(first.interfaceUrl);
    const runUntil = async (end: () => Promise<unknown>): Promise<OwnHost> => {
      await run(page).click();
      await clock.getByRole('button', { name: 'Pause clock' }).click();
      await expect(clock).toContainText('Paused');
      await end();
      return startHost({ args: [...args, '--port', port], dataFolder });
    };
    const second = await runUntil(first.stop);
    await expect(title(page, 'Film')).toContainText('inconclusive');
    const third = await runUntil(() => {
      second.process.kill('SIGKILL');
      return second.stop();
    });
    await expect(pane(page)).toContainText('The host was restarted');
    await third.stop();
    await rm(dataFolder, { recursive: true });
  });
});

test('a secret is missing until it is entered, and an invalid file shows its problem with line and fix', async ({
  page,
  host,
}) => {
  await test.step('missing secret', async () => {
    const text = `${smallScenario('Secret', 'lost: 0')}
variables: { token: { env: SHOP_TOKEN, secret: true } }
`;
    await create(host, 'secret.yaml', text);
    await enter(page, host, '#/rehearse/secret.yaml');
    const missing = pane(page).getByText('Missing: token');
    await expect(missing).toBeVisible();
    const field = page.getByRole('textbox', { name: 'token' });
    await field.fill('typed-secret');
    await expect(missing).toHaveCount(0);
    await page.getByRole('button', { name: 'Copy command for CI' }).click();
    await expect.poll(() => copied(page)).toContain('SHOP_TOKEN');
    expect(await copied(page)).not.toContain('typed-secret');
    await page.reload();
    await expect(missing).toBeVisible();
    await expect(field).toHaveValue('');
  });
  await test.step('invalid file', async () => {
    await create(
      host,
      'invalid.yaml',
      smallScenario('Invalid', 'lost: 0').replace('[Shop]', '[Shpo]'),
    );
    await goTo(page, '#/rehearse/invalid.yaml');
    await page.reload();
    await expect(pane(page).getByRole('alert')).toContainText('Did you mean "Shop"?');
    await expect(run(page)).toHaveAttribute('aria-disabled', 'true');
    await expect(row(page, 'Invalid').getByText('has a problem')).toBeVisible();
    await expectGoodLooks(page, 'a scenario with a problem');
    await pane(page).getByRole('alert').getByRole('button', { name: 'Edit text' }).click();
    const problem = pane(page).getByRole('status').filter({ hasText: 'Line 6' });
    await expect(problem).toContainText('Did you mean "Shop"?');
    await expect(page.locator('.cm-lintRange-error')).toHaveText('Shpo');
    await page.keyboard.press('ControlOrMeta+Enter');
    expect(await host.api('GET', '/scenario-runs?file=invalid.yaml')).toEqual([]);
    await editor(page).click();
    await page.keyboard.press('F8');
    await expect(page.locator('.cm-tooltip .cm-diagnostic')).toContainText('Shpo');
    await expectGoodLooks(page, 'an invalid scenario');
  });
});

test('a failing run shows what was expected and found, and an unfinished run is stopped with Escape', async ({
  page,
  host,
}) => {
  await test.step('failing run', async () => {
    const expectation = "{ name: all twice, requests: 'status<300', per: message, count: 2 }";
    await create(host, 'fails.yaml', smallScenario('Fails', expectation));
    await enter(page, host, '#/rehearse/fails.yaml');
    // Without an outage, nothing would be held.
    const predicted = page.getByRole('list', { name: 'Result' }).getByRole('listitem');
    await expect(predicted).toHaveText(['3 events']);
    await run(page).click();
    await expect(title(page, 'Fails')).toContainText('1 of 7 checks failed');
    const failed = checks(page).getByRole('listitem').filter({ hasText: 'All twice' });
    await expect(failed).toContainText('expected');
    await expect(failed).toContainText('orders-1');
    await failed.getByRole('button', { name: /^All twice|All twice/ }).click();
    await failed.getByRole('button', { name: /^Show .*(orders-1|messages)$/ }).click();
    const events = failed.getByRole('list', { name: /^Events of/ }).getByRole('listitem');
    await expect(events.filter({ hasText: 'returned 200' })).not.toHaveCount(0);
    await expectGoodLooks(page, 'a failed run');
    await failed.getByRole('button', { name: 'Line 10' }).click();
    await expect(editor(page)).toBeFocused();
    await run(page).click();
    await expect(title(page, 'Fails')).toContainText('1 of 7 checks failed');
    await pane(page)
      .getByRole('button', { name: /^2 runs/ })
      .click();
    await expect(page.getByRole('row')).toHaveCount(3);
    for (const box of await page.getByRole('checkbox').all()) await box.click();
    await page.getByRole('button', { name: 'Compare' }).click();
    await expect(page.getByRole('region', { name: 'Comparison' })).toContainText('Same history');
    await expectGoodLooks(page, 'compared runs');
    await pane(page)
      .getByRole('button', { name: /^2 runs/ })
      .click();
    await pane(page).getByRole('button', { name: 'More actions' }).click();
    await openMenu(page).getByRole('menuitem', { name: 'Save this failure' }).click();
    await expect(row(page, 'Fails')).toHaveCount(2);
    const saved = (await host.api('GET', '/scenarios/fails.failed.yaml')) as { text: string };
    expect(saved.text).toContain('seed: 1');
  });
  await test.step('stopped run', async () => {
    await create(
      host,
      'slow.yaml',
      smallScenario('Slow', 'lost: 0').replace('count: 3', 'count: 3, over: 4h'),
    );
    await goTo(page, '#/rehearse/slow.yaml');
    await expect(title(page, 'Slow')).toBeVisible();
    await pane(page).getByRole('button', { name: 'More actions' }).click();
    await openMenu(page).getByRole('menuitem', { name: 'Seed and speed' }).click();
    await page.getByRole('combobox', { name: 'Speed' }).click();
    await page.getByRole('option', { name: '60×' }).click();
    await run(page).click();
    await expect(pane(page).getByRole('button', { name: 'Stop' })).toBeVisible();
    await expect(pane(page)).toContainText('1 events');
    await page.keyboard.press('Escape');
    await expect(title(page, 'Slow')).toContainText('inconclusive');
  });
});

test('a scenario is created, edited, saved and run by keyboard', async ({ page, host }) => {
  await create(host, 'keys.yaml', smallScenario('Keys', 'lost: 0'));
  await enter(page, host, '#/settings');
  await page.keyboard.press('g');
  await page.keyboard.press('r');
  await expect(row(page, 'Keys')).toBeVisible();
  await page.keyboard.press('n');
  await expect(page.getByRole('button', { name: /^Outage in front/ })).toBeFocused();
  await press(page, page.getByRole('button', { name: /^Two-hour outage and recovery/ }));
  await expect(title(page, 'Two-hour outage and recovery')).toBeVisible();
  await page.keyboard.press('k');
  await expect(title(page, 'Keys')).toBeVisible();
  await press(page, pane(page).getByRole('button', { name: 'Edit text' }));
  // Until its code is loaded, a plain text area without completions.
  await expect(editor(page)).toHaveClass(/cm-content/);
  await editor(page).focus();
  await page.keyboard.press('ControlOrMeta+End');
  await page.keyboard.type('  - dup');
  await page.keyboard.press('Control+Space');
  await expect(page.getByRole('option', { name: /^duplicates/ })).toBeVisible();
  await page.keyboard.type('licates: 0');
  await expect(pane(page)).toContainText('unsaved');
  await page.keyboard.press('ControlOrMeta+s');
  await expect(pane(page)).not.toContainText('unsaved');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(title(page, 'Keys')).toContainText('passed');
  await expect(checks(page)).toContainText('No lost messages, no unexpected duplicates');
});

test('deliveries are saved as a scenario, which passes', async ({ page, host, target }) => {
  const { source } = await connect(host, target.url);
  await track(host, source, 'Order Completed');
  await track(host, source, 'Order Refunded');
  await expect
    .poll(async () => (await deliveriesOf(host)).map(({ state }) => state))
    .toEqual(['delivered', 'delivered']);
  await enter(page, host);
  await page.keyboard.press('a');
  await openMenu(page).getByRole('menuitem', { name: 'Save as scenario', exact: true }).click();
  await expect(pane(page)).toContainText('deliveries/deliveries.yaml');
  await run(page).click();
  await expect(pane(page).getByRole('heading', { name: /passed/ })).toBeVisible();
  await expect(result(page)).toContainText('0 lost');
});
