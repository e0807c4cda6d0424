/** The one window. */
import { join } from 'node:path';
import { app, BrowserWindow, nativeTheme, screen } from 'electron';
import { appUrl } from './app-address.ts';
import { placeOn, readPlace, smallest, writePlace } from './window-place.ts';

/** The page's own (--bg-0), so that nothing flashes before it has drawn. */
const background = { dark: '#0f1116', light: '#f2f3f6' };

/** Moving and resizing come in bursts. */
const settledMs = 400;

function rememberPlace(window: BrowserWindow, file: string): void {
  let timer: NodeJS.Timeout | undefined;
  const keep = (): void => {
    clearTimeout(timer);
    writePlace(file, { ...window.getNormalBounds(), maximised: window.isMaximized() });
  };
  const keepSoon = (): void => {
    clearTimeout(timer);
    timer = setTimeout(keep, settledMs);
  };
  window.on('resize', keepSoon);
  window.on('move', keepSoon);
  window.on('close', keep);
}

export function openWindow(dataFolder: string): BrowserWindow {
  const file = join(dataFolder, 'window.json');
  const displays = screen.getAllDisplays().map(({ workArea }) => workArea);
  const { maximised, ...bounds } = placeOn(displays, readPlace(file));
  const window = new BrowserWindow({
    ...bounds,
    minWidth: smallest.width,
    minHeight: smallest.height,
    title: 'Hookwright',
    show: false,
    backgroundColor: nativeTheme.shouldUseDarkColors ? background.dark : background.light,
    webPreferences: {
      preload: join(import.meta.dirname, '..', 'preload', 'preload.cjs'),
      contextIsolation: true,
      sandbox: true,
      nodeIntegration: false,
      webviewTag: false,
      spellcheck: false,
      devTools: !app.isPackaged,
    },
  });
  window.once('ready-to-show', () => {
    if (maximised) window.maximize();
    window.show();
  });
  rememberPlace(window, file);
  void window.loadURL(appUrl);
  return window;
}

export function focus(window: BrowserWindow): void {
  if (window.isMinimized()) window.restore();
  window.show();
  window.focus();
}
