/** Handles requests from the page's preload script to the main process. */

import { isAbsolute, relative, resolve } from 'node:path';
import {
  app,
  type BaseWindow,
  type IpcMainEvent,
  ipcMain,
  Menu,
  Notification,
  type Session,
  shell,
  type WebContents,
} from 'electron';
import { z } from 'zod';
import { DesktopAction, DesktopChange } from '#shared/settings/desktop.ts';
import { isAppPage, isDocsPage } from './app-address.ts';
import { channels } from './channels.ts';
import type { CoreControl } from './core-control.ts';
import type { DesktopHost } from './desktop-host.ts';
import type { Lifecycle } from './lifecycle.ts';
import { findCommandId, MenuCommands, menuTemplate } from './menu-template.ts';
import { openOutside } from './outside.ts';
import {
  findInDocs,
  goIn,
  isDocsContents,
  isDocsWindow,
  type MainWindow,
  openDocs,
} from './window.ts';
import { chooseWorkspace, openWorkspace, recentWorkspaces } from './workspaces.ts';

interface PageRequests {
  readonly window: MainWindow;
  readonly appFolder: string;
  readonly desktop: DesktopHost;
  readonly lifecycle: Lifecycle;
  readonly core: CoreControl;
}

const FindRequest = z.object({
  /** Empty to end the search. */
  text: z.string().max(1_000),
  /** Otherwise the first match is searched. */
  isNext: z.boolean(),
  isForward: z.boolean(),
});

const NotificationText = z.object({
  title: z.string().max(200),
  body: z.string().max(1_000),
  /** Command to run on click. */
  commandId: z.string().max(100).optional(),
});

/** Keeps references to shown notifications: garbage-collected ones can't be clicked. */
const maxNotifications = 20;

function isWithin(folder: string, path: string): boolean {
  const step = relative(folder, resolve(path));
  return !step.startsWith('..') && !isAbsolute(step);
}

export function servePage(requests: PageRequests) {
  const { window, appFolder, desktop, lifecycle, core } = requests;
  const { contents } = window;
  /** Null until the core has started. */
  let dataFolder: string | null = null;
  const on = <T>(channel: string, schema: z.ZodType<T>, act: (value: T) => void): void => {
    ipcMain.on(channel, (event, value: unknown) => {
      const parsed = schema.safeParse(value);
      if (isFromOurPage(event, contents) && parsed.success) act(parsed.data);
    });
  };
  /** On macOS, the menu remains while the window is hidden. */
  const run = (commandId: string, from?: BaseWindow): void => {
    if (isDocsWindow(from)) {
      if (commandId === findCommandId) findInDocs();
      return;
    }
    window.focus();
    window.send(channels.command, commandId);
  };
  let commands: MenuCommands = [];
  let isDocs = false;
  const showMenu = (): void => {
    const template = menuTemplate(commands, {
      platform: process.platform,
      isPackaged: app.isPackaged,
      run,
      isDocs,
      recentWorkspaces: recentWorkspaces(appFolder),
      chooseWorkspace: () => void chooseWorkspace(window.window),
      openWorkspace,
      go: goIn,
      showDataFolder: () => void shell.openPath(dataFolder ?? appFolder),
      showLogs: () => desktop.act('show_logs'),
    });
    Menu.setApplicationMenu(Menu.buildFromTemplate(template));
  };

  showMenu();
  // Another process may have opened a workspace.
  app.on('browser-window-focus', (_event, focused) => {
    isDocs = isDocsWindow(focused);
    showMenu();
  });
  on(channels.connect, z.undefined(), () => core.connect(contents));
  on(channels.find, FindRequest, ({ text, isNext, isForward }) => {
    if (text === '') contents.stopFindInPage('clearSelection');
    else contents.findInPage(text, { forward: isForward, findNext: !isNext });
  });
  contents.on('found-in-page', (_event, { activeMatchOrdinal, matches, finalUpdate }) => {
    if (finalUpdate) window.send(channels.found, { active: activeMatchOrdinal, matches });
  });
  on(channels.desktopSubscribe, z.undefined(), desktop.pageReady);
  on(channels.desktopChange, DesktopChange, desktop.change);
  on(channels.desktopAct, DesktopAction, desktop.act);
  on(channels.setMenu, MenuCommands, (registered) => {
    commands = registered;
    showMenu();
  });
  on(channels.openExternal, z.string(), openOutside);
  on(channels.showItemInFolder, z.string(), (path) => {
    if (dataFolder !== null && isWithin(dataFolder, path)) shell.showItemInFolder(resolve(path));
  });
  const shown = new Set<Notification>();
  on(channels.notify, NotificationText, ({ title, body, commandId }) => {
    if (!Notification.isSupported()) return;
    const notification = new Notification({ title, body });
    notification.on('click', () => {
      shown.delete(notification);
      lifecycle.whileOpen(() => {
        if (commandId === undefined) window.focus();
        else run(commandId);
      });
    });
    shown.add(notification);
    const [oldest] = shown;
    if (shown.size > maxNotifications && oldest !== undefined) shown.delete(oldest);
    notification.show();
  });
  return {
    setDataFolder(folder: string): void {
      dataFolder = folder;
      // The workspace is now among the recent ones.
      showMenu();
    },
  };
}

// Restricts pages: no navigation, no windows except the documentation, and no access to devices.

/** The interface only needs to copy text. All other permissions are denied. */
const grantedPermissions = new Set(['clipboard-sanitized-write']);

export function guardSession(session: Session): void {
  session.setPermissionCheckHandler((contents, permission) =>
    Boolean(contents && isAppPage(contents.getURL()) && grantedPermissions.has(permission)),
  );
  session.setPermissionRequestHandler((contents, permission, respond) =>
    respond(isAppPage(contents.getURL()) && grantedPermissions.has(permission)),
  );
  session.setDevicePermissionHandler(() => false);
}

function guardContents(contents: WebContents): void {
  contents.on('will-navigate', (event) => {
    const isDocs = isDocsContents(contents);
    if (!isAppPage(event.url) || isDocsPage(event.url) !== isDocs) event.preventDefault();
  });
  contents.on('will-redirect', (event) => event.preventDefault());
  contents.on('will-attach-webview', (event) => event.preventDefault());
  contents.setWindowOpenHandler(({ url }) => {
    if (isDocsPage(url)) openDocs(url);
    else openOutside(url);
    return { action: 'deny' };
  });
}

/** Applies to every page, including unexpected ones. */
export function guardAllContents(): void {
  app.on('web-contents-created', (_event, contents) => guardContents(contents));
}

/** Accepts messages only from the page itself, not from frames or other pages. */
function isFromOurPage(event: IpcMainEvent, contents: WebContents): boolean {
  const frame = event.senderFrame;
  return (
    event.sender === contents && frame !== null && frame.parent === null && isAppPage(frame.url)
  );
}
