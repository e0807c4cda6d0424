/** Starts, cancels and resumes syncs (spec 6, D36). Each sync is a job. */
import { syncProblemText } from '#shared/labels/problems.ts';
import type { SyncSettings } from '#shared/schemas/job.ts';
import type { PageRequest } from '#shared/schemas/page.ts';
import type { Sync } from '#shared/schemas/sync.ts';
import { AppError, notFound } from '../../app-error.ts';
import type { ConfigCache } from '../../config/config-cache.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import type { Clock, Log } from '../../ports.ts';
import type { StoredComputation } from '../../store/computations.ts';
import type { DeliveryWithBody } from '../../store/deliveries.ts';
import type { Store } from '../../store/store.ts';
import type { SyncCursor } from '../../store/syncs.ts';
import type { Tx } from '../../store/write-queue.ts';
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

  const command = (name: 'cancel' | 'resume') => async (id: number) => {
    await jobs.command(find(id).jobId, name);
    return find(id);
  };

  return {
    get: find,
    /** Finds an audience or computed trait. */
    computation(id: string): StoredComputation {
      const computation = store.computations.get(id);
      if (computation === undefined) throw notFound('audience or computed trait');
      return computation;
    },
    page: ({ row }: StoredComputation, { limit, cursor }: PageRequest) =>
      store.syncs.page(row, limit, cursor),
    plan: (computation: StoredComputation, settings: Partial<SyncSettings> = {}) =>
      planSync(store, configCache, computation, settings, clock.now()),
    async start(
      findComputation: () => StoredComputation,
      settings: Partial<SyncSettings> = {},
    ): Promise<Sync> {
      const id = await store.write((tx) => {
        const computation = findComputation();
        const problem = startProblem(store, configCache, computation);
        if (problem !== null) throw new AppError('conflict', syncProblemText(problem));
        return insertSync(tx, computation, 'manual', settings);
      });
      return find(id);
    },
    cancel: command('cancel'),
    resume: command('resume'),
    cancelLast,
    scheduleChanged: schedule.arm,
    recover: schedule.arm,
    stop: schedule.stop,
  };
}
