/** A finished run: its data in the inspector, and its capsule, opened again here and in a terminal. */
import { spawnSync } from 'node:child_process';
import { ownNode } from '../../scripts/node-binary.mjs';
import { smallScenario } from './support/small-scenario.ts';
import { cli } from './support/start-host.ts';
import { enter, expect, test } from './support/workbench.ts';

test('a failed run is inspected, and its capsule opened and repeated', async ({
  page,
  host,
}, testInfo) => {
  test.slow();
  const text = `${smallScenario('Fails', "{ requests: 'status<300', count: 1 }")}
variables: { token: { secret: true, default: from-the-file } }
`;
  await host.api('POST', '/scenarios', { file: 'capsule.yaml', text });
  await enter(page, host, '#/scenarios/capsule.yaml');
  const bar = page.getByRole('region', { name: 'Run', exact: true });
  await page.getByRole('textbox', { name: 'token' }).fill('typed-secret');
  await bar.getByRole('button', { name: /^Run/ }).click();
  const save = page.getByRole('button', { name: 'Save capsule' });
  await expect(save).toBeVisible({ timeout: 60_000 });
  const [download] = await Promise.all([page.waitForEvent('download'), save.click()]);
  expect(download.suggestedFilename()).toBe('capsule-1.capsule');
  const path = testInfo.outputPath('capsule-1.capsule');
  await download.saveAs(path);
  const refused = spawnSync(ownNode, [cli, 'run', path], { encoding: 'utf8' });
  expect(refused.status).toBe(2);
  expect(refused.stderr).toContain('--set token=');
  const replay = spawnSync(ownNode, [cli, 'run', path, '--set', 'token=typed-secret'], {
    encoding: 'utf8',
  });
  expect(replay.status).toBe(1);
  expect(replay.stdout).toContain('1 failed');
  expect(replay.stdout).not.toContain('gave digest');

  await page
    .getByRole('link', { name: /^Inspect / })
    .first()
    .click();
  const delivery = page.getByRole('region', { name: 'Delivery', exact: true });
  await expect(delivery.getByRole('region', { name: 'Overview' })).toBeVisible();
  await expect(delivery.getByText('X-Signature').first()).toBeVisible();
  for (const action of [/retry/i, /resend/i, /cancel/i])
    await expect(delivery.getByRole('button', { name: action })).toHaveCount(0);
  await delivery.getByRole('tab', { name: /Received/ }).click();
  await expect(delivery.getByText('Received headers')).toBeVisible();
  await page.screenshot({ path: testInfo.outputPath('inspector.png') });

  await enter(page, host, '#/scenarios');
  await page.getByRole('button', { name: 'More', exact: true }).click();
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('menuitem', { name: /^Open a capsule/ }).click(),
  ]);
  await chooser.setFiles(path);
  const capsule = page.getByRole('region', { name: 'Capsule' });
  await expect(capsule.getByRole('list', { name: 'Checks' })).toBeVisible();
  await page.screenshot({ path: testInfo.outputPath('capsule.png') });
  await expect(page.getByRole('option', { name: /Fails/ })).toHaveCount(2);
  await capsule.getByRole('button', { name: 'Run again' }).click();
  const dialog = page.getByRole('dialog');
  const secret = dialog.getByRole('textbox', { name: 'token' });
  await expect(secret).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('alert')).toBeVisible();
  await secret.fill('typed-secret');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Same digest')).toBeVisible({ timeout: 60_000 });
  await capsule.getByRole('button', { name: 'Run again' }).click();
  await expect(secret).toHaveValue('typed-secret');
});
