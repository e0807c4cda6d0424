/** The desktop app's main process: windows, menus, tray, links, updates and the keychain. The core has its own. */
import { join } from 'node:path';
import { app, powerMonitor, safeStorage, session } from 'electron';
import { systemDataFolder } from '#main/hosts/headless/data-folder.ts';
import { makeFolder } from '#main/kit/files.ts';
import { throwUnhandledRejections } from '#main/kit/unhandled-rejections.ts';
import { scheme } from './app-address.ts';
import { registerScheme, serveAppFiles } from './app-files.ts';
import { type DesktopArguments, parseArguments } from './arguments.ts';
import { createCoreControl } from './core-control.ts';
import { type CrashReports, createCrashReports } from './crash-reports.ts';
import {
  askAboutOlderData,
  askAfterCoreCrash,
  endOnUncaughtError,
  followPageProblems,
  reportCrashedProcesses,
  showMissingSecrets,
  showStartFailure,
} from './crashes.ts';
import { readDataKey } from './data-key.ts';
import { createDesktopHost } from './desktop-host.ts';
import { removeUnusedWindows, windowFolderOf } from './folders.ts';
import { portableFileOf, thisInstallation } from './installation.ts';
import { systemKeychain } from './keychain.ts';
import { createLifecycle } from './lifecycle.ts';
import { createLog } from './log.ts';
import { refreshLoginItem } from './login-item.ts';
import { followOpenRequests } from './open-events.ts';
import { guardAllContents, guardSession, servePage } from './page-requests.ts';
import { readSettings, settingsFileIn } from './settings-file.ts';
import { onStopRequest, reportReady } from './start-script.ts';
import { iconFile, openMainWindow } from './window.ts';
import { shareWindowsKey } from './windows-key.ts';
import { folderIn, rememberWorkspace } from './workspaces.ts';

/** Windows starts this class when a notification is clicked. It must never change. */
const toastClass = '{5B0C2B3E-6F0A-4D3F-9C1E-7C9E0A4B6D21}';

interface Instance {
  readonly options: DesktopArguments;
  /** Folder of the workspace; null without. */
  readonly workspace: string | null;
  /** Settings, trusted and recent workspaces: what all instances share. */
  readonly appFolder: string;
  /** The lock and Chromium's own files. Another folder is another instance. */
  readonly ownFolder: string;
  readonly crashReports: CrashReports;
}

/** The same folder as the command line's. On Windows, Electron knows only the one that may move between machines. */
const defaultAppFolder = (): string =>
  process.platform === 'win32' ? systemDataFolder() : join(app.getPath('appData'), 'Hookwright');

/** Before Electron is ready. */
function prepare(): Instance {
  const options = parseArguments(process.argv.slice(1));
  const workspace = folderIn(options.opened);
  const appFolder = options.data ?? defaultAppFolder();
  const ownFolder =
    options.data === undefined && workspace !== null
      ? windowFolderOf(appFolder, workspace)
      : appFolder;
  // Before Electron creates them, with another mode.
  makeFolder(appFolder, 0o700);
  makeFolder(ownFolder, 0o700);
  app.setPath('userData', ownFolder);
  shareWindowsKey(process.platform, { appFolder, ownFolder });
  const crashReports = createCrashReports(ownFolder);
  return { options, workspace, appFolder, ownFolder, crashReports };
}

/** Null if the keychain is missing. Rejects if it can't be used, such as when the user denied access to it. */
async function dataKeyIn(appFolder: string): Promise<Uint8Array | null> {
  const keychain = await systemKeychain(safeStorage, process.platform);
  return keychain && readDataKey(appFolder, keychain);
}

