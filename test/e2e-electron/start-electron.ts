/** Starts the real desktop app: the packaged one, or the built one in the Electron of node_modules. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { test as base, type ElectronApplication, _electron as electron } from '@playwright/test';
import { quietFlags } from '../../scripts/chromium-flags.mjs';
import { installedElectron } from '../../scripts/electron-binary.mjs';
import { hasDisplay } from '../../scripts/has-display.mjs';

/** The program file of a packaged app, where one is to be tested. */
const packaged = process.env.HOOKWRIGHT_APP;
const binary = packaged ?? installedElectron();

const isMissing = binary === null;
export const cannotRun = isMissing || !hasDisplay(process.platform, process.env);
export const skipReason = `There is no ${isMissing ? 'Electron binary' : 'display'} here: the desktop app was not tested in real Electron.`;

interface Fixtures {
  dataFolder: string;
  app: ElectronApplication;
}

export function launch(
  dataFolder: string,
  opened: readonly string[] = [],
): Promise<ElectronApplication> {
  const project = resolve(import.meta.dirname, '../..');
  const ports = ['--port', '--ingest-port', '--receiver-port', '--receiver-https-port'];
  const own = ['--data', dataFolder, '--empty', ...ports.flatMap((option) => [option, '0'])];
  return electron.launch({
    ...(binary === null ? {} : { executablePath: binary }),
    args: [...quietFlags(), ...(packaged === undefined ? [project] : []), ...own, ...opened],
  });
}

export const test = base.extend<Fixtures>({
  dataFolder: async ({ headless: _ }, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'hookwright-electron-'));
    await use(folder);
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  },
  app: async ({ dataFolder }, use) => {
    const app = await launch(dataFolder);
    await use(app);
    await app.close();
  },
});

export { expect } from '@playwright/test';
