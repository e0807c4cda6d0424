/**
 * The engine for long-running jobs. A kind implements one chunk; the engine runs chunks at the
 * job's rate until it is completed, paused or cancelled. The effects and progress of a chunk share
 * one transaction, so after kill -9 nothing is lost or repeated. If a chunk can't be stored, it is
 * retried every second and the job shows the problem.
 *
 * Register each kind once before `recover`. `insert` creates jobs within any write; they run after
 * its commit.
 */
import { isDeepStrictEqual } from 'node:util';
import { AppError, notFound } from '#main/kit/app-error.ts';
import type { Clock, Log } from '#main/kit/ports.ts';
import { createRateLimiter } from '#main/kit/rate-limiter.ts';
import { until } from '#main/kit/until.ts';
import { storageProblem, storeRetryMs } from '#main/store/commit.ts';
import type { NewJob, Progress, StoredJob } from '#main/store/jobs.ts';
import type { Store } from '#main/store/store.ts';
import type { Tx } from '#main/store/write-queue.ts';
import type {
  Job,
  JobCommand,
  JobError,
  JobKindName,
  JobProgress,
  JobState,
  SkippedGroup,
  SkipReason,
} from '#shared/jobs/job.ts';
import type { ByRowId } from '#shared/kit/entity.ts';
import type { PageRequest } from '#shared/kit/page.ts';

export interface ChunkProgress<Cursor = unknown> extends Progress<Cursor> {
  /** Counted against the rate; omitted: one for each item. */
  readonly requests?: number;
  /** Whether nothing is left to do. */
  readonly isLast?: boolean;
  /** Why the job can't continue. It is paused until the user resumes it. */
  readonly error?: JobError;
}

export interface Chunk<Cursor = unknown> {
  /** Maximum items, from the rate and the chunk size. */
  readonly limit: number;
  /** Aborted when the job must stop. Steps must then stop waiting. */
  readonly signal: AbortSignal;
  /**
   * Runs `work` within the write and stores its progress. Skips both if the job was paused or
   * cancelled in the meantime.
   */
  advance(tx: Tx, work: () => ChunkProgress<Cursor>): void;
}

export interface JobKind<Params = unknown, Cursor = unknown> {
  readonly name: JobKindName;
  /** Behavior after a restart. Bulk actions wait for the user. */
  readonly afterRestart: 'resume' | 'pause';
  /** The same job runs repeatedly (`recur`). It can be paused, but not cancelled. */
  readonly isRecurring?: boolean;
  /** Jobs of one queue run one after the other. */
  readonly queue: string | null;
  /**
   * Items per transaction, which should take a few milliseconds because ingestion may have to wait
   * for it.
   */
  readonly chunkSize: number;
  step(job: StoredJob<Params, Cursor>, chunk: Chunk<Cursor>): Promise<void>;
  /** Whether a cancelled job can be resumed. Paused jobs always can. */
  canResume?(job: StoredJob<Params, Cursor>): boolean;
  /** Publishes related changes of a job within the write, such as its sync or deletion request. */
  changed?(tx: Tx, job: StoredJob<Params, Cursor>, what: 'state' | 'progress'): void;
  /** Adds the kind's fields to the progress, for the API. */
  show(job: StoredJob<Params, Cursor>, progress: JobProgress): Job;
}

export type Jobs = ReturnType<typeof createJobs>;

interface JobTools {
  readonly store: Store;
  readonly clock: Pick<Clock, 'now'>;
  /** Rates use real time because they load real sockets. */
  readonly machineClock: Clock;
  readonly log: Log;
  /** Called when something outside the store has changed. */
  readonly changed: (id: number) => void;
}

interface Run {
  readonly stop: AbortController;
  readonly ended: Promise<void>;
  readonly startedAt: number;
  /** Number of items processed before this run. */
  readonly processed: number;
  error: JobError | null;
}

const sum = (counts: Readonly<Record<string, number>>): number =>
  Object.values(counts).reduce((total, count) => total + count, 0);

const groupsOf = (counts: Readonly<Record<string, number>>): SkippedGroup[] =>
  Object.entries(counts)
    .map(([reason, count]) => ({ reason: reason as SkipReason, count }))
    .sort((one, other) => other.count - one.count);

const processedOf = (job: StoredJob): number => job.doneCount + sum(job.skipped);

