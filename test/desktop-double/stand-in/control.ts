/** Lets a spec inspect the stand-in's desktop and act as its user: one line of JSON in, one out. */
import { createInterface } from 'node:readline';
import type Electron from 'electron';
import { app, preventable } from './app.ts';
import { Notification, powerMonitor, unlocked } from './desktop.ts';
import { type MenuItem, recorded } from './recorded.ts';
import { grants } from './session.ts';
import { passTime } from './timers.ts';
import { utilityProcesses } from './utility-process.ts';
import { BrowserWindow } from './window.ts';

export type ControlRequest =
  | { do: 'state' }
  /** In the menu of a window, by number: the first is the main one. */
  | { do: 'choose'; menu: readonly string[]; window?: number }
  /** A button of the mouse, over a window. */
  | { do: 'appCommand'; command: string; window: number }
  | { do: 'place'; bounds: { x: number; y: number; width: number; height: number } }
  | { do: 'maximise' }
  | { do: 'grants'; permission: string }
  | { do: 'clickNotification'; number: number }
  | { do: 'chooseInTray'; label: string }
  | { do: 'openUrl'; url: string }
  | { do: 'openFile'; path: string }
  | { do: 'chooseFolder'; path: string }
  | { do: 'crash' }
  /** An event of the system, such as a click on the icon in the Dock. */
  | { do: 'system'; event: 'activate' | 'suspend' | 'resume' }
  | { do: 'rightClick'; at: Partial<Electron.ContextMenuParams> }
  | { do: 'zoom'; level: number }
  | { do: 'press'; button: number }
  | { do: 'unlockKeychain' }
  | { do: 'passTime'; delayMs: number }
  /** When the app stops, the user opens a link. */
  | { do: 'openWhileStopping'; url: string }
  | { do: 'emit'; event: 'render-process-gone' | 'unresponsive'; details?: unknown }
  /** A rejection that nothing handles, in the latest core or in the main process. */
  | { do: 'reject'; in: 'core' | 'main' }
  | { do: 'reload' }
  | { do: 'close' };

const shownItem = ({ submenu, ...item }: MenuItem): object => ({
  ...item,
  ...(submenu ? { submenu: submenu.map(shownItem) } : {}),
});

const nothingClicked = {
  ...{ x: 0, y: 0, linkURL: '', selectionText: '', isEditable: false },
  editFlags: {
    ...{ canUndo: false, canRedo: false, canCut: false, canCopy: false },
    ...{ canPaste: false, canDelete: false, canSelectAll: true, canEditRichly: false },
  },
} satisfies Partial<Electron.ContextMenuParams>;

function state() {
  return {
    ...recorded,
    menu: recorded.menu.map(shownItem),
    tray: recorded.tray && { ...recorded.tray, menu: recorded.tray.menu.map(shownItem) },
    utilities: utilityProcesses.map(({ serviceName, pid, received, v8Flags }) => ({
      ...{ serviceName, pid, received, v8Flags },
    })),
    windows: BrowserWindow.all.map((window) => ({
      options: window.options,
      bounds: window.bounds,
      shown: window.shown,
      maximised: window.maximised,
      timesFocused: window.timesFocused,
      zoomLevel: window.webContents.zoomLevel,
    })),
  };
}

function itemAt([label, ...rest]: readonly string[], items: readonly MenuItem[]): MenuItem {
  const item = items.find((one) => one.label === label);
  if (item === undefined) throw new Error(`There is no menu item "${label}".`);
  return rest.length === 0 ? item : itemAt(rest, item.submenu ?? []);
}

/** The window that a menu belongs to has the focus, or gets it. */
function choose({ menu, window }: Extract<ControlRequest, { do: 'choose' }>): void {
  if (window !== undefined) BrowserWindow.all[window]?.focus();
  const { enabled, click, role } = itemAt(menu, recorded.menu);
  if (enabled === false) throw new Error(`The menu item "${menu.at(-1)}" is disabled.`);
  if (role === 'about') app.showAboutPanel();
  click?.({}, BrowserWindow.all[window ?? 0]);
}

function obey(request: ControlRequest): unknown {
  const window = BrowserWindow.all[0];
  switch (request.do) {
    case 'state':
      return state();
    case 'choose':
      choose(request);
      return null;
    case 'appCommand':
      BrowserWindow.all[request.window]?.emit('app-command', {}, request.command);
      return null;
    case 'place':
      if (window) window.bounds = request.bounds;
      window?.emit('resize');
      return null;
    case 'maximise':
      window?.maximize();
      return null;
    case 'grants':
      return grants(window?.webContents, request.permission);
    case 'clickNotification':
      Notification.all[request.number]?.emit('click');
      return null;
    case 'chooseInTray':
      itemAt([request.label], recorded.tray?.menu ?? []).click?.({}, undefined);
      return null;
    case 'openUrl':
      app.emit('open-url', preventable(), request.url);
      return null;
    case 'openFile':
      app.emit('open-file', preventable(), request.path);
      return null;
    case 'chooseFolder':
      recorded.chosenFolder = request.path;
      return null;
    case 'crash':
      app.emit('child-process-gone', {}, { type: 'GPU', reason: 'crashed', exitCode: 139 });
      return null;
    case 'system':
      if (request.event === 'activate') app.emit('activate', {}, false);
      else powerMonitor.emit(request.event);
      return null;
    case 'rightClick':
      window?.webContents.emit('context-menu', {}, { ...nothingClicked, ...request.at });
      return recorded.contextMenu.map(shownItem);
    case 'zoom':
      if (window) window.webContents.zoomLevel = request.level;
      return null;
    case 'press':
      recorded.chosenButton = request.button;
      return null;
    case 'passTime':
      passTime(request.delayMs);
      return null;
    case 'openWhileStopping':
      app.once('will-quit', () => app.emit('open-url', preventable(), request.url));
      return null;
    case 'unlockKeychain':
      unlocked.resolve();
      return null;
    case 'emit':
      if (request.event === 'unresponsive') window?.emit(request.event);
      else window?.webContents.emit(request.event, {}, request.details);
      return null;
    case 'reject':
      if (request.in === 'main') void Promise.reject(new Error('A planted bug.'));
      else utilityProcesses.findLast(({ serviceName }) => serviceName.endsWith('core'))?.reject();
      return null;
    case 'reload':
      window?.webContents.reload();
      return null;
    case 'close':
      window?.close();
      return null;
  }
}

function respond(line: string): object {
  try {
    return { result: obey(JSON.parse(line) as ControlRequest) };
  } catch (error) {
    return { error: String(error) };
  }
}

export function serveControl(): void {
  process.stdout.write(
    `${JSON.stringify({ standIn: 'A stand-in for Electron, not Electron.' })}\n`,
  );
  createInterface({ input: process.stdin }).on('line', (line) => {
    process.stdout.write(`${JSON.stringify(respond(line))}\n`);
  });
}
