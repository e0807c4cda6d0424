import { implement } from '@orpc/server';
import type { Core } from '#core/create-core.ts';
import { contract } from '#shared/contract/index.ts';

const os = implement(contract.deletions);

export const deletions = ({ deletions }: Core) => ({
  list: os.list.handler(({ input }) => deletions.page(input)),
  get: os.get.handler(({ input }) => deletions.get(input.id)),
  create: os.create.handler(({ input }) => deletions.create(input)),
  users: {
    list: os.users.list.handler(({ input }) => deletions.users.list(input)),
    add: os.users.add.handler(({ input }) => deletions.users.add(input.id, input.userIds)),
    remove: os.users.remove.handler(({ input }) => deletions.users.remove(input.id, input.userIds)),
  },
  plan: os.plan.handler(({ input }) => deletions.plan(input.id)),
  start: os.start.handler(({ input }) => deletions.start(input.id)),
  remove: os.remove.handler(({ input }) => deletions.remove(input.id)),
});
