/** Retries, copies, cancels and deletes all deliveries that match a filter, as jobs. */
import type { Chunk, JobKind } from '#main/jobs/jobs.ts';
import { fieldError } from '#main/kit/app-error.ts';
import type { Clock } from '#main/kit/ports.ts';
import type { Reader } from '#main/store/reader.ts';
import type { RowBounds } from '#main/store/retention.ts';
import type { Store } from '#main/store/store.ts';
import type { Tx } from '#main/store/write-queue.ts';
import { printFilter } from '#shared/filter/print.ts';
import {
  type BulkPlan,
  type BulkPlanRequest,
  type BulkRequest,
  canChooseUrls,
  type Job,
  type PlanProgress,
  type SkipReason,
} from '#shared/jobs/job.ts';
import { planBulk } from './bulk-plan.ts';
import type { CommandOutcome, DeliveryCommands, IsUrlChosen, RowCommands } from './commands.ts';
import { type CopyJobTools, createCopyKind } from './copy-job.ts';
import {
  deliveriesQueue,
  type FilterJob,
  type FilterParams,
  filterOf,
  nextDeliveries,
  type RowCursor,
  showFilterJob,
} from './filter.ts';
import {
  chunkDeadline,
  chunkRows,
  deleteOthers,
  type RequestLogRows,
} from './retention/retention.ts';
import { createUrlChoices } from './url-choice.ts';

// Deletes all finished deliveries that match a filter (D49). Can't be undone.

interface DeleteJobTools {
  readonly store: Store;
  readonly reader: Reader;
  readonly requestLog: RequestLogRows;
}

function createDeleteKind(tools: DeleteJobTools): JobKind<FilterParams, RowCursor> {
  const { store, reader } = tools;

  async function deleteDeliveries(job: FilterJob, chunk: Chunk<RowCursor>): Promise<void> {
    const next = await nextDeliveries(reader, job, chunk);
    await store.write((tx) =>
      chunk.advance(tx, () => {
        const { deleted, kept, isCut, reached } = store.retention.deleteDeliveries(
          tx,
          next.ids,
          chunkDeadline(),
        );
        const cursor = { ...job.cursor, reached: (isCut ? reached : null) ?? next.reached };
        return {
          cursor,
          done: deleted.length,
          skipped: kept,
          isLast: cursor.reached === 0 && cursor.others === undefined,
        };
      }),
    );
  }

  const deleteRest = (others: RowBounds, chunk: Chunk<RowCursor>): Promise<void> =>
    store.write((tx) =>
      chunk.advance(tx, () => ({ isLast: deleteOthers(tools, tx, others) === 0 })),
    );

  return {
    name: 'delete',
    queue: deliveriesQueue,
    afterRestart: 'pause',
    chunkSize: chunkRows,
    step: (job, chunk) =>
      job.cursor.reached === 0 && job.cursor.others !== undefined
        ? deleteRest(job.cursor.others, chunk)
        : deleteDeliveries(job, chunk),
    show: (job, progress) => showFilterJob('delete', job, progress),
  };
}

/** Deliveries changed per transaction: a few milliseconds, which other writes may have to wait. */
const chunkSize = 250;

const countOf = (outcomes: readonly CommandOutcome[], kind: CommandOutcome['kind']): number =>
  outcomes.filter((outcome) => outcome.kind === kind).length;

const reasonsOf = (outcomes: readonly CommandOutcome[]): readonly SkipReason[] =>
  outcomes.flatMap((outcome) => (outcome.kind === 'skipped' ? [outcome.reason] : []));

interface CommandJobTools {
  readonly reader: Reader;
  readonly commands: Pick<DeliveryCommands, 'run'>;
  readonly choiceOf: (jobId: number) => IsUrlChosen;
}

function commandKind(
  name: 'retry' | 'cancel',
  { reader, commands, choiceOf }: CommandJobTools,
): JobKind<FilterParams, RowCursor> {
  async function step(job: FilterJob, chunk: Chunk<RowCursor>): Promise<void> {
    const batch = await nextDeliveries(reader, job, chunk);
    const isChosen = choiceOf(job.id);
    const act = {
      retry: (tx: Tx, rows: RowCommands, id: number) => rows.retry(tx, id, isChosen),
      cancel: (tx: Tx, rows: RowCommands, id: number) => rows.cancel(tx, id),
    }[name];
    await commands.run((tx, rows) => {
      let outcomes: readonly CommandOutcome[] = [];
      chunk.advance(tx, () => {
        outcomes = batch.ids.map((id) => act(tx, rows, id));
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
  tools: Omit<CommandJobTools & CopyJobTools, 'choiceOf'> &
    DeleteJobTools & { readonly clock: Pick<Clock, 'now'> },
) {
  const { store, reader, clock, jobs } = tools;
  const choiceOf = createUrlChoices(store);
  jobs.register(commandKind('retry', { ...tools, choiceOf }));
  jobs.register(commandKind('cancel', { ...tools, choiceOf }));
  jobs.register(createCopyKind({ ...tools, choiceOf }));
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
      const { kind, perSecond = null, urls } = request;
      if (perSecond !== null && kind !== 'copy')
        throw fieldError(['perSecond'], `perSecond applies to copies only.`, `Remove it.`);
      if (urls !== undefined && !canChooseUrls(kind))
        throw fieldError(['urls'], 'urls applies to retries and copies only.', 'Remove it.');
      const bounds = request.bounds ?? (await plan(request, signal)).bounds;
      const filter = filterOf(request);
      const isEverything = kind === 'delete' && printFilter(filter) === '';
      const id = await store.write((tx) =>
        jobs.insert(tx, {
          kind,
          params: { filter, now: bounds.now },
          urls,
          cursor: {
            reached: Math.min(bounds.newest, store.deliveries.newest()) + 1,
            ...(isEverything ? { others: store.retention.newestRows() } : {}),
          },
          totalCount: bounds.matchCount,
          perSecond,
        }),
      );
      return jobs.get({ id });
    },
  };
}
