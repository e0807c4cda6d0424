/** What all jobs on the deliveries that a filter lets through have in common. */
import type { Filter } from '#shared/filter/filter.ts';
import { printFilter } from '#shared/filter/print.ts';
import type { BulkAction, Job, JobProgress } from '#shared/schemas/job.ts';
import type { Chunk } from '../jobs/jobs.ts';
import type { Reader } from '../reader.ts';
import { writeCursor } from '../store/cursor.ts';
import type { StoredJob } from '../store/jobs.ts';
import type { RowBounds } from '../store/retention.ts';

/** What a job on deliveries works on: the filter's tree, since its text may be longer than can be read. */
export interface FilterParams {
  readonly filter: Filter;
  /** What ages are measured against. */
  readonly now: number;
}

/** All deliveries from this row number up have been looked at; 0 when all were. */
export interface RowCursor {
  readonly reached: number;
  /** Of a delete of everything: what belongs to no delivery is deleted, too, up to here. */
  readonly others?: RowBounds;
}

export type FilterJob = StoredJob<FilterParams, RowCursor>;

/** One after the other: they change the same rows, and the undo log is of the newest. */
export const deliveriesQueue = 'deliveries';

/** The next deliveries of a job, and where it is when they are done. */
export async function nextDeliveries(
  reader: Reader,
  { params, cursor }: FilterJob,
  { limit, signal }: Pick<Chunk, 'limit' | 'signal'>,
): Promise<{ readonly ids: readonly number[]; readonly reached: number }> {
  const from = { ...params, cursor: writeCursor(cursor.reached), limit };
  const { ids, nextCursor } = await reader.run('findDeliveries', from, signal);
  return { ids, reached: nextCursor === null ? 0 : (ids.at(-1) ?? cursor.reached) };
}

export const showFilterJob = (
  kind: BulkAction,
  { params }: FilterJob,
  progress: JobProgress,
): Job => ({ kind, filter: printFilter(params.filter), ...progress });
