import { implement } from '@orpc/server';
import type { Core } from '#core/create-core.ts';
import { contract } from '#shared/contract/index.ts';
import { contractStream } from './errors.ts';

const os = implement(contract.clock);

export const clock = ({ clock, log }: Core) => ({
  get: os.get.handler(() => clock.get()),
  set: os.set.handler(({ input }) => clock.set(input)),
  jump: os.jump.handler(() => clock.jump()),
  settle: os.settle.handler(({ input, signal }) =>
    contractStream(log, clock.settle(input, signal)),
  ),
});
