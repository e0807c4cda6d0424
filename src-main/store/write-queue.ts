/**
 * Group commit: writes requested during a sync share the next transaction and its sync. A promise
 * resolves after the sync, so accepted means durable (D8).
 */
import type { Database } from 'better-sqlite3';
import { type CounterName, type CounterPart, type CounterStore, createCounts } from './counters.ts';

/** A change made by a write, published after the commit. */
export type Changed =
  | {
      readonly kind: 'delivery' | 'message' | 'rejected' | 'copy' | 'mockRequest' | 'sync' | 'job';
      readonly id: number;
    }
  | {
      readonly kind:
        | 'source'
        | 'destination'
        | 'certificateAuthority'
        | 'settings'
        | 'mock'
        | 'mockCleared'
        | 'audience'
        | 'trait'
        | 'deletion'
        | 'savedFilter';
      readonly id: string;
    }
  /** Rows deleted by a limit or by a job. */
  | {
      readonly kind: 'deleted';
      readonly noun: 'delivery' | 'message' | 'rejected' | 'copy' | 'mockRequest';
      readonly ids: readonly number[];
    }
  /** Not stored: alerts for failed deliveries. */
  | { readonly kind: 'alert'; readonly id: number }
  /** Not stored: the clock's state changed. */
  | { readonly kind: 'clock' }
  | {
      readonly kind: 'removed';
      readonly noun:
        | 'source'
        | 'destination'
        | 'certificateAuthority'
        | 'mock'
        | 'audience'
        | 'trait'
        | 'deletion'
        | 'savedFilter';
      readonly id: string;
    };

/** IDs of the items of a kind that were written or removed. */
export const changedIds = (
  changes: readonly Changed[],
  noun: 'source' | 'destination' | 'mock',
): readonly string[] => [
  ...new Set(
    changes.flatMap((changed) =>
      changed.kind === noun || (changed.kind === 'removed' && changed.noun === noun)
        ? [changed.id]
        : [],
    ),
  ),
];

/** Passed to every store function that changes rows, so that they can only run inside a write. */
export interface Tx {
  changed(change: Changed): void;
  /** Adds to a counter. The sum is written once per transaction. */
  count(counter: CounterName, by: number, part?: CounterPart): void;
  /** Value of a counter, including this transaction. */
  counted(counter: CounterName, part?: CounterPart): number;
  /**
   * Runs an in-memory follow-up once, after the commit and before the change is visible elsewhere.
   */
  whenCommitted(follow: () => void): void;
}

interface QueuedWrite {
  /**
   * May run twice: if another change in the transaction fails, everything is undone and run again.
   */
  run(tx: Tx): void;
  finish(): void;
  fail(error: unknown): void;
}

/** Effects of the jobs in one transaction. */
interface Group {
  readonly changes: Changed[];
  readonly counts: ReturnType<typeof createCounts>;
  readonly follows: (() => void)[];
}

/** A committed transaction. Failed jobs are not included. */
interface Committed {
  readonly done: readonly QueuedWrite[];
  readonly changes: readonly Changed[];
  readonly follows: readonly (() => void)[];
}

export interface WriteQueue {
  /**
   * Runs `change` in the next transaction and settles after its commit and sync. An exception
   * undoes only this change. `change` may run twice, so it must only change rows; use
   * `whenCommitted` for changes in memory.
   */
  write<T>(change: (tx: Tx) => T): Promise<T>;
  /** Whether nothing is queued or being committed. */
  isIdle(): boolean;
  /** Commits queued writes immediately. The caller must sync. */
  flush(): void;
}

export interface WriteQueueOptions {
  /** Resolves when all commits are on disk. */
  readonly sync: () => Promise<void>;
  /** Called after each transaction. The next one waits for the returned promise. */
  readonly betweenCommits: () => Promise<void> | null;
  readonly counters: Pick<CounterStore, 'add' | 'get'>;
  /** Runs as the last change of every transaction. */
  readonly beforeCommit: (tx: Tx) => void;
  /** Called after every commit, in order. */
  readonly committed: (changes: readonly Changed[]) => void;
  /** Called with every error of a write, of a commit and of a sync. */
  readonly failed?: (error: unknown) => void;
}

