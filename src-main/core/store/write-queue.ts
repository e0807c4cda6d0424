/**
 * Group commit: writes that are asked for while the disk is busy with the ones before share a
 * transaction, and so one sync. A caller's promise settles after it: accepted means durable (D8).
 */
import type { Database } from 'better-sqlite3';
import { type CounterName, type CounterPart, type CounterStore, createTally } from './counters.ts';

/** Changes of a write, published after the commit. */
export type Changed =
  | {
      readonly kind:
        | 'delivery'
        | 'message'
        | 'rejected'
        | 'resend'
        | 'receiverRequest'
        | 'sync'
        | 'job';
      readonly id: number;
    }
  | {
      readonly kind:
        | 'source'
        | 'destination'
        | 'certificateAuthority'
        | 'settings'
        | 'receiver'
        | 'receiverCleared'
        | 'audience'
        | 'trait'
        | 'deletion'
        | 'savedFilter';
      readonly id: string;
    }
  /** Rows that are gone, as the limits or a job demanded. */
  | {
      readonly kind: 'deleted';
      readonly noun: 'delivery' | 'message' | 'rejected' | 'resend';
      readonly ids: readonly number[];
    }
  /** Not stored: alerts about failed deliveries. */
  | { readonly kind: 'alert'; readonly id: number }
  /** Nothing of the store: the clock runs otherwise than before. */
  | { readonly kind: 'clock' }
  | {
      readonly kind: 'removed';
      readonly noun:
        | 'source'
        | 'destination'
        | 'certificateAuthority'
        | 'receiver'
        | 'audience'
        | 'trait'
        | 'deletion'
        | 'savedFilter';
      readonly id: string;
    };

/** Proof of being inside a write; every function of the store that changes rows asks for it. */
export interface Tx {
  changed(change: Changed): void;
  /** Adds to a counter; what all writes of a transaction add to it is added at once. */
  count(counter: CounterName, by: number, part?: CounterPart): void;
  /** A counter's value, with what this transaction has added. */
  counted(counter: CounterName, part?: CounterPart): number;
  /** What follows in memory: done once, after the commit and before anything else sees it. */
  whenCommitted(follow: () => void): void;
}

interface Job {
  /** Run a second time, after all was undone, when another change of its transaction fails. */
  run(tx: Tx): void;
  settle(): void;
  fail(error: unknown): void;
}

/** What the jobs of one transaction say that they changed. */
interface Group {
  readonly changes: Changed[];
  readonly counts: ReturnType<typeof createTally>;
  readonly follows: (() => void)[];
}

/** A transaction that was committed, without the jobs that failed. */
interface Committed {
  readonly done: readonly Job[];
  readonly changes: readonly Changed[];
  readonly follows: readonly (() => void)[];
}

export interface WriteQueue {
  /**
   * Runs `change` in the next transaction; settles after its commit. A throw undoes this change only.
   * It may be run twice, the first time undone, so it must change nothing but rows; what is to
   * change in memory goes to `whenCommitted`.
   */
  write<T>(change: (tx: Tx) => T): Promise<T>;
  /** Commits what is queued, now; the caller sees to the sync. */
  flush(): void;
}

export interface WriteQueueOptions {
  /** Resolves when all that was committed is on disk. */
  readonly sync: () => Promise<void>;
  /** Called after a transaction; what it returns is awaited before the next one begins. */
  readonly betweenCommits: () => Promise<void> | null;
  readonly counters: Pick<CounterStore, 'add' | 'get'>;
  /** The last change of every transaction. */
  readonly beforeCommit: (tx: Tx) => void;
  /** Called after every commit, in order. */
  readonly committed: (changes: readonly Changed[]) => void;
}

