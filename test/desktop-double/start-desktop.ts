/** Starts our desktop app in the stand-in for Electron, with a Chromium for its page. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { type BrowserContext, test as base, chromium, expect, type Page } from '@playwright/test';
import type Electron from 'electron';
import { quietFlags } from '../../scripts/chromium-flags.mjs';
import { findChromium } from '../../scripts/find-chromium.mjs';
import { ownNode } from '../../scripts/node-binary.mjs';
import type { ControlRequest } from './stand-in/control.ts';

const register = pathToFileURL(resolve(import.meta.dirname, 'stand-in/register.ts')).href;
const project = resolve(import.meta.dirname, '../..');

interface WindowState {
  readonly options: {
    readonly backgroundColor: string;
    readonly icon?: string;
    readonly webPreferences: Readonly<Record<string, unknown>>;
  };
  readonly bounds: { x: number; y: number; width: number; height: number };
  readonly shown: boolean;
  readonly maximised: boolean;
  readonly timesFocused: number;
  readonly zoomLevel: number;
}

export interface MenuState {
  readonly label?: string;
  readonly role?: string;
  readonly type?: string;
  readonly accelerator?: string;
  readonly enabled?: boolean;
  readonly submenu?: readonly MenuState[];
}

export interface DesktopState {
  readonly menu: readonly MenuState[];
  readonly windows: readonly WindowState[];
  readonly refusedNavigations: readonly string[];
  readonly openedOutside: readonly string[];
  readonly shownInFolder: readonly string[];
  readonly notifications: readonly { readonly title: string; readonly body: string }[];
  readonly tray: {
    readonly icon: string;
    readonly toolTip: string;
    readonly menu: readonly MenuState[];
  } | null;
  readonly utilities: readonly {
    readonly serviceName: string;
    readonly pid?: number;
    readonly received: readonly string[];
    readonly v8Flags: readonly string[];
  }[];
  readonly aboutPanels: readonly Electron.AboutPanelOptionsOptions[];
  readonly searches: readonly (string | null)[];
  readonly copied: readonly string[];
  readonly protocolClients: readonly string[];
  readonly theme: string;
  readonly crashReporter: { readonly uploadToServer: boolean } | null;
  readonly messageBoxes: readonly { readonly message: string; readonly detail: string }[];
  readonly errorBoxes: readonly { title: string; content: string }[];
}

export interface Desktop {
  readonly page: Page;
  readonly process: ChildProcess;
  control(request: ControlRequest): Promise<unknown>;
  state(): Promise<DesktopState>;
  /** Returns the exit code. */
  quit(): Promise<number | null>;
}

export interface Browser {
  readonly address: string;
  /** The pages of all apps. */
  readonly context: BrowserContext;
  stop(): Promise<void>;
}

/** Pages live too briefly for optimized code to pay. */
const briefPages = '--js-flags=--no-opt,--no-maglev';

const [connectMs, maxConnects] = [60_000, 5];

/** A connection that comes while Chromium starts may never be complete; the next one is. */
async function connectToBrowser(address: string): ReturnType<typeof chromium.connectOverCDP> {
  for (let attempt = 1; ; attempt += 1)
    try {
      return await chromium.connectOverCDP(address, { timeout: connectMs });
    } catch (error) {
      if (attempt === maxConnects) throw error;
    }
}

