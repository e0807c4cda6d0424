/** The windows of the app and its documentation. */
import { join } from 'node:path';
import { app, BrowserWindow, nativeTheme, screen, type WebPreferences } from 'electron';
import { appUrl } from './app-address.ts';
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

/** Moving and resizing trigger many events. */
const settledMs = 400;

const arrangement = (): string =>
  arrangementOf(screen.getAllDisplays().map(({ bounds }) => bounds));

function rememberBounds(window: BrowserWindow, file: string): void {
  let timer: NodeJS.Timeout | undefined;
  const save = (): void => {
    clearTimeout(timer);
    writeBounds(file, arrangement(), {
      ...window.getNormalBounds(),
      maximised: window.isMaximized(),
    });
  };
  const saveSoon = (): void => {
    clearTimeout(timer);
    timer = setTimeout(save, settledMs);
  };
  window.on('resize', saveSoon);
  window.on('move', saveSoon);
  window.on('close', save);
}

export function openWindow(dataFolder: string): BrowserWindow {
  const file = join(dataFolder, 'window.json');
  const displays = screen.getAllDisplays().map(({ workArea }) => workArea);
  const { maximised, ...bounds } = fitToDisplays(displays, readBounds(file, arrangement()));
  const window = new BrowserWindow({
    ...bounds,
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
  window.once('ready-to-show', () => {
    if (maximised) window.maximize();
    window.show();
  });
  rememberBounds(window, file);
  // Otherwise, the documentation window would keep the app running.
  window.on('closed', () => docsWindow?.destroy());
  void window.loadURL(appUrl);
  return window;
}

let docsWindow: BrowserWindow | null = null;

/** Without a preload script, so that the documentation can't access the main process. */
export function openDocs(url: string): void {
  if (docsWindow === null || docsWindow.isDestroyed())
    docsWindow = new BrowserWindow({
      width: 1100,
      height: 800,
      title: 'Hookwright documentation',
      backgroundColor: backgroundColor(),
      webPreferences: pagePreferences(),
    });
  void docsWindow.loadURL(url);
  focus(docsWindow);
}

export function focus(window: BrowserWindow): void {
  if (window.isMinimized()) window.restore();
  window.show();
  window.focus();
}
