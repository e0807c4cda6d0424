import { implement } from '@orpc/server';
import type { Core } from '#core/create-core.ts';
import { contract } from '#shared/contract/index.ts';

const os = implement(contract.savedFilters);

export const savedFilters = ({ savedFilters }: Core) => ({
  list: os.list.handler(() => [...savedFilters.list()]),
  create: os.create.handler(({ input }) => savedFilters.create(input)),
  update: os.update.handler(({ input: { id, ...patch } }) => savedFilters.update(id, patch)),
  remove: os.remove.handler(({ input }) => savedFilters.remove(input.id)),
});
