/** Scenarios from the page alone: an example against a real server, problems, failures, keys. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from '@playwright/test';
import { press } from './support/keys.ts';
import { expectGoodLooks } from './support/looks.ts';
import { smallScenario } from './support/small-scenario.ts';
import type { Host } from './support/start-host.ts';
import { copied, enter, expect, goTo, test } from './support/workbench.ts';

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

const example = 'Outage in front of my server';
const pane = (page: Page) => page.getByRole('region', { name: 'Scenario', exact: true });
const title = (page: Page, name: string) => pane(page).getByRole('heading', { name });
const editor = (page: Page) => page.getByRole('textbox', { name: 'Scenario as YAML' });
const bar = (page: Page) => page.getByRole('region', { name: 'Run', exact: true });
const verdict = (page: Page) => bar(page).getByText(/^(passed|failed)$/);
const checks = (page: Page) => page.getByRole('list', { name: 'Checks' }).getByRole('listitem');

const create = (host: Host, file: string, text: string) =>
  host.api('POST', '/scenarios', { file, text });

test('an outage in front of a server is rehearsed without touching YAML', async ({
  page,
  host,
}) => {
  const server = await startServer(200);
  await enter(page, host, '#/scenarios');
  await page.getByRole('button', { name: 'New scenario' }).first().click();
  await page.getByRole('button', { name: example }).click();
  // A click selects the default value, so that pasting replaces it.
  await page.getByLabel('url', { exact: true }).click();
  await page.keyboard.insertText(server.url);
  await bar(page).getByRole('button', { name: /^Run/ }).click();
  await expect(page.getByRole('region', { name: 'Timeline' })).toBeVisible();
  await expect(verdict(page)).toHaveText('passed');
  expect(server.bodies).toHaveLength(60);
  await expect(page.getByRole('option', { name: example })).toContainText('passed');
  await expectGoodLooks(page, 'a passed run');
  await page.getByRole('button', { name: 'Copy command' }).click();
  await expect.poll(() => copied(page)).toContain(`--seed 1 --set url=${server.url}`);
  server.stop();
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
    await enter(page, host, '#/scenarios/secret.yaml');
    const missing = bar(page).getByText('token', { exact: false });
    await expect(missing).toBeVisible();
    const field = page.getByRole('textbox', { name: 'token' });
    await field.fill('typed-secret');
    await expect(missing).toHaveCount(0);
    await page.getByRole('button', { name: 'Copy command' }).click();
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
    await goTo(page, '#/scenarios/invalid.yaml');
    const problem = pane(page).getByRole('status').filter({ hasText: 'Line 6' });
    await expect(problem).toContainText('Did you mean "Shop"?');
    await expect(page.locator('.cm-lintRange-error')).toHaveText('Shpo');
    await page.keyboard.press('ControlOrMeta+Enter');
    await expect(page.getByText(/^Line 6: /).first()).toBeVisible();
    expect(await host.api('GET', '/scenario-runs?file=invalid.yaml')).toEqual([]);
    await expect(page.getByRole('tab', { name: 'Edit' })).toHaveAttribute('aria-selected', 'true');
    await page.getByRole('region', { name: 'Notifications' }).getByLabel('Close').click();
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
    await enter(page, host, '#/scenarios/fails.yaml');
    await bar(page).getByRole('button', { name: /^Run/ }).click();
    await expect(verdict(page)).toHaveText('failed');
    const failed = checks(page).filter({ hasText: 'all twice' });
    await expect(failed).toContainText('Expected');
    await expect(failed).toContainText('orders-1');
    await failed.getByRole('button', { name: /^Show/ }).click();
    const events = failed.getByRole('list', { name: /^Events of/ }).getByRole('listitem');
    await expect(events.filter({ hasText: 'returned 200' })).not.toHaveCount(0);
    await expectGoodLooks(page, 'a failed run');
    await bar(page).getByRole('button', { name: /^Run/ }).click();
    await page.getByRole('tab', { name: 'History' }).click();
    await expect(page.getByRole('row')).toHaveCount(3);
    for (const box of await page.getByRole('checkbox').all()) await box.click();
    await page.getByRole('button', { name: 'Compare' }).click();
    await expect(page.getByRole('region', { name: 'Comparison' })).toContainText('Same history');
    await expectGoodLooks(page, 'compared runs');
  });
  await test.step('stopped run', async () => {
    await create(
      host,
      'slow.yaml',
      smallScenario('Slow', 'lost: 0').replace('count: 3', 'count: 3, over: 4h'),
    );
    await goTo(page, '#/scenarios/slow.yaml');
    await expect(title(page, 'Slow')).toBeVisible();
    await page.getByRole('combobox', { name: 'Speed' }).click();
    await page.getByRole('option', { name: '60×' }).click();
    await bar(page).getByRole('button', { name: /^Run/ }).click();
    await expect(page.getByRole('button', { name: 'Stop' })).toBeVisible();
    const timeline = page.getByRole('region', { name: 'Timeline' });
    await expect(timeline.getByTitle('+0s: 1 accepted')).toBeAttached();
    await expect(timeline).toContainText('orders');
    await page.keyboard.press('Escape');
    await expect(bar(page).getByText('inconclusive')).toBeVisible();
  });
});

test('a scenario is created, edited, saved and run by keyboard', async ({ page, host }) => {
  await create(host, 'keys.yaml', smallScenario('Keys', 'lost: 0'));
  await enter(page, host);
  await page.keyboard.press('g');
  await page.keyboard.press('r');
  const row = page.getByRole('option', { name: 'Keys' });
  await expect(row).toBeVisible();
  await page.keyboard.press('n');
  await press(page, page.getByRole('button', { name: 'Two-hour outage and recovery' }));
  await expect(title(page, 'Two-hour outage and recovery')).toBeVisible();
  await page.keyboard.press('k');
  await page.keyboard.press('k');
  await expect(title(page, 'Keys')).toBeVisible();
  await editor(page).focus();
  await page.keyboard.press('ControlOrMeta+End');
  await page.keyboard.type('  - dup');
  await expect(page.getByRole('option', { name: /^duplicates/ })).toBeVisible();
  await page.keyboard.type('licates: 0');
  await expect(pane(page)).toContainText('unsaved');
  await page.keyboard.press('ControlOrMeta+s');
  await expect(pane(page)).not.toContainText('unsaved');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(verdict(page)).toHaveText('passed');
  await expect(checks(page).filter({ hasText: 'duplicates: 0' })).toBeVisible();
});
