/** The desktop app in real Electron: what the stand-in cannot show. */
import { cannotRun, expect, launch, skipReason, test } from './start-electron.ts';

test.skip(cannotRun, skipReason);
// Each starts a desktop app of its own: one at a time, as on a desk.
test.describe.configure({ mode: 'serial' });

test('the window opens and the interface connects over its port', async ({ app }) => {
  const page = await app.firstWindow();
  await expect(page.getByText(/127\.0\.0\.1:\d+/).first()).toBeVisible();
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
  await expect(page.getByText(/127\.0\.0\.1:\d+/).first()).toBeVisible();
  const before = page.url();
  await page.evaluate(() => {
    window.open('http://127.0.0.1:9/');
    location.href = 'http://127.0.0.1:9/';
  });
  await expect(page.getByText(/127\.0\.0\.1:\d+/).first()).toBeVisible();
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
