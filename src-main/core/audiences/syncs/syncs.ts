/** Beginning, cancelling and resuming syncs (spec 6, D36). */
import type { PageRequest } from '#shared/schemas/page.ts';
import type { Sync } from '#shared/schemas/sync.ts';
import { AppError } from '../../app-error.ts';
import type { StoredComputation } from '../../store/computations.ts';
import type { Tx } from '../../store/write-queue.ts';
import { nouns } from '../computations.ts';
import { sourceProblem } from '../view.ts';
import { beginProblem, planSync } from './plan.ts';
import { createSyncRunner, type SyncTools } from './runner.ts';
import { createSyncSchedule } from './schedule.ts';

export function createSyncs(tools: SyncTools) {
  const { store, configCache, clock } = tools;
  const runner = createSyncRunner(tools);

  function find(id: number): Sync {
    const sync = store.syncs.get(id);
    if (sync === undefined) throw new AppError('not_found', 'There is no such sync.');
    return sync;
  }

  /** Begins one; with nothing to tell it is over. */
  function begin(
    tx: Tx,
    computation: StoredComputation,
    as: Pick<Sync, 'cause' | 'perSecond' | 'full'>,
  ): number {
    const now = clock.now();
    const { additions, removals } = store.members.pending(computation, as.full);
    const id = store.syncs.begin(tx, computation, { ...as, additions, removals }, now);
    if (additions + removals === 0)
      store.syncs.setState(tx, computation, id, 'completed', null, now);
    return id;
  }

  /** Begins one, or throws an AppError that says what is in the way. */
  function beginByHand(
    tx: Tx,
    computation: StoredComputation,
    settings: Pick<Sync, 'perSecond' | 'full'>,
  ): number {
    const problem = beginProblem(store, configCache, computation);
    if (problem !== null) throw new AppError('conflict', problem);
    return begin(tx, computation, { cause: 'manual', ...settings });
  }

  /**
   * Begins one that is due. Where its source is in the way it ends at once, so that the history says
   * why nothing was sent, and it can be resumed. Nothing is begun while the last one is under way, nor
   * said where there is nothing to tell, or the last one waits to be resumed: it would be displaced.
   */
  function beginScheduled(tx: Tx, computation: StoredComputation): number | null {
    const last = store.syncs.last(computation.row);
    if (last?.state === 'running') return null;
    const as = { cause: 'schedule', perSecond: null, full: false } as const;
    const problem = sourceProblem(configCache, computation.sourceId);
    if (problem === null) return begin(tx, computation, as);
    const { additions, removals } = store.members.pending(computation);
    if (additions + removals === 0 || last?.resumable === true) return null;
    const id = begin(tx, computation, as);
    store.syncs.setState(tx, computation, id, 'cancelled', problem, clock.now());
    return id;
  }

  function goOn(id: number): Sync {
    const sync = find(id);
    if (sync.state === 'running') runner.start(id);
    return sync;
  }

  const schedule = createSyncSchedule({
    ...tools,
    begin: beginScheduled,
    started: goOn,
  });

  return {
    get: find,
    page: ({ row }: StoredComputation, { limit, cursor }: PageRequest) =>
      store.syncs.page(row, limit, cursor),
    /** `full`: plans a sync that sends all current users again. */
    plan: (computation: StoredComputation, full = false) =>
      planSync(store, configCache, computation, full, clock.now()),
    async start(
      find: () => StoredComputation,
      perSecond: number | null,
      full = false,
    ): Promise<Sync> {
      return goOn(await store.write((tx) => beginByHand(tx, find(), { perSecond, full })));
    },
    async cancel(id: number): Promise<Sync> {
      await store.write((tx) => {
        const sync = find(id);
        const computation = store.computations.get(sync.computationId);
        if (sync.state !== 'running' || computation === undefined)
          throw new AppError('conflict', 'It is not under way: there is nothing to cancel.');
        const reason = 'It was cancelled by hand.';
        store.syncs.setState(tx, computation, id, 'cancelled', reason, clock.now());
      });
      runner.wake(id);
      return find(id);
    },
    async resume(id: number): Promise<Sync> {
      await store.write((tx) => {
        const sync = find(id);
        const computation = store.computations.get(sync.computationId);
        if (computation === undefined)
          throw new AppError(
            'conflict',
            `The ${nouns[sync.computationClass]} it belongs to was deleted: undo that first.`,
          );
        if (!sync.resumable)
          throw new AppError(
            'conflict',
            sync.state === 'cancelled'
              ? 'A later sync has taken over what it had still to tell.'
              : `It is ${sync.state}: only a cancelled sync can be resumed.`,
          );
        const problem = beginProblem(store, configCache, computation);
        if (problem !== null) throw new AppError('conflict', problem);
        store.syncs.setState(tx, computation, id, 'running', null, null);
      });
      return goOn(id);
    },
    scheduleChanged: schedule.arm,
    /** Goes on with what the last run of the program left, and with the schedules. */
    recover(): void {
      for (const id of store.syncs.running()) runner.start(id);
      schedule.arm();
    },
    async stop(): Promise<void> {
      await schedule.stop();
      await runner.stop();
    },
  };
}
