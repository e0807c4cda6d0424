import { implement } from '@orpc/server';
import type { Core } from '#core/create-core.ts';
import { contract } from '#shared/contract/index.ts';

const os = implement(contract.resendImports);

export const resendImports = ({ resendImports }: Core) => ({
  create: os.create.handler(({ input }) => resendImports.create(input)),
  append: os.append.handler(({ input }) => resendImports.append(input)),
  get: os.get.handler(({ input }) => resendImports.get(input.id)),
  start: os.start.handler(({ input }) => resendImports.start(input)),
  cancel: os.cancel.handler(({ input }) => resendImports.cancel(input.id)),
});
