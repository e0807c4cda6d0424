import { implement } from '@orpc/server';
import type { Core } from '#core/create-core.ts';
import { contract } from '#shared/contract/index.ts';

const os = implement(contract.signatures);

export const signatures = ({ signatures }: Core) => ({
  check: os.check.handler(({ input }) => signatures.check(input)),
  diagnose: os.diagnose.handler(({ input, signal }) => signatures.diagnose(input, signal)),
});
