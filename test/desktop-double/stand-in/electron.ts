/**
 * A STAND-IN for Electron with the part of its API that our main process uses, and the page in a
 * Chromium driven by Playwright. It shows that our main code, preload code and interface work
 * together. Electron's own features (sandbox, context isolation, menus) are tested in
 * test/e2e-electron. Neither the page's scheme nor reading from archives is shown: Chromium takes no
 * scheme without Electron, and Node reads no archives.
 */
import { resourcesPath } from './app.ts';
import { serveControl } from './control.ts';
import { trackTimers } from './timers.ts';

export { app } from './app.ts';
export {
  clipboard,
  crashReporter,
  dialog,
  Menu,
  Notification,
  nativeImage,
  nativeTheme,
  powerMonitor,
  safeStorage,
  screen,
  shell,
  Tray,
} from './desktop.ts';
export { ipcMain } from './ipc-main.ts';
export { MessageChannelMain } from './message-channel.ts';
export { autoUpdater, net } from './net.ts';
export { protocol } from './protocol.ts';
export { session } from './session.ts';
export { utilityProcess } from './utility-process.ts';
export { BrowserWindow } from './window.ts';

Object.assign(process, { resourcesPath });
trackTimers();
serveControl();
// Its message box names no cause.
process.on('uncaughtExceptionMonitor', ({ stack }) => process.stderr.write(`${stack}\n`));
