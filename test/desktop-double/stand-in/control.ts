/** Lets a spec inspect the stand-in's desktop and act as its user: one line of JSON in, one out. */
import { createInterface } from 'node:readline';
import { app, preventable } from './app.ts';
import { Notification } from './desktop.ts';
import { type MenuItem, recorded } from './recorded.ts';
import { grants } from './session.ts';
import { BrowserWindow } from './window.ts';

export type ControlRequest =
  | { do: 'state' }
  | { do: 'choose'; menu: readonly string[] }
  | { do: 'place'; bounds: { x: number; y: number; width: number; height: number } }
  | { do: 'maximise' }
  | { do: 'grants'; permission: string }
  | { do: 'clickNotification'; number: number }
  | { do: 'chooseInTray'; label: string }
  | { do: 'openUrl'; url: string }
  | { do: 'openFile'; path: string }
  | { do: 'chooseFolder'; path: string }
  | { do: 'crash' }
  | { do: 'reload' }
  | { do: 'close' };

const shownItem = ({ submenu, ...item }: MenuItem): object => ({
  ...item,
  ...(submenu ? { submenu: submenu.map(shownItem) } : {}),
});

function state() {
  return {
    ...recorded,
    menu: recorded.menu.map(shownItem),
    tray: recorded.tray && { ...recorded.tray, menu: recorded.tray.menu.map(shownItem) },
    windows: BrowserWindow.all.map(({ options, bounds, shown, maximised, timesFocused }) => ({
      options,
      bounds,
      shown,
      maximised,
      timesFocused,
    })),
  };
}

function itemAt([label, ...rest]: readonly string[], items: readonly MenuItem[]): MenuItem {
  const item = items.find((one) => one.label === label);
  if (item === undefined) throw new Error(`There is no menu item "${label}".`);
  return rest.length === 0 ? item : itemAt(rest, item.submenu ?? []);
}

function obey(request: ControlRequest): unknown {
  const window = BrowserWindow.all[0];
  switch (request.do) {
    case 'state':
      return state();
    case 'choose':
      itemAt(request.menu, recorded.menu).click?.();
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
      itemAt([request.label], recorded.tray?.menu ?? []).click?.();
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
    case 'reload':
      window?.webContents.reload();
      return null;
    case 'close':
      window?.close();
      return null;
  }
}

function answer(line: string): object {
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
    process.stdout.write(`${JSON.stringify(answer(line))}\n`);
  });
}
