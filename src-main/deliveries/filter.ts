/** The filter of a request, and jobs on the deliveries that match one. */
import type { Chunk } from '#main/jobs/jobs.ts';
import { fieldError } from '#main/kit/app-error.ts';
import { writeCursor } from '#main/store/cursor.ts';
import type { StoredJob } from '#main/store/jobs.ts';
import type { Reader } from '#main/store/reader.ts';
import type { RowBounds } from '#main/store/retention.ts';
import type { DeliveryState } from '#shared/deliveries/delivery.ts';
import { allOf, type Filter, inState, textIs } from '#shared/filter/filter.ts';
import { parseFilter } from '#shared/filter/parse.ts';
import { printFilter } from '#shared/filter/print.ts';
import type { BulkAction, Job, JobProgress } from '#shared/jobs/job.ts';

/** Parses the filter of a request; an error names the field and the position. */
export function readFilter(text: string): Filter {
  const parsed = parseFilter(text);
  if (parsed.ok) return parsed.filter;
  const { start, message } = parsed.problem;
  throw fieldError(['filter'], `Character ${start + 1}: ${message}`);
}

interface Criteria {
  readonly state?: DeliveryState | undefined;
  readonly destinationId?: string | undefined;
  readonly filter?: Filter | string | undefined;
}

/** Combines all conditions into one filter. */
export const filterOf = ({ state, destinationId, filter }: Criteria): Filter =>
  allOf([
    state === undefined ? null : inState(state),
    destinationId === undefined ? null : textIs('destination', destinationId),
    typeof filter === 'string' ? readFilter(filter) : (filter ?? null),
  ]);

// What jobs on the matching deliveries share.

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
  /** Copies of the next delivery that are already sent. */
  readonly sentCopies?: number;
  /**
   * Set if all deliveries are deleted: rows without a delivery are deleted too, up to these bounds.
   */
  readonly others?: RowBounds;
}

export type FilterJob = StoredJob<FilterParams, RowCursor>;

/** Jobs run one after the other, because they change the same rows. */
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
