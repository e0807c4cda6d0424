import { implement } from '@orpc/server';
import type { Core } from '#core/create-core.ts';
import { contract } from '#shared/contract/index.ts';
import { contractStream } from './errors.ts';
import { startSync } from './start-sync.ts';

const os = implement(contract.audiences);

export const audiences = ({ audiences, syncs, log }: Core) => ({
  list: os.list.handler(() => audiences.list()),
  get: os.get.handler(({ input }) => audiences.get(input.id)),
  create: os.create.handler(({ input }) => audiences.create(input)),
  update: os.update.handler(({ input: { id, ...patch } }) => audiences.update(id, patch)),
  remove: os.remove.handler(({ input }) => audiences.remove(input.id)),
  restore: os.restore.handler(({ input }) => audiences.restore(input.id)),
  members: {
    list: os.members.list.handler(({ input }) => audiences.members.list(input)),
    add: os.members.add.handler(({ input }) => audiences.members.add(input.id, input.userIds)),
    replace: os.members.replace.handler(({ input }) =>
      audiences.members.replace(input.id, input.userIds),
    ),
    remove: os.members.remove.handler(({ input }) =>
      audiences.members.remove(input.id, input.userIds),
    ),
    generate: os.members.generate.handler(({ input, signal }) =>
      contractStream(log, audiences.members.generate(input, signal)),
    ),
    churn: os.members.churn.handler(({ input, signal }) =>
      contractStream(log, audiences.members.churn(input, signal)),
    ),
  },
  syncs: {
    list: os.syncs.list.handler(({ input }) => syncs.page(audiences.find(input.id), input)),
    start: os.syncs.start.handler(({ input }) => startSync(syncs, audiences.find, input)),
  },
});
