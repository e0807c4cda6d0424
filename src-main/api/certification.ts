import { implement } from '@orpc/server';
import type { Core } from '#core/create-core.ts';
import { contract } from '#shared/contract/index.ts';
import { contractStream } from './errors.ts';

const os = implement(contract.certification);

export const certification = ({ certification, log }: Core) => ({
  run: os.run.handler(({ input, signal }) => certification.run(input, signal)),
  follow: os.follow.handler(({ input, signal }) =>
    contractStream(log, certification.follow(input, signal)),
  ),
});
