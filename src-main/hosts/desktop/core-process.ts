/** Entry point of the core's process: the product, whose window is in the main process. */
import { RPCHandler } from '@orpc/server/message-port';
import type { Core } from '#main/app.ts';
import type { Router } from '#main/hosts/api/index.ts';
import { randomToken } from '#main/hosts/headless/access.ts';
import {
  type ConfigurationFile,
  ConfigurationProblem,
  readConfigurationFile,
} from '#main/hosts/headless/configuration-file.ts';
import { createHost, type RunningHost } from '#main/hosts/headless/create-host.ts';
import { dataFolderOf } from '#main/hosts/headless/data-folder.ts';
import { linesOf } from '#main/hosts/headless/lines-error.ts';
import { requireWorkspace, type Workspace } from '#main/hosts/headless/workspace.ts';
import { createWorkspaceTrust, untrustedText } from '#main/hosts/headless/workspace-trust.ts';
import { scenarioHost } from '#main/hosts/sandbox/scenario-host.ts';
import {
  type ProcessPort,
  parentPort,
  utilityStartChild,
} from '#main/hosts/sandbox/utility-child.ts';
import { type Log, StartupProblem } from '#main/kit/ports.ts';
import { wakeRealClock } from '#main/kit/real-clock.ts';
import { throwUnhandledRejections } from '#main/kit/unhandled-rejections.ts';
import { moveOlderAside } from '#main/store/open.ts';
import type { ChangeBatch } from '#shared/changes.ts';
import { exactNumbers } from '#shared/kit/exact-json.ts';
import type { CoreOptions, CoreStatus, FromCore, StartFailure, ToCore } from './core-messages.ts';
import { createLog } from './log.ts';
import { dataKeySecretBox } from './secret-box.ts';

/** The main process kills this one earlier. */
const crashLimitMs = 1_000;

if (parentPort === undefined) throw new Error('This is a utility process of the desktop app.');
const main = parentPort;
const send = (message: FromCore): void => main.postMessage(message);

function trustOf(
  workspace: Workspace,
  configuration: ConfigurationFile,
  appFolder: string,
  log: Log,
) {
  const trust = createWorkspaceTrust(workspace, configuration, appFolder);
  if (!trust.isTrusted()) log.warn(untrustedText(trust));
  return trust;
}

async function startHost(
  options: CoreOptions,
  movesOlderAside: boolean,
  log: Log,
): Promise<RunningHost> {
  const { version, data, appFolder, ports, isEmpty } = options;
  const workspace = options.workspace === null ? null : requireWorkspace(options.workspace);
  const configuration = workspace && (await readConfigurationFile(workspace.configurationFile));
  const dataFolder = dataFolderOf(data, workspace, appFolder);
  if (movesOlderAside) moveOlderAside(dataFolder.path);
  return createHost({
    ...{ version, log, ports, isEmpty, host: '127.0.0.1', token: randomToken() },
    dataFolder,
    userFolder: appFolder,
    workspace: workspace &&
      configuration && {
        files: workspace,
        trust: trustOf(workspace, configuration, appFolder, log),
      },
    configuration,
    // An app that was not started in a terminal doesn't have its variables.
    keepsUnset: true,
    missing: (fields) => send({ kind: 'missing_secrets', fields }),
    secretBox: dataKeySecretBox(options.dataKey),
    scenarios: scenarioHost(
      utilityStartChild(main),
      workspace?.scenariosFolder ?? null,
      workspace?.folder,
    ),
  });
}

/** After an uncaught error, the state is unknown. All accepted data is on disk. */
function endOnError(log: Log): void {
  process.once('uncaughtException', (error) => {
    log.error('Unexpected error.', { error });
    send({ kind: 'crashed', error: error.stack ?? error.message });
    setTimeout(() => process.exit(1), crashLimitMs);
    // Others may follow from it.
    process.on('uncaughtException', () => undefined);
  });
}