export function createWriteQueue(db: Database, options: WriteQueueOptions): WriteQueue {
  const begin = db.prepare('BEGIN IMMEDIATE');
  const commit = db.prepare('COMMIT');
  const rollback = db.prepare('ROLLBACK');
  const savepoint = db.prepare('SAVEPOINT change');
  const release = db.prepare('RELEASE change');
  const undo = db.prepare('ROLLBACK TO change');

  let queue: Job[] = [];
  let isScheduled = false;
  let isBusy = false;

  /** Runs a change so that it can be undone alone; tells whether it was done. */
  function runApart(job: Job, tx: Tx, group: Group): boolean {
    const { changes, counts, follows } = group;
    const before = { changes: changes.length, follows: follows.length };
    const undoCounts = counts.mark();
    savepoint.run();
    try {
      job.run(tx);
    } catch (error) {
      // A full disk ends the whole transaction by itself; then there is nothing left to undo.
      if (!db.inTransaction) throw error;
      undo.run();
      release.run();
      changes.length = before.changes;
      undoCounts();
      follows.length = before.follows;
      job.fail(error);
      return false;
    }
    release.run();
    return true;
  }

  /** A disk that fails a commit may fail the undoing as well; nothing of it is ever kept. */
  function tryToUndo(): void {
    try {
      if (db.inTransaction) rollback.run();
    } catch {
      // Tried again before the next transaction.
    }
  }

  /** One transaction of what `run` does with a group. Throws when it could not be committed. */
  function transact(run: (tx: Tx, group: Group) => readonly Job[]): Committed {
    const group: Group = { changes: [], counts: createTally(), follows: [] };
    const tx: Tx = {
      changed: (change) => group.changes.push(change),
      count: group.counts.add,
      counted: (counter, part) =>
        options.counters.get(counter, part) + group.counts.get(counter, part),
      whenCommitted: (follow) => group.follows.push(follow),
    };
    // One that could not even be undone when the disk failed is in the way until it is.
    if (db.inTransaction) rollback.run();
    begin.run();
    const done = run(tx, group);
    options.beforeCommit(tx);
    options.counters.add(group.counts.all());
    commit.run();
    return { done, changes: group.changes, follows: group.follows };
  }

  /**
   * All jobs in one transaction; null when it could not be committed. A savepoint around each would
   * double the time of an insert, so they are set only after a change has failed.
   */
  function commitAll(jobs: readonly Job[]): Committed | null {
    try {
      return transact((tx) => {
        for (const job of jobs) job.run(tx);
        return jobs;
      });
    } catch {
      tryToUndo();
    }
    try {
      return transact((tx, group) => jobs.filter((job) => runApart(job, tx, group)));
    } catch (error) {
      tryToUndo();
      for (const job of jobs) job.fail(error);
      return null;
    }
  }

  function takeQueue(): Job[] {
    const jobs = queue;
    queue = [];
    return jobs;
  }

  async function turn(): Promise<void> {
    isScheduled = false;
    const jobs = takeQueue();
    const group = jobs.length === 0 ? null : commitAll(jobs);
    if (group === null) return;
    isBusy = true;
    try {
      for (const follow of group.follows) follow();
      if (group.changes.length > 0) options.committed(group.changes);
      await options.sync();
      for (const job of group.done) job.settle();
    } catch (error) {
      for (const job of group.done) job.fail(error);
    }
    await options.betweenCommits();
    isBusy = false;
    schedule();
  }

  function schedule(): void {
    if (isScheduled || isBusy || queue.length === 0) return;
    isScheduled = true;
    // After what this turn of the event loop still brings in.
    setImmediate(turn);
  }

  return {
    write: <T>(change: (tx: Tx) => T) =>
      new Promise<T>((resolve, reject) => {
        let result: T;
        queue.push({
          run: (tx) => {
            result = change(tx);
          },
          settle: () => resolve(result),
          fail: reject,
        });
        schedule();
      }),
    flush() {
      const jobs = takeQueue();
      const group = jobs.length === 0 ? null : commitAll(jobs);
      for (const follow of group?.follows ?? []) follow();
      for (const job of group?.done ?? []) job.settle();
    },
  };
}
