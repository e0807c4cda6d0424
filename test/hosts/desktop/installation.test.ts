/** What the app may do on the machine it is installed on. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { commandLineTool, installCommandLineTool } from '#main/hosts/desktop/command-line-tool.ts';
import { removeUnusedWindows, windowFolderOf } from '#main/hosts/desktop/folders.ts';
import { startedProgram } from '#main/hosts/desktop/installation.ts';
import { registerInstance } from '#main/hosts/desktop/instances.ts';
import { isLoginItemOn } from '#main/hosts/desktop/login-item-state.ts';
import { readSettings, settingsFileIn, writeSettings } from '#main/hosts/desktop/settings-file.ts';
import { updateBlock } from '#main/hosts/desktop/update-block.ts';
import { arrangementOf, readBounds, writeBounds } from '#main/hosts/desktop/window-bounds.ts';
import { workspacesFolder } from '#main/hosts/headless/data-folder.ts';
import { defaultDesktopSettings } from '#shared/settings/desktop.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

describe('updates', () => {
  function installation(platform: NodeJS.Platform, env: NodeJS.ProcessEnv = {}) {
    const folder = temporaryFolder();
    const program = join(folder, 'Hookwright');
    writeFileSync(program, '');
    return { platform, env, program, resources: folder };
  }
  const appImage = () => {
    const one = installation('linux');
    return { ...one, env: { APPDIR: one.resources, APPIMAGE: one.program } };
  };

  test('an AppImage and an installed app update themselves', () => {
    expect(updateBlock(appImage())).toBeNull();
    expect(updateBlock(installation('win32'))).toBeNull();
    expect(updateBlock(installation('darwin'))).toBeNull();
  });
  test('packages of the system are left to their package manager', () => {
    expect(updateBlock(installation('linux'))).toBe('package_manager');
    const deb = appImage();
    writeFileSync(join(deb.resources, 'package-type'), 'deb');
    expect(updateBlock(deb)).toBe('package_manager');
  });
  test.each(['Caskroom', 'scoop', 'WinGet'])('an app from %s is left to it', (manager) => {
    const one = installation('darwin');
    const program = join(one.resources, manager, 'hookwright', 'Hookwright');
    expect(updateBlock({ ...one, program })).toBe('package_manager');
  });
  test('a portable app does not replace itself', () => {
    expect(updateBlock(installation('win32', { PORTABLE_EXECUTABLE_FILE: 'x' }))).toBe('portable');
  });
  test('an app in a folder that is missing or read-only stays as it is', () => {
    const one = appImage();
    const APPIMAGE = join(one.resources, 'missing', 'Hookwright.AppImage');
    expect(updateBlock({ ...one, env: { ...one.env, APPIMAGE } })).toBe('read_only');
  });
  test('the AppImage of another program is not its own', () => {
    const one = appImage();
    const other = { ...one, env: { APPDIR: '/tmp/.mount_Editor', APPIMAGE: '/opt/editor' } };
    expect(updateBlock(other)).toBe('package_manager');
    expect(startedProgram(other)).toBe(one.program);
    expect(startedProgram(one)).toBe(one.env.APPIMAGE);
    const PORTABLE_EXECUTABLE_FILE = 'C:\\Hookwright.exe';
    const portable = installation('win32', { PORTABLE_EXECUTABLE_FILE });
    expect(startedProgram(portable)).toBe(PORTABLE_EXECUTABLE_FILE);
  });
});

test.each([
  ['win32', { openAtLogin: true, executableWillLaunchAtLogin: true }, true],
  // Turned off in the Task Manager.
  ['win32', { openAtLogin: true, executableWillLaunchAtLogin: false }, false],
  ['win32', { openAtLogin: false, executableWillLaunchAtLogin: true }, false],
  ['darwin', { openAtLogin: true }, true],
  ['darwin', { status: 'requires-approval' }, true],
  ['darwin', {}, false],
] as const)('a login item on %s with %j is on: %s', (platform, settings, isOn) => {
  const off = { openAtLogin: false, executableWillLaunchAtLogin: false };
  expect(isLoginItemOn(platform, { ...off, status: 'not-registered', ...settings })).toBe(isOn);
});

describe('running processes of the app', () => {
  test('the oldest one is known, and those that have ended are forgotten', async () => {
    const folder = temporaryFolder();
    const child = spawn(process.execPath, ['-e', 'process.stdin.resume()']);
    const { pid = 0 } = child;
    const older = registerInstance(folder, pid, 0);
    utimesSync(join(folder, 'instances', String(pid)), 61, 61);
    const own = registerInstance(folder, process.pid, 0);
    expect(own.others()).toEqual([pid]);
    expect(older.others()).toEqual([process.pid]);
    expect([older.isOldest(), own.isOldest()]).toEqual([true, false]);
    const ended = once(child, 'exit');
    child.stdin.end();
    await ended;
    expect(own.others()).toEqual([]);
    expect(own.isOldest()).toBe(true);
    expect(readdirSync(join(folder, 'instances'))).toEqual([String(process.pid)]);
    rmSync(join(folder, 'instances'), { recursive: true });
    expect(own.others()).toEqual([]);
    expect(own.isOldest()).toBe(true);
  });
});

test('a process ID from before the machine started is not one of the app', () => {
  const folder = temporaryFolder();
  registerInstance(folder, process.ppid);
  const file = join(folder, 'instances', String(process.ppid));
  const own = registerInstance(folder);
  expect(own.others()).toEqual([process.ppid]);
  utimesSync(file, 1, 1);
  expect(own.others()).toEqual([]);
});

describe('the command-line tool', () => {
  function place() {
    const home = temporaryFolder();
    const target = join(home, 'resources', 'cli', 'bin', 'hookwright');
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, '');
    const program = join(home, 'hookwright-desktop');
    const link = join(home, '.local', 'bin', 'hookwright');
    return { platform: 'linux' as NodeJS.Platform, program, target, home, env: {}, link };
  }

  test('is a link in a folder of the user, which replaces an older one', () => {
    const here = place();
    expect(commandLineTool(here)).toEqual({
      kind: 'missing',
      path: here.link,
      pathLine: null,
    });
    installCommandLineTool(here);
    expect(readlinkSync(here.link)).toBe(here.target);
    expect(commandLineTool(here)).toEqual({
      kind: 'installed',
      path: here.link,
      pathLine: null,
    });
    const onMac = commandLineTool({ ...here, platform: 'darwin' });
    expect(onMac).toMatchObject({ pathLine: expect.stringContaining('.local/bin') });
    const newer = { ...here, target: join(here.home, 'newer.cjs') };
    writeFileSync(newer.target, '');
    installCommandLineTool(newer);
    expect(readlinkSync(here.link)).toBe(newer.target);
  });
  test('never replaces a file of the user', () => {
    const here = place();
    mkdirSync(dirname(here.link), { recursive: true });
    writeFileSync(here.link, 'mine');
    expect(() => installCommandLineTool(here)).toThrow(here.link);
    expect(lstatSync(here.link).isSymbolicLink()).toBe(false);
    expect(readFileSync(here.link, 'utf8')).toBe('mine');
  });
  test('needs npm where a link would not last', () => {
    const here = place();
    expect(commandLineTool({ ...here, platform: 'win32' })).toEqual({ kind: 'unsupported' });
    const env = { APPDIR: here.home, APPIMAGE: '/x' };
    expect(commandLineTool({ ...here, env })).toEqual({ kind: 'unsupported' });
    expect(commandLineTool({ ...here, target: '/missing' })).toEqual({ kind: 'unsupported' });
    const translocated = '/private/var/folders/x/AppTranslocation/y/Hookwright';
    for (const program of ['/Volumes/Hookwright/Hookwright.app/x', translocated])
      expect(commandLineTool({ ...here, platform: 'darwin', program })).toEqual({
        kind: 'unsupported',
      });
  });
});

describe('the settings file', () => {
  test('is readable by the user only, and a damaged one gives the defaults', () => {
    const file = settingsFileIn(temporaryFolder());
    expect(readSettings(file)).toEqual(defaultDesktopSettings);
    writeSettings(file, { ...defaultDesktopSettings, tray: false });
    expect(readSettings(file)).toEqual({ ...defaultDesktopSettings, tray: false });
    expect(lstatSync(file).mode & 0o077).toBe(0);
    writeFileSync(file, '{"tray":1}');
    expect(readSettings(file)).toEqual(defaultDesktopSettings);
  });
});

describe('window bounds', () => {
  test('are kept for each arrangement of displays', () => {
    const file = join(temporaryFolder(), 'window.json');
    const laptop = { x: 0, y: 0, width: 1440, height: 900 };
    const external = { x: 1440, y: 0, width: 2560, height: 1440 };
    const alone = arrangementOf([laptop]);
    const docked = arrangementOf([external, laptop]);
    expect(arrangementOf([laptop, external])).toBe(docked);
    const small = { x: 1, y: 30, width: 900, height: 600, maximised: false };
    const large = { x: 1500, y: 30, width: 2000, height: 1200, maximised: true };
    writeBounds(file, alone, small);
    expect(readBounds(file, docked)).toEqual(small);
    writeBounds(file, docked, large);
    expect(readBounds(file, alone)).toEqual(small);
    expect(readBounds(file, docked)).toEqual(large);
    for (let count = 0; count < 20; count += 1) writeBounds(file, `other ${count}`, small);
    expect(readFileSync(file, 'utf8')).not.toContain(docked);
    writeFileSync(file, '{');
    expect(readBounds(file, alone)).toBeNull();
    symlinkSync('/nowhere/at/all', `${file}.broken`);
    expect(() => writeBounds(`${file}.broken`, alone, small)).not.toThrow();
  });
});

test('windows of deleted workspaces are removed, except new ones', () => {
  const appFolder = temporaryFolder();
  const [kept, deleted, started] = ['/kept', '/deleted', '/started'].map((folder) =>
    windowFolderOf(appFolder, folder),
  ) as [string, string, string];
  for (const folder of [kept, deleted, started]) mkdirSync(folder, { recursive: true });
  mkdirSync(join(workspacesFolder(appFolder), basename(kept)), { recursive: true });
  for (const folder of [kept, deleted]) utimesSync(folder, 1, 1);
  removeUnusedWindows(appFolder);
  expect(readdirSync(dirname(kept)).sort()).toEqual(
    [kept, started].map((one) => basename(one)).sort(),
  );
});
