/** The desktop app: the core with a window. */
import { join } from 'node:path';
import { app, type BrowserWindow, dialog, session } from 'electron';
import { makeFolder } from '#core/make-folder.ts';
import { type Log, StartupProblem } from '#core/ports.ts';
import { randomToken } from '#headless/access.ts';
import {
  type ConfigurationFile,
  ConfigurationProblem,
  readConfigurationFile,
} from '#headless/configuration-file.ts';
import { createHost, type RunningHost } from '#headless/create-host.ts';
import { dataFolderOf } from '#headless/data-folder.ts';
import { linesOf } from '#headless/lines-error.ts';
import { printError } from '#headless/print.ts';
import { requireWorkspace, type Workspace } from '#headless/workspace.ts';
import { createWorkspaceTrust, untrustedText } from '#headless/workspace-trust.ts';
import { scenarioHost } from '#rehearsal/scenario-host.ts';
import type { OpenRequest } from '#shared/schemas/desktop.ts';
import { scheme } from './app-address.ts';
import { registerScheme, serveAppFiles } from './app-files.ts';
import { parseArguments } from './arguments.ts';
import { createCorePort } from './core-port.ts';
import { type CrashReports, createCrashReports } from './crash-reports.ts';
import { createDesktopHost, type DesktopHost } from './desktop-host.ts';
import { keychainSecretBox } from './keychain.ts';
import { createLog } from './log.ts';
import { requestOfArguments, requestOfFile, requestOfLink } from './open-requests.ts';
import { guardAllContents, guardSession, servePage } from './page-requests.ts';
import { onStopRequest, reportReady } from './start-script.ts';
import { forkUtility } from './utility-process.ts';
import { focus, openWindow } from './window.ts';
import {
  folderIn,
  isFolder,
  openWorkspace,
  rememberWorkspace,
  windowFolderOf,
} from './workspaces.ts';

/** Attempts time out after 5 s. The system may kill the app if stopping takes longer. */
const stopLimitMs = 5_700;

const { data, empty, opened, ...ports } = parseArguments(process.argv.slice(1));
const folder = folderIn(opened);
app.setName('Hookwright');
/** Settings, trusted and recent workspaces: what all instances share. */
const appFolder = data ?? join(app.getPath('appData'), 'Hookwright');
// Before Electron creates it, with another mode.
makeFolder(appFolder, 0o700);
// The lock and Chromium's own files. Another folder is another instance.
app.setPath(
  'userData',
  data === undefined && folder !== null ? windowFolderOf(appFolder, folder) : appFolder,
);

function trustOf(workspace: Workspace, configuration: ConfigurationFile, log: Log) {
  const trust = createWorkspaceTrust(workspace, configuration, appFolder);
  if (!trust.isTrusted()) log.warn(untrustedText(trust));
  return trust;
}

async function startHost(
  workspace: Workspace | null,
  log: Log,
  missing: (fields: readonly string[]) => void,
): Promise<RunningHost> {
  const configuration = workspace && (await readConfigurationFile(workspace.configurationFile));
  return createHost({
    version: app.getVersion(),
    dataFolder: dataFolderOf(data, workspace, appFolder),
    userFolder: appFolder,
    ...{ log, host: '127.0.0.1', ports, token: randomToken() },
    workspace: workspace &&
      configuration && { files: workspace, trust: trustOf(workspace, configuration, log) },
    configuration,
    // An app that was not started in a terminal doesn't have its variables.
    keepsUnset: true,
    missing,
    isEmpty: empty,
    secretBox: keychainSecretBox(),
    scenarios: scenarioHost(forkUtility, workspace?.scenariosFolder ?? null, workspace?.folder),
  });
}

/** Secrets of the configuration file that are neither in the environment nor in the keychain. */
function showMissing(window: BrowserWindow, fields: readonly string[]): void {
  void dialog.showMessageBox(window, {
    type: 'info',
    message: 'Some secrets are missing.',
    detail: `Enter them in the interface. They are kept for this workspace.\n\n${fields.join('\n')}`,
  });
}

function stopBeforeQuit(host: RunningHost, log: Log, restartIfChosen: () => boolean): void {
  let state: 'running' | 'stopping' | 'stopped' = 'running';
  app.on('will-quit', (event) => {
    if (state !== 'stopped') event.preventDefault();
    if (state !== 'running') return;
    state = 'stopping';
    const late = setTimeout(() => app.exit(1), stopLimitMs);
    host.stop().then(
      () => {
        state = 'stopped';
        clearTimeout(late);
        // The updater quits by itself.
        if (!restartIfChosen()) app.exit(0);
      },
      (error: unknown) => {
        log.error('The app did not stop cleanly.', { error });
        app.exit(1);
      },
    );
    late.unref();
  });
}

/**
 * After an uncaught error, the state is unknown. All accepted data is on disk, so the app quits.
 */
