import { implement } from '@orpc/server';
import type { Core } from '#core/create-core.ts';
import { contract } from '#shared/contract/index.ts';

const os = implement(contract.syncs);

export const syncs = ({ syncs }: Core) => ({
  get: os.get.handler(({ input }) => syncs.get(input.id)),
  cancel: os.cancel.handler(({ input }) => syncs.cancel(input.id)),
  resume: os.resume.handler(({ input }) => syncs.resume(input.id)),
});
