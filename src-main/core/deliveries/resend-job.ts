/** Resends all deliveries that match a filter, with limited concurrency and rate. */
import type { SkipReason } from '#shared/schemas/job.ts';
import { AppError } from '../app-error.ts';
import type { Chunk, JobKind, Jobs } from '../jobs/jobs.ts';
import type { Clock } from '../ports.ts';
import type { Reader } from '../reader.ts';
import { commit } from '../store/commit.ts';
import type { Store } from '../store/store.ts';
import {
  deliveriesQueue,
  type FilterJob,
  type FilterParams,
  nextDeliveries,
  type RowCursor,
  showFilterJob,
} from './filter-job.ts';
import type { ResendRequest } from './resend-request.ts';
import type { Resends } from './resends.ts';

export interface ResendJobTools {
  readonly store: Store;
  readonly reader: Reader;
  readonly clock: Pick<Clock, 'now'>;
  readonly jobs: Jobs;
  readonly resends: Pick<Resends, 'requestOf' | 'insertResend' | 'finish'>;
}

type Prepared =
  | { readonly id: number; readonly request: ResendRequest }
  | { readonly id: number; readonly reason: SkipReason };

/** Converts the error of a request to a skip reason. */
function reasonOf(error: AppError): SkipReason {
  const field = error.issues[0]?.path[0];
  if (field === 'url') return 'no_webhook';
  return field === 'secret' ? 'secret_unreadable' : 'no_request';
}

/** Resolves when `work` ends or `signal` is aborted. */
const untilAborted = (work: Promise<unknown>, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const done = () => {
      signal.removeEventListener('abort', done);
      resolve();
    };
    signal.addEventListener('abort', done);
    if (signal.aborted) done();
    void work.then(done);
  });

export function createResendKind({
  store,
  reader,
  clock,
  resends,
}: ResendJobTools): JobKind<FilterParams, RowCursor> {
  const inFlight = new Set<Promise<void>>();

  function prepare(id: number): Prepared {
    try {
      return { id, request: resends.requestOf({ deliveryId: id, signing: 'valid' }) };
    } catch (error) {
      if (error instanceof AppError) return { id, reason: reasonOf(error) };
      throw error;
    }
  }

  function send(jobId: number, resendId: number, request: ResendRequest): void {
    const ended = resends
      .finish(resendId, request, {
        alongside: (tx, { result }) => store.jobs.addCounts(tx, jobId, { [result.outcome]: 1 }),
      })
      // Rejects only if the app stops before the response is stored. The resend then counts as
      // interrupted.
      .catch(() => undefined)
      .finally(() => inFlight.delete(ended));
    inFlight.add(ended);
  }

  /** Stores the next requests and the job's progress, then sends them. Returns the new position. */
  async function sendChunk(
    job: FilterJob,
    chunk: Chunk<RowCursor>,
    limit: number,
  ): Promise<number> {
    const found = await nextDeliveries(reader, job, { limit, signal: chunk.signal });
    const prepared = found.ids.map(prepare);
    const { value: stored, unsynced } = await commit(store, (tx) => {
      const requests: { resendId: number; request: ResendRequest }[] = [];
      chunk.advance(tx, () => {
        for (const one of prepared)
          if ('request' in one) {
            const resendId = resends.insertResend(
              tx,
              { deliveryId: one.id },
              one.request,
              clock.now(),
            );
            requests.push({ resendId, request: one.request });
          }
        return {
          cursor: { reached: found.reached },
          done: requests.length,
          skipped: prepared.flatMap((one) => ('reason' in one ? [one.reason] : [])),
        };
      });
      return requests;
    });
    // Stored requests are sent even if the sync failed. No more follow in this case.
    for (const { resendId, request } of stored) send(job.id, resendId, request);
    if (unsynced !== undefined) throw unsynced;
    return found.reached;
  }

  return {
    name: 'resend',
    queue: deliveriesQueue,
    afterRestart: 'pause',
    chunkSize: 250,
    async step(job, chunk) {
      const free = store.settings.get().webhookConcurrency - inFlight.size;
      if (free < 1) return untilAborted(Promise.race(inFlight), chunk.signal);
      const { reached } = job.cursor;
      const left = reached === 0 ? 0 : await sendChunk(job, chunk, Math.min(free, chunk.limit));
      if (left > 0) return;
      await untilAborted(Promise.all(inFlight), chunk.signal);
      if (chunk.signal.aborted) return;
      await store.write((tx) => chunk.advance(tx, () => ({ isLast: true })));
    },
    show: (job, progress) => showFilterJob('resend', job, progress),
  };
}
