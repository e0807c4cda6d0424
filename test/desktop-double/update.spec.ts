/** Updates from a local server, with the real electron-updater in a STAND-IN for Electron. */
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { ownNode } from '../../scripts/node-binary.mjs';
import { type Browser, expect, startDesktop, test } from './start-desktop.ts';

const newVersion = '9.9.9';
/** An installer that shall not start the app sets the variable. */
const programOf = (folder: string) =>
  `#!/bin/sh\n[ -n "$APPIMAGE_EXIT_AFTER_INSTALL" ] || echo "$0" > '${folder}/started'\n`;

async function startUpdateServer(files: Readonly<Record<string, Buffer | string>>) {
  const requested: string[] = [];
  const server = createServer((request, response) => {
    const name = (request.url ?? '').replace(/^\//, '').replace(/\?.*/, '');
    requested.push(name);
    const file = files[name];
    response.writeHead(file === undefined ? 404 : 200).end(file);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url, requested, stop: () => server.close() };
}

const metadataOf = (program: string, sha512: string): string =>
  [
    `version: ${newVersion}`,
    'files:',
    `  - url: Hookwright-${newVersion}.AppImage`,
    `    sha512: ${sha512}`,
    `    size: ${program.length}`,
    `path: Hookwright-${newVersion}.AppImage`,
    `sha512: ${sha512}`,
    `releaseDate: '2026-01-01T00:00:00.000Z'`,
  ].join('\n');

const hashOf = (program: string): string => createHash('sha512').update(program).digest('base64');

async function startWith(browser: Browser, dataFolder: string, url: string) {
  const appImage = join(dataFolder, 'Hookwright-0.1.0.AppImage');
  writeFileSync(appImage, 'the old version');
  chmodSync(appImage, 0o755);
  const cache = join(dataFolder, 'cache');
  mkdirSync(cache, { recursive: true });
  const configuration = join(dataFolder, 'app-update.yml');
  writeFileSync(configuration, `provider: generic\nurl: ${url}\nupdaterCacheDirName: updater\n`);
  const env = {
    ...{ APPDIR: dirname(ownNode), APPIMAGE: appImage, XDG_CACHE_HOME: cache },
    HOOKWRIGHT_UPDATE_CONFIG: configuration,
  };
  const desktop = await startDesktop(browser, dataFolder, [], env);
  await desktop.page.getByRole('link', { name: 'Settings' }).click();
  await desktop.page.getByRole('link', { name: 'Desktop app' }).click();
  return { desktop, appImage, updates: desktop.page.getByRole('region', { name: 'Updates' }) };
}

const stored = (dataFolder: string) => {
  const file = join(dataFolder, 'desktop.json');
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null;
};

test.describe('in a stand-in for Electron', () => {
  test.skip(process.platform !== 'linux', 'Updates of an AppImage, which exist only on Linux.');

  test('an update is downloaded, installed after the core stopped, and started', async ({
    browserProcess,
    dataFolder,
  }) => {
    const program = programOf(dataFolder);
    const metadata = metadataOf(program, hashOf(program));
    const server = await startUpdateServer({
      'latest-linux.yml': metadata,
      [`Hookwright-${newVersion}.AppImage`]: program,
    });
    const { desktop, appImage, updates } = await startWith(browserProcess, dataFolder, server.url);
    expect(server.requested).toEqual([]);
    await updates.getByRole('button', { name: 'Check now' }).click();
    const restart = updates.getByRole('button', { name: 'Restart to update' });
    await expect(restart).toBeVisible();
    expect(readFileSync(appImage, 'utf8')).toBe('the old version');
    await desktop.page.getByRole('switch', { name: 'Open at login' }).click();
    const autostart = join(dataFolder, 'app-data/autostart/dev.hookwright.app.desktop');
    await expect
      .poll(() => (existsSync(autostart) ? readFileSync(autostart, 'utf8') : ''))
      .toContain(appImage);
    const exited = once(desktop.process, 'exit');
    await restart.click();
    expect((await exited)[0]).toBe(0);
    // The file is named for its version.
    const installed = join(dataFolder, 'Hookwright-9.9.9.AppImage');
    expect(readFileSync(installed, 'utf8')).toBe(program);
    expect(existsSync(appImage)).toBe(false);
    expect(readFileSync(autostart, 'utf8')).toContain(installed);
    await expect.poll(() => existsSync(join(dataFolder, 'started'))).toBe(true);
    server.stop();
  });

  test('an app that is opened again while it stops is the updated one', async ({
    browserProcess,
    dataFolder,
  }) => {
    const program = programOf(dataFolder);
    const server = await startUpdateServer({
      'latest-linux.yml': metadataOf(program, hashOf(program)),
      [`Hookwright-${newVersion}.AppImage`]: program,
    });
    const { desktop, updates } = await startWith(browserProcess, dataFolder, server.url);
    await updates.getByRole('button', { name: 'Check now' }).click();
    await expect(updates.getByRole('button', { name: 'Restart to update' })).toBeEnabled();
    await desktop.control({ do: 'openWhileStopping', url: 'hookwright://delivery/1' });
    expect(await desktop.quit()).toBe(0);
    await expect.poll(() => existsSync(join(dataFolder, 'started'))).toBe(true);
    const installed = join(dataFolder, `Hookwright-${newVersion}.AppImage`);
    expect(readFileSync(join(dataFolder, 'started'), 'utf8').trim()).toBe(installed);
    server.stop();
  });

  test('an update waits for a job and for other windows of the app', async ({
    browserProcess,
    dataFolder,
  }) => {
    const program = programOf(dataFolder);
    const server = await startUpdateServer({
      'latest-linux.yml': metadataOf(program, hashOf(program)),
      [`Hookwright-${newVersion}.AppImage`]: program,
    });
    const { desktop, appImage, updates } = await startWith(browserProcess, dataFolder, server.url);
    const hostFile = join(dataFolder, 'running-host.json');
    await expect.poll(() => existsSync(hostFile)).toBe(true);
    const host = JSON.parse(readFileSync(hostFile, 'utf8'));
    const call = async (method: string, path: string, body?: unknown) => {
      const response = await fetch(`${host.url}/api${path}`, {
        method,
        headers: { authorization: `Bearer ${host.token}`, 'content-type': 'application/json' },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      expect(response.ok, path).toBe(true);
      return response.json();
    };
    await updates.getByRole('button', { name: 'Check now' }).click();
    const restart = updates.getByRole('button', { name: 'Restart to update' });
    await expect(restart).toBeEnabled();

    for (let count = 0; count < 3; count += 1) await call('POST', '/send', { sample: 'track' });
    await expect.poll(async () => (await call('GET', '/deliveries/count')).count).toBe(3);
    const job = await call('POST', '/jobs', { kind: 'copy', perSecond: 0.01, urls: 'all' });
    await expect(updates.getByRole('status')).toContainText('current run or job');
    await expect(restart).toHaveAttribute('aria-disabled', 'true');
    await call('POST', `/jobs/${job.id}/cancel`);
    await expect(restart).toBeEnabled();

    const other = join(dataFolder, 'instances', `${process.pid}`);
    // This process stands for another window.
    writeFileSync(other, '');
    await desktop.control({ do: 'chooseInTray', label: 'Open Hookwright' });
    await expect(updates.getByRole('status')).toContainText('Close the other');
    expect(readFileSync(appImage, 'utf8')).toBe('the old version');
    // The installer fails, and the app still ends.
    rmSync(other);
    rmSync(appImage);
    await desktop.control({ do: 'chooseInTray', label: 'Open Hookwright' });
    const exited = once(desktop.process, 'exit');
    await restart.click();
    expect((await exited)[0]).toBe(0);
    expect(existsSync(join(dataFolder, 'started'))).toBe(false);
    server.stop();
  });

  test('the beta channel reads its own file, and a wrong checksum installs nothing', async ({
    browserProcess,
    dataFolder,
  }) => {
    const program = programOf(dataFolder);
    const server = await startUpdateServer({
      'beta-linux.yml': metadataOf(program, hashOf('another program')),
      [`Hookwright-${newVersion}.AppImage`]: program,
    });
    const { desktop, appImage, updates } = await startWith(browserProcess, dataFolder, server.url);
    await updates.getByRole('radio', { name: 'Beta' }).click();
    await expect.poll(() => stored(dataFolder)).toMatchObject({ updateChannel: 'beta' });
    // The app checks by itself after a minute.
    expect(server.requested).toEqual([]);
    await desktop.control({ do: 'passTime', delayMs: 60_000 });
    await expect(updates.getByRole('status')).toContainText('sha512');
    expect(server.requested[0]).toBe('beta-linux.yml');
    expect(await desktop.quit()).toBe(0);
    expect(readFileSync(appImage, 'utf8')).toBe('the old version');
    server.stop();
  });
});
