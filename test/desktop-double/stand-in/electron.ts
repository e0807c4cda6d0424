/**
 * A STAND-IN for Electron, not Electron: as much of its interface as our main process uses, with the
 * page in a Chromium that Playwright drives. What it shows is that our main and preload code and the
 * interface fit together; what only Electron itself does (its sandbox, its context isolation, its
 * menus on a screen) is shown by the specs in test/e2e-electron.
 */
import { serveControl } from './control.ts';

export { app } from './app.ts';
export { dialog, Menu, Notification, nativeTheme, safeStorage, screen, shell } from './desktop.ts';
export { ipcMain } from './ipc-main.ts';
export { MessageChannelMain } from './message-channel.ts';
export { protocol } from './protocol.ts';
export { session } from './session.ts';
export { BrowserWindow } from './window.ts';

serveControl();
