import { implement } from '@orpc/server';
import type { Core } from '#core/create-core.ts';
import { contract } from '#shared/contract/index.ts';

const os = implement(contract.imports);

export const imports = ({ imports }: Core) => ({
  begin: os.begin.handler(({ input }) => imports.begin(input)),
  append: os.append.handler(({ input }) => imports.append(input)),
  cancel: os.cancel.handler(({ input }) => imports.cancel(input.id)),
});
