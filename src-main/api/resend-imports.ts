import { implement } from '@orpc/server';
import type { Core } from '#core/create-core.ts';
import { contract } from '#shared/contract/index.ts';
import { contractStream } from './errors.ts';

const os = implement(contract.resendImports);

export const resendImports = ({ resendImports, log }: Core) => ({
  create: os.create.handler(({ input }) => resendImports.create(input)),
  list: os.list.handler(() => resendImports.list()),
  append: os.append.handler(({ input }) => resendImports.append(input)),
  get: os.get.handler(({ input }) => resendImports.get(input.id)),
  start: os.start.handler(({ input }) => resendImports.start(input)),
  resume: os.resume.handler(({ input }) => resendImports.resume(input)),
  follow: os.follow.handler(({ input, signal }) =>
    contractStream(log, resendImports.follow(input.id, signal)),
  ),
  cancel: os.cancel.handler(({ input }) => resendImports.cancel(input.id)),
});
