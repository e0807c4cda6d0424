import { spawn } from 'node:child_process';
import { EventEmitter } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type Electron from 'electron';
import { closePages, openBrowser } from './browser.ts';
import { takeInstanceLock } from './instance-lock.ts';
import { recorded } from './recorded.ts';

interface Closable {
  close(): void;
}

const appData = process.env.HOOKWRIGHT_STAND_IN_APP_DATA ?? tmpdir();
/** Folder of an extracted app; without it, the app is the project. */
const packagedApp = process.env.HOOKWRIGHT_STAND_IN_APP;
const appPath = packagedApp ?? fileURLToPath(new URL('../../..', import.meta.url));
export const resourcesPath = packagedApp === undefined ? appPath : dirname(packagedApp);
const paths = new Map<string, string>([['appData', appData]]);
const windows = new Set<Closable>();

function preventable() {
  const event = { defaultPrevented: false, preventDefault: () => undefined as undefined };
  event.preventDefault = () => {
    event.defaultPrevented = true;
  };
  return event;
}

class App extends EventEmitter {
  readonly isPackaged = packagedApp !== undefined;
  #state: 'starting' | 'ready' | 'ended' = 'starting';
  #isQuitting = false;
  #about: Electron.AboutPanelOptionsOptions = {};
  readonly #relaunches: Electron.RelaunchOptions[] = [];

  getName(): string {
    return 'Hookwright';
  }
  getAppPath(): string {
    return appPath;
  }
  setName(_name: string): void {}
  setPath(name: string, path: string): void {
    paths.set(name, path);
  }
  getPath(name: string): string {
    const path = paths.get(name);
    if (path === undefined) throw new Error(`The stand-in knows no path "${name}".`);
    return path;
  }
  getVersion(): string {
    return JSON.parse(readFileSync(join(appPath, 'package.json'), 'utf8')).version;
  }
  isReady(): boolean {
    return this.#state !== 'starting';
  }
  async whenReady(): Promise<void> {
    await openBrowser();
    this.#state = 'ready';
  }
  requestSingleInstanceLock(): boolean {
    return takeInstanceLock(this.getPath('userData'), ({ argv, folder }) =>
      this.emit('second-instance', {}, argv, folder),
    );
  }
  setAsDefaultProtocolClient(scheme: string): boolean {
    recorded.protocolClients.push(scheme);
    return true;
  }
  setLoginItemSettings(settings: Electron.Settings): void {
    recorded.loginItem = settings.openAtLogin === true;
  }
  getLoginItemSettings(): Omit<Electron.LoginItemSettings, 'launchItems' | 'wasOpenedAtLogin'> {
    const openAtLogin = recorded.loginItem;
    const status = openAtLogin ? 'enabled' : 'not-registered';
    return { openAtLogin, executableWillLaunchAtLogin: openAtLogin, status };
  }
  setAboutPanelOptions(options: Electron.AboutPanelOptionsOptions): void {
    requireReady('setAboutPanelOptions');
    this.#about = options;
  }
  showAboutPanel(): void {
    recorded.aboutPanels.push(this.#about);
  }
  /** As Electron's `Browser::Quit`: first the windows close, in their own time. */
  quit(): void {
    if (this.#isQuitting || this.#state === 'ended') return;
    const event = preventable();
    this.emit('before-quit', event);
    if (event.defaultPrevented) return;
    this.#isQuitting = true;
    if (windows.size === 0) this.#shutDown();
    else for (const window of windows) window.close();
  }
  /** A window refused to close, so the app stays. */
  cancelQuit(): void {
    this.#isQuitting = false;
  }
  allWindowsClosed(): void {
    if (this.#state === 'ended') return;
    if (this.#isQuitting) this.#shutDown();
    else this.emit('window-all-closed');
  }
  #shutDown(): void {
    const event = preventable();
    this.emit('will-quit', event);
    this.#isQuitting = false;
    if (!event.defaultPrevented) this.exit(0);
  }
  relaunch(options: Electron.RelaunchOptions = {}): void {
    this.#relaunches.push(options);
  }
  exit(code = 0): void {
    if (this.#state === 'ended') return;
    this.#state = 'ended';
    this.emit('quit', {}, code);
    void closePages().finally(() => {
      for (const { execPath = process.execPath, args = process.argv.slice(1) } of this.#relaunches)
        spawn(execPath, [...process.execArgv, ...args], {
          detached: true,
          stdio: 'ignore',
        }).unref();
      process.exit(code);
    });
  }
}

export const app = new App();

export function windowOpened(window: Closable): void {
  windows.add(window);
}

export function windowClosed(window: Closable): void {
  windows.delete(window);
  if (windows.size === 0) app.allWindowsClosed();
}

export function requireReady(name: string): void {
  if (!app.isReady()) throw new Error(`${name} can't be used before the app is ready.`);
}

if (packagedApp !== undefined && !existsSync(join(packagedApp, 'package.json')))
  throw new Error(`${packagedApp} is no extracted app.`);

export { preventable };
