import { implement } from '@orpc/server';
import type { Core } from '#core/create-core.ts';
import { contract } from '#shared/contract/index.ts';

const os = implement(contract.imports);

export const imports = ({ imports }: Core) => ({
  create: os.create.handler(({ input }) => imports.create(input)),
  append: os.append.handler(({ input }) => imports.append(input)),
  cancel: os.cancel.handler(({ input }) => imports.cancel(input.id)),
});
