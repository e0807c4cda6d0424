/** What both hosts start: a core, the servers around it, and the configuration file of a workspace. */
import { createRouter, type Router } from '#api/index.ts';
import { realClock } from '#core/clock/real-clock.ts';
import { type Core, type CoreOptions, createCore } from '#core/create-core.ts';
import { systemRandom } from '#core/system-random.ts';
import type { Configuration } from '#shared/schemas/configuration.ts';
import type { Access } from './access.ts';
import { applyConfiguration } from './apply-configuration.ts';
import { type ChosenPorts, listenAddresses, pinPorts } from './listen-addresses.ts';
import { serveInterface } from './serve-interface.ts';
import { prepareWorkspace, type Workspace } from './workspace.ts';
import type { WorkspaceTrust } from './workspace-trust.ts';

interface HostOptions
  extends Pick<CoreOptions, 'version' | 'dataFolder' | 'log' | 'secretBox' | 'scenarios'> {
  readonly host: string;
  readonly ports: ChosenPorts;
  readonly token: string;
  readonly workspace: { readonly files: Workspace; readonly trust: WorkspaceTrust } | null;
  readonly configuration: { readonly file: string; readonly content: Configuration } | null;
  /** Whether to start without the initial source, receiver and destination. */
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

/** Throws a StartupProblem or a ConfigurationProblem. */
export async function createHost(options: HostOptions): Promise<RunningHost> {
  const { version, dataFolder, log, token, workspace, configuration, ports } = options;
  if (workspace !== null) prepareWorkspace(workspace.files);
  const addresses = listenAddresses(options.host, ports, workspace && dataFolder);
  const core = await createCore({
    ...{ version, dataFolder, log, secretBox: options.secretBox },
    ...(options.scenarios && { scenarios: options.scenarios }),
    ...(workspace && { workspace: workspace.trust }),
    ingest: addresses.ingestPort,
    receive: { http: addresses.receiverPort, https: addresses.receiverHttpsPort },
    clock: realClock,
    random: systemRandom,
  });
  const stops = [() => core.stop()];
  const stop = async (): Promise<void> => {
    // In parallel: the core stops sending immediately while interface clients are disconnected.
    await Promise.all(stops.map((stop) => stop()));
  };
  try {
    let url: string | null = null;
    const router = createRouter(core, { apiUrl: () => url && `${url}/api` });
    await core.start();
    const address = addresses.port;
    const served = await serveInterface({ core, router, version, dataFolder, token, address, log });
    stops.push(served.stop);
    url = served.url;
    let omitted: readonly string[] = [];
    if (configuration !== null)
      omitted = await applyConfiguration(router, configuration.file, configuration.content, log);
    // With a configuration file, only its content is created.
    else if (!options.isEmpty) await core.addFirstContent();
    if (workspace !== null) pinPorts(dataFolder, ports, core.system.get(), url);
    await served.announce();
    return { core, router, access: served.access, url, omitted, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
