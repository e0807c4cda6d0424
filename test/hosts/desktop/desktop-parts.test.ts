import { readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { appUrl, fileFor, isAppPage } from '#main/hosts/desktop/app-address.ts';
import { parseArguments } from '#main/hosts/desktop/arguments.ts';
import { createLog, createRotatingFile } from '#main/hosts/desktop/log.ts';
import { acceleratorOf, MenuCommands, menuTemplate } from '#main/hosts/desktop/menu-template.ts';
import { fitToDisplays } from '#main/hosts/desktop/window-bounds.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

describe('the log settings', () => {
  test('make it readable by the user only, with a valid level', () => {
    const folder = temporaryFolder();
    createLog(folder, { env: { HOOKWRIGHT_LOG: 'verbose' } }).info('Started.');
    createLog(folder, { env: { HOOKWRIGHT_LOG: 'error' } }).info('Not this.');
    const file = join(folder, 'hookwright.log');
    expect(readFileSync(file, 'utf8')).toMatch(/^[^\n]*"msg":"Started\."[^\n]*\n$/);
    if (process.platform !== 'win32') expect(statSync(file).mode & 0o777).toBe(0o600);
  });
});

describe('the log file', () => {
  test('rotates during writing, and keeps the previous file', () => {
    const file = join(temporaryFolder(), 'logs', 'hookwright.log');
    const log = createRotatingFile(file, 100);
    for (let count = 0; count < 25; count += 1) log.write(`line ${count + 10}\n`);
    const kept = `${readFileSync(`${file}.1`, 'utf8')}${readFileSync(file, 'utf8')}`;
    expect(statSync(file).size).toBeLessThanOrEqual(100);
    expect(statSync(`${file}.1`).size).toBeLessThanOrEqual(100);
    expect(kept.trim().split('\n').at(-1)).toBe('line 34');
    expect(kept.trim().split('\n').at(0)).toBe('line 22');
    createRotatingFile(file, 100).write('after a restart\n');
    expect(readFileSync(file, 'utf8')).toMatch(/line 34\nafter a restart\n$/);
    if (process.platform !== 'win32') expect(statSync(file).mode & 0o777).toBe(0o600);
  });
});

describe('the window bounds', () => {
  const screen = { x: 0, y: 0, width: 1920, height: 1080 };
  const kept = { x: 100, y: 50, width: 1200, height: 800, maximised: false };

  test('are restored', () => {
    expect(fitToDisplays([screen], kept)).toEqual(kept);
  });
  test('are centered when their screen was disconnected', () => {
    expect(fitToDisplays([screen], { ...kept, x: 2500 })).not.toHaveProperty('x');
    expect(fitToDisplays([screen], { ...kept, y: -400 })).not.toHaveProperty('x');
    expect(fitToDisplays([screen], { ...kept, y: 1075 })).not.toHaveProperty('x');
  });
  test('may be on a second screen, also left of the first', () => {
    const left = { ...screen, x: -1920 };
    expect(fitToDisplays([screen, left], { ...kept, x: -1500 })).toMatchObject({ x: -1500 });
  });
  test('are never smaller than the minimum size', () => {
    const { width, height } = fitToDisplays([screen], { ...kept, width: 10, height: 10 });
    expect(width).toBeGreaterThan(800);
    expect(height).toBeGreaterThan(500);
  });
});

describe('shortcuts in menus', () => {
  test.each([
    ['Mod+K', 'CommandOrControl+K'],
    ['Mod+Shift+ArrowUp', 'CommandOrControl+Shift+Up'],
    ['Mod++', 'CommandOrControl+Plus'],
    ['j', 'J'],
    ['?', '?'],
    ['F5', 'F5'],
    ['Enter', 'Enter'],
  ])('%s is shown as %s', (shortcut, accelerator) => {
    expect(acceleratorOf(shortcut)).toBe(accelerator);
  });
  test.each([null, '', 'Hyper+K', 'Mod+Launch', 'é'])('%s is omitted', (shortcut) => {
    expect(acceleratorOf(shortcut)).toBeUndefined();
  });
});

describe('the application menu', () => {
  const command = {
    id: 'a',
    title: 'Do & Go',
    section: 'Deliveries',
    shortcut: 'r',
    enabled: true,
  };
  const template = (platform: NodeJS.Platform, commands = [command], isDocs = false) =>
    menuTemplate(commands, {
      platform,
      isDocs,
      isPackaged: true,
      run: () => undefined,
      recentWorkspaces: ['/projects/a&b'],
      chooseWorkspace: () => undefined,
      openWorkspace: () => undefined,
      go: () => undefined,
      showDataFolder: () => undefined,
      showLogs: () => undefined,
    });
  const items = (platform: NodeJS.Platform, label: string) => {
    const submenu = template(platform).find((menu) => menu.label === label)?.submenu;
    return Array.isArray(submenu) ? submenu : [];
  };

  test('has a menu for each section, with its commands', () => {
    expect(items('linux', 'Deliveries')).toMatchObject([
      { label: 'Do && Go', enabled: true, accelerator: 'R', registerAccelerator: false },
    ]);
  });
  test('omits single letters on a Mac, where menus would intercept them', () => {
    expect(items('darwin', 'Deliveries')[0]).not.toHaveProperty('accelerator');
  });
  test('only finds text while the documentation has the focus', () => {
    const find = { ...command, id: 'page.find', section: 'Edit', shortcut: 'Mod+F' };
    const menus = template('linux', [command, find], true);
    const item = (label: string) => {
      const submenu = menus.find((menu) => menu.label === label)?.submenu;
      return Array.isArray(submenu) ? submenu[0] : undefined;
    };
    expect(item('Edit')).toMatchObject({ enabled: true, registerAccelerator: true });
    expect(item('Deliveries')).toMatchObject({ enabled: false, registerAccelerator: false });
  });
  test('has the standard menus without commands', () => {
    expect(template('linux', []).map(({ label, role }) => label ?? role)).toEqual([
      'File',
      'Edit',
      'View',
      'windowMenu',
      'Help',
    ]);
  });
  test('has the places where a Mac expects settings, help and the end', () => {
    const [appMenu] = template('darwin');
    expect(appMenu).toMatchObject({ role: 'appMenu' });
    expect(appMenu?.submenu).toContainEqual(
      expect.objectContaining({ label: 'Settings…', accelerator: 'Command+,' }),
    );
    expect(template('darwin').at(-1)).toMatchObject({ role: 'help' });
    expect(items('darwin', 'File').at(-1)).toEqual({ role: 'close' });
  });
  test('goes back and forward, and opens folders', () => {
    expect(items('linux', 'View').slice(0, 2)).toMatchObject([
      { label: 'Back', accelerator: 'Alt+Left' },
      { label: 'Forward', accelerator: 'Alt+Right' },
    ]);
    expect(items('linux', 'Help').map(({ label }) => label)).toEqual([
      'Open data folder',
      'Open log folder',
      'About Hookwright',
    ]);
  });
  test('opens workspaces', () => {
    expect(items('linux', 'File')).toMatchObject([
      { label: 'Open workspace…' },
      { label: 'Open recent', enabled: true, submenu: [{ label: '/projects/a&&b' }] },
      { type: 'separator' },
      { role: 'quit' },
    ]);
  });
  test('is built only from commands', () => {
    expect(MenuCommands.safeParse([command]).success).toBe(true);
    expect(MenuCommands.safeParse([{ ...command, title: 5 }]).success).toBe(false);
    expect(MenuCommands.safeParse(Array(1000).fill(command)).success).toBe(false);
  });
});

describe('the files served to pages', () => {
  const renderer = join('/app', 'out', 'renderer');
  const docs = join('/app', 'out', 'docs');
  const folders = { renderer, docs };
  test.each([
    ['', join(renderer, 'index.html')],
    ['assets/a%20b.js?x=1', join(renderer, 'assets', 'a b.js')],
    ['docs/', join(docs, 'index.html')],
    ['docs/guides/ci.html#exit-codes', join(docs, 'guides', 'ci.html')],
  ])('%s belong to the interface and the documentation', (path, file) => {
    expect(fileFor(`${appUrl}${path}`, folders)).toBe(file);
  });
  test.each([
    'hookwright://app/..%2f..%2fpackage.json',
    'hookwright://app/%2e%2e%2fsecret',
    'hookwright://app/docs/..%2frenderer%2findex.html',
    'hookwright://other/index.html',
    'hookwright://app/%00',
    'hookwright://app/%ff',
  ])('are not found at %s', (url) => {
    expect(fileFor(url, folders)).toBeNull();
  });
  test('have their own origin', () => {
    expect(isAppPage('hookwright://app/#/connections')).toBe(true);
    expect(isAppPage('hookwright://application/')).toBe(false);
    expect(isAppPage('https://app/')).toBe(false);
  });
});

test("the program's arguments are found among Chromium's", () => {
  const args = [
    '--no-sandbox',
    '/shop',
    '--data',
    '/tmp/x',
    '--ingest-port=9000',
    '--enable-logging',
  ];
  expect(parseArguments(args)).toMatchObject({ ingestPort: 9000, empty: false });
  expect(parseArguments(args)).toMatchObject({ data: resolve('/tmp/x'), opened: ['/shop'] });
  expect(parseArguments(['--ingest-port', 'many', '--mock-port', '0', '--empty'])).toEqual({
    data: undefined,
    opened: [],
    port: undefined,
    ingestPort: undefined,
    mockPort: 0,
    mockHttpsPort: undefined,
    empty: true,
  });
});
