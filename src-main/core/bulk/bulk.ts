/** Bulk actions: planned, begun, cancelled, resumed and undone; one run at a time. */

import type { BulkPlan, BulkPlanning, BulkRequest, BulkRun } from '#shared/schemas/bulk.ts';
import type { PageRequest } from '#shared/schemas/page.ts';
import { AppError, fieldError } from '../app-error.ts';
import { filterOf } from '../deliveries/filter.ts';
import type { StoredBulkRun } from '../store/bulk-runs.ts';
import { planBulk } from './plan.ts';
import { createBulkRunner, type RunnerTools } from './runner.ts';

export type Bulk = ReturnType<typeof createBulk>;

const underWay =
  'A bulk action is under way, and there is one at a time: wait for its end, or cancel it.';

export function createBulk(tools: RunnerTools) {
  const { store, reader, clock } = tools;
  const runner = createBulkRunner(tools);

  const isUnderWay = (run: StoredBulkRun | null): boolean =>
    run?.state === 'running' || run?.state === 'undoing';

  const problem = (): string | null => (isUnderWay(store.bulkRuns.newest()) ? underWay : null);

  const shown = ({ tree: _, plannedAt: __, reached: ___, ...run }: StoredBulkRun): BulkRun => ({
    ...run,
    problem: runner.problem(run.id),
  });

  function find(id: number): StoredBulkRun {
    const run = store.bulkRuns.get(id);
    if (run === undefined) throw new AppError('not_found', 'There is no such bulk action.');
    return run;
  }

  function refuseSecond(): void {
    const inTheWay = problem();
    if (inTheWay !== null) throw new AppError('conflict', inTheWay);
  }

  const planSteps = (request: BulkRequest, signal?: AbortSignal) =>
    planBulk({ store, reader, clock, problem: problem() }, request, signal);

  async function plan(request: BulkRequest, signal?: AbortSignal): Promise<BulkPlan> {
    const steps = planSteps(request, signal);
    let step = await steps.next();
    while (!step.done) step = await steps.next();
    return step.value;
  }

  return {
    plan,
    /** How far it has looked, as often as can be read, and at last the plan. */
    async *planning(
      request: BulkRequest,
      signal?: AbortSignal,
    ): AsyncGenerator<BulkPlanning, void, void> {
      const steps = planSteps(request, signal);
      let step = await steps.next();
      for (; !step.done; step = await steps.next()) yield { kind: 'looking', ...step.value };
      yield { kind: 'plan', plan: step.value };
    },
    find: (id: number): BulkRun | undefined => {
      const run = store.bulkRuns.get(id);
      return run && shown(run);
    },
    get: (id: number): BulkRun => shown(find(id)),
    page({ limit, cursor }: PageRequest) {
      const { items, nextCursor } = store.bulkRuns.page(limit, cursor);
      return { items: items.map(shown), nextCursor };
    },

    async start(request: BulkRequest, signal?: AbortSignal): Promise<BulkRun> {
      const { action, perSecond } = request;
      if (perSecond !== undefined && action !== 'resend')
        throw fieldError(
          ['perSecond'],
          'perSecond is of a resend only: leave it out, the dispatcher keeps its own pace.',
        );
      refuseSecond();
      const bounds = request.bounds ?? (await plan(request, signal)).bounds;
      const id = await store.write((tx) => {
        refuseSecond();
        return store.bulkRuns.insert(
          tx,
          {
            action,
            tree: filterOf(request),
            perSecond: perSecond ?? null,
            plannedAt: bounds.now,
            matchCount: bounds.matchCount,
            applyCount: bounds.applyCount,
            newest: Math.min(bounds.newest, store.deliveries.newest()),
          },
          clock.now(),
        );
      });
      runner.start(id);
      return shown(find(id));
    },

    async cancel(id: number): Promise<BulkRun> {
      await store.write((tx) => {
        if (find(id).state !== 'running')
          throw new AppError('conflict', 'It is not under way: there is nothing to cancel.');
        store.bulkRuns.setState(tx, id, 'cancelled', clock.now());
      });
      runner.wake();
      return shown(find(id));
    },

    async resume(id: number): Promise<BulkRun> {
      await store.write((tx) => {
        const { resumable, state } = find(id);
        refuseSecond();
        if (!resumable)
          throw new AppError(
            'conflict',
            state === 'cancelled' || state === 'interrupted'
              ? 'Another bulk action was begun since: plan it anew.'
              : `It is ${state}: only one that was cancelled or interrupted can go on.`,
          );
        store.bulkRuns.setState(tx, id, 'running', null);
      });
      runner.start(id);
      return shown(find(id));
    },

    async undo(id: number): Promise<BulkRun> {
      await store.write((tx) => {
        const { action, undoable } = find(id);
        if (action === 'resend')
          throw new AppError('conflict', 'What was sent cannot be called back.');
        refuseSecond();
        if (!undoable)
          throw new AppError(
            'conflict',
            'There is nothing left to undo: only the newest bulk action can be undone, once.',
          );
        store.bulkRuns.setState(tx, id, 'undoing', null);
      });
      runner.start(id);
      return shown(find(id));
    },

    /** What was in the middle waits to be resumed or undone by hand; an undoing goes on. */
    async recover(): Promise<void> {
      const interrupted = await store.write((tx) => store.bulkRuns.interrupt(tx, clock.now()));
      if (interrupted > 0) tools.log.warn('A bulk action was interrupted: resume or undo it.');
      const newest = store.bulkRuns.newest();
      if (newest?.state === 'undoing') runner.start(newest.id);
    },

    stop: runner.stop,
  };
}
