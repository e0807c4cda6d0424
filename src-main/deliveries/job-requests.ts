/** The requests of jobs that send copies, with limited concurrency per job. */
import type { Chunk, ChunkProgress } from '#main/jobs/jobs.ts';
import type { Clock } from '#main/kit/ports.ts';
import { commit } from '#main/store/commit.ts';
import type { Store } from '#main/store/store.ts';
import type { Tx } from '#main/store/write-queue.ts';
import type { Copies, CopyOrigin } from './copies.ts';
import type { CopyRequest } from './copy-request.ts';

export interface JobRequest {
  readonly from: CopyOrigin;
  readonly request: CopyRequest;
}

interface Tools {
  readonly store: Store;
  readonly clock: Pick<Clock, 'now'>;
  readonly copies: Pick<Copies, 'insertCopy' | 'finish'>;
}

export type JobRequests = ReturnType<typeof createJobRequests>;

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

export function createJobRequests({ store, clock, copies }: Tools) {
  const inFlight = new Map<number, Set<Promise<void>>>();

  const ofJob = (jobId: number): ReadonlySet<Promise<void>> => inFlight.get(jobId) ?? new Set();

  function send(jobId: number, copyId: number, request: CopyRequest): void {
    const requestsOfJob = inFlight.get(jobId) ?? new Set();
    inFlight.set(jobId, requestsOfJob);
    const work = copies
      .finish(copyId, request, (tx, { result }) =>
        store.jobs.addCounts(tx, jobId, { [result.outcome]: 1 }),
      )
      // Rejects only if the app stops before the response is stored. The copy then counts as
      // interrupted.
      .catch(() => undefined)
      .finally(() => {
        requestsOfJob.delete(work);
        if (requestsOfJob.size === 0) inFlight.delete(jobId);
      });
    requestsOfJob.add(work);
  }

  return {
    /** How many requests the job can send now; waits for a response if there are none. */
    async available(jobId: number, { signal, limit }: Chunk): Promise<number> {
      for (;;) {
        if (signal.aborted) return 0;
        const freeCount = store.settings.get().webhookConcurrency - ofJob(jobId).size;
        if (freeCount > 0) return Math.min(freeCount, limit);
        await untilAborted(Promise.race(ofJob(jobId)), signal);
      }
    },
    /** Stores requests with the job's progress, then sends them. */
    async send<Cursor>(
      jobId: number,
      chunk: Chunk<Cursor>,
      requests: readonly JobRequest[],
      progress: (tx: Tx) => ChunkProgress<Cursor>,
    ): Promise<void> {
      const { value: stored, unsynced } = await commit(store, (tx) => {
        const inserted: { id: number; request: CopyRequest }[] = [];
        chunk.advance(tx, () => {
          const advanced = progress(tx);
          for (const { from, request } of requests)
            inserted.push({ id: copies.insertCopy(tx, from, request, clock.now()), request });
          return advanced;
        });
        return inserted;
      });
      // Stored requests are sent even if the sync failed. No more follow in this case.
      for (const { id, request } of stored) send(jobId, id, request);
      if (unsynced !== undefined) throw unsynced;
    },
    /** Resolves when no request is in flight, or when the job must stop. */
    finished: (jobId: number, { signal }: Chunk): Promise<void> =>
      untilAborted(Promise.all(ofJob(jobId)), signal),
  };
}
