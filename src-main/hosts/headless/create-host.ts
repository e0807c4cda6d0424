/** What both hosts start: a core, the servers around it, and the configuration file of a workspace. */
import { createRouterClient, ORPCError } from '@orpc/server';
import { type Core, type CoreOptions, createCore } from '#main/app.ts';
import { createRouter, type Router } from '#main/hosts/api/index.ts';
import { AppError } from '#main/kit/app-error.ts';
import { systemRandom } from '#main/kit/random.ts';
import { realClock } from '#main/kit/real-clock.ts';
import { isInUse } from '#main/store/folder-lock.ts';
import { errorText } from '#shared/kit/error-text.ts';
import type { Configuration } from '#shared/settings/configuration.ts';
import type { Access } from './access.ts';
import {
  type ConfigurationFile,
  ConfigurationProblem,
  configurationProblem,
  parseConfiguration,
} from './configuration-file.ts';
import { checkDataFolder, type DataFolder, openDataFolder } from './data-folder.ts';
import { removeHostFile } from './host-file.ts';
import { type ChosenPorts, listenAddresses, pinPorts } from './listen-addresses.ts';
import { wrongMockPorts } from './mock-ports.ts';
import { serveInterface } from './serve-interface.ts';
import { formerDataText, linkedScenariosText, type Workspace } from './workspace.ts';
import { createWorkspaceData, takeData } from './workspace-data.ts';
import { contentHash, type WorkspaceTrust } from './workspace-trust.ts';

// Applies a configuration file at startup.

/** Returns the omitted fields. Throws a ConfigurationProblem. */
async function applyConfiguration(
  router: Router,
  path: string,
  configuration: Configuration,
): Promise<readonly string[]> {
  try {
    const { omitted } = await createRouterClient(router).configuration.apply(configuration);
    return omitted;
  } catch (error) {
    if (!(error instanceof ORPCError) || error.code === 'internal_server_error') throw error;
    const issues: unknown = error.data?.issues;
    if (Array.isArray(issues)) throw configurationProblem(path, issues);
    const text = errorText({ message: error.message, fix: error.data?.fix });
    throw new ConfigurationProblem(`The configuration file ${path}: ${text}`);
  }
}

interface HostOptions extends Pick<CoreOptions, 'version' | 'log' | 'secretBox' | 'scenarios'> {
  readonly dataFolder: DataFolder;
  /** The user's data folder, which holds those of workspaces. */
  readonly userFolder: string;
  /** Path of a moved workspace whose data is used. */
  readonly dataOf?: string | undefined;
  readonly host: string;
  readonly ports: ChosenPorts;
  readonly token: string;
  readonly workspace: { readonly files: Workspace; readonly trust: WorkspaceTrust } | null;
  readonly configuration: ConfigurationFile | null;
  /** Whether secrets may be missing from the environment; the interface then asks for them. */
  readonly keepsUnset: boolean;
  /** Called with the fields of the file that have no value. Not before the workspace is trusted. */
  readonly missing: (fields: readonly string[]) => void;
  /** Whether to start without the initial source, mock endpoint and destination. */
  readonly isEmpty: boolean;
}

export interface RunningHost {
  readonly core: Core;
  readonly router: Router;
  readonly access: Access;
  /** Of the interface, such as `http://127.0.0.1:8378`. */
  readonly url: string;
  /** Redacted values of the configuration file without an existing value. */
  readonly omitted: readonly string[];
  stop(): Promise<void>;
}

/** Null without a workspace, or if its data is where the user chose. */
const ownedData = ({ workspace, dataFolder, configuration }: HostOptions) =>
  workspace === null || configuration === null || dataFolder.kind === 'chosen'
    ? null
    : { folder: workspace.files.folder, configuration: contentHash(configuration) };

/** Throws a StartupProblem or a ConfigurationProblem. */
export async function createHost(options: HostOptions): Promise<RunningHost> {
  const { version, log, token, workspace, configuration, ports, keepsUnset, missing } = options;
  const isTrusted = workspace === null || workspace.trust.isTrusted();
  const content =
    isTrusted && configuration !== null
      ? parseConfiguration(configuration, { environment: process.env, keepsUnset })
      : null;
  checkDataFolder(options.dataFolder);
  const owned = ownedData(options);
  if (owned !== null) takeData({ ...owned, userFolder: options.userFolder }, options.dataOf);
  openDataFolder(options.dataFolder, log);
  const data = createWorkspaceData(options.userFolder, owned);
  const dataFolder = options.dataFolder.path;
  const formerData = workspace && formerDataText(workspace.files);
  if (formerData !== null) log.warn(formerData);
  const usesOwnScenarios = workspace !== null && options.scenarios?.within !== undefined;
  const linkedScenarios = usesOwnScenarios ? linkedScenariosText(workspace.files) : null;
  if (linkedScenarios !== null) log.warn(linkedScenarios);
  let url: string | null = null;
  // Left by a killed host, it would seem to be valid once the data folder is in use.
  if (!isInUse(dataFolder))
    await removeHostFile(dataFolder).catch((error) =>
      log.warn("Can't remove the address of a host that was killed.", { error }),
    );
  const addresses = listenAddresses(options.host, ports, workspace && dataFolder);
  const core = await createCore({
    ...{ version, dataFolder, log, secretBox: options.secretBox },
    ...(options.scenarios && { scenarios: options.scenarios }),
    ...(workspace && { workspace: { ...workspace.trust, trust } }),
    ingest: addresses.ingestPort,
    mocks: { http: addresses.mockPort, https: addresses.mockHttpsPort },
    clock: realClock,
    random: systemRandom,
    host: { apiUrl: () => url && `${url}/api`, data },
  });
  /** Returns the omitted fields. Throws a ConfigurationProblem. */
  const apply = async ({ path }: ConfigurationFile, read: Configuration) => {
    const omitted = await applyConfiguration(router, path, read);
    for (const warning of wrongMockPorts(read, core.mocks.list())) log.warn(warning);
    if (omitted.length > 0) missing(omitted);
    return omitted;
  };
  async function trust(): Promise<void> {
    if (workspace === null || configuration === null) return;
    try {
      await apply(
        configuration,
        parseConfiguration(configuration, { environment: process.env, keepsUnset: true }),
      );
    } catch (error) {
      if (error instanceof ConfigurationProblem) throw new AppError('conflict', error.message);
      throw error;
    }
    workspace.trust.trust();
  }
  const router = createRouter(core);
  const stops = [() => core.stop()];
  const stop = async (): Promise<void> => {
    // In parallel: the core stops sending immediately while interface clients are disconnected.
    await Promise.all(stops.map((stop) => stop()));
  };
  try {
    await core.start();
    const address = addresses.port;
    const served = await serveInterface({ core, router, version, dataFolder, token, address, log });
    stops.push(served.stop);
    url = served.url;
    let omitted: readonly string[] = [];
    // With a configuration file, only its content is created.
    if (configuration === null && !options.isEmpty) await core.addFirstContent();
    else if (configuration !== null && content !== null)
      omitted = await apply(configuration, content);
    data.remember();
    if (workspace !== null) pinPorts(dataFolder, ports, core.system.get(), url);
    await served.announce();
    return { core, router, access: served.access, url, omitted, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
