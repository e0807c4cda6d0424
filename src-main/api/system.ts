import { implement } from '@orpc/server';
import type { Core } from '#core/create-core.ts';
import { contract } from '#shared/contract/index.ts';
import type { HostFacts } from './host-facts.ts';

const os = implement(contract);

export const system = ({ system }: Core, host: HostFacts) => ({
  get: os.system.get.handler(() => ({ ...system.get(), apiUrl: host.apiUrl() })),
});

export const settings = ({ settings }: Core) => ({
  get: os.settings.get.handler(() => settings.get()),
  update: os.settings.update.handler(({ input }) => settings.update(input)),
});

export const developmentAuthority = ({ certificates }: Core) => ({
  get: os.developmentAuthority.get.handler(() => certificates.authority()),
  renew: os.developmentAuthority.renew.handler(() => certificates.renew()),
  dismissAlert: os.developmentAuthority.dismissAlert.handler(() => certificates.dismissAlert()),
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

export const authorities = ({ authorities }: Core) => ({
  list: os.authorities.list.handler(() => [...authorities.list()]),
  create: os.authorities.create.handler(({ input }) => authorities.create(input)),
  remove: os.authorities.remove.handler(({ input }) => authorities.remove(input.id)),
});
