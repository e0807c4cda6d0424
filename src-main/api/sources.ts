import { implement } from '@orpc/server';
import type { Core } from '#core/create-core.ts';
import { contract } from '#shared/contract/index.ts';

const os = implement(contract.sources);

export const sources = ({ sources }: Core) => ({
  list: os.list.handler(() => [...sources.list()]),
  get: os.get.handler(({ input }) => sources.get(input.id)),
  usage: os.usage.handler(({ input }) => sources.usage(input.id)),
  create: os.create.handler(({ input }) => sources.create(input)),
  update: os.update.handler(({ input: { id, ...patch } }) => sources.update(id, patch)),
  remove: os.remove.handler(({ input }) => sources.remove(input.id)),
  restore: os.restore.handler(({ input }) => sources.restore(input.id)),
});
