/** The stand-in has only names that Electron has, and takes what Electron takes. */
import type Electron from 'electron';
import type { app } from './app.ts';
import type * as desktop from './desktop.ts';
import type { ipcMain } from './ipc-main.ts';
import type { MessageChannelMain } from './message-channel.ts';
import type { autoUpdater, net } from './net.ts';
import type { protocol } from './protocol.ts';
import type { session } from './session.ts';
import type { utilityProcess } from './utility-process.ts';
import type { WebContents } from './web-contents.ts';
import type { BrowserWindow } from './window.ts';

/** `Own` are members for the specs. */
type Fits<
  StandIn extends Record<Exclude<keyof StandIn, keyof Real | Own>, never>,
  Real,
  Own extends string = never,
> = StandIn;

/** Functions whose first parameter doesn't take what Electron's does. */
type Narrower<StandIn, Real> = {
  [Name in keyof StandIn & keyof Real]: [Real[Name], StandIn[Name]] extends [
    (...given: infer Given) => unknown,
    (...taken: infer Taken) => unknown,
  ]
    ? Taken extends []
      ? never
      : Given[0] extends Taken[0]
        ? never
        : Name
    : never;
}[keyof StandIn & keyof Real];

type None<Names extends never> = Names;

export type Checked = [
  Fits<typeof app, Electron.App, 'cancelQuit' | 'allWindowsClosed'>,
  Fits<
    BrowserWindow,
    Electron.BrowserWindow,
    'bounds' | 'destroyed' | 'maximised' | 'minimised' | 'options' | 'shown' | 'timesFocused'
  >,
  Fits<WebContents, Electron.WebContents, 'load' | 'end'>,
  Fits<typeof protocol, Electron.Protocol>,
  Fits<typeof session.defaultSession, Electron.Session>,
  Fits<typeof utilityProcess, typeof Electron.utilityProcess>,
  Fits<MessageChannelMain, Electron.MessageChannelMain>,
  Fits<typeof desktop.screen, Electron.Screen>,
  Fits<typeof desktop.nativeTheme, Electron.NativeTheme>,
  Fits<typeof desktop.clipboard, Electron.Clipboard>,
  Fits<typeof desktop.shell, Electron.Shell>,
  Fits<typeof desktop.dialog, Electron.Dialog>,
  Fits<typeof desktop.crashReporter, Electron.CrashReporter>,
  Fits<typeof desktop.safeStorage, Electron.SafeStorage>,
  Fits<desktop.Tray, Electron.Tray>,
  Fits<desktop.Notification, Electron.Notification>,
  Fits<typeof desktop.Menu, typeof Electron.Menu>,
  Fits<typeof desktop.powerMonitor, Electron.PowerMonitor>,
  Fits<typeof desktop.nativeImage, typeof Electron.nativeImage>,
  Fits<ReturnType<typeof desktop.nativeImage.createFromPath>, Electron.NativeImage, 'path'>,
  Fits<typeof ipcMain, Electron.IpcMain>,
  Fits<typeof net, Electron.Net>,
  Fits<typeof autoUpdater, Electron.AutoUpdater>,
  None<Narrower<typeof app, Electron.App>>,
  None<Narrower<BrowserWindow, Electron.BrowserWindow>>,
  None<Narrower<Omit<WebContents, 'setWindowOpenHandler'>, Electron.WebContents>>,
  None<Narrower<typeof protocol, Electron.Protocol>>,
  None<Narrower<typeof desktop.clipboard, Electron.Clipboard>>,
  None<Narrower<typeof desktop.shell, Electron.Shell>>,
  None<Narrower<typeof desktop.dialog, Electron.Dialog>>,
  None<Narrower<typeof desktop.nativeImage, typeof Electron.nativeImage>>,
  None<Narrower<typeof desktop.crashReporter, Electron.CrashReporter>>,
  None<Narrower<typeof desktop.safeStorage, Electron.SafeStorage>>,
  None<Narrower<MessageChannelMain, Electron.MessageChannelMain>>,
];