function open({ options, workspace, appFolder, ownFolder, crashReports }: Instance) {
  const log = createLog(ownFolder, { name: 'desktop.log' });
  endOnUncaughtError(log, crashReports);
  reportCrashedProcesses(crashReports);
  guardSession(session.defaultSession);
  const out = join(import.meta.dirname, '..');
  serveAppFiles({ renderer: join(out, 'renderer'), docs: join(out, 'docs') });
  const window = openMainWindow({
    ownFolder,
    zoomLevel: readSettings(settingsFileIn(appFolder)).zoomLevel,
    onZoom: (zoomLevel) => desktop.change({ zoomLevel }),
  });
  const core = createCoreControl({
    started(dataFolder) {
      desktop.coreView.become({ kind: 'running' });
      page.setDataFolder(dataFolder);
      reportReady();
      if (workspace !== null) rememberWorkspace(appFolder, workspace);
    },
    notStarted(failure) {
      reportReady();
      if (failure.isOlderData) return void askAboutOlderData(window, failure, core.startFresh);
      showStartFailure(failure);
      app.exit(1);
    },
    statusChanged: (status) => desktop.coreView.statusChanged(status),
    secretsMissing: (fields) => void window.shown.then(() => showMissingSecrets(window, fields)),
    crashed(cause, isRepeated) {
      log.error('The core crashed.', { cause });
      crashReports.add('core', cause);
      desktop.coreView.crashed(cause, isRepeated);
      if (isRepeated) void askAfterCoreCrash(window, cause, core.restart);
    },
  });
  const lifecycle = createLifecycle({
    stop: core.stop,
    installUpdate: (startsAgain) => desktop.installUpdate(startsAgain),
  });
  const desktop = createDesktopHost({
    ...{ core, window, appFolder, ownFolder, crashReports, lifecycle, log },
  });
  const page = servePage({ window, appFolder, desktop, lifecycle, core });
  followPageProblems(window, log, crashReports);
  powerMonitor.on('resume', () => core.send({ kind: 'resumed' }));
  app.on('activate', () => lifecycle.whileOpen(window.focus));
  const start = async (): Promise<void> => {
    const dataKey = await dataKeyIn(appFolder).catch((error: unknown) => {
      log.warn("Can't use the keychain. Secrets are stored as plain text.", { error });
      return null;
    });
    if (lifecycle.isStopping()) return;
    desktop.coreView.become({ kind: 'starting', waitsFor: 'data' });
    const { data, empty: isEmpty, opened: _, ...ports } = options;
    const version = app.getVersion();
    core.start({ version, data, appFolder, ownFolder, workspace, ports, isEmpty, dataKey });
  };
  return { window, desktop, lifecycle, start };
}

/** On Linux, the panel shows nothing else. */
function describeApp(): void {
  const iconPath = iconFile();
  app.setAboutPanelOptions({
    applicationName: app.getName(),
    applicationVersion: app.getVersion(),
    copyright: 'Copyright © Hookwright',
    ...(iconPath !== null && { iconPath }),
  });
}

async function main(): Promise<void> {
  app.setName('Hookwright');
  if (process.platform === 'win32') {
    app.setAppUserModelId('dev.hookwright.app');
    app.setToastActivatorCLSID(toastClass);
  }
  try {
    const instance = prepare();
    if (!app.requestSingleInstanceLock()) {
      reportReady();
      return app.quit();
    }
    instance.crashReports.start();
    const onOpen = followOpenRequests();
    const isInstalled = app.isPackaged && portableFileOf(thisInstallation) === null;
    if (isInstalled) app.setAsDefaultProtocolClient(scheme);
    await app.whenReady();
    describeApp();
    const { window, desktop, lifecycle, start } = open(instance);
    onOpen({
      open: (request) => desktop.open(request),
      focus: window.focus,
      whileOpen: lifecycle.whileOpen,
    });
    if (isInstalled) refreshLoginItem();
    removeUnusedWindows(instance.appFolder);
    await start();
  } catch (error) {
    await app.whenReady();
    // Prevents the start script from reporting a failure of Electron.
    reportReady();
    const message = error instanceof Error ? error.message : String(error);
    showStartFailure({ lines: [message], isExpected: false, isOlderData: false });
    app.exit(1);
  }
}

throwUnhandledRejections();
registerScheme();
guardAllContents();
onStopRequest(() => app.quit());
// Without a window, it would not be visible that deliveries continue.
app.on('window-all-closed', () => app.quit());
void main();
