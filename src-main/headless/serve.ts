/** `hookwright serve`: runs without a window and serves the interface to a browser. */

import { join } from 'node:path';
import { createRouterClient, ORPCError } from '@orpc/server';
import { createRouter, type Router } from '#api/index.ts';
import { realClock } from '#core/clock/real-clock.ts';
import { createCore } from '#core/create-core.ts';
import type { ListenAddress } from '#core/ports.ts';
import { systemRandom } from '#core/system-random.ts';
import { forkChild } from '#rehearsal/child.ts';
import { scenarioHost } from '#rehearsal/scenario-host.ts';
import { errorText } from '#shared/labels/errors.ts';
import type { Configuration } from '#shared/schemas/configuration.ts';
import { type Access, createAccess, randomToken } from './access.ts';
import {
  ConfigurationProblem,
  configurationProblem,
  readConfiguration,
} from './configuration-file.ts';
import { checkTokenLength, isReachableByOthers, readConfiguredToken } from './configured-token.ts';
import { removeHostFile, systemDataFolder, writeHostFile } from './data-folder.ts';
import { createInterfaceServer } from './interface-server.ts';
import { createLog, type HostLog } from './log.ts';
import { openBrowser } from './open-browser.ts';
import { urlHost } from './origin-check.ts';
import { plainSecretBox } from './plain-secret-box.ts';
import { type StopRequest, stopRequested } from './stop-signal.ts';
import {
  createWorkspaceTrust,
  prepareWorkspace,
  requireWorkspace,
  type Workspace,
  workspaceIn,
} from './workspace.ts';

export interface ServeOptions {
  readonly data?: string;
  readonly port?: number;
  readonly ingestPort?: number;
  readonly receiverPort?: number;
  readonly receiverHttpsPort?: number;
  readonly host: string;
  readonly token?: string;
  readonly tokenFile?: string;
  readonly config?: string;
  readonly scenarios?: string;
  /** Folder of a workspace. By default the current one, unless other options choose a data folder or a file. */
  readonly workspace?: string;
  /** Trusts the workspace. */
  readonly trust?: boolean;
  readonly empty?: boolean;
  readonly json?: boolean;
  readonly open: boolean;
}

type Stop = () => Promise<void>;

interface Running {
  readonly ready: Ready;
  readonly access: Access;
  readonly stop: Stop;
}

const interfacePort = 8378;
const ingestPort = 8377;
const receiverPort = 8379;
const receiverHttpsPort = 8380;
/** Attempts time out after 5 s. The calling process may kill this one after 6 s. */
const stopLimitMs = 5_700;

const rendererFolder = join(import.meta.dirname, '..', 'renderer');
const docsFolder = join(import.meta.dirname, '..', 'docs');

/** 0.0.0.0 and :: are not addresses that clients can connect to. */
function reachable(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1';
  return host === '::' ? '[::1]' : urlHost(host);
}

const listenAt = (host: string, port: number | undefined, defaultPort: number): ListenAddress => ({
  host,
  port: port ?? defaultPort,
  explicit: port !== undefined,
});

/** Returns the omitted fields. */
async function applyConfiguration(
  router: Router,
  path: string,
  configuration: Configuration,
  log: HostLog,
): Promise<readonly string[]> {
  try {
    const { omitted } = await createRouterClient(router).configuration.apply(configuration);
    if (omitted.length > 0)
      log.warn(
        `Omitted, because they are redacted in ${path}: ${omitted.join(', ')}. Enter them in the interface.`,
      );
    return omitted;
  } catch (error) {
    if (!(error instanceof ORPCError) || error.code === 'internal_server_error') throw error;
    const issues: unknown = error.data?.issues;
    if (Array.isArray(issues)) throw configurationProblem(path, issues);
    const text = errorText({ message: error.message, fix: error.data?.fix });
    throw new ConfigurationProblem(`The configuration file ${path}: ${text}`);
  }
}

function workspaceOf({ workspace, data, config }: ServeOptions): Workspace | null {
  if (workspace !== undefined) return requireWorkspace(workspace);
  return data === undefined && config === undefined ? workspaceIn(process.cwd()) : null;
}

function trustOf(workspace: Workspace, options: ServeOptions, log: HostLog) {
  const trust = createWorkspaceTrust(workspace);
  if (options.trust === true && !trust.isTrusted()) trust.trust();
  if (!trust.isTrusted())
    log.warn(
      `${workspace.folder} is not trusted, so nothing is sent beyond this machine. Pass --trust, or trust it in the interface.`,
    );
  return trust;
}

