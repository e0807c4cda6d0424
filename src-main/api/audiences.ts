import { implement } from '@orpc/server';
import type { Core } from '#core/create-core.ts';
import { contract } from '#shared/contract/index.ts';
import type { StartSyncRequest, StartSyncResult } from '#shared/schemas/sync.ts';
import { contractStream } from './errors.ts';

const audiencesOs = implement(contract.audiences);

export const audiences = ({ audiences, syncs, log }: Core) => ({
  list: audiencesOs.list.handler(() => audiences.list()),
  get: audiencesOs.get.handler(({ input }) => audiences.get(input.id)),
  create: audiencesOs.create.handler(({ input }) => audiences.create(input)),
  update: audiencesOs.update.handler(({ input: { id, ...patch } }) => audiences.update(id, patch)),
  remove: audiencesOs.remove.handler(({ input }) => audiences.remove(input.id)),
  restore: audiencesOs.restore.handler(({ input }) => audiences.restore(input.id)),
  members: {
    list: audiencesOs.members.list.handler(({ input }) => audiences.members.list(input)),
    add: audiencesOs.members.add.handler(({ input }) =>
      audiences.members.add(input.id, input.userIds),
    ),
    replace: audiencesOs.members.replace.handler(({ input }) =>
      audiences.members.replace(input.id, input.userIds),
    ),
    remove: audiencesOs.members.remove.handler(({ input }) =>
      audiences.members.remove(input.id, input.userIds),
    ),
    generate: audiencesOs.members.generate.handler(({ input, signal }) =>
      contractStream(log, audiences.members.generate(input, signal)),
    ),
    churn: audiencesOs.members.churn.handler(({ input, signal }) =>
      contractStream(log, audiences.members.churn(input, signal)),
    ),
  },
  syncs: {
    list: audiencesOs.syncs.list.handler(({ input }) =>
      syncs.page(audiences.find(input.id), input),
    ),
    start: audiencesOs.syncs.start.handler(({ input }) => startSync(syncs, audiences.find, input)),
  },
});

const traitsOs = implement(contract.traits);

export const traits = ({ traits, syncs, log }: Core) => ({
  list: traitsOs.list.handler(() => traits.list()),
  get: traitsOs.get.handler(({ input }) => traits.get(input.id)),
  create: traitsOs.create.handler(({ input }) => traits.create(input)),
  update: traitsOs.update.handler(({ input: { id, ...patch } }) => traits.update(id, patch)),
  remove: traitsOs.remove.handler(({ input }) => traits.remove(input.id)),
  restore: traitsOs.restore.handler(({ input }) => traits.restore(input.id)),
  values: {
    list: traitsOs.values.list.handler(({ input }) => traits.values.list(input)),
    set: traitsOs.values.set.handler(({ input }) => traits.values.set(input)),
    remove: traitsOs.values.remove.handler(({ input }) =>
      traits.values.remove(input.id, input.userIds),
    ),
    generate: traitsOs.values.generate.handler(({ input, signal }) =>
      contractStream(log, traits.values.generate(input, signal)),
    ),
  },
  syncs: {
    list: traitsOs.syncs.list.handler(({ input }) => syncs.page(traits.find(input.id), input)),
    start: traitsOs.syncs.start.handler(({ input }) => startSync(syncs, traits.find, input)),
  },
});

/** Starts or plans a sync for the computation that `find` returns. */
async function startSync(
  syncs: Core['syncs'],
  find: Core['audiences']['find'],
  { params: { id }, query, body }: StartSyncRequest,
): Promise<StartSyncResult> {
  if (query.plan) return { kind: 'plan', plan: syncs.plan(find(id), body ?? {}) };
  return {
    kind: 'sync',
    sync: await syncs.start(() => find(id), body ?? {}),
  };
}
