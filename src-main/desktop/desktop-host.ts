/** What the page shows and changes about the desktop app itself. */
import { app, nativeTheme, shell } from 'electron';
import type { Log } from '#core/ports.ts';
import { definedFields } from '#shared/lib/defined-fields.ts';
import type {
  CoreState,
  DesktopAction,
  DesktopChange,
  DesktopSettings,
  DesktopState,
  OpenRequest,
} from '#shared/schemas/desktop.ts';
import { channels } from './channels.ts';
import { commandLineTool, installCommandLineTool, thisPlace } from './command-line-tool.ts';
import type { CoreControl } from './core-control.ts';
import type { CoreStatus } from './core-messages.ts';
import type { CrashReports } from './crash-reports.ts';
import { showError } from './error-box.ts';
import { registerInstance } from './instances.ts';
import type { Lifecycle } from './lifecycle.ts';
import { opensAtLogin, setOpenAtLogin } from './login-item.ts';
import { readSettings, settingsFileIn, writeSettings } from './settings-file.ts';
import { createTray } from './tray.ts';
import { createUpdates } from './updates.ts';
import type { MainWindow } from './window.ts';

interface DesktopHostOptions {
  readonly core: CoreControl;
  readonly window: MainWindow;
  /** Shared by all instances. */
  readonly appFolder: string;
  readonly ownFolder: string;
  readonly crashReports: CrashReports;
  readonly lifecycle: Lifecycle;
  readonly log: Log;
}

const maxWaiting = 10;

export type DesktopHost = ReturnType<typeof createDesktopHost>;

export function createDesktopHost(options: DesktopHostOptions) {
  const { core, window, crashReports, lifecycle, log } = options;
  const file = settingsFileIn(options.appFolder);
  const place = thisPlace(process.resourcesPath ?? app.getAppPath());
  let settings = readSettings(file);
  let isPageReady = false;
  let isQuitting = false;
  let isRestarting = false;
  let coreState: CoreState = { kind: 'starting', waitsFor: 'keychain' };
  let crash: string | null = null;
  let status: CoreStatus | null = null;
  const waiting: OpenRequest[] = [];

  const instances = registerInstance(options.appFolder);
  const isBusy = (): boolean => status?.isBusy === true;
  const updates = createUpdates({ log, isBusy, instances, changed: () => sendState() });
  const tray = createTray({
    show: () => lifecycle.whileOpen(window.focus),
    pauseClock: (isPaused) => core.send({ kind: 'pause_clock', isPaused }),
  });

  function sendState(): void {
    if (!isPageReady) return;
    const state: DesktopState = {
      settings: { ...settings, openAtLogin: opensAtLogin() },
      core: coreState,
      crash,
      update: updates.get(),
      updateHold: updates.hold(),
      commandLineTool: commandLineTool(place),
      crashReports: crashReports.list(),
    };
    window.send(channels.desktopState, state);
  }

  function openNow(request: OpenRequest): void {
    window.focus();
    window.send(channels.open, request);
  }

  function apply({ tray: isTrayShown, theme }: DesktopSettings): void {
    nativeTheme.themeSource = theme;
    tray.setShown(isTrayShown);
    updates.schedule(settings);
  }

  /** Null while no core runs. */
  function setStatus(current: CoreStatus | null): void {
    status = current;
    tray.update(current);
  }

  const actions: Readonly<Record<DesktopAction, () => void>> = {
    check_for_updates: () => void updates.check(settings.updateChannel),
    restart_to_update() {
      isRestarting = updates.canInstall();
      if (isRestarting) app.quit();
    },
    install_command_line_tool: () => installCommandLineTool(place),
    show_crash_reports: crashReports.show,
    delete_crash_reports: crashReports.clear,
    dismiss_crash() {
      crash = null;
    },
    show_logs: () => void shell.openPath(options.ownFolder),
  };

  app.on('before-quit', () => {
    isQuitting = true;
    updates.prepareQuit();
  });
  window.window.on('close', (event) => {
    // On macOS, apps stay in the Dock without windows.
    const isKept = process.platform === 'darwin' || (settings.keepRunning && settings.tray);
    if (isQuitting || !isKept) return;
    event.preventDefault();
    window.hide();
  });
  crashReports.onAdded(sendState);
  apply(settings);
  // Other windows may have closed.
  window.window.on('focus', sendState);

  return {
    /** The page listens; also after a reload. */
    pageReady(): void {
      isPageReady = true;
      sendState();
      for (const request of waiting.splice(0)) openNow(request);
    },
    change(change: DesktopChange): void {
      // Other instances change them too.
      const stored = readSettings(file);
      settings = { ...stored, ...definedFields(change) };
      try {
        writeSettings(file, settings);
        if (change.openAtLogin !== undefined) setOpenAtLogin(change.openAtLogin);
      } catch (error) {
        showError(`Can't save the setting: ${(error as Error).message}`);
      }
      apply(settings);
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
    coreChanged(state: CoreState): void {
      coreState = state;
      if (state.kind !== 'running') setStatus(null);
      sendState();
    },
    statusChanged(current: CoreStatus): void {
      const wasBusy = isBusy();
      setStatus(current);
      if (isBusy() !== wasBusy) sendState();
    },
    coreCrashed(cause: string, isRepeated: boolean): void {
      crash = cause.split('\n', 1)[0] ?? cause;
      coreState = isRepeated ? { kind: 'stopped' } : { kind: 'starting', waitsFor: 'data' };
      setStatus(null);
      sendState();
    },
    /** After the core has stopped. False if there is none to install and start. */
    installUpdate(): boolean {
      if (isRestarting) updates.restart();
      return isRestarting;
    },
  };
}
