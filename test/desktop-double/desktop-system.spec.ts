/** The app on the desktop, in a STAND-IN for Electron: tray, settings, links, files, crashes. */
import { once } from 'node:events';
import { copyFileSync, existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, spawnDesktop, startDesktop, test } from './start-desktop.ts';

test.describe('in a stand-in for Electron', () => {
  test('the tray shows the state and pauses the clock', async ({ desktop }) => {
    const item = async (label: string) =>
      (await desktop.state()).tray?.menu.find((one) => one.label === label);
    await expect.poll(() => item('Pause clock')).toBeDefined();
    expect(existsSync((await desktop.state()).tray?.icon ?? '')).toBe(true);
    await desktop.control({ do: 'chooseInTray', label: 'Pause clock' });
    await expect.poll(() => item('Resume clock')).toBeDefined();
    expect((await desktop.state()).tray?.toolTip).toContain('Clock paused');
    await desktop.control({ do: 'chooseInTray', label: 'Resume clock' });
    await expect.poll(() => item('Pause clock')).toBeDefined();
  });

  test('settings and the bounds of the window are applied, stored and restored', async ({
    browserProcess,
    dataFolder,
  }) => {
    const bounds = { x: 120, y: 80, width: 1111, height: 777 };
    const autostart = join(dataFolder, 'app-data/autostart/dev.hookwright.app.desktop');
    const stored = () => JSON.parse(readFileSync(join(dataFolder, 'desktop.json'), 'utf8'));
    const first = await startDesktop(browserProcess, dataFolder);
    await first.page.getByRole('link', { name: 'Settings' }).click();
    await first.page.getByRole('link', { name: 'Desktop app' }).click();
    await first.page.getByRole('switch', { name: 'Open at login' }).click();
    await expect.poll(() => existsSync(autostart)).toBe(true);
    await first.page.getByRole('switch', { name: 'Keep running' }).click();
    await expect.poll(stored).toMatchObject({ openAtLogin: true, keepRunning: true, tray: true });
    // The window is hidden; the app and its page continue.
    await first.control({ do: 'close' });
    expect((await first.state()).windows[0]?.shown).toBe(false);
    await first.control({ do: 'chooseInTray', label: 'Open Hookwright' });
    expect((await first.state()).windows[0]?.shown).toBe(true);
    await first.control({ do: 'close' });
    await first.control({ do: 'system', event: 'activate' });
    expect((await first.state()).windows[0]?.shown).toBe(true);
    await first.page.getByRole('switch', { name: 'Show in tray' }).click();
    await expect.poll(async () => (await first.state()).tray).toBeNull();
    await first.control({ do: 'place', bounds });
    await first.control({ do: 'maximise' });
    await first.control({ do: 'zoom', level: 1.5 });
    expect(await first.quit()).toBe(0);

    const second = await startDesktop(browserProcess, dataFolder);
    await expect.poll(async () => (await second.state()).windows[0]?.shown).toBe(true);
    const { tray, windows } = await second.state();
    expect(tray).toBeNull();
    expect(windows[0]).toMatchObject({ bounds, maximised: true });
    await expect.poll(async () => (await second.state()).windows[0]?.zoomLevel).toBe(1.5);
    await second.page.getByRole('link', { name: 'Settings' }).click();
    await second.page.getByRole('link', { name: 'Desktop app' }).click();
    await second.page.getByRole('switch', { name: 'Show in tray' }).click();
    await expect.poll(async () => (await second.state()).tray).not.toBeNull();
    const exited = once(second.process, 'exit');
    await second.control({ do: 'chooseInTray', label: 'Quit' }).catch(() => undefined);
    expect((await exited)[0]).toBe(0);
  });

  test('a deep link shows its delivery, and all other links are ignored', async ({
    desktop,
    browserProcess,
  }) => {
    await desktop.control({ do: 'openUrl', url: 'hookwright://delivery/12' });
    await expect.poll(() => desktop.page.url()).toContain('deliveries/12');
    for (const url of [
      'hookwright://delivery/13?retry=1',
      'hookwright://delivery/../send',
      'hookwright://app/#/connections',
      'hookwright://retry/13',
    ])
      await desktop.control({ do: 'openUrl', url });
    // Other systems pass links to a second instance.
    const second = spawnDesktop(browserProcess, desktop.dataFolder, ['hookwright://delivery/14']);
    expect((await once(second, 'exit'))[0]).toBe(0);
    await expect.poll(() => desktop.page.url()).toContain('deliveries/14');
  });

  test('scenarios open by double click', async ({ browserProcess, dataFolder }) => {
    const first = join(dataFolder, 'first.yaml');
    const second = join(dataFolder, 'second.yaml');
    for (const path of [first, second]) copyFileSync('examples/scenarios/crash.yaml', path);
    const desktop = await startDesktop(browserProcess, dataFolder, [first]);
    const address = () => decodeURIComponent(desktop.page.url());
    await expect.poll(address).toContain('first.yaml');
    await desktop.control({ do: 'openFile', path: second });
    await expect.poll(address).toContain('second.yaml');
    await desktop.control({ do: 'openFile', path: '/etc/hosts' });
    expect(await desktop.quit()).toBe(0);
  });

  test('crash reports stay in the data folder and are listed', async ({ desktop }) => {
    expect((await desktop.state()).crashReporter).toEqual({ uploadToServer: false });
    await desktop.control({ do: 'crash' });
    const folder = join(desktop.dataFolder, 'crash-reports');
    const [name = ''] = readdirSync(folder);
    expect(readFileSync(join(folder, name), 'utf8')).toContain('exit code 139');
    await desktop.page.getByRole('link', { name: 'Settings' }).click();
    await desktop.page.getByRole('link', { name: 'Desktop app' }).click();
    await expect(desktop.page.getByText(name)).toBeVisible();
    await desktop.page.getByRole('button', { name: 'Delete all' }).click();
    await desktop.page.getByRole('button', { name: 'Delete', exact: true }).click();
    await expect.poll(() => readdirSync(folder)).toEqual([]);
    rmSync(folder, { recursive: true });
    rmSync(join(desktop.dataFolder, 'instances'), { recursive: true });
    // Its window gets the focus, and lists them again.
    await desktop.control({ do: 'chooseInTray', label: 'Open Hookwright' });
    expect((await desktop.state()).errorBoxes).toEqual([]);
    await desktop.control({ do: 'crash' });
    expect(readdirSync(folder)).toHaveLength(1);
  });

  test('a data folder that cannot be created is reported', async ({ browserProcess }) => {
    const child = spawnDesktop(browserProcess, '/proc/hookwright');
    let said = '';
    child.stderr?.on('data', (chunk: Buffer) => {
      said += chunk;
    });
    expect((await once(child, 'close'))[0]).toBe(1);
    expect(said).toContain('error box');
    expect(said).toContain('/proc/hookwright');
  });
});
