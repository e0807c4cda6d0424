/** Bulk retry, resend, cancel and delete of deliveries that match a filter, as jobs. */
import { printFilter } from '#shared/filter/print.ts';
import type {
  BulkPlan,
  BulkPlanRequest,
  BulkRequest,
  Job,
  PlanProgress,
  SkipReason,
} from '#shared/schemas/job.ts';
import { fieldError } from '../app-error.ts';
import type { Chunk, JobKind } from '../jobs/jobs.ts';
import type { Clock } from '../ports.ts';
import type { Reader } from '../reader.ts';
import type { Store } from '../store/store.ts';
import { planBulk } from './bulk-plan.ts';
import type { CommandOutcome, DeliveryCommands, UndoOutcome } from './commands.ts';
import { createDeleteKind, type DeleteJobTools } from './delete-job.ts';
import { filterOf } from './filter.ts';
import {
  deliveriesQueue,
  type FilterJob,
  type FilterParams,
  nextDeliveries,
  type RowCursor,
  showFilterJob,
} from './filter-job.ts';
import { createResendKind, type ResendJobTools } from './resend-job.ts';

/** Deliveries changed per transaction: a few milliseconds, which other writes may have to wait. */
const chunkSize = 250;

/** Rows of the undo log released per transaction. */
const releaseChunk = 2_000;

/** Delay while a response is being stored. */
const savingRetryMs = 20;

const countOf = (
  outcomes: readonly (CommandOutcome | UndoOutcome)[],
  kind: CommandOutcome['kind'],
): number => outcomes.filter((outcome) => outcome.kind === kind).length;

const reasonsOf = (outcomes: readonly (CommandOutcome | UndoOutcome)[]): readonly SkipReason[] =>
  outcomes.flatMap((outcome) => (outcome.kind === 'skipped' ? [outcome.reason] : []));

interface CommandJobTools {
  readonly store: Store;
  readonly reader: Reader;
  readonly commands: Pick<DeliveryCommands, 'run'>;
}

function commandKind(
  name: 'retry' | 'cancel',
  { store, reader, commands }: CommandJobTools,
): JobKind<FilterParams, RowCursor> {
  /** Only the newest job can be undone, so entries of earlier ones are released. */
  async function releaseEarlier({ id }: FilterJob): Promise<boolean> {
    const count = await store.write((tx) => store.undoLog.releaseBefore(tx, id, releaseChunk));
    return count > 0;
  }

  async function step(job: FilterJob, chunk: Chunk<RowCursor>): Promise<void> {
    if (store.undoLog.hasBefore(job.id) && (await releaseEarlier(job))) return;
    const batch = await nextDeliveries(reader, job, chunk);
    await commands.run((tx, rows) => {
      let outcomes: readonly CommandOutcome[] = [];
      chunk.advance(tx, () => {
        outcomes = batch.ids.map((id) => rows[name](tx, id, job.id));
        const sending = countOf(outcomes, 'sending');
        return {
          cursor: { reached: batch.reached },
          done: countOf(outcomes, 'done') + sending,
          skipped: reasonsOf(outcomes),
          counts: sending > 0 ? { sending } : {},
          isLast: batch.reached === 0,
        };
      });
      return { outcomes };
    });
  }

  async function undoStep(job: FilterJob, chunk: Chunk<RowCursor>): Promise<void> {
    const entries = store.undoLog.byJob(job.id, chunk.limit);
    const { outcomes } = await commands.run((tx, rows) => {
      let undone: readonly UndoOutcome[] = [];
      chunk.advance(tx, () => {
        undone = entries.map((entry) => rows.undo(tx, entry));
        return {
          done: countOf(undone, 'done'),
          skipped: reasonsOf(undone),
          isLast: entries.length === 0,
        };
      });
      return { outcomes: undone };
    });
    // The last responses of all these deliveries are being stored.
    if (outcomes.length > 0 && outcomes.every(({ kind }) => kind === 'later'))
      await new Promise((resolve) => setTimeout(resolve, savingRetryMs));
  }

  return {
    name,
    queue: deliveriesQueue,
    afterRestart: 'pause',
    chunkSize,
    step,
    undoStep,
    canUndo: ({ id }) =>
      id === store.jobs.newestOf(['retry', 'cancel']) && store.undoLog.hasJob(id),
    show: (job, progress) => showFilterJob(name, job, progress),
  };
}

export function createBulkJobs(
  tools: CommandJobTools & ResendJobTools & DeleteJobTools & { readonly clock: Pick<Clock, 'now'> },
) {
  const { store, reader, clock, jobs } = tools;
  jobs.register(commandKind('retry', tools));
  jobs.register(commandKind('cancel', tools));
  jobs.register(createResendKind(tools));
  jobs.register(createDeleteKind(tools));

  const planSteps = (request: BulkPlanRequest, signal?: AbortSignal) =>
    planBulk({ store, reader, clock }, request, signal);

  async function plan(request: BulkPlanRequest, signal?: AbortSignal): Promise<BulkPlan> {
    const steps = planSteps(request, signal);
    let step = await steps.next();
    while (!step.done) step = await steps.next();
    return step.value;
  }

  return {
    plan,
    /** Yields progress, then the plan. */
    async *planProgress(
      request: BulkPlanRequest,
      signal?: AbortSignal,
    ): AsyncGenerator<PlanProgress, void, void> {
      const steps = planSteps(request, signal);
      let step = await steps.next();
      for (; !step.done; step = await steps.next()) yield { kind: 'progress', ...step.value };
      yield { kind: 'plan', plan: step.value };
    },
    async start(request: BulkRequest, signal?: AbortSignal): Promise<Job> {
      const { kind, perSecond = null } = request;
      if (perSecond !== null && kind !== 'resend')
        throw fieldError(['perSecond'], `perSecond applies to resend only.`, `Remove it.`);
      const bounds = request.bounds ?? (await plan(request, signal)).bounds;
      const filter = filterOf(request);
      const isEverything = kind === 'delete' && printFilter(filter) === '';
      const id = await store.write((tx) =>
        jobs.insert(tx, {
          kind,
          params: { filter, now: bounds.now },
          cursor: {
            reached: Math.min(bounds.newest, store.deliveries.newest()) + 1,
            ...(isEverything ? { others: store.retention.newestRows() } : {}),
          },
          totalCount: bounds.matchCount,
          perSecond,
        }),
      );
      return jobs.get(id);
    },
  };
}
