/** The packed app, from its archive, in a STAND-IN for Electron. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { extractAll } from '@electron/asar';
import { ownNode } from '../../scripts/node-binary.mjs';
import { inProject } from '../../scripts/project.mjs';
import { endpointOn, expect, startDesktop, test } from './start-desktop.ts';

test('runs from its archive as an installed app', async ({ browserProcess, dataFolder }) => {
  test.skip(process.platform !== 'linux', 'The stand-in for Electron packs on Linux only.');
  const packed = join(dataFolder, 'packed');
  const pack = [inProject('scripts', 'pack.mjs'), '--stand-in', '--output', packed, 'dir'];
  await promisify(execFile)(ownNode, pack);
  const resources = join(packed, 'linux-unpacked', 'resources');
  // With the native modules beside the archive. Node can't read archives.
  const app = join(resources, 'app');
  extractAll(join(resources, 'app.asar'), app);
  const desktop = await startDesktop(browserProcess, join(dataFolder, 'data'), [], {
    HOOKWRIGHT_STAND_IN_APP: app,
  });
  await expect(endpointOn(desktop.page)).toBeVisible();
  const { protocolClients, tray, windows } = await desktop.state();
  expect(protocolClients).toEqual(['hookwright']);
  expect(tray?.icon).toBe(join(resources, 'tray.png'));
  expect(windows[0]?.options.icon).toBe(join(resources, 'icon.png'));
  expect(windows[0]?.options.webPreferences.devTools).toBe(false);
  expect(await desktop.quit()).toBe(0);
});
