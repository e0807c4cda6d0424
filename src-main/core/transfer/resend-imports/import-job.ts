/**
 * The job that sends the requests of a file. Requests that were in flight when the program ended are
 * sent again only if the job is resumed with nothing else left to send.
 */
import type { JobError } from '#shared/schemas/job.ts';
import { AppError } from '../../app-error.ts';
import type { ProductClock } from '../../clock/product-clock.ts';
import type { JobRequest, JobRequests } from '../../deliveries/job-requests.ts';
import type { Chunk, JobKind } from '../../jobs/jobs.ts';
import type { StoredJob } from '../../store/jobs.ts';
import type { Store } from '../../store/store.ts';
import { createSending } from './requests.ts';
import type { Spool } from './spool.ts';

export interface ImportParams {
  readonly importId: string;
  readonly file: string;
}

export interface ImportCursor {
  /** Number of requests, from the start of the file, that were sent at least once. */
  readonly reached: number;
}

export type ImportJob = StoredJob<ImportParams, ImportCursor>;

interface Numbered extends JobRequest {
  readonly number: number;
}

/** A run of the job, until it is paused. */
interface Run {
  /** Sends interrupted requests again, because nothing else was left when it was resumed. */
  readonly isRepeating: boolean;
  /** Null until opened, and after a failed write. */
  requests: AsyncGenerator<Numbered, void, void> | null;
}

interface Tools {
  readonly store: Store;
  readonly clock: Pick<ProductClock, 'now'>;
  readonly requests: JobRequests;
  readonly spoolOf: (importId: string) => Spool;
  /** Called when an import can no longer be resumed. */
  readonly ended: (importId: string) => void;
}

async function take(from: Run['requests'], limit: number): Promise<readonly Numbered[]> {
  const requests: Numbered[] = [];
  while (requests.length < limit) {
    const next = await from?.next();
    if (next === undefined || next.done) break;
    requests.push(next.value);
  }
  return requests;
}

export function createImportKind({
  store,
  clock,
  requests,
  spoolOf,
  ended,
}: Tools): JobKind<ImportParams, ImportCursor> {
  /** The signal lives as long as the run. */
  const runs = new WeakMap<AbortSignal, Run>();

  function runOf({ cursor, totalCount }: ImportJob, signal: AbortSignal): Run {
    const running = runs.get(signal);
    if (running !== undefined) return running;
    const run: Run = { isRepeating: cursor.reached === totalCount, requests: null };
    runs.set(signal, run);
    // Closes the file.
    signal.addEventListener('abort', () => void run.requests?.return(), { once: true });
    return run;
  }

  /** Throws an AppError if the webhook is not available. */
  function open({ params: { importId, file }, cursor }: ImportJob, isRepeating: boolean) {
    const stored = store.resendImports.get(importId);
    if (stored === undefined) throw new Error(`There is no import ${importId}.`);
    const { build } = createSending(store, stored.plan, stored.start, clock.now);
    const repeated = new Set(isRepeating ? store.resends.interruptedOf(importId) : []);
    return (async function* read(): NonNullable<Run['requests']> {
      let number = 0;
      for await (const entry of spoolOf(importId).read())
        for (const request of build(entry)) {
          number += 1;
          if (number <= cursor.reached && !repeated.has(number)) continue;
          yield {
            number,
            from: { imported: { file, entry: entry.number, importId, number } },
            request,
          };
        }
    })();
  }

  const interruptedOf = ({ params, cursor, totalCount }: ImportJob): JobError | null => {
    const { length: count } = store.resends.interruptedOf(params.importId);
    const unsent = (totalCount ?? cursor.reached) - cursor.reached;
    return count === 0 ? null : { code: 'requests_interrupted', params: { count, unsent } };
  };

  const pause = (chunk: Chunk<ImportCursor>, error: JobError): Promise<void> =>
    store.write((tx) => chunk.advance(tx, () => ({ error })));

  async function send(
    { id, params: { importId }, cursor }: ImportJob,
    chunk: Chunk<ImportCursor>,
    batch: readonly Numbered[],
  ): Promise<void> {
    const reached = Math.max(cursor.reached, batch.at(-1)?.number ?? 0);
    await requests.send(id, chunk, batch, (tx) => {
      for (const { number } of batch) store.resends.markSentAgain(tx, importId, number);
      return { cursor: { reached }, done: batch.length };
    });
  }

  async function end(job: ImportJob, chunk: Chunk<ImportCursor>): Promise<void> {
    await requests.settled(job.id, chunk);
    if (chunk.signal.aborted) return;
    const error = interruptedOf(job);
    if (error !== null) return pause(chunk, error);
    await store.write((tx) => chunk.advance(tx, () => ({ isLast: true })));
  }

  return {
    name: 'resend_import',
    queue: null,
    afterRestart: 'pause',
    chunkSize: 50,
    async step(job, chunk) {
      const limit = await requests.available(job.id, chunk);
      if (limit === 0) return;
      const run = runOf(job, chunk.signal);
      try {
        run.requests ??= open(job, run.isRepeating);
        const batch = await take(run.requests, limit);
        await (batch.length > 0 ? send(job, chunk, batch) : end(job, chunk));
      } catch (error) {
        // Requests that were read but not stored are read again.
        await run.requests?.return();
        run.requests = null;
        if (!(error instanceof AppError)) throw error;
        await pause(chunk, { code: 'webhook_unavailable', params: {} });
      }
    },
    changed(tx, { id, params: { importId } }, what) {
      const state = what === 'state' ? store.jobs.get(id)?.state : undefined;
      if (state !== 'completed' && state !== 'cancelled') return;
      store.resendImports.remove(tx, importId);
      tx.whenCommitted(() => ended(importId));
    },
    show(job, { error, counts, ...progress }) {
      const interrupted = job.state === 'completed' ? null : interruptedOf(job);
      return {
        kind: 'resend_import',
        ...job.params,
        ...progress,
        counts:
          interrupted?.code === 'requests_interrupted'
            ? { ...counts, interrupted: interrupted.params.count }
            : counts,
        error: error ?? (job.state === 'paused' ? interrupted : null),
      };
    },
  };
}
