/** `hookwright serve`: runs without a window and serves the interface to a browser. */

import { forkChild } from '#main/hosts/sandbox/child.ts';
import { scenarioHost } from '#main/hosts/sandbox/scenario-host.ts';
import { type Access, randomToken } from './access.ts';
import { type ConfigurationFile, readConfigurationFile } from './configuration-file.ts';
import { checkTokenLength, isReachableByOthers, readConfiguredToken } from './configured-token.ts';
import { createHost } from './create-host.ts';
import { dataFolderOf, systemDataFolder } from './data-folder.ts';
import type { ChosenPorts } from './listen-addresses.ts';
import { createLog, type HostLog } from './log.ts';
import { openBrowser } from './open-browser.ts';
import { plainSecretBox } from './plain-secret-box.ts';
import { printJson, printLines } from './print.ts';
import { type StopRequest, stopRequested } from './stop-signal.ts';
import { findWorkspace, requireWorkspace, type Workspace } from './workspace.ts';
import { createWorkspaceTrust, untrustedText } from './workspace-trust.ts';

export interface ServeOptions extends ChosenPorts {
  readonly data?: string;
  readonly host: string;
  readonly token?: string;
  readonly tokenFile?: string;
  readonly config?: string;
  readonly scenarios?: string;
  /** Folder of a workspace; false for none. By default the one around the current folder, unless other options choose a data folder or a file. */
  readonly workspace?: string | false;
  /** Path of a moved workspace whose data this one uses. */
  readonly dataOf?: string;
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

/** Attempts time out after 5 s. The calling process may kill this one after 6 s. */
const stopLimitMs = 5_700;

function workspaceOf({ workspace, data, config }: ServeOptions): Workspace | null {
  if (workspace === false) return null;
  if (workspace !== undefined) return requireWorkspace(workspace);
  return data === undefined && config === undefined ? findWorkspace(process.cwd()) : null;
}

function trustOf(
  workspace: Workspace,
  configuration: ConfigurationFile,
  options: ServeOptions,
  log: HostLog,
) {
  const trust = createWorkspaceTrust(workspace, configuration);
  if (options.trust === true) {
    trust.trust();
    log.info(`Trusted until it changes: ${workspace.configurationFile}.`);
  } else if (!trust.isTrusted())
    log.warn(`${untrustedText(trust)} Pass --trust, or trust it in the interface.`);
  return trust;
}

async function start(options: ServeOptions, version: string, log: HostLog): Promise<Running> {
  const { host } = options;
  const workspace = workspaceOf(options);
  const config = options.config ?? workspace?.configurationFile;
  const dataFolder = dataFolderOf(options.data, workspace);
  const token = (await readConfiguredToken(options)) ?? randomToken();
  checkTokenLength(token, host);
  if (isReachableByOthers(host))
    log.warn(
      `Other machines can reach ${host} over plain HTTP, so the access token and all data are visible on the network. Use a trusted network or a TLS proxy.`,
    );
  const configuration = config === undefined ? null : await readConfigurationFile(config);
  const { core, access, url, omitted, stop } = await createHost({
    ...{
      version,
      dataFolder,
      userFolder: systemDataFolder(),
      dataOf: options.dataOf,
      log,
      host,
      ports: options,
      token,
    },
    workspace: workspace &&
      configuration && {
        files: workspace,
        trust: trustOf(workspace, configuration, options, log),
      },
    configuration,
    keepsUnset: false,
    missing: (fields) =>
      log.warn(
        `${config} has no value for ${fields.join(', ')}. Enter what is missing in the interface.`,
      ),
    isEmpty: options.empty === true,
    secretBox: plainSecretBox,
    scenarios:
      options.scenarios === undefined
        ? scenarioHost(forkChild, workspace?.scenariosFolder ?? null, workspace?.folder)
        : scenarioHost(forkChild, options.scenarios),
  });
  const ready: Ready = {
    interface: `${url}/?token=${encodeURIComponent(token)}`,
    api: `${url}/api`,
    ingest: core.ingestUrl,
    mocks: core.system.get().mockUrl,
    workspace: workspace?.folder ?? null,
    token,
    omitted,
  };
  return { ready, access, stop };
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
  if (options.json) printJson(JSON.stringify({ ready: true, ...ready }));
  else printLines(readyLines(ready, version));
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
  readonly mocks: string | null;
  /** Folder of the workspace; null without. */
  readonly workspace: string | null;
  readonly token: string;
  /** Redacted values of the `--config` file without an existing value. */
  readonly omitted: readonly string[];
}

const readyLines = (ready: Ready, version: string): readonly string[] => [
  '',
  `Hookwright ${version} is ready.`,
  '',
  ...(ready.workspace === null ? [] : [`  Workspace        ${ready.workspace}`]),
  `  Interface        ${ready.interface}`,
  `  Ingestion        ${ready.ingest ?? 'not listening (see the log)'}`,
  `  Mock endpoints   ${ready.mocks ?? 'not listening (see the log)'}`,
  `  REST             ${ready.api}   (Authorization: Bearer ${ready.token})`,
  '',
  'Press Ctrl+C to stop.',
];
