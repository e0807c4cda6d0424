import { EventEmitter } from 'node:events';
import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';
import { closePages, openBrowser } from './browser.ts';
import { takeInstanceLock } from './instance-lock.ts';

interface Closable {
  close(): void;
}

const appData = process.env.HOOKWRIGHT_STAND_IN_APP_DATA ?? tmpdir();
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
  readonly isPackaged = false;
  #quitting = false;

  getName(): string {
    return 'Hookwright';
  }
  getAppPath(): string {
    return fileURLToPath(new URL('../../..', import.meta.url));
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
    return JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'))
      .version;
  }
  async whenReady(): Promise<void> {
    await openBrowser();
  }
  requestSingleInstanceLock(): boolean {
    return takeInstanceLock(this.getPath('userData'), ({ argv, folder }) =>
      this.emit('second-instance', {}, argv, folder),
    );
  }
  quit(): void {
    if (this.#quitting) return;
    this.#quitting = true;
    this.emit('before-quit', preventable());
    for (const window of windows) window.close();
    const event = preventable();
    this.emit('will-quit', event);
    if (!event.defaultPrevented) this.exit(0);
    this.#quitting = false;
  }
  exit(code: number): void {
    this.emit('quit', {}, code);
    void closePages().finally(() => process.exit(code));
  }
}

export const app = new App();

export function windowOpened(window: Closable): void {
  windows.add(window);
}

export function windowClosed(window: Closable): void {
  windows.delete(window);
  if (windows.size === 0) app.emit('window-all-closed');
}

export { preventable };
