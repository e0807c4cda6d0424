/** What the page shows and changes about the desktop app itself. */
import { app, type BrowserWindow } from 'electron';
import type { Core } from '#core/create-core.ts';
import { definedFields } from '#shared/lib/defined-fields.ts';
import type {
  DesktopAction,
  DesktopChange,
  DesktopState,
  OpenRequest,
} from '#shared/schemas/desktop.ts';
import { channels } from './channels.ts';
import { commandLineTool, installCommandLineTool, thisPlace } from './command-line-tool.ts';
import type { CrashReports } from './crash-reports.ts';
import { registerInstance } from './instances.ts';
import { setOpenAtLogin } from './login-item.ts';
import { readSettings, settingsFileIn, writeSettings } from './settings-file.ts';
import { createTray } from './tray.ts';
import { createUpdates } from './updates.ts';
import { focus } from './window.ts';

interface DesktopHostOptions {
  readonly core: Core;
  readonly window: BrowserWindow;
  /** Shared by all instances. */
  readonly appFolder: string;
  readonly crashReports: CrashReports;
  readonly showError: (message: string) => void;
}

const maxWaiting = 10;

export type DesktopHost = ReturnType<typeof createDesktopHost>;

export function createDesktopHost(options: DesktopHostOptions) {
  const { core, window, crashReports, showError } = options;
  const file = settingsFileIn(options.appFolder);
  const place = thisPlace(process.resourcesPath ?? app.getAppPath());
  let settings = readSettings(file);
  let isPageReady = false;
  let isQuitting = false;
  let isRestarting = false;
  let isStopped = false;
  const waiting: OpenRequest[] = [];

  /** The updater quits again after the core has stopped. */
  const isBusy = (): boolean =>
    !isStopped && (core.scenarios.isRunning() || core.jobs.openIds().length > 0);
  const instances = registerInstance(options.appFolder);
  const changed = (): void => sendState();
  const updates = createUpdates({ log: core.log, isBusy, instances, changed });
  const tray = createTray({ core, show: () => focus(window) });

  function sendState(): void {
    if (!isPageReady || window.isDestroyed()) return;
    const state: DesktopState = {
      settings,
      update: updates.get(),
      updateHold: updates.hold(),
      commandLineTool: commandLineTool(place),
      crashReports: crashReports.list(),
    };
    window.webContents.send(channels.desktopState, state);
  }

  function openNow(request: OpenRequest): void {
    focus(window);
    window.webContents.send(channels.open, request);
  }

  const actions: Readonly<Record<DesktopAction, () => void>> = {
    check_for_updates: () => void updates.check(settings.updateChannel),
    restart_to_update() {
      isRestarting = updates.canRestart();
      if (isRestarting) app.quit();
    },
    install_command_line_tool: () => installCommandLineTool(place),
    show_crash_reports: crashReports.show,
    delete_crash_reports: crashReports.clear,
  };

  app.on('before-quit', () => {
    isQuitting = true;
    updates.prepareQuit();
  });
  window.on('close', (event) => {
    if (isQuitting || !settings.keepRunning || !settings.tray) return;
    event.preventDefault();
    window.hide();
  });
  tray.setShown(settings.tray);
  updates.schedule(settings);
  core.scenarios.onRunningChange(sendState);
  core.changes.subscribe({}).start(
    ({ resync, changes }) => {
      if (resync || changes.some(({ kind }) => kind === 'job')) sendState();
    },
    () => undefined,
  );
  // Other windows may have closed.
  window.on('focus', sendState);

  return {
    /** The page listens; also after a reload. */
    pageReady(): void {
      isPageReady = true;
      sendState();
      for (const request of waiting.splice(0)) openNow(request);
    },
    change(change: DesktopChange): void {
      settings = { ...settings, ...definedFields(change) };
      try {
        writeSettings(file, settings);
        if (change.openAtLogin !== undefined) setOpenAtLogin(change.openAtLogin);
      } catch (error) {
        showError(`Can't save the setting: ${(error as Error).message}`);
      }
      tray.setShown(settings.tray);
      updates.schedule(settings);
      sendState();
    },
    act(action: DesktopAction): void {
      try {
        actions[action]();
      } catch (error) {
        showError((error as Error).message);
      }
      sendState();
    },
    /** Waits for the page if it isn't ready. */
    open(request: OpenRequest): void {
      if (isPageReady) openNow(request);
      else if (waiting.length < maxWaiting) waiting.push(request);
    },
    /** After the core has stopped: installs an update and starts it, if the user chose to. */
    restartIfChosen(): boolean {
      isStopped = true;
      if (isRestarting) updates.restart();
      return isRestarting;
    },
  };
}