function failureOf(error: unknown): StartFailure {
  const isExpected = error instanceof StartupProblem || error instanceof ConfigurationProblem;
  return {
    lines: error instanceof Error ? linesOf(error) : [String(error)],
    isExpected,
    isOlderData: error instanceof StartupProblem && error.code === 'database_older',
  };
}

/** Sends the status whenever it changes. */
function reportStatus(core: Core): void {
  let isBusy = false;
  let sent = '';
  const report = ({ clock, ledger }: Pick<ChangeBatch, 'clock' | 'ledger'>): void => {
    const { mode, speed } = clock;
    const failed = ledger.refused + ledger.gave_up + ledger.blocked;
    const status: CoreStatus = { clock: { mode, speed }, failed, isBusy };
    const text = JSON.stringify(status);
    if (text === sent) return;
    sent = text;
    send({ kind: 'status', status });
  };
  const reportWork = (): void => {
    isBusy = core.scenarios.isRunning() || core.jobs.openIds().length > 0;
    report({ clock: core.clock.get(), ledger: core.ledger.get() });
  };
  reportWork();
  core.scenarios.onRunningChange(reportWork);
  core.changes.subscribe({}).start(
    (batch) => {
      if (batch.resync || batch.changes.some(({ kind }) => kind === 'job')) reportWork();
      report(batch);
    },
    () => undefined,
  );
}

/** Resuming restores the speed. */
function clockPauser({ clock, log }: Core): (isPaused: boolean) => void {
  let speed = 1;
  return (isPaused) => {
    if (isPaused) speed = clock.get().speed;
    const setting = isPaused
      ? { mode: 'paused' as const, speed: 1 }
      : { mode: 'fast' as const, speed };
    clock.set(setting).catch((error: unknown) => log.warn("Can't change the clock.", { error }));
  };
}

/** The contract over a message port. A page asks for a new one after each reload. */
function pageServer(router: Router): (port: ProcessPort) => void {
  const handler = new RPCHandler(router, { customJsonSerializers: exactNumbers });
  return (port) => {
    handler.upgrade(port as Parameters<typeof handler.upgrade>[0], { context: {} });
    port.start();
  };
}

interface Running {
  readonly connect: (port: ProcessPort) => void;
  readonly pauseClock: (isPaused: boolean) => void;
  readonly stop: () => Promise<void>;
}

let openLog: Log | null = null;

function logIn(folder: string): Log {
  if (openLog !== null) return openLog;
  openLog = createLog(folder);
  endOnError(openLog);
  return openLog;
}

async function start(options: CoreOptions, movesOlderAside: boolean): Promise<Running> {
  const log = logIn(options.ownFolder);
  const host = await startHost(options, movesOlderAside, log);
  const { core, router } = host;
  send({ kind: 'started', dataFolder: core.system.get().dataFolder });
  reportStatus(core);
  return {
    connect: pageServer(router),
    pauseClock: clockPauser(core),
    stop: () =>
      host.stop().catch((error: unknown) => {
        log.error('The core did not stop cleanly.', { error });
        process.exit(1);
      }),
  };
}

/** Requests wait for the start. */
let running: Promise<Running | null> = Promise.resolve(null);

function onMessage(message: ToCore, port: ProcessPort | undefined): void {
  switch (message.kind) {
    case 'start':
      running = start(message.options, message.movesOlderAside).catch((error: unknown) => {
        send({ kind: 'not_started', ...failureOf(error) });
        return null;
      });
      return;
    case 'connect':
      return void running.then((core) => port !== undefined && core?.connect(port));
    case 'pause_clock':
      return void running.then((core) => core?.pauseClock(message.isPaused));
    case 'resumed':
      wakeRealClock();
      return;
    case 'stop':
      return void running.then((core) => core?.stop()).then(() => process.exit());
  }
}

throwUnhandledRejections();
main.on('message', ({ data, ports: [port] }) => onMessage(data as ToCore, port));
// A terminal sends them to every process of the app, but the main process decides when to stop.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);
