import { implement } from '@orpc/server';
import type { Core } from '#core/create-core.ts';
import { contract } from '#shared/contract/index.ts';

const os = implement(contract.exports);

export const exports = ({ exports }: Core) => ({
  plan: os.plan.handler(({ input, signal }) => exports.plan(input, signal)),
  create: os.create.handler(({ input }) => exports.create(input)),
  read: os.read.handler(({ input }) => exports.read(input.id)),
  cancel: os.cancel.handler(({ input }) => exports.cancel(input.id)),
});
