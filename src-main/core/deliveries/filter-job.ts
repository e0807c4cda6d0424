/** Shared parts of jobs on deliveries that match a filter. */
import type { Filter } from '#shared/filter/filter.ts';
import { printFilter } from '#shared/filter/print.ts';
import type { BulkAction, Job, JobProgress } from '#shared/schemas/job.ts';
import type { Chunk } from '../jobs/jobs.ts';
import type { Reader } from '../reader.ts';
import { writeCursor } from '../store/cursor.ts';
import type { StoredJob } from '../store/jobs.ts';
import type { RowBounds } from '../store/retention.ts';

/**
 * Parameters of a job on deliveries. Stores the parsed filter, because its text may be too long to
 * parse again.
 */
export interface FilterParams {
  readonly filter: Filter;
  /** Reference time for ages. */
  readonly now: number;
}

/** All deliveries from this row number on have been processed; 0 at the end. */
export interface RowCursor {
  readonly reached: number;
  /**
   * Set if all deliveries are deleted: rows without a delivery are deleted too, up to these bounds.
   */
  readonly others?: RowBounds;
}

export type FilterJob = StoredJob<FilterParams, RowCursor>;

/**
 * Jobs run one after the other, because they change the same rows and the undo log belongs to the
 * newest.
 */
export const deliveriesQueue = 'deliveries';

/** The next deliveries of a job, and its position after them. */
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
