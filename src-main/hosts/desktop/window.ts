/** The windows of the app and its documentation. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import {
  app,
  type BaseWindow,
  BrowserWindow,
  Menu,
  nativeTheme,
  screen,
  type WebPreferences,
} from 'electron';
import { appUrl } from './app-address.ts';
import type { channels } from './channels.ts';
import { contextMenuTemplate } from './context-menu.ts';
import { openOutside } from './outside.ts';
import { arrangementOf, fitToDisplays, minSize, readBounds, writeBounds } from './window-bounds.ts';

/** The page's background color (--bg-0), to avoid a flash before the first paint. */
const background = { dark: '#0f1116', light: '#f2f3f6' };

const backgroundColor = (): string =>
  nativeTheme.shouldUseDarkColors ? background.dark : background.light;

const pagePreferences = (): WebPreferences => ({
  contextIsolation: true,
  sandbox: true,
  nodeIntegration: false,
  webviewTag: false,
  spellcheck: false,
  devTools: !app.isPackaged,
});

/** Linux takes it from the installed package otherwise, which an AppImage has not. */
export function iconFile(): string | null {
  const folder = app.isPackaged ? process.resourcesPath : join(app.getAppPath(), 'build');
  const file = join(folder, 'icon.png');
  return process.platform === 'linux' && existsSync(file) ? file : null;
}

function icon(): { icon?: string } {
  const file = iconFile();
  return file === null ? {} : { icon: file };
}

const arrangement = (): string =>
  arrangementOf(screen.getAllDisplays().map(({ bounds }) => bounds));

function rememberBounds(window: BrowserWindow, file: string): void {
  window.on('close', () =>
    writeBounds(file, arrangement(), {
      ...window.getNormalBounds(),
      maximised: window.isMaximized(),
    }),
  );
}

/** Rejects if a later navigation replaces it. The event `did-fail-load` reports the rest. */
const load = (window: BrowserWindow, url: string): void =>
  void window.loadURL(url).catch(() => undefined);

export type HistoryStep = 'goBack' | 'goForward';

/** Buttons of the mouse and keyboard. */
const historyCommands: Readonly<Record<string, HistoryStep>> = {
  'browser-backward': 'goBack',
  'browser-forward': 'goForward',
};

/** In the focused window, which a menu passes; on macOS there may be none. */
export function goIn(window: BaseWindow | undefined, step: HistoryStep): void {
  if (window instanceof BrowserWindow) window.webContents.navigationHistory[step]();
}

/** One step of the mouse wheel changes the zoom as much as the menu does. */
const zoomStep = 0.5;

/** Electron leaves to the app what the mouse does besides clicks. */
function followMouse(window: BrowserWindow): void {
  const { webContents: contents } = window;
  contents.on('context-menu', (_event, params) => {
    const menu = Menu.buildFromTemplate(contextMenuTemplate(params, openOutside));
    if (menu.items.length > 0) menu.popup({ window });
  });
  contents.on('zoom-changed', (_event, direction) => {
    contents.zoomLevel += direction === 'in' ? zoomStep : -zoomStep;
  });
  window.on('app-command', (_event, command) => {
    const step = historyCommands[command];
    if (step !== undefined) goIn(window, step);
  });
}

interface MainWindowOptions {
  readonly ownFolder: string;
  readonly zoomLevel: number;
  readonly onZoom: (level: number) => void;
}

export type MainWindow = ReturnType<typeof openMainWindow>;

export function openMainWindow({ ownFolder, zoomLevel, onZoom }: MainWindowOptions) {
  const file = join(ownFolder, 'window.json');
  const displays = screen.getAllDisplays().map(({ workArea }) => workArea);
  const { maximised, ...bounds } = fitToDisplays(displays, readBounds(file, arrangement()));
  const window = new BrowserWindow({
    ...bounds,
    ...icon(),
    minWidth: minSize.width,
    minHeight: minSize.height,
    title: 'Hookwright',
    show: false,
    backgroundColor: backgroundColor(),
    webPreferences: {
      ...pagePreferences(),
      preload: join(import.meta.dirname, '..', 'preload', 'preload.cjs'),
    },
  });
  const { webContents: contents } = window;
  /** A destroyed window throws: while the app stops, it has none. */
  const ifOpen = (act: () => void): void => {
    if (!window.isDestroyed()) act();
  };
  const shown = new Promise<void>((resolve) => window.once('show', resolve));
  window.once('ready-to-show', () =>
    ifOpen(() => {
      if (maximised) window.maximize();
      window.show();
    }),
  );
  rememberBounds(window, file);
  followMouse(window);
  contents.once('did-finish-load', () => {
    contents.zoomLevel = zoomLevel;
  });
  // The menu changes the zoom without an event.
  let knownZoom = zoomLevel;
  const rememberZoom = (): void =>
    ifOpen(() => {
      if (contents.zoomLevel === knownZoom) return;
      knownZoom = contents.zoomLevel;
      onZoom(knownZoom);
    });
  window.on('blur', rememberZoom);
  window.on('close', rememberZoom);
  nativeTheme.on('updated', () => ifOpen(() => window.setBackgroundColor(backgroundColor())));
  // Otherwise, the documentation window would keep the app running.
  window.on('closed', () => docsWindow?.destroy());
  load(window, appUrl);
  return {
    window,
    contents,
    shown,
    focus: (): void => ifOpen(() => focus(window)),
    hide: (): void => ifOpen(() => window.hide()),
    reload: (): void => ifOpen(() => contents.reload()),
    send: (channel: (typeof channels)[keyof typeof channels], value: unknown): void =>
      ifOpen(() => contents.send(channel, value)),
  };
}

let docsWindow: BrowserWindow | null = null;

/** Without a preload script, so that the documentation can't access the main process. */
export function openDocs(url: string): void {
  if (docsWindow === null) {
    docsWindow = new BrowserWindow({
      ...icon(),
      width: 1100,
      height: 800,
      title: 'Hookwright documentation',
      backgroundColor: backgroundColor(),
      webPreferences: pagePreferences(),
    });
    followMouse(docsWindow);
    docsWindow.once('closed', () => {
      docsWindow = null;
    });
  }
  load(docsWindow, url);
  focus(docsWindow);
}

export const isDocsWindow = (window: BaseWindow | undefined): boolean =>
  window !== undefined && window === docsWindow;

/** Its page has no access to the main process: it opens its own search bar. */
export const findInDocs = (): void =>
  void docsWindow?.webContents.executeJavaScript("dispatchEvent(new Event('find-in-page'))");

/** Whether it is the documentation's page. */
export const isDocsContents = (contents: Electron.WebContents): boolean =>
  docsWindow?.webContents === contents;

function focus(window: BrowserWindow): void {
  if (window.isMinimized()) window.restore();
  window.show();
  window.focus();
}
