/** The desktop app: the core with a window. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { app, type BrowserWindow, dialog, session } from 'electron';
import { createRouter } from '#api/index.ts';
import { realClock } from '#core/clock/real-clock.ts';
import { type Core, createCore } from '#core/create-core.ts';
import { type ListenAddress, type Log, StartupProblem } from '#core/ports.ts';
import { systemRandom } from '#core/system-random.ts';
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

const defaultPorts = { ingest: 8377, receiver: 8379, receiverHttps: 8380 };
/** Attempts time out after 5 s. The system may kill the app if stopping takes longer. */
const stopLimitMs = 5_700;

const { data, ...options } = parseArguments(process.argv.slice(1));
app.setName('Hookwright');
// The lock, the data and Chromium's own files share a folder: another data folder is another
// instance.
app.setPath('userData', data ?? join(app.getPath('appData'), 'Hookwright'));

const listenAt = (port: number | undefined, defaultPort: number): ListenAddress => ({
  host: '127.0.0.1',
  port: port ?? defaultPort,
  explicit: port !== undefined,
});

async function startCore(dataFolder: string, log: Log): Promise<Core> {
  const core = await createCore({
    version: app.getVersion(),
    dataFolder,
    ingest: listenAt(options.ingestPort, defaultPorts.ingest),
    receive: {
      http: listenAt(options.receiverPort, defaultPorts.receiver),
      https: listenAt(options.receiverHttpsPort, defaultPorts.receiverHttps),
    },
    clock: realClock,
    random: systemRandom,
    log,
    secretBox: keychainSecretBox(),
    scenarios: scenarioHost(forkUtility, null),
  });
  try {
    await core.start();
    if (!options.empty) await core.addFirstContent();
    return core;
  } catch (error) {
    await core.stop();
    throw error;
  }
}

function stopBeforeQuit(core: Core, log: Log, restartIfChosen: () => boolean): void {
  let state: 'running' | 'stopping' | 'stopped' = 'running';
  app.on('will-quit', (event) => {
    if (state !== 'stopped') event.preventDefault();
    if (state !== 'running') return;
    state = 'stopping';
    const late = setTimeout(() => app.exit(1), stopLimitMs);
    core.stop().then(
      () => {
        state = 'stopped';
        clearTimeout(late);
        // The updater quits by itself.
        if (!restartIfChosen()) app.exit(0);
      },
      (error: unknown) => {
        log.error('The core did not stop cleanly.', { error });
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
  const expected = error instanceof StartupProblem;
  const message = error instanceof Error ? error.message : String(error);
  dialog.showErrorBox(
    'Hookwright cannot start',
    expected ? message : `Unexpected error: ${message}`,
  );
  process.stderr.write(`hookwright: ${message}\n`);
}

interface Started {
  readonly window: BrowserWindow;
  readonly desktop: DesktopHost;
}

async function start(crashReports: CrashReports): Promise<Started> {
  const dataFolder = app.getPath('userData');
  const log = createLog(dataFolder);
  endOnSurprise(log, crashReports);
  reportCrashedProcesses(crashReports);
  const core = await startCore(dataFolder, log);
  guardSession(session.defaultSession);
  const out = join(import.meta.dirname, '..');
  serveAppFiles({ renderer: join(out, 'renderer'), docs: join(out, 'docs') });
  const window = openWindow(dataFolder);
  const connect = createCorePort(createRouter(core, { apiUrl: () => null }));
  const showError = (message: string): void => dialog.showErrorBox('Hookwright', message);
  const desktop = createDesktopHost({ core, window, dataFolder, crashReports, showError });
  stopBeforeQuit(core, log, desktop.restartIfChosen);
  servePage({ window, dataFolder, connect: () => connect(window.webContents), desktop });
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
    take(requestOfFile(path));
  });
  return (listener) => {
    open = listener;
    for (const request of early.splice(0)) listener(request);
  };
}

async function main(): Promise<void> {
  const dataFolder = app.getPath('userData');
  mkdirSync(dataFolder, { recursive: true, mode: 0o700 });
  const crashReports = createCrashReports(dataFolder);
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