function endOnSurprise(log: Log, crashReports: CrashReports): void {
  process.on('uncaughtException', (error) => {
    log.error('Unexpected error.', { error });
    crashReports.add('main', error);
    dialog.showErrorBox(
      'Hookwright',
      'Unexpected error. Accepted messages are safe. Check the log for details.',
    );
    app.quit();
  });
}

/** Scenario runs kill processes on purpose. */
const expectedEnds = new Set(['clean-exit', 'killed']);

function reportCrashedProcesses(crashReports: CrashReports): void {
  app.on('child-process-gone', (_event, { type, name, reason, exitCode }) => {
    if (!expectedEnds.has(reason))
      crashReports.add(type.toLowerCase(), `${name ?? type}: ${reason}, exit code ${exitCode}`);
  });
}

/** Reloads a crashed page only once, to avoid an endless loop. */
function reloadOnce(window: BrowserWindow, log: Log, crashReports: CrashReports): void {
  window.webContents.once('render-process-gone', (_event, { reason }) => {
    log.error('The page crashed.', { reason });
    if (!expectedEnds.has(reason)) crashReports.add('page', reason);
    if (reason !== 'clean-exit' && !window.isDestroyed()) window.webContents.reload();
  });
}

function showProblem(error: unknown): void {
  const expected = error instanceof StartupProblem || error instanceof ConfigurationProblem;
  const message = error instanceof Error ? error.message : String(error);
  dialog.showErrorBox(
    'Hookwright cannot start',
    expected ? message : `Unexpected error: ${message}`,
  );
  printError(error instanceof Error ? linesOf(error) : message);
}

interface Started {
  readonly window: BrowserWindow;
  readonly desktop: DesktopHost;
}

async function start(crashReports: CrashReports): Promise<Started> {
  const ownFolder = app.getPath('userData');
  const log = createLog(ownFolder);
  endOnSurprise(log, crashReports);
  reportCrashedProcesses(crashReports);
  const workspace = folder === null ? null : requireWorkspace(folder);
  const opened = Promise.withResolvers<BrowserWindow>();
  const host = await startHost(workspace, log, (fields) => {
    void opened.promise.then((shown) => showMissing(shown, fields));
  });
  const { core, router } = host;
  if (workspace !== null) rememberWorkspace(appFolder, workspace.folder);
  guardSession(session.defaultSession);
  const out = join(import.meta.dirname, '..');
  serveAppFiles({ renderer: join(out, 'renderer'), docs: join(out, 'docs') });
  const window = openWindow(ownFolder);
  opened.resolve(window);
  const connect = createCorePort(router);
  const showError = (message: string): void => dialog.showErrorBox('Hookwright', message);
  const desktop = createDesktopHost({ core, window, appFolder, crashReports, showError });
  stopBeforeQuit(host, log, desktop.restartIfChosen);
  const { dataFolder } = core.system.get();
  const onConnect = () => connect(window.webContents);
  servePage({ window, dataFolder, appFolder, connect: onConnect, desktop });
  reloadOnce(window, log, crashReports);
  return { window, desktop };
}

/** What the system asks the app to open, also before it is ready. */
function followOpenRequests(): (open: (request: OpenRequest) => void) => void {
  let open: ((request: OpenRequest) => void) | null = null;
  const early: OpenRequest[] = [];
  const take = (request: OpenRequest | null): void => {
    if (request === null) return;
    if (open === null) early.push(request);
    else open(request);
  };
  take(requestOfArguments(process.argv.slice(1), process.cwd()));
  app.on('second-instance', (_event, argv, folder) =>
    take(requestOfArguments(argv.slice(1), folder)),
  );
  // macOS passes them as events.
  app.on('open-url', (event, url) => {
    event.preventDefault();
    take(requestOfLink(url));
  });
  app.on('open-file', (event, path) => {
    event.preventDefault();
    if (isFolder(path)) openWorkspace(path);
    else take(requestOfFile(path));
  });
  return (listener) => {
    open = listener;
    for (const request of early.splice(0)) listener(request);
  };
}

async function main(): Promise<void> {
  const ownFolder = app.getPath('userData');
  makeFolder(ownFolder, 0o700);
  const crashReports = createCrashReports(ownFolder);
  crashReports.start();
  const onOpen = followOpenRequests();
  if (app.isPackaged) app.setAsDefaultProtocolClient(scheme);
  await app.whenReady();
  try {
    const { window, desktop } = await start(crashReports);
    app.on('second-instance', () => focus(window));
    onOpen(desktop.open);
    reportReady();
  } catch (error) {
    // Prevents the start script from reporting a failure of Electron.
    reportReady();
    showProblem(error);
    app.exit(1);
  }
}

registerScheme();
guardAllContents();
onStopRequest(() => app.quit());
// Without a window, it would not be visible that deliveries continue.
app.on('window-all-closed', () => app.quit());

if (app.requestSingleInstanceLock()) void main();
else {
  reportReady();
  app.quit();
}
