import { EventEmitter } from 'node:events';
import { app, preventable, windowClosed, windowOpened } from './app.ts';
import { WebContents } from './web-contents.ts';

interface Bounds {
  x: number;
  y: number;
  width: number;
  height: number;
}

interface WindowOptions extends Partial<Bounds> {
  webPreferences: { preload?: string } & Record<string, unknown>;
  backgroundColor?: string;
}

export class BrowserWindow extends EventEmitter {
  static readonly all: BrowserWindow[] = [];
  readonly webContents = new WebContents();
  readonly options: WindowOptions;
  bounds: Bounds;
  shown = false;
  maximised = false;
  minimised = false;
  destroyed = false;
  timesFocused = 0;

  constructor(options: WindowOptions) {
    super();
    this.options = options;
    const { x = 320, y = 180, width = 800, height = 600 } = options;
    this.bounds = { x, y, width, height };
    BrowserWindow.all.push(this);
    windowOpened(this);
    // Its page was closed.
    this.webContents.once('destroyed', () => this.destroy());
    app.emit('web-contents-created', {}, this.webContents);
  }

  async loadURL(url: string): Promise<void> {
    await this.webContents.load(url, this.options.webPreferences.preload);
    this.emit('ready-to-show');
  }
  show(): void {
    this.shown = true;
  }
  hide(): void {
    this.shown = false;
  }
  focus(): void {
    this.timesFocused += 1;
    this.emit('focus');
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
  getNormalBounds(): Bounds {
    return this.bounds;
  }
  close(): void {
    if (this.destroyed) return;
    const event = preventable();
    this.emit('close', event);
    if (!event.defaultPrevented) this.destroy();
  }
  destroy(): void {
    if (this.destroyed) return;
    this.destroyed = true;
    BrowserWindow.all.splice(BrowserWindow.all.indexOf(this), 1);
    void this.webContents.destroy();
    this.emit('closed');
    windowClosed(this);
  }
}
