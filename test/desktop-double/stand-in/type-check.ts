/** The stand-in has only names that Electron has. */
import type Electron from 'electron';
import type { app } from './app.ts';
import type * as desktop from './desktop.ts';
import type { MessageChannelMain } from './message-channel.ts';
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
];
