import { implement } from '@orpc/server';
import { notFound } from '#core/app-error.ts';
import type { Core } from '#core/create-core.ts';
import { contract } from '#shared/contract/index.ts';
import type { DataFolderOfWorkspace, DataOffer } from '#shared/schemas/system.ts';
import { contractStream } from './errors.ts';

const os = implement(contract);

export function system({ system }: Core, host: HostFacts) {
  const { data } = host;
  const get = () => ({ ...system.get(), apiUrl: host.apiUrl(), dataOffer: data?.offer() ?? null });
  return {
    get: os.system.get.handler(get),
    trustWorkspace: os.system.trustWorkspace.handler(async () => {
      await system.trustWorkspace();
      return get();
    }),
    chooseOfferedData: os.system.chooseOfferedData.handler(() => {
      if (data === null) throw notFound('Data folder');
      data.useOffered();
      return get();
    }),
    dataFolders: os.system.dataFolders.handler(() => data?.gone() ?? []),
    removeDataFolder: os.system.removeDataFolder.handler(({ input }) => {
      if (data === null) throw notFound('Data folder');
      data.remove(input.id);
    }),
  };
}

export const settings = ({ settings }: Core) => ({
  get: os.settings.get.handler(() => settings.get()),
  update: os.settings.update.handler(({ input }) => settings.update(input)),
});

export const developmentCa = ({ certificates }: Core) => ({
  get: os.developmentCa.get.handler(() => certificates.authority()),
  renew: os.developmentCa.renew.handler(() => certificates.renew()),
  dismissAlert: os.developmentCa.dismissAlert.handler(() => certificates.dismissAlert()),
});

export const ledger = ({ ledger }: Core) => ({
  get: os.ledger.get.handler(() => ledger.get()),
});

export const changes = ({ changes }: Core) => ({
  follow: os.changes.follow.handler(({ input, signal }) => changes.follow(input, signal)),
});

export const configuration = ({ configuration }: Core) => ({
  get: os.configuration.get.handler(({ input }) => configuration.get(input.secrets)),
  apply: os.configuration.apply.handler(({ input }) => configuration.apply(input)),
});

export const certificateAuthorities = ({ certificateAuthorities: authorities }: Core) => ({
  list: os.certificateAuthorities.list.handler(() => [...authorities.list()]),
  create: os.certificateAuthorities.create.handler(({ input }) => authorities.create(input)),
  remove: os.certificateAuthorities.remove.handler(({ input }) => authorities.remove(input.id)),
});

/** Information from the host that the core doesn't have. */
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

const clockOs = implement(contract.clock);

export const clock = ({ clock, log }: Core) => ({
  get: clockOs.get.handler(() => clock.get()),
  set: clockOs.set.handler(({ input }) => clock.set(input)),
  fastForwardToNextAttempt: clockOs.fastForwardToNextAttempt.handler(() =>
    clock.fastForwardToNextAttempt(),
  ),
  fastForwardUntilFinished: clockOs.fastForwardUntilFinished.handler(({ input, signal }) =>
    contractStream(log, clock.fastForwardUntilFinished(input, signal)),
  ),
  setFastForwardSpeed: clockOs.setFastForwardSpeed.handler(({ input }) =>
    clock.setFastForwardSpeed(input),
  ),
});
