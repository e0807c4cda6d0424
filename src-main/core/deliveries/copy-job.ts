/** Sends copies of all deliveries that match a filter, with limited concurrency and rate. */
import type { SkipReason } from '#shared/schemas/job.ts';
import { AppError } from '../app-error.ts';
import type { Chunk, JobKind, Jobs } from '../jobs/jobs.ts';
import type { Reader } from '../reader.ts';
import type { Store } from '../store/store.ts';
import type { Copies } from './copies.ts';
import {
  deliveriesQueue,
  type FilterJob,
  type FilterParams,
  nextDeliveries,
  type RowCursor,
  showFilterJob,
} from './filter-job.ts';
import type { JobRequest, JobRequests } from './job-requests.ts';

export interface CopyJobTools {
  readonly store: Store;
  readonly reader: Reader;
  readonly jobs: Jobs;
  readonly requests: JobRequests;
  readonly copies: Pick<Copies, 'requestOf'>;
}

type Prepared = JobRequest | { readonly reason: SkipReason };

/** Converts the error of a request to a skip reason. */
function reasonOf(error: AppError): SkipReason {
  const field = error.issues[0]?.path[0];
  if (field === 'url') return 'no_webhook';
  return field === 'secret' ? 'secret_unreadable' : 'no_request';
}

export function createCopyKind({
  store,
  reader,
  requests,
  copies,
}: CopyJobTools): JobKind<FilterParams, RowCursor> {
  function prepare(id: number): Prepared {
    try {
      return {
        from: { deliveryId: id },
        request: copies.requestOf({ deliveryId: id, signing: 'valid' }),
      };
    } catch (error) {
      if (error instanceof AppError) return { reason: reasonOf(error) };
      throw error;
    }
  }

  /** Sends the next requests and returns the new position. */
  async function sendChunk(
    job: FilterJob,
    chunk: Chunk<RowCursor>,
    limit: number,
  ): Promise<number> {
    const batch = await nextDeliveries(reader, job, { limit, signal: chunk.signal });
    const prepared = batch.ids.map(prepare);
    const sendable = prepared.filter((item) => 'request' in item);
    await requests.send(job.id, chunk, sendable, () => ({
      cursor: { reached: batch.reached },
      done: sendable.length,
      skipped: prepared.flatMap((item) => ('reason' in item ? [item.reason] : [])),
    }));
    return batch.reached;
  }

  return {
    name: 'copy',
    queue: deliveriesQueue,
    afterRestart: 'pause',
    chunkSize: 250,
    async step(job, chunk) {
      const limit = await requests.available(job.id, chunk);
      if (limit === 0) return;
      const reached = job.cursor.reached === 0 ? 0 : await sendChunk(job, chunk, limit);
      if (reached > 0) return;
      await requests.finished(job.id, chunk);
      if (chunk.signal.aborted) return;
      await store.write((tx) => chunk.advance(tx, () => ({ isLast: true })));
    },
    show: (job, progress) => showFilterJob('copy', job, progress),
  };
}
