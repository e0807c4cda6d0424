/** What the page shows and changes about the desktop app itself. */
import { app, nativeTheme, shell } from 'electron';
import type { Log } from '#main/kit/ports.ts';
import type {
  DesktopAction,
  DesktopChange,
  DesktopSettings,
  DesktopState,
  OpenRequest,
} from '#shared/settings/desktop.ts';
import { channels } from './channels.ts';
import { commandLineTool, installCommandLineTool, thisPlace } from './command-line-tool.ts';
import type { CoreControl } from './core-control.ts';
import { createCoreView } from './core-view.ts';
import type { CrashReports } from './crash-reports.ts';
import { showError } from './error-box.ts';
import { registerInstance } from './instances.ts';
import type { Lifecycle } from './lifecycle.ts';
import { opensAtLogin, setOpenAtLogin } from './login-item.ts';
import { openSettings, settingsFileIn } from './settings-file.ts';
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

/** With "Keep running". On macOS, apps stay in the Dock without windows anyway. */
function hideInsteadOfClosing(window: MainWindow, settings: () => DesktopSettings): void {
  let isQuitting = false;
  app.on('before-quit', () => {
    isQuitting = true;
  });
  window.window.on('close', (event) => {
    const { keepRunning, tray } = settings();
    if (isQuitting || !(process.platform === 'darwin' || (keepRunning && tray))) return;
    event.preventDefault();
    window.hide();
  });
}

export type DesktopHost = ReturnType<typeof createDesktopHost>;

export function createDesktopHost(options: DesktopHostOptions) {
  const { core, window, crashReports, lifecycle, log, appFolder } = options;
  const settings = openSettings(settingsFileIn(appFolder));
  const place = thisPlace(process.resourcesPath ?? app.getAppPath());
  let isPageReady = false;
  let isRestarting = false;
  const waiting: OpenRequest[] = [];
  const instances = registerInstance(appFolder);
  const tray = createTray({
    show: () => lifecycle.whileOpen(window.focus),
    pauseClock: (isPaused) => core.send({ kind: 'pause_clock', isPaused }),
  });
  const changed = (): void => sendState();
  const coreView = createCoreView({ showStatus: tray.update, changed });
  const updates = createUpdates({ log, isBusy: coreView.isBusy, instances, changed });

  function sendState(): void {
    if (!isPageReady) return;
    const state: DesktopState = {
      settings: { ...settings.get(), openAtLogin: opensAtLogin() },
      ...coreView.get(),
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

  function applySettings(): void {
    const current = settings.get();
    nativeTheme.themeSource = current.theme;
    tray.setShown(current.tray);
    updates.schedule(current);
  }

  const actions: Readonly<Record<DesktopAction, () => void>> = {
    check_for_updates: () => void updates.check(settings.get().updateChannel),
    restart_to_update() {
      isRestarting = updates.canInstall();
      if (isRestarting) app.quit();
    },
    install_command_line_tool: () => installCommandLineTool(place),
    show_crash_reports: crashReports.show,
    delete_crash_reports: crashReports.clear,
    dismiss_crash: coreView.dismissCrash,
    show_logs: () => void shell.openPath(options.ownFolder),
  };

  app.on('before-quit', updates.prepareQuit);
  hideInsteadOfClosing(window, settings.get);
  crashReports.onAdded(sendState);
  applySettings();
  // Other windows may have closed.
  window.window.on('focus', sendState);

  return {
    coreView,
    /** The page listens; also after a reload. */
    pageReady(): void {
      isPageReady = true;
      sendState();
      for (const request of waiting.splice(0)) openNow(request);
    },
    change(change: DesktopChange): void {
      try {
        settings.change(change);
        if (change.openAtLogin !== undefined) setOpenAtLogin(change.openAtLogin);
      } catch (error) {
        showError(`Can't save the setting: ${(error as Error).message}`);
      }
      applySettings();
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
    /** After the core has stopped. False if there is none to install before the app starts again. */
    installUpdate(startsAgain: boolean): boolean {
      const isInstalled = updates.installsOnQuit() && (isRestarting || startsAgain);
      if (isInstalled) updates.restart();
      return isInstalled;
    },
  };
}