async function start(options: ServeOptions, version: string, log: HostLog): Promise<Running> {
  const { host } = options;
  const workspace = workspaceOf(options);
  const config = options.config ?? workspace?.configurationFile;
  const dataFolder = options.data ?? workspace?.dataFolder ?? systemDataFolder();
  const token = (await readConfiguredToken(options)) ?? randomToken();
  checkTokenLength(token, host);
  if (isReachableByOthers(host))
    log.warn(
      `Other machines can reach ${host} over plain HTTP, so the access token and all data are visible on the network. Use a trusted network or a TLS proxy.`,
    );
  const configuration = config === undefined ? undefined : await readConfiguration(config);
  if (workspace !== null) prepareWorkspace(workspace);
  const stops: Stop[] = [];
  const stop = async (): Promise<void> => {
    // In parallel: the core stops sending immediately while interface clients are disconnected.
    await Promise.all(stops.map((stop) => stop()));
  };
  const core = await createCore({
    version,
    dataFolder,
    ...(workspace && { workspace: trustOf(workspace, options, log) }),
    ingest: listenAt(host, options.ingestPort, ingestPort),
    receive: {
      http: listenAt(host, options.receiverPort, receiverPort),
      https: listenAt(host, options.receiverHttpsPort, receiverHttpsPort),
    },
    clock: realClock,
    random: systemRandom,
    log,
    secretBox: plainSecretBox,
    scenarios: scenarioHost(forkChild, options.scenarios ?? workspace?.scenariosFolder ?? null),
  });
  stops.push(() => core.stop());
  try {
    let address: string | null = null;
    const router = createRouter(core, { apiUrl: () => address && `${address}/api` });
    await core.start();
    const access = createAccess(token, { isThrottled: isReachableByOthers(host) });
    const server = await createInterfaceServer({
      router,
      access,
      changes: core.changes,
      rendererFolder,
      docsFolder,
      version,
      log,
    });
    stops.push(() => server.close());
    const requestedPort = options.port ?? interfacePort;
    const port = await server.listen({
      host,
      port: requestedPort,
      explicit: options.port !== undefined,
    });
    if (port !== requestedPort && requestedPort !== 0)
      log.warn(`Port ${requestedPort} is in use; the interface uses port ${port}.`);
    address = `http://${reachable(host)}:${port}`;
    let omitted: readonly string[] = [];
    if (config !== undefined && configuration !== undefined)
      omitted = await applyConfiguration(router, config, configuration, log);
    // With a configuration file, only its content is created.
    else if (options.empty !== true) await core.addFirstContent();
    stops.push(() => removeHostFile(dataFolder));
    await writeHostFile(dataFolder, { url: address, token }).catch((error) =>
      log.warn("Can't write the address and token for the command line. Pass --url and --token.", {
        error,
      }),
    );
    const ready: Ready = {
      interface: `${address}/?token=${encodeURIComponent(token)}`,
      api: `${address}/api`,
      ingest: core.ingestUrl,
      receivers: core.system.get().receiverUrl,
      token,
      omitted,
    };
    return { ready, access, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function stopInTime(stop: Stop, log: HostLog): Promise<void> {
  const timer = setTimeout(() => {
    log.error('Stopping took too long. Attempts in flight are repeated at the next start.');
    process.exit(1);
  }, stopLimitMs);
  await stop();
  clearTimeout(timer);
}

function logStop({ reason, error }: StopRequest, log: HostLog): void {
  if (error === undefined) log.info(`Stopping: ${reason}.`);
  else log.error(`Stopping: ${reason}.`, { error });
}

function reportReady({ ready, access }: Running, options: ServeOptions, version: string) {
  // The reader of the first line may have disconnected.
  process.stdout.on('error', () => undefined);
  process.stdout.write(
    options.json ? `${JSON.stringify({ ready: true, ...ready })}\n` : readyText(ready, version),
  );
  if (!options.open || options.json) return;
  // All users of the machine can read a process's arguments, so they must not include the token (D48).
  const url = new URL(ready.interface);
  openBrowser(`${url.origin}/?code=${access.issueLoginCode()}`);
}

/** Returns the exit code. */
export async function serve(options: ServeOptions, version: string): Promise<number> {
  const log = createLog();
  const request = stopRequested();
  const starting = start(options, version, log);
  // If stopped during startup, it must not report readiness.
  const stopRequest = await Promise.race([starting.then(() => null), request]);
  if (stopRequest === null) reportReady(await starting, options, version);
  const stopCause = await request;
  logStop(stopCause, log);
  await stopInTime(async () => (await starting).stop(), log);
  return stopCause.error === undefined ? 0 : 1;
}

/** The text on the terminal when the host is ready. */

export interface Ready {
  readonly interface: string;
  readonly api: string;
  readonly ingest: string | null;
  /** Null if it isn't listening. */
  readonly receivers: string | null;
  readonly token: string;
  /** Redacted values of the `--config` file without an existing value. */
  readonly omitted: readonly string[];
}

export function readyText(ready: Ready, version: string): string {
  return `
Hookwright ${version} is ready.

  Interface   ${ready.interface}
  Ingestion   ${ready.ingest ?? 'not listening (see the log)'}
  Receivers   ${ready.receivers ?? 'not listening (see the log)'}
  REST        ${ready.api}   (Authorization: Bearer ${ready.token})

Press Ctrl+C to stop.
`;
}
