/** Retries, copies, cancels and deletes all deliveries that match a filter, as jobs. */
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
import { planBulk } from './bulk-plan.ts';
import type { CommandOutcome, DeliveryCommands } from './commands.ts';
import { type CopyJobTools, createCopyKind } from './copy-job.ts';
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

/** Deliveries changed per transaction: a few milliseconds, which other writes may have to wait. */
const chunkSize = 250;

const countOf = (outcomes: readonly CommandOutcome[], kind: CommandOutcome['kind']): number =>
  outcomes.filter((outcome) => outcome.kind === kind).length;

const reasonsOf = (outcomes: readonly CommandOutcome[]): readonly SkipReason[] =>
  outcomes.flatMap((outcome) => (outcome.kind === 'skipped' ? [outcome.reason] : []));

interface CommandJobTools {
  readonly reader: Reader;
  readonly commands: Pick<DeliveryCommands, 'run'>;
}

function commandKind(
  name: 'retry' | 'cancel',
  { reader, commands }: CommandJobTools,
): JobKind<FilterParams, RowCursor> {
  async function step(job: FilterJob, chunk: Chunk<RowCursor>): Promise<void> {
    const batch = await nextDeliveries(reader, job, chunk);
    await commands.run((tx, rows) => {
      let outcomes: readonly CommandOutcome[] = [];
      chunk.advance(tx, () => {
        outcomes = batch.ids.map((id) => rows[name](tx, id));
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

  return {
    name,
    queue: deliveriesQueue,
    afterRestart: 'pause',
    chunkSize,
    step,
    show: (job, progress) => showFilterJob(name, job, progress),
  };
}

export function createBulkJobs(
  tools: CommandJobTools & CopyJobTools & DeleteJobTools & { readonly clock: Pick<Clock, 'now'> },
) {
  const { store, reader, clock, jobs } = tools;
  jobs.register(commandKind('retry', tools));
  jobs.register(commandKind('cancel', tools));
  jobs.register(createCopyKind(tools));
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
      if (perSecond !== null && kind !== 'copy')
        throw fieldError(['perSecond'], `perSecond applies to copies only.`, `Remove it.`);
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
