import { implement } from '@orpc/server';
import type { Core } from '#core/create-core.ts';
import { contract } from '#shared/contract/index.ts';
import { contractStream } from './errors.ts';

const os = implement(contract.recordings);

export const recordings = ({ recordings, log }: Core) => ({
  create: os.create.handler(({ input }) => recordings.create(input)),
  run: os.run.handler(({ input, signal }) => contractStream(log, recordings.run(input, signal))),
  files: os.files.handler(({ input }) => recordings.files(input)),
  save: os.save.handler(({ input }) => recordings.save(input)),
});
