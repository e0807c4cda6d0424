/** A finished run: its data in Deliveries, and its run archive, opened again here and in a terminal. */
import { spawnSync } from 'node:child_process';
import { ownNode } from '../../scripts/node-binary.mjs';
import { smallScenario } from './support/small-scenario.ts';
import { cli } from './support/start-host.ts';
import { enter, expect, openMenu, section, test } from './support/workbench.ts';

test('a failed run is inspected, and its run archive opened and repeated', async ({
  page,
  host,
}, testInfo) => {
  const text = `${smallScenario('Fails', "{ requests: 'status<300', count: 1 }")}
variables: { token: { secret: true, default: from-the-file } }
`;
  await host.api('POST', '/scenarios', { file: 'archive.yaml', text });
  await enter(page, host, '#/rehearse/archive.yaml');
  const pane = page.getByRole('region', { name: 'Scenario', exact: true });
  await page.getByRole('textbox', { name: 'token' }).fill('typed-secret');
  await pane.getByRole('button', { name: /^Run/ }).click();
  await expect(page.getByRole('heading', { name: /checks? failed/ })).toBeVisible();
  await pane.getByRole('button', { name: 'More actions' }).click();
  const save = openMenu(page).getByRole('menuitem', { name: 'Save run archive' });
  const [download] = await Promise.all([page.waitForEvent('download'), save.click()]);
  expect(download.suggestedFilename()).toBe('archive-1.hookwright-run');
  const path = testInfo.outputPath('archive-1.hookwright-run');
  await download.saveAs(path);
  const refused = spawnSync(ownNode, [cli, 'run', path], { encoding: 'utf8' });
  expect(refused.status).toBe(2);
  expect(refused.stderr).toContain('--set token=');
  const replay = spawnSync(ownNode, [cli, 'run', path, '--set', 'token=typed-secret'], {
    encoding: 'utf8',
  });
  expect(replay.status).toBe(1);
  expect(replay.stdout).toContain('1 failed');
  expect(replay.stdout).not.toContain('gave history hash');

  const failed = page.getByRole('region', { name: 'Checks' }).getByRole('listitem').first();
  await failed.getByRole('button', { expanded: false }).first().click();
  await failed
    .getByRole('link', { name: /^Inspect / })
    .first()
    .click();
  const delivery = page.getByRole('region', { name: 'Delivery', exact: true });
  await expect(delivery.getByRole('region', { name: 'Overview' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Lists' })).toContainText('This run, read-only');
  await expect(delivery.getByText('X-Signature').first()).toBeVisible();
  for (const action of [/retry/i, /send a copy/i, /cancel/i])
    await expect(delivery.getByRole('button', { name: action })).toHaveCount(0);
  await expect(delivery.getByText('Received headers')).toBeVisible();

  const rows = page.getByRole('listbox', { name: 'Deliveries' }).getByRole('option');
  const filter = page.getByRole('combobox', { name: 'Filter deliveries' });
  await expect(rows).toHaveCount(3);
  await expect(rows.and(page.locator('[aria-selected=true]'))).toHaveCount(1);
  await filter.fill('orders-2');
  await filter.press('Enter');
  await expect(rows).toHaveCount(1);

  await enter(page, host, '#/rehearse');
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: 'Open file…' }).click(),
  ]);
  await chooser.setFiles(path);
  const archive = page.getByRole('region', { name: 'Run archive' });
  await expect(archive.getByRole('region', { name: 'Checks' })).toBeVisible();
  await expect(
    page.getByRole('list', { name: 'Your scenarios' }).getByRole('link', { name: /Fails/ }),
  ).toHaveCount(2);
  await archive.getByRole('button', { name: 'Run again' }).click();
  const dialog = page.getByRole('dialog');
  const secret = dialog.getByRole('textbox', { name: 'token' });
  await expect(secret).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('alert')).toBeVisible();
  await secret.fill('typed-secret');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Same history')).toBeVisible();
  await archive.getByRole('button', { name: 'Run again' }).click();
  await expect(secret).toHaveValue('typed-secret');
});

test('a check leads to the exact request', async ({ page, host }) => {
  const text = `scenario: 1
name: Exact
given:
  sources: [{ name: Shop }]
  mocks:
    - { name: first, steps: [{ status: 503, times: 2 }, { status: 200 }] }
    - { name: second }
  destinations:
    - { name: Orders, fanOut: each, sharedSecret: s, sources: [Shop], webhooks: [{ mock: second }, { mock: first }] }
when:
  - { id: orders, send: { source: Shop, sample: track } }
then:
  - { name: all at once, requests: 'mock:first', every: 'status<300 or attempt=1' }
  - { name: quick, attempts: 'url:first attempt>1', every: 'status<300' }
`;
  await host.api('POST', '/scenarios', { file: 'exact.yaml', text });
  await enter(page, host, '#/rehearse/exact.yaml');
  await page
    .getByRole('region', { name: 'Scenario', exact: true })
    .getByRole('button', { name: /^Run/ })
    .click();
  const checks = page.getByRole('region', { name: 'Checks' });
  await expect(checks).toBeVisible();
  async function inspect(check: string): Promise<void> {
    const row = checks.getByRole('listitem').filter({ hasText: check });
    await row.getByRole('button', { name: check }).click();
    await row.getByRole('link', { name: /^Inspect / }).click();
  }
  await inspect('All at once');
  const delivery = page.getByRole('region', { name: 'Delivery', exact: true });
  await expect(section(page, 'Received by')).toHaveAttribute('aria-expanded', 'true');
  await expect(delivery.getByText('Attempt 2 at first').first()).toBeInViewport();
  await page.goBack();
  await inspect('Quick');
  const request = delivery.getByRole('region', { name: 'Request', exact: true });
  await expect(request).toContainText('/mock/first');
  await expect(request).toContainText('attempt 2');
  await expect(page).toHaveURL(/attempt=2/);
});
