import { implement } from '@orpc/server';
import type { Core } from '#core/create-core.ts';
import { contract } from '#shared/contract/index.ts';

const os = implement(contract.resends);

export const resends = ({ resends }: Core) => ({
  preview: os.preview.handler(({ input }) => resends.preview(input)),
  send: os.send.handler(({ input }) => resends.send(input)),
  list: os.list.handler(({ input }) => resends.page(input)),
  listAll: os.listAll.handler(({ input }) => resends.pageOfAll(input)),
  get: os.get.handler(({ input }) => resends.get(input.id)),
});
