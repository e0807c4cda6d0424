import { implement } from '@orpc/server';
import type { Core } from '#core/create-core.ts';
import { contract } from '#shared/contract/index.ts';
import { contractStream } from './errors.ts';

const os = implement(contract.jobs);

export const jobs = ({ jobs, bulkJobs, log }: Core) => ({
  plan: os.plan.handler(({ input, signal }) => bulkJobs.plan(input, signal)),
  planProgress: os.planProgress.handler(({ input, signal }) =>
    contractStream(log, bulkJobs.planProgress(input, signal)),
  ),
  start: os.start.handler(({ input, signal }) => bulkJobs.start(input, signal)),
  list: os.list.handler(({ input }) => jobs.page(input)),
  get: os.get.handler(({ input }) => jobs.get(input.id)),
  pause: os.pause.handler(({ input }) => jobs.command(input.id, 'pause')),
  resume: os.resume.handler(({ input }) => jobs.command(input.id, 'resume')),
  cancel: os.cancel.handler(({ input }) => jobs.command(input.id, 'cancel')),
  undo: os.undo.handler(({ input }) => jobs.command(input.id, 'undo')),
});
