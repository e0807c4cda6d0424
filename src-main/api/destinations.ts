import { implement } from '@orpc/server';
import type { Core } from '#core/create-core.ts';
import { contract } from '#shared/contract/index.ts';

const os = implement(contract.destinations);

export const destinations = ({ destinations }: Core) => ({
  list: os.list.handler(() => [...destinations.list()]),
  get: os.get.handler(({ input }) => destinations.get(input.id)),
  create: os.create.handler(({ input }) => destinations.create(input)),
  update: os.update.handler(({ input: { id, ...patch } }) => destinations.update(id, patch)),
  remove: os.remove.handler(({ input }) => destinations.remove(input.id)),
  restore: os.restore.handler(({ input }) => destinations.restore(input.id)),
});