export function createWriteQueue(db: Database, options: WriteQueueOptions): WriteQueue {
  const begin = db.prepare('BEGIN IMMEDIATE');
  const commit = db.prepare('COMMIT');
  const rollback = db.prepare('ROLLBACK');
  const savepoint = db.prepare('SAVEPOINT change');
  const release = db.prepare('RELEASE change');
  const undo = db.prepare('ROLLBACK TO change');

  let queue: QueuedWrite[] = [];
  let isScheduled = false;
  let isBusy = false;

  function fail(jobs: readonly QueuedWrite[], error: unknown): void {
    options.failed?.(error);
    for (const job of jobs) job.fail(error);
  }

  /**
   * Runs a change in a savepoint, so that it can be undone separately. Returns whether it
   * succeeded.
   */
  function runInSavepoint(job: QueuedWrite, tx: Tx, group: Group): boolean {
    const { changes, counts, follows } = group;
    const before = { changes: changes.length, follows: follows.length };
    const undoCounts = counts.mark();
    savepoint.run();
    try {
      job.run(tx);
    } catch (error) {
      // A full disk rolls back the whole transaction, so there is nothing left to undo.
      if (!db.inTransaction) throw error;
      undo.run();
      release.run();
      changes.length = before.changes;
      undoCounts();
      follows.length = before.follows;
      fail([job], error);
      return false;
    }
    release.run();
    return true;
  }

  /** After a failed commit, the rollback may fail too. Nothing is kept either way. */
  function tryRollback(): void {
    try {
      if (db.inTransaction) rollback.run();
    } catch {
      // Retried before the next transaction.
    }
  }

  /** Runs a group in one transaction. Throws if the commit fails. */
  function transact(run: (tx: Tx, group: Group) => readonly QueuedWrite[]): Committed {
    const group: Group = { changes: [], counts: createCounts(), follows: [] };
    const tx: Tx = {
      changed: (change) => group.changes.push(change),
      count: group.counts.add,
      counted: (counter, part) =>
        options.counters.get(counter, part) + group.counts.get(counter, part),
      whenCommitted: (follow) => group.follows.push(follow),
    };
    // A failed rollback must be repeated before the next transaction.
    if (db.inTransaction) rollback.run();
    begin.run();
    const done = run(tx, group);
    options.beforeCommit(tx);
    options.counters.add(group.counts.all());
    commit.run();
    return { done, changes: group.changes, follows: group.follows };
  }

  /**
   * Commits all jobs in one transaction; null if it failed. Savepoints would double the time of an
   * insert, so they are used only after a change has failed.
   */
  function commitAll(jobs: readonly QueuedWrite[]): Committed | null {
    try {
      return transact((tx) => {
        for (const job of jobs) job.run(tx);
        return jobs;
      });
    } catch {
      tryRollback();
    }
    try {
      return transact((tx, group) => jobs.filter((job) => runInSavepoint(job, tx, group)));
    } catch (error) {
      tryRollback();
      fail(jobs, error);
      return null;
    }
  }

  function drainQueue(): QueuedWrite[] {
    const jobs = queue;
    queue = [];
    return jobs;
  }

  async function commitQueued(): Promise<void> {
    isScheduled = false;
    const jobs = drainQueue();
    const group = jobs.length === 0 ? null : commitAll(jobs);
    if (group === null) return;
    isBusy = true;
    try {
      for (const follow of group.follows) follow();
      if (group.changes.length > 0) options.committed(group.changes);
      await options.sync();
      for (const job of group.done) job.finish();
    } catch (error) {
      fail(group.done, error);
    }
    await options.betweenCommits();
    isBusy = false;
    schedule();
  }

  function schedule(): void {
    if (isScheduled || isBusy || queue.length === 0) return;
    isScheduled = true;
    // Runs after other writes of this event loop turn are queued.
    setImmediate(commitQueued);
  }

  return {
    write: <T>(change: (tx: Tx) => T) =>
      new Promise<T>((resolve, reject) => {
        let result: T;
        queue.push({
          run: (tx) => {
            result = change(tx);
          },
          finish: () => resolve(result),
          fail: reject,
        });
        schedule();
      }),
    isIdle: () => queue.length === 0 && !isBusy,
    flush() {
      const jobs = drainQueue();
      const group = jobs.length === 0 ? null : commitAll(jobs);
      for (const follow of group?.follows ?? []) follow();
      for (const job of group?.done ?? []) job.finish();
    },
  };
}
