/** Deletes all finished deliveries that match a filter (D49). Can't be undone. */
import type { Chunk, JobKind } from '../jobs/jobs.ts';
import type { Reader } from '../reader.ts';
import {
  chunkDeadline,
  chunkRows,
  deleteOthers,
  type RequestLogRows,
} from '../retention/chunks.ts';
import type { RowBounds } from '../store/retention.ts';
import type { Store } from '../store/store.ts';
import {
  deliveriesQueue,
  type FilterJob,
  type FilterParams,
  nextDeliveries,
  type RowCursor,
  showFilterJob,
} from './filter-job.ts';

export interface DeleteJobTools {
  readonly store: Store;
  readonly reader: Reader;
  readonly requestLog: RequestLogRows;
}

export function createDeleteKind(tools: DeleteJobTools): JobKind<FilterParams, RowCursor> {
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
