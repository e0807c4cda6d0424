/** Starts the real desktop app: the packaged one, or the built one in the Electron of node_modules. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { test as base, type ElectronApplication, _electron as electron } from '@playwright/test';
import { quietFlags } from '../../scripts/chromium-flags.mjs';
import { installedElectron } from '../../scripts/electron-binary.mjs';
import { hasDisplay } from '../../scripts/has-display.mjs';

/** The program file of an app from `npm run pack -- --inspectable`, where one is to be tested. */
const packaged = process.env.HOOKWRIGHT_APP;
const binary = packaged ?? installedElectron();

const isMissing = binary === null;
export const cannotRun = isMissing || !hasDisplay(process.platform, process.env);
export const skipReason = `There is no ${isMissing ? 'Electron binary' : 'display'} here: the desktop app was not tested in real Electron.`;

interface Fixtures {
  dataFolder: string;
  app: ElectronApplication;
}

/** Options of the app: data of its own, and free ports. */
export function ownOptions(dataFolder: string): readonly string[] {
  const ports = ['--port', '--ingest-port', '--mock-port', '--mock-https-port'];
  return ['--data', dataFolder, '--empty', ...ports.flatMap((option) => [option, '0'])];
}

export function launch(
  dataFolder: string,
  opened: readonly string[] = [],
): Promise<ElectronApplication> {
  const project = packaged === undefined ? [resolve(import.meta.dirname, '../..')] : [];
  return electron.launch({
    ...(binary === null ? {} : { executablePath: binary }),
    args: [...quietFlags(), ...project, ...ownOptions(dataFolder), ...opened],
    // Otherwise, Playwright starts it on Linux without the sandbox that users have.
    chromiumSandbox: true,
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
