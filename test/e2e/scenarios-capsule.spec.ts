/** A failed run as a file that the command line repeats. */
import { spawnSync } from 'node:child_process';
import { ownNode } from '../../scripts/node-binary.mjs';
import { smallScenario } from './support/small-scenario.ts';
import { cli } from './support/start-host.ts';
import { enter, expect, test } from './support/workbench.ts';

test('the capsule of a failed run repeats it in a terminal', async ({ page, host }, testInfo) => {
  test.slow();
  const text = smallScenario('Fails', "{ requests: 'status<300', count: 1 }");
  await host.api('POST', '/scenarios', { file: 'capsule.yaml', text });
  await enter(page, host, '#/scenarios/capsule.yaml');
  const bar = page.getByRole('region', { name: 'Run', exact: true });
  await bar.getByRole('button', { name: /^Run/ }).click();
  const save = page.getByRole('button', { name: 'Save capsule' });
  await expect(save).toBeVisible({ timeout: 60_000 });
  const [download] = await Promise.all([page.waitForEvent('download'), save.click()]);
  expect(download.suggestedFilename()).toBe('capsule-1.capsule');
  const path = testInfo.outputPath('capsule-1.capsule');
  await download.saveAs(path);
  const replay = spawnSync(ownNode, [cli, 'run', path], { encoding: 'utf8' });
  expect(replay.status).toBe(1);
  expect(replay.stdout).toContain('1 failed');
  expect(replay.stdout).not.toContain('gave digest');
});
