import { EventEmitter } from 'node:events';
import type Electron from 'electron';
import { app, preventable, requireReady, windowClosed, windowOpened } from './app.ts';
import { destroy } from './destroyed.ts';
import { WebContents } from './web-contents.ts';

interface Bounds {
  x: number;
  y: number;
  width: number;
  height: number;
}

interface WindowOptions extends Electron.BrowserWindowConstructorOptions {
  webPreferences: Electron.WebPreferences;
}

export class BrowserWindow extends EventEmitter {
  static readonly all: BrowserWindow[] = [];
  static getAllWindows(): BrowserWindow[] {
    return [...BrowserWindow.all];
  }
  readonly #contents = new WebContents();
  readonly options: WindowOptions;
  bounds: Bounds;
  shown: boolean;
  maximised = false;
  minimised = false;
  destroyed = false;
  timesFocused = 0;

  constructor(options: WindowOptions) {
    super();
    requireReady('BrowserWindow');
    this.options = options;
    this.shown = options.show !== false;
    const { x = 320, y = 180, width = 800, height = 600 } = options;
    this.bounds = { x, y, width, height };
    BrowserWindow.all.push(this);
    windowOpened(this);
    // Its page was closed.
    this.#contents.once('destroyed', () => this.#ended());
    app.emit('web-contents-created', {}, this.#contents);
  }

  get webContents(): WebContents {
    return this.#contents;
  }
  async loadURL(url: string): Promise<void> {
    await this.#contents.load(url, this.options.webPreferences.preload);
    if (this.destroyed) return;
    this.#contents.emit('did-finish-load');
    this.emit('ready-to-show');
  }
  show(): void {
    const wasShown = this.shown;
    this.shown = true;
    if (!wasShown) this.emit('show');
  }
  hide(): void {
    this.shown = false;
  }
  isVisible(): boolean {
    return this.shown;
  }
  focus(): void {
    this.timesFocused += 1;
    this.emit('focus');
    app.emit('browser-window-focus', {}, this);
  }
  maximize(): void {
    this.maximised = true;
  }
  restore(): void {
    this.minimised = false;
  }
  isMaximized(): boolean {
    return this.maximised;
  }
  isMinimized(): boolean {
    return this.minimised;
  }
  isDestroyed(): boolean {
    return this.destroyed;
  }
  setBackgroundColor(color: string): void {
    this.options.backgroundColor = color;
  }
  getNormalBounds(): Bounds {
    return this.bounds;
  }
  /** The page ends later, as it may have handlers. */
  close(): void {
    const event = preventable();
    this.emit('close', event);
    if (event.defaultPrevented) app.cancelQuit();
    else setImmediate(() => this.#ended());
  }
  destroy(): void {
    this.#ended();
  }
  #ended(): void {
    if (this.destroyed) return;
    this.destroyed = true;
    BrowserWindow.all.splice(BrowserWindow.all.indexOf(this), 1);
    void this.#contents.end();
    destroy(this, BrowserWindow);
    this.emit('closed');
    windowClosed(this);
  }
}
