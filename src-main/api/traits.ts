import { implement } from '@orpc/server';
import type { Core } from '#core/create-core.ts';
import { contract } from '#shared/contract/index.ts';
import { contractStream } from './errors.ts';
import { startSync } from './start-sync.ts';

const os = implement(contract.traits);

export const traits = ({ traits, syncs, log }: Core) => ({
  list: os.list.handler(() => traits.list()),
  get: os.get.handler(({ input }) => traits.get(input.id)),
  create: os.create.handler(({ input }) => traits.create(input)),
  update: os.update.handler(({ input: { id, ...patch } }) => traits.update(id, patch)),
  remove: os.remove.handler(({ input }) => traits.remove(input.id)),
  restore: os.restore.handler(({ input }) => traits.restore(input.id)),
  values: {
    list: os.values.list.handler(({ input }) => traits.values.list(input)),
    set: os.values.set.handler(({ input }) => traits.values.set(input)),
    remove: os.values.remove.handler(({ input }) => traits.values.remove(input.id, input.userIds)),
    generate: os.values.generate.handler(({ input, signal }) =>
      contractStream(log, traits.values.generate(input, signal)),
    ),
  },
  syncs: {
    list: os.syncs.list.handler(({ input }) => syncs.page(traits.find(input.id), input)),
    start: os.syncs.start.handler(({ input }) => startSync(syncs, traits.find, input)),
  },
});
