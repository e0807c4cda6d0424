import { implement } from '@orpc/server';
import type { Core } from '#core/create-core.ts';
import { contract } from '#shared/contract/index.ts';

const os = implement(contract.deletions);

export const deletions = ({ deletions }: Core) => ({
  list: os.list.handler(({ input }) => deletions.page(input)),
  get: os.get.handler(({ input }) => deletions.get(input.id)),
  create: os.create.handler(({ input }) => deletions.create(input)),
  users: os.users.handler(({ input }) => deletions.users(input)),
  plan: os.plan.handler(({ input }) => deletions.plan(input.id)),
  start: os.start.handler(({ input }) => deletions.start(input.id)),
  remove: os.remove.handler(({ input }) => deletions.remove(input.id)),
});
