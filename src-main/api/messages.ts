import { implement } from '@orpc/server';
import type { Core } from '#core/create-core.ts';
import { contract } from '#shared/contract/index.ts';

const os = implement(contract);

export const messages = ({ messages }: Core) => ({
  list: os.messages.list.handler(({ input }) => messages.page(input)),
  get: os.messages.get.handler(({ input }) => messages.get(input.id)),
});

export const rejected = ({ rejected }: Core) => ({
  list: os.rejected.list.handler(({ input }) => rejected.page(input)),
  get: os.rejected.get.handler(({ input }) => rejected.get(input.id)),
});
