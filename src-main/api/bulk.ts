import { implement } from '@orpc/server';
import type { Core } from '#core/create-core.ts';
import { contract } from '#shared/contract/index.ts';
import { contractStream } from './errors.ts';

const os = implement(contract.bulk);

export const bulk = ({ bulk, log }: Core) => ({
  start: os.start.handler(async ({ input: { query, body }, signal }) =>
    query.plan
      ? { kind: 'plan', plan: await bulk.plan(body, signal) }
      : { kind: 'run', run: await bulk.start(body, signal) },
  ),
  plan: os.plan.handler(({ input, signal }) => contractStream(log, bulk.planning(input, signal))),
  list: os.list.handler(({ input }) => bulk.page(input)),
  get: os.get.handler(({ input }) => bulk.get(input.id)),
  cancel: os.cancel.handler(({ input }) => bulk.cancel(input.id)),
  resume: os.resume.handler(({ input }) => bulk.resume(input.id)),
  undo: os.undo.handler(({ input }) => bulk.undo(input.id)),
});