export function createJobs({ store, clock, machineClock, log, changed }: JobTools) {
  const kinds = new Map<JobKindName, JobKind>();
  const runs = new Map<number, Run>();
  /** Jobs waiting for their rate. */
  const waitingForRate = new Set<number>();
  let stopped = false;

  function kindOf({ kind }: Pick<StoredJob, 'kind'>): JobKind {
    const jobKind = kinds.get(kind);
    if (jobKind === undefined) throw new Error(`No code runs jobs of kind ${kind}.`);
    return jobKind;
  }

  function find(id: number): StoredJob {
    const job = store.jobs.get(id);
    if (job === undefined) throw notFound('job');
    return job;
  }

  function commandsOf(job: StoredJob): JobCommand[] {
    const kind = kindOf(job);
    const isOpen = job.state === 'planned' || job.state === 'running';
    const canCancel = kind.isRecurring !== true;
    if (isOpen) return canCancel ? ['pause', 'cancel'] : ['pause'];
    if (job.state === 'paused') return canCancel ? ['resume', 'cancel'] : ['resume'];
    return job.state === 'cancelled' && kind.canResume?.(job) === true ? ['resume'] : [];
  }

  /** Estimated from the speed since the job was started or resumed. */
  function remainingMs(job: StoredJob): number | null {
    const run = runs.get(job.id);
    if (job.state !== 'running' || run === undefined || job.totalCount === null) return null;
    const worked = processedOf(job) - run.processed;
    const elapsedMs = machineClock.now() - run.startedAt;
    if (worked <= 0) return null;
    return Math.round((elapsedMs * Math.max(0, job.totalCount - processedOf(job))) / worked);
  }

  const show = (job: StoredJob): Job =>
    kindOf(job).show(job, {
      id: job.id,
      state: job.state,
      commands: commandsOf(job),
      totalCount: job.totalCount,
      doneCount: job.doneCount,
      skippedCount: sum(job.skipped),
      skipped: groupsOf(job.skipped),
      counts: { ...job.counts },
      perSecond: job.perSecond,
      remainingMs: remainingMs(job),
      error: runs.get(job.id)?.error ?? job.error,
      createdAt: job.createdAt,
      startedAt: job.startedAt,
      endedAt: job.endedAt,
    });

  function publish(id: number, error: JobError | null): void {
    const run = runs.get(id);
    if (run === undefined || isDeepStrictEqual(run.error, error)) return;
    run.error = error;
    changed(id);
  }

  const isOver = (state: JobState): boolean => state !== 'paused' && state !== 'running';

  function setState(tx: Tx, job: StoredJob, state: JobState, error: JobError | null = null): void {
    store.jobs.setState(tx, job.id, {
      state,
      error,
      startedAt: state === 'running' ? clock.now() : null,
      endedAt: isOver(state) && state !== 'planned' ? clock.now() : null,
    });
    kindOf(job).changed?.(tx, job, 'state');
    // Stops a job that waits for its rate or a response.
    if (state !== 'running') tx.whenCommitted(() => runs.get(job.id)?.stop.abort());
  }

  /** Starts the job if its queue is free, otherwise leaves it planned. */
  function enqueue(tx: Tx, job: StoredJob): void {
    const { queue } = kindOf(job);
    const isBusy = store.jobs
      .open()
      .some((other) => other.id !== job.id && queue !== null && kindOf(other).queue === queue);
    setState(tx, job, isBusy ? 'planned' : 'running');
    tx.whenCommitted(() => runOpen());
  }

  function nextChunk(job: StoredJob, limit: number, signal: AbortSignal) {
    const state = { done: 0 };
    const chunk: Chunk = {
      limit,
      signal,
      advance(tx, work) {
        const current = store.jobs.get(job.id);
        if (current?.state !== 'running') return;
        const progress = work();
        store.jobs.advance(tx, current, progress);
        kindOf(job).changed?.(tx, job, 'progress');
        if (progress.error !== undefined) setState(tx, current, 'paused', progress.error);
        else if (progress.isLast) setState(tx, current, 'completed');
        tx.whenCommitted(() => {
          state.done += progress.requests ?? progress.done ?? 0;
        });
      },
    };
    return { chunk, state };
  }

  async function run(id: number, signal: AbortSignal): Promise<void> {
    const limiter = createRateLimiter(machineClock, store.jobs.get(id)?.perSecond ?? null);
    while (!signal.aborted) {
      const job = store.jobs.get(id);
      if (job?.state !== 'running') return;
      const kind = kindOf(job);
      const limit = Math.min(kind.chunkSize, limiter.available());
      if (limit < 1) {
        waitingForRate.add(id);
        await until(machineClock, limiter.nextAt(), signal);
        waitingForRate.delete(id);
        continue;
      }
      const { chunk, state } = nextChunk(job, limit, signal);
      try {
        await kind.step(job, chunk);
        publish(id, null);
      } catch (error) {
        if (signal.aborted) return;
        log.error("Can't store a chunk of a job; retrying.", { error, job: id });
        publish(id, storageProblem(error));
        await until(machineClock, machineClock.now() + storeRetryMs, signal);
      }
      limiter.consume(state.done);
    }
  }

  function start(job: StoredJob): void {
    const stop = new AbortController();
    const ended = run(job.id, stop.signal).finally(() => {
      runs.delete(job.id);
      // The job may have been resumed while its last chunk finished.
      void startPlanned();
    });
    const startedAt = machineClock.now();
    runs.set(job.id, { stop, ended, startedAt, processed: processedOf(job), error: null });
  }

  /** Starts jobs with the state `running` that have no run yet. */
  function runOpen(): void {
    if (stopped) return;
    for (const job of store.jobs.open())
      if (job.state === 'running' && !runs.has(job.id)) start(job);
  }

  /** Starts the next job of each free queue. */
  async function startPlanned(): Promise<void> {
    if (stopped) return;
    runOpen();
    if (!store.jobs.open().some(({ state }) => state === 'planned')) return;
    try {
      await store.write((tx) => {
        for (const job of store.jobs.open()) if (job.state === 'planned') enqueueFirst(tx, job);
      });
    } catch (error) {
      log.error("Can't start the next job; retrying.", { error });
      machineClock.at(machineClock.now() + storeRetryMs, () => void startPlanned());
    }
  }

  /** Earlier jobs of the queue come first. */
  function enqueueFirst(tx: Tx, job: StoredJob): void {
    const { queue } = kindOf(job);
    const ahead = store.jobs
      .open()
      .some(
        (other) =>
          kindOf(other).queue === queue && (other.state === 'running' || other.id < job.id),
      );
    if (ahead) return;
    setState(tx, job, 'running');
    tx.whenCommitted(() => runOpen());
  }

  function command(tx: Tx, id: number, name: JobCommand): void {
    const job = find(id);
    const allowed = commandsOf(job);
    if (!allowed.includes(name))
      throw new AppError(
        'job_state',
        allowed.length === 0
          ? `Can't ${name}: the job is ${job.state}.`
          : `Can't ${name}: the job is ${job.state}. Allowed: ${allowed.join(', ')}.`,
      );
    apply[name](tx, job);
  }

  const apply: Readonly<Record<JobCommand, (tx: Tx, job: StoredJob) => void>> = {
    pause: (tx, job) => setState(tx, job, 'paused'),
    resume: enqueue,
    cancel: (tx, job) => setState(tx, job, 'cancelled'),
  };

  function insert<Params, Cursor>(tx: Tx, job: NewJob<Params, Cursor>): number {
    const id = store.jobs.insert(tx, job, clock.now());
    if (job.totalCount === 0) setState(tx, find(id), 'completed');
    else enqueue(tx, find(id));
    return id;
  }

  const commandFor =
    (name: JobCommand) =>
    async ({ id }: ByRowId): Promise<Job> => {
      await store.write((tx) => command(tx, id, name));
      void startPlanned();
      return show(find(id));
    };

  return {
    register<Params, Cursor>(kind: JobKind<Params, Cursor>): void {
      kinds.set(kind.name, kind as JobKind);
    },
    /**
     * Creates a job within a write. It runs after the commit if there is anything to do. Returns
     * its ID.
     */
    insert,
    /** Runs the last job of a kind again, or a new one the first time. Skips a paused one. */
    recur(tx: Tx, job: NewJob): void {
      const last = store.jobs.get(store.jobs.newestOf([job.kind]));
      if (last === undefined) insert(tx, job);
      else if (last.state !== 'paused' && last.state !== 'running') enqueue(tx, last);
    },
    /** Runs a command on a job within the same write as a change to its sync or request. */
    commandWithin: command,
    get: ({ id }: ByRowId): Job => show(find(id)),
    find: (id: number): Job | undefined => {
      const job = store.jobs.get(id);
      return job && show(job);
    },
    list({ limit, cursor }: PageRequest) {
      const { items, nextCursor } = store.jobs.page(limit, cursor);
      return { items: items.map(show), nextCursor };
    },
    pause: commandFor('pause'),
    resume: commandFor('resume'),
    cancel: commandFor('cancel'),
    /** Resumes or pauses jobs after a restart, depending on their kind. */
    async recover(): Promise<void> {
      await store.write((tx) => {
        for (const job of store.jobs.open())
          if (kindOf(job).afterRestart === 'pause') setState(tx, job, 'paused');
      });
      runOpen();
      await startPlanned();
    },
    /** Jobs that run or wait for their queue. */
    openIds: (): readonly number[] =>
      store.jobs
        .open()
        .filter(({ state }) => state !== 'paused')
        .map(({ id }) => id),
    /** Whether a chunk of any job is being processed. */
    isWorking: (): boolean => runs.size > waitingForRate.size,
    /** Stops after the current chunks. The stored jobs stay unchanged. */
    async stop(): Promise<void> {
      stopped = true;
      for (const { stop } of runs.values()) stop.abort();
      await Promise.all([...runs.values()].map(({ ended }) => ended));
    },
  };
}
