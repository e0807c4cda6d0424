/** The desktop app in real Electron: what the stand-in cannot show. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { cannotRun, expect, launch, skipReason, test } from './start-electron.ts';

test.skip(cannotRun, skipReason);
// Each starts a desktop app of its own: one at a time, as on a desk.
test.describe.configure({ mode: 'serial' });

test('the window opens and the interface connects over its port', async ({ app }) => {
  const page = await app.firstWindow();
  await expect(page.getByRole('button', { name: /Copy ingestion endpoint/ })).toBeVisible();
  expect(page.url()).toMatch(/^hookwright:\/\/app\//);
});

test('the page has neither Node nor Electron, only the named capabilities', async ({ app }) => {
  const page = await app.firstWindow();
  const reach = await page.evaluate(() => ({
    names: ['require', 'process', 'module', 'Buffer', 'electron'].filter((name) => name in window),
    bridge: typeof Reflect.get(window, 'hookwrightHost'),
  }));
  expect(reach).toEqual({ names: [], bridge: 'object' });
});

test('the window is isolated and sandboxed', async ({ app }) => {
  await app.firstWindow();
  const preferences = await app.evaluate(({ BrowserWindow }) => {
    const contents = BrowserWindow.getAllWindows()[0]?.webContents;
    const reader = contents as unknown as { getLastWebPreferences(): Record<string, unknown> };
    return reader.getLastWebPreferences();
  });
  expect(preferences).toMatchObject({
    contextIsolation: true,
    sandbox: true,
    nodeIntegration: false,
  });
});

test('the policy of the page blocks scripts from elsewhere and the network', async ({ app }) => {
  const page = await app.firstWindow();
  const refused = await page.evaluate(
    () =>
      new Promise<string[]>((resolve) => {
        const directives: string[] = [];
        document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) => {
          directives.push(effectiveDirective);
          if (directives.length === 2) resolve(directives.sort());
        });
        const script = document.createElement('script');
        script.textContent = 'window.injected = true';
        document.head.append(script);
        fetch('http://127.0.0.1:9/').catch(() => undefined);
      }),
  );
  expect(refused).toEqual(['connect-src', 'script-src-elem']);
  expect(await page.evaluate(() => 'injected' in window)).toBe(false);
});

test('the page cannot leave or open windows', async ({ app }) => {
  const page = await app.firstWindow();
  await expect(page.getByRole('button', { name: /Copy ingestion endpoint/ })).toBeVisible();
  const before = page.url();
  await page.evaluate(() => {
    window.open('http://127.0.0.1:9/');
    location.href = 'http://127.0.0.1:9/';
  });
  await expect(page.getByRole('button', { name: /Copy ingestion endpoint/ })).toBeVisible();
  expect(page.url()).toBe(before);
  expect(app.windows()).toHaveLength(1);
});

test('a second instance exits', async ({ app, dataFolder }) => {
  await app.firstWindow();
  const second = await launch(dataFolder).catch(() => null);
  // It may be gone before the test could get hold of it.
  if (second) await second.waitForEvent('close');
  expect(await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(1);
});

test('settings of the desktop app show, and the menu has workspaces', async ({ app }) => {
  const page = await app.firstWindow();
  await page.getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('link', { name: 'Desktop app' }).click();
  await expect(page.getByRole('switch', { name: 'Show in tray' })).toBeChecked();
  const region = page.getByRole('region', { name: 'Updates' });
  await expect(region.getByRole('status')).not.toBeEmpty();
  const labels = await app.evaluate(({ Menu }) =>
    Menu.getApplicationMenu()
      ?.items.find(({ label }) => label === 'File')
      ?.submenu?.items.map(({ label }) => label),
  );
  expect(labels).toEqual(expect.arrayContaining(['Open workspace…', 'Open recent']));
});

test('a deep link and a file of a second instance open in the first one', async ({
  app,
  dataFolder,
}) => {
  const page = await app.firstWindow();
  await expect(page.getByRole('button', { name: /Copy ingestion endpoint/ })).toBeVisible();
  for (const [opened, address] of [
    ['hookwright://delivery/12', 'deliveries/12'],
    [resolve('examples/scenarios/crash.yaml'), 'crash.yaml'],
  ] as const) {
    await launch(dataFolder, [opened]).catch(() => null);
    await expect.poll(() => decodeURIComponent(page.url())).toContain(address);
  }
});

test('with "Keep running", closing the window hides it', async ({ app }) => {
  const page = await app.firstWindow();
  await page.getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('link', { name: 'Desktop app' }).click();
  await page.getByRole('switch', { name: 'Keep running' }).click();
  await expect(page.getByRole('switch', { name: 'Keep running' })).toBeChecked();
  const isVisible = await app.evaluate(({ BrowserWindow }) => {
    const [window] = BrowserWindow.getAllWindows();
    window?.close();
    return window?.isVisible();
  });
  expect(isVisible).toBe(false);
});

test('a folder opens as a workspace that is not trusted', async ({ dataFolder }) => {
  const folder = join(dataFolder, 'shop');
  mkdirSync(folder);
  writeFileSync(join(folder, 'hookwright.json'), '{"sources":[{"name":"Shop"}]}');
  const app = await launch(join(dataFolder, 'data'), [folder]);
  const page = await app.firstWindow();
  await expect(page.getByRole('button', { name: 'Trust workspace' })).toBeVisible();
  await app.close();
});