async function startBrowser(): Promise<Browser> {
  const profile = await mkdtemp(join(tmpdir(), 'hookwright-chromium-'));
  const path = findChromium() ?? chromium.executablePath();
  const flags = ['--headless=new', '--remote-debugging-port=0', `--user-data-dir=${profile}`];
  const child = spawn(path, [...flags, ...quietFlags(), briefPages, '--window-size=1280,800'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const lines = createInterface({ input: child.stderr });
  const address = await new Promise<string>((resolve, fail) => {
    lines.on('line', (line) => {
      const found = line.match(/DevTools listening on (ws:\S+)/)?.[1];
      if (found) resolve(found);
    });
    child.on('error', fail);
    child.on('exit', () => fail(new Error('Chromium ended before it listened.')));
  });
  const connected = await connectToBrowser(address);
  const [context] = connected.contexts();
  if (context === undefined) throw new Error('Chromium has no context.');
  context.setDefaultTimeout(0);
  return {
    address,
    context,
    stop: async () => {
      const ended = once(child, 'exit');
      // A signal would end only the script that Debian starts the browser with.
      const session = await connected.newBrowserCDPSession();
      // The browser may end before it responds.
      await session.send('Browser.close').catch(() => undefined);
      await ended;
      await rm(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

const ports = ['--port', '--ingest-port', '--mock-port', '--mock-https-port'].flatMap((option) => [
  option,
  '0',
]);

/**
 * Only the process, for starts that open no window. `appData` is the user's folder for all apps. With the
 * variable `HOOKWRIGHT_STAND_IN_APP`, the folder of an extracted app, the app is packaged.
 */
export function spawnApp(
  browser: Browser,
  appData: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv = {},
): ChildProcess {
  const main = join(env.HOOKWRIGHT_STAND_IN_APP ?? project, 'out/node/main.js');
  // Electron warns only.
  const flags = ['--unhandled-rejections=warn', '--import', register];
  return spawn(ownNode, [...flags, main, ...args], {
    env: {
      ...process.env,
      HOOKWRIGHT_STAND_IN_BROWSER: browser.address,
      HOOKWRIGHT_STAND_IN_APP_DATA: appData,
      LOCALAPPDATA: appData,
      ...env,
    },
    // The start script holds the other end.
    stdio: ['pipe', 'pipe', 'pipe', 'ipc'],
  });
}

/** With the user's app folder in the data folder. */
export const spawnDesktop = (
  browser: Browser,
  dataFolder: string,
  opened: readonly string[] = [],
  env: NodeJS.ProcessEnv = {},
): ChildProcess =>
  spawnApp(browser, join(dataFolder, 'app-data'), ['--data', dataFolder, ...ports, ...opened], env);

/** Call it before the app starts, so that the page is not missed. */
export function nextPage({ context }: Browser): () => Promise<Page> {
  const opened = context.waitForEvent('page');
  return () => opened;
}

export async function startDesktop(
  browser: Browser,
  dataFolder: string,
  files: readonly string[] = [],
  env: NodeJS.ProcessEnv = {},
): Promise<Desktop> {
  return connectTo(browser, () => spawnDesktop(browser, dataFolder, files, env));
}

/** A workspace, or without one, the app as the user starts it. */
export async function startApp(
  browser: Browser,
  appData: string,
  workspace: string | null,
): Promise<Desktop> {
  const args = workspace === null ? ports : [workspace];
  return connectTo(browser, () => spawnApp(browser, appData, args));
}

async function connectTo(browser: Browser, start: () => ChildProcess): Promise<Desktop> {
  const opened = nextPage(browser);
  const child = start();
  if (child.stdout === null || child.stdin === null) throw new Error('The stand-in has no stdio.');
  const { stdin } = child;
  child.stderr?.pipe(process.stderr);
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  await lines.next();
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`The desktop app ended with ${code} before its window opened.`);
  });
  const page = await Promise.race([opened(), ended]);
  ended.catch(() => undefined);
  const control = async (request: ControlRequest): Promise<unknown> => {
    stdin.write(`${JSON.stringify(request)}\n`);
    const response = JSON.parse((await lines.next()).value ?? '{}') as {
      result?: unknown;
      error?: string;
    };
    if (response.error !== undefined) throw new Error(response.error);
    return response.result;
  };
  const exited = once(child, 'exit') as Promise<[number | null]>;
  return {
    page,
    process: child,
    control,
    state: async () => (await control({ do: 'state' })) as DesktopState,
    quit: async () => {
      if (child.connected) child.send('stop');
      return (await exited)[0];
    },
  };
}

interface SharedDesktop extends Desktop {
  readonly dataFolder: string;
}

interface Fixtures {
  dataFolder: string;
}

interface WorkerFixtures {
  browserProcess: Browser;
  /** Started without data, for all specs of a worker: they leave it running, with its window. */
  desktop: SharedDesktop;
}

async function temporaryFolder(use: (folder: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'hookwright-desktop-'));
  await use(folder);
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
}

/** The page shows data of the core and follows the menu. */
async function expectReady({ page, state }: Desktop): Promise<void> {
  await expect(endpointOn(page)).toBeVisible();
  await expect.poll(async () => pathTo(/settings/i, (await state()).menu)).not.toBeNull();
}

export const endpointOn = (page: Page) =>
  page.getByRole('button', { name: /Copy ingestion endpoint/ });

/** The labels that lead to a menu item. */
export function pathTo(label: RegExp, items: readonly MenuState[]): readonly string[] | null {
  for (const { label: own = '', submenu } of items) {
    if (submenu === undefined && label.test(own)) return [own];
    const inside = pathTo(label, submenu ?? []);
    if (inside !== null) return [own, ...inside];
  }
  return null;
}

/** The menu item that the labels lead to. */
export const itemAt = (
  [label, ...rest]: readonly string[],
  items: readonly MenuState[],
): MenuState | undefined => {
  const item = items.find((one) => one.label === label);
  return item === undefined || rest.length === 0 ? item : itemAt(rest, item.submenu ?? []);
};

export const test = base.extend<Fixtures, WorkerFixtures>({
  dataFolder: ({ headless: _ }, use) => temporaryFolder(use),
  browserProcess: [
    async ({ browserName: _ }, use) => {
      const browser = await startBrowser();
      await use(browser);
      await browser.stop();
    },
    { scope: 'worker' },
  ],
  desktop: [
    ({ browserProcess }, use) =>
      temporaryFolder(async (dataFolder) => {
        const desktop = await startDesktop(browserProcess, dataFolder);
        await expectReady(desktop);
        await use({ ...desktop, dataFolder });
        if (desktop.process.exitCode === null) await desktop.quit();
      }),
    { scope: 'worker' },
  ],
});

export { expect };
