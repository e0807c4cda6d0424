/** What the host and the product say about themselves, and the trust in the workspace. */
import { notFound } from '#main/kit/app-error.ts';
import type { ById } from '#shared/kit/entity.ts';
import { type Sending, serversOf } from '#shared/settings/servers.ts';
import type { DataFolderOfWorkspace, DataOffer, System } from '#shared/settings/system.ts';

/** Information from the host that the product doesn't have. */
export interface HostFacts {
  /** URL of the REST API; null in a host without one. */
  apiUrl(): string | null;
  /** Data folders of workspaces; null in a run of a scenario. */
  readonly data: {
    offer(): DataOffer | null;
    useOffered(): void;
    gone(): DataFolderOfWorkspace[];
    remove(id: string): void;
  } | null;
}

/** A folder that may only send to mock endpoints until the user trusts it. */
export interface OpenedWorkspace {
  readonly folder: string;
  readonly isTrusted: () => boolean;
  /** Whether an earlier version of it was trusted. */
  readonly hasChanged: () => boolean;
  /** What its configuration file does once it is trusted: sending, and reading environment variables. */
  readonly configuration: Sending & { readonly variables: readonly string[] };
  /** Also applies the configuration file. */
  readonly trust: () => void | Promise<void>;
}

type Facts = Omit<System, 'apiUrl' | 'dataOffer' | 'workspace'>;

export function createSystem(tools: {
  readonly host: HostFacts;
  readonly workspace: OpenedWorkspace | undefined;
  readonly facts: () => Facts;
  readonly mockUrls: () => readonly (string | null)[];
  /** Notifies the interface. */
  readonly changed: () => Promise<void>;
}) {
  const { host, workspace, facts, mockUrls, changed } = tools;

  const get = (): System => ({
    ...facts(),
    workspace: workspace
      ? {
          folder: workspace.folder,
          isTrusted: workspace.isTrusted(),
          hasChanged: workspace.hasChanged(),
          servers: serversOf(workspace.configuration, mockUrls()),
          variables: [...workspace.configuration.variables],
        }
      : null,
    apiUrl: host.apiUrl(),
    dataOffer: host.data?.offer() ?? null,
  });

  function dataFolders(): NonNullable<HostFacts['data']> {
    if (host.data === null) throw notFound('Data folder');
    return host.data;
  }

  return {
    get,
    /** Allows sending. Throws an AppError without a workspace. */
    async trustWorkspace(): Promise<System> {
      if (workspace === undefined) throw notFound('Workspace');
      await workspace.trust();
      await changed();
      return get();
    },
    chooseOfferedData(): System {
      dataFolders().useOffered();
      return get();
    },
    dataFolders: () => host.data?.gone() ?? [],
    removeDataFolder: ({ id }: ById) => dataFolders().remove(id),
  };
}
