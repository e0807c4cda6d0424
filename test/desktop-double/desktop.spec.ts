/** The desktop app in a STAND-IN for Electron (see stand-in/electron.ts): not a test of Electron. */
import { once } from 'node:events';
import type Electron from 'electron';
// The bridge has the same type as in the page.
import type {} from '#renderer/kit/host/host.ts';
import packageJson from '../../package.json' with { type: 'json' };
import { ensureDocs } from '../../scripts/ensure-build.mjs';
import { hostFlags } from '../../scripts/host-flags.mjs';
import {
  endpointOn,
  expect,
  itemAt,
  type MenuState,
  pathTo,
  spawnDesktop,
  startDesktop,
  test,
} from './start-desktop.ts';

test.describe('in a stand-in for Electron', () => {
  test('the window opens with isolation, sandbox and no Node', async ({ desktop }) => {
    await expect.poll(async () => (await desktop.state()).windows[0]?.shown).toBe(true);
    const [window] = (await desktop.state()).windows;
    expect(window?.options.webPreferences).toMatchObject({
      contextIsolation: true,
      sandbox: true,
      nodeIntegration: false,
      webviewTag: false,
    });
  });

  test('the interface connects over its port and shows data of the core', async ({ desktop }) => {
    await expect(endpointOn(desktop.page)).toBeVisible();
    const bridge = await desktop.page.evaluate(() => Object.keys(window.hookwrightHost ?? {}));
    expect(bridge.sort()).toEqual([
      'connect',
      'desktop',
      'find',
      'notify',
      'onCommand',
      'onFound',
      'openExternal',
      'platform',
      'setMenu',
      'showItemInFolder',
    ]);
  });

  test('the core has the flags of the headless host', async ({ desktop }) => {
    const { utilities } = await desktop.state();
    // Packed apps have no source maps.
    const expected = hostFlags.filter((flag) => flag !== '--enable-source-maps');
    expect(utilities.map(({ v8Flags }) => v8Flags)).toContainEqual(expected);
  });

  test('third-party notices open in the window', async ({ desktop }) => {
    for (const name of ['Settings', 'Third-party notices'])
      await desktop.page.getByRole('link', { name, exact: true }).click();
    const notices = desktop.page.getByRole('region', { name: 'Third-party notices' });
    await notices.getByText(/^better-sqlite3/).click();
    const text = notices.getByText('Permission is hereby granted').filter({ visible: true });
    await expect(text).toHaveCount(1);
  });

  test('a scenario runs in utility processes, with a crash of the product', async ({ desktop }) => {
    const { page } = desktop;
    await page.getByRole('link', { name: 'Rehearse', exact: true }).click();
    await page.getByRole('button', { name: 'New scenario' }).click();
    await page.getByRole('button', { name: /^Crash/ }).click();
    const pane = page.getByRole('region', { name: 'Scenario', exact: true });
    // Until it is created, the one before is shown, which can run too.
    await expect(pane.getByRole('heading', { name: /^Crash/ })).toBeVisible();
    await pane.getByRole('button', { name: /^Run/ }).click();
    await expect(pane.getByRole('heading', { name: /passed/ })).toBeVisible();
    await expect(page.getByText('Inconclusive:')).toHaveCount(0);
  });

  test('a reload gets a new port and connects again', async ({ desktop }) => {
    await desktop.page.evaluate(() => document.body.setAttribute('data-before', ''));
    await desktop.control({ do: 'reload' });
    await expect(desktop.page.locator('body[data-before]')).toHaveCount(0);
    await expect(endpointOn(desktop.page)).toBeVisible();
  });

  test('the menu shows the commands of the page and runs them', async ({ desktop }) => {
    const settings = /settings/i;
    const menu = pathTo(settings, (await desktop.state()).menu) ?? [];
    await desktop.control({ do: 'choose', menu });
    const current = desktop.page.locator('nav [aria-current="page"]').first();
    await expect(current).toHaveAccessibleName(settings);
  });

  test('the mouse copies, pastes and opens links, and goes back', async ({ desktop }) => {
    const rightClick = async (at: Partial<Electron.ContextMenuParams>) => {
      const menu = (await desktop.control({ do: 'rightClick', at })) as readonly MenuState[];
      return menu.map(({ label, role, type }) => label ?? role ?? type);
    };
    expect(await rightClick({})).toEqual(['selectAll']);
    expect(await rightClick({ selectionText: 'x' })).toEqual(['copy', 'separator', 'selectAll']);
    expect(await rightClick({ isEditable: true })).toEqual([
      ...['undo', 'redo', 'separator', 'cut', 'copy', 'paste', 'separator', 'selectAll'],
    ]);
    expect(await rightClick({ linkURL: 'https://example.com/' })).toContain('Copy link');
    expect(await rightClick({ linkURL: 'hookwright://app/#/connections' })).not.toContain(
      'Copy link',
    );
    for (const name of ['Connections', 'Settings'])
      await desktop.page.getByRole('link', { name, exact: true }).click();
    await desktop.control({ do: 'choose', menu: ['View', 'Back'] });
    await expect(desktop.page).toHaveURL(/#\/connections/);
    await desktop.control({ do: 'choose', menu: ['View', 'Forward'] });
    await expect(desktop.page).toHaveURL(/#\/settings/);
  });

  test('text is found in the page', async ({ desktop }) => {
    await desktop.page.keyboard.press('Control+Shift+F');
    const bar = desktop.page.getByRole('search', { name: 'Find in page' });
    await bar.getByRole('textbox').fill('clock');
    await expect(bar.getByRole('status')).toHaveText('1 of 1');
    await desktop.page.keyboard.press('Escape');
    await expect(bar).toHaveCount(0);
    await expect.poll(async () => (await desktop.state()).searches.at(-1)).toBeNull();
    expect((await desktop.state()).searches).toContain('clock');
  });

  test('the title bar and menus follow the theme of the page', async ({ desktop }) => {
    const choose = (title: string) => desktop.control({ do: 'choose', menu: ['View', title] });
    await choose('Use dark theme');
    await expect.poll(async () => (await desktop.state()).theme).toBe('dark');
    const { windows } = await desktop.state();
    expect(windows[0]?.options.backgroundColor).toBe('#0f1116');
    await choose('Use system theme');
    await expect.poll(async () => (await desktop.state()).theme).toBe('system');
  });

  test('a page that crashes again or hangs is reloaded on request', async ({ desktop }) => {
    const boxes = async () => (await desktop.state()).messageBoxes.length;
    const before = await boxes();
    const crash = () =>
      desktop.control({
        do: 'emit',
        event: 'render-process-gone',
        details: { reason: 'oom', exitCode: 1 },
      });
    await crash();
    await expect(endpointOn(desktop.page)).toBeVisible();
    expect(await boxes()).toBe(before);
    await crash();
    await desktop.control({ do: 'emit', event: 'unresponsive' });
    await expect.poll(boxes).toBe(before + 2);
    await expect(endpointOn(desktop.page)).toBeVisible();
  });

  test('a second start focuses the first window and exits', async ({ desktop, browserProcess }) => {
    const timesFocused = async () => (await desktop.state()).windows[0]?.timesFocused ?? 0;
    const before = await timesFocused();
    // No path may be this long.
    const link = `hookwright://delivery/${'0'.repeat(5_000)}`;
    const second = spawnDesktop(browserProcess, desktop.dataFolder, [link]);
    expect((await once(second, 'exit'))[0]).toBe(0);
    await expect.poll(timesFocused).toBeGreaterThan(before);
    expect((await desktop.state()).windows).toHaveLength(1);
  });

  test('the page cannot navigate away', async ({ desktop }) => {
    const before = desktop.page.url();
    await desktop.page.evaluate(() => {
      location.href = 'http://127.0.0.1:9/elsewhere';
    });
    await expect
      .poll(async () => (await desktop.state()).refusedNavigations)
      .toEqual(['http://127.0.0.1:9/elsewhere']);
    expect(desktop.page.url()).toBe(before);
    await expect(endpointOn(desktop.page)).toBeVisible();
  });

  test('the documentation opens in a window that cannot reach the main process', async ({
    browserProcess,
    dataFolder,
  }) => {
    await ensureDocs();
    const desktop = await startDesktop(browserProcess, dataFolder);
    await expect(endpointOn(desktop.page)).toBeVisible();
    const opened = desktop.page.context().waitForEvent('page');
    // On Start, the focus is in a field.
    await desktop.page.getByRole('link', { name: 'Deliveries' }).click();
    await desktop.page.keyboard.press('?');
    await desktop.page.getByRole('link', { name: 'Documentation' }).click();
    const docs = await opened;
    await expect(docs.getByRole('heading', { name: 'Hookwright', level: 1 })).toBeVisible();
    await docs.getByRole('link', { name: 'Filter language' }).first().click();
    await expect(docs.getByRole('heading', { name: 'Fields' })).toBeVisible();
    expect(await docs.evaluate(() => window.hookwrightHost)).toBeUndefined();
    // Its menu finds text in it, and runs no commands of the other window.
    await desktop.control({ do: 'choose', menu: ['Edit', 'Find in page'], window: 1 });
    const bar = docs.getByRole('search', { name: 'Find in page' });
    await bar.getByRole('textbox').fill('FILTER (language');
    await expect(bar.getByRole('status')).toHaveText('No matches');
    await bar.getByRole('textbox').fill('FILTER language');
    await expect(bar.getByRole('status')).toHaveText(/^1 of \d/);
    await docs.keyboard.press('Enter');
    await expect(bar.getByRole('status')).toHaveText(/^2 of \d/);
    const isHighlighted = () => docs.evaluate(() => CSS.highlights.get('found-current')?.size);
    expect(await isHighlighted()).toBe(1);
    await docs.keyboard.press('Escape');
    await expect(bar).toHaveCount(0);
    expect(await isHighlighted()).toBeUndefined();
    await expect(desktop.page.getByRole('search', { name: 'Find in page' })).toHaveCount(0);
    const settings = async () =>
      itemAt(pathTo(/settings/i, (await desktop.state()).menu) ?? [], (await desktop.state()).menu);
    expect((await settings())?.enabled).toBe(false);
    // The list of shortcuts, where the link was, takes all commands.
    await desktop.page.keyboard.press('Escape');
    await desktop.control({ do: 'choose', menu: ['Edit', 'Find in page'], window: 0 });
    await expect(desktop.page.getByRole('search', { name: 'Find in page' })).toHaveCount(1);
    expect((await settings())?.enabled).toBe(true);
    await desktop.page.keyboard.press('Escape');
    // The menu and the mouse go back in the window that they belong to.
    const shown = desktop.page.url();
    await desktop.control({ do: 'choose', menu: ['View', 'Back'], window: 1 });
    await expect(docs.getByRole('heading', { name: 'Hookwright', level: 1 })).toBeVisible();
    await desktop.control({ do: 'appCommand', command: 'browser-forward', window: 1 });
    await expect(docs.getByRole('heading', { name: 'Fields' })).toBeVisible();
    expect(desktop.page.url()).toBe(shown);
    // It stays there.
    await docs.evaluate(() => {
      location.href = '/index.html';
    });
    await expect
      .poll(async () => (await desktop.state()).refusedNavigations)
      .toEqual(['hookwright://app/index.html']);
    // A single documentation window, which does not keep the app running.
    await desktop.page.keyboard.press('F1');
    await expect(docs.getByRole('heading', { name: 'Hookwright', level: 1 })).toBeVisible();
    const { windows } = await desktop.state();
    expect(windows).toHaveLength(2);
    expect(windows[1]?.options.webPreferences).not.toHaveProperty('preload');
    expect(windows[1]?.options.webPreferences).toMatchObject({ sandbox: true });
    const exited = once(desktop.process, 'exit');
    await desktop.control({ do: 'close' }).catch(() => undefined);
    expect((await exited)[0]).toBe(0);
  });

  test('only https links and local ones open, in the browser, and no window opens', async ({
    desktop,
  }) => {
    await desktop.page.evaluate(() => {
      window.open('https://example.com/help');
      window.open('file:///etc/hosts');
      window.hookwrightHost?.openExternal?.('http://example.com/');
      window.hookwrightHost?.openExternal?.('http://127.0.0.1:8379/mock/shop');
      window.hookwrightHost?.openExternal?.('https://example.com/docs');
    });
    await expect
      .poll(async () => (await desktop.state()).openedOutside)
      .toEqual([
        'https://example.com/help',
        'http://127.0.0.1:8379/mock/shop',
        'https://example.com/docs',
      ]);
    expect((await desktop.state()).windows).toHaveLength(1);
    // The machine has no program for it.
    await desktop.page.evaluate(() => {
      window.open('https://no-browser.example/');
    });
    await expect.poll(async () => (await desktop.state()).errorBoxes).toHaveLength(1);
    await expect(endpointOn(desktop.page)).toBeVisible();
  });

  test('the about panel shows the version', async ({ desktop }) => {
    await desktop.control({ do: 'choose', menu: ['Help', 'About Hookwright'] });
    expect((await desktop.state()).aboutPanels).toMatchObject([
      { applicationName: 'Hookwright', applicationVersion: packageJson.version },
    ]);
  });

  test('permissions are denied, except clipboard writes', async ({ desktop }) => {
    const grants = (permission: string) => desktop.control({ do: 'grants', permission });
    expect(await grants('clipboard-sanitized-write')).toBe(true);
    for (const permission of ['media', 'geolocation', 'notifications', 'clipboard-read'])
      expect(await grants(permission)).toBe(false);
  });

  test('a click on a notification brings the window to the front and runs its command', async ({
    desktop,
  }) => {
    await desktop.page.evaluate(() => {
      window.hookwrightHost?.notify?.({ title: 'Alert', body: 'why', commandId: 'go.settings' });
      window.hookwrightHost?.notify?.({ title: 'x'.repeat(300), body: 'too long to be shown' });
    });
    await expect
      .poll(async () => (await desktop.state()).notifications)
      .toEqual([{ title: 'Alert', body: 'why' }]);
    const focused = (await desktop.state()).windows[0]?.timesFocused ?? 0;
    await desktop.control({ do: 'clickNotification', number: 0 });
    await expect
      .poll(async () => (await desktop.state()).windows[0]?.timesFocused)
      .toBeGreaterThan(focused);
    await expect(desktop.page.getByRole('link', { name: 'Settings' })).toHaveAttribute(
      'aria-current',
      'page',
    );
  });

  test('only files of the data folder are shown in their folder', async ({ desktop }) => {
    await desktop.page.evaluate((folder) => {
      window.hookwrightHost?.showItemInFolder?.(`${folder}/../other`);
      window.hookwrightHost?.showItemInFolder?.(`${folder}/hookwright.log`);
    }, desktop.dataFolder);
    await expect.poll(async () => (await desktop.state()).shownInFolder.length).toBeGreaterThan(0);
    const shown = (await desktop.state()).shownInFolder;
    expect(shown).toHaveLength(1);
    expect(shown[0]).toContain('hookwright.log');
  });
});
