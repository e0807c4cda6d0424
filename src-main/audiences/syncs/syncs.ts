/** Starts, cancels and resumes syncs (spec 6, D36). Each sync is a job. */

import type { Jobs } from '#main/jobs/jobs.ts';
import { AppError, notFound } from '#main/kit/app-error.ts';
import type { Clock, Log } from '#main/kit/ports.ts';
import type { StoredComputation } from '#main/store/computations.ts';
import type { ConfigCache } from '#main/store/config-cache.ts';
import type { DeliveryWithBody } from '#main/store/deliveries.ts';
import type { Store } from '#main/store/store.ts';
import type { SyncCursor } from '#main/store/syncs.ts';
import type { Tx } from '#main/store/write-queue.ts';
import type { StartSyncRequest, StartSyncResult, Sync, SyncPlan } from '#shared/audiences/sync.ts';
import type { SyncSettings } from '#shared/jobs/job.ts';
import type { ById, ByRowId } from '#shared/kit/entity.ts';
import type { PageRequest } from '#shared/kit/page.ts';
import { syncProblemText } from '#shared/kit/problem.ts';
import { isOpen, planSync, sendProblem, startProblem } from './plan.ts';
import { createSyncSchedule } from './schedule.ts';
import { createSyncKind, type SyncParams } from './sync-job.ts';

interface SyncTools {
  readonly store: Store;
  readonly configCache: ConfigCache;
  readonly clock: Clock;
  readonly machineClock: Clock;
  readonly log: Log;
  readonly jobs: Jobs;
  readonly accepted: (fresh: readonly DeliveryWithBody[]) => void;
}

/** A sync of an audience or computed trait. */
type SyncOf = { readonly computationId: string } & Partial<SyncSettings>;

export type Syncs = ReturnType<typeof createSyncs>;

export function createSyncs(tools: SyncTools) {
  const { store, configCache, clock, jobs } = tools;
  jobs.register(createSyncKind(tools));

  function find(id: number): Sync {
    const sync = store.syncs.get(id);
    if (sync === undefined) throw notFound('sync');
    return sync;
  }

  /** Cancels the last sync if it could still resume. */
  function cancelLast(tx: Tx, { row }: StoredComputation): void {
    const last = store.syncs.last(row);
    if (last !== null && (isOpen(last) || last.state === 'paused'))
      jobs.commandWithin(tx, last.jobId, 'cancel');
  }

  /**
   * Starts a sync and replaces a paused one. It completes immediately if there is nothing to send.
   */
  function insertSync(
    tx: Tx,
    computation: StoredComputation,
    cause: Sync['cause'],
    { perSecond, full = false }: Partial<SyncSettings>,
  ): number {
    cancelLast(tx, computation);
    const { additions, removals } = store.members.pending(computation, full);
    return store.syncs.insert(tx, computation, { cause, full, additions, removals }, (sync) =>
      jobs.insert<SyncParams, SyncCursor>(tx, {
        kind: 'sync',
        params: {
          syncId: sync.id,
          computationClass: computation.class,
          computationId: computation.id,
          computationName: computation.name,
          number: sync.number,
        },
        cursor: { syncedUpTo: '' },
        totalCount: additions + removals,
        perSecond: perSecond ?? null,
      }),
    );
  }

  /**
   * Starts a scheduled sync. If it can't send, it is paused immediately, so that the history shows why
   * nothing was sent. Doesn't start if the last sync is running, or if it can't send and there is
   * nothing to send or the last sync can be resumed.
   */
  function startScheduled(tx: Tx, computation: StoredComputation): void {
    const last = store.syncs.last(computation.row);
    if (last !== null && isOpen(last)) return;
    if (sendProblem(configCache, computation) !== null) {
      const { additions, removals } = store.members.pending(computation);
      if (additions + removals === 0 || last?.resumable === true) return;
    }
    insertSync(tx, computation, 'schedule', {});
  }

  const schedule = createSyncSchedule({ ...tools, start: startScheduled });

  const command =
    (name: 'cancel' | 'resume') =>
    async ({ id }: ByRowId) => {
      await jobs[name]({ id: find(id).jobId });
      return find(id);
    };

  function computation(id: string): StoredComputation {
    const found = store.computations.get(id);
    if (found === undefined) throw notFound('audience or computed trait');
    return found;
  }

  const plan = ({ computationId, ...settings }: SyncOf): SyncPlan =>
    planSync(store, configCache, computation(computationId), settings, clock.now());

  async function start({ computationId, ...settings }: SyncOf): Promise<Sync> {
    const id = await store.write((tx) => {
      const found = computation(computationId);
      const problem = startProblem(store, configCache, found);
      if (problem !== null) throw new AppError('conflict', syncProblemText(problem));
      return insertSync(tx, found, 'manual', settings);
    });
    return find(id);
  }

  return {
    get: ({ id }: ByRowId) => find(id),
    plan,
    start,
    /** The syncs of audiences, or of computed traits. */
    of: (find: (id: string) => StoredComputation) => ({
      list: ({ id, limit, cursor }: ById & PageRequest) =>
        store.syncs.page(find(id).row, limit, cursor),
      async start({ params: { id }, query, body }: StartSyncRequest): Promise<StartSyncResult> {
        const request = { computationId: find(id).id, ...body };
        return query.plan
          ? { kind: 'plan', plan: plan(request) }
          : { kind: 'sync', sync: await start(request) };
      },
    }),
    cancel: command('cancel'),
    resume: command('resume'),
    cancelLast,
    scheduleChanged: schedule.arm,
    recover: schedule.arm,
    stop: schedule.stop,
  };
}
