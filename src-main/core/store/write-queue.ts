/**
 * Group commit: writes that are asked for within one turn of the event loop share a transaction,
 * and so one sync of the disk. A caller's promise settles after the commit: accepted means durable.
 */
import type { Database } from 'better-sqlite3';

/** What a write changed, told to the change feed once it is committed. */
export type Changed =
  | { readonly kind: 'delivery' | 'message' | 'rejected'; readonly id: number }
  | {
      readonly kind: 'source' | 'destination' | 'authority' | 'settings';
      readonly id: string;
    }
  | {
      readonly kind: 'removed';
      readonly noun: 'source' | 'destination' | 'authority';
      readonly id: string;
    };

/** Proof of being inside a write; every function of the store that changes rows asks for it. */
export interface Tx {
  changed(change: Changed): void;
}

interface Job {
  run(tx: Tx): void;
  settle(): void;
  fail(error: unknown): void;
}

export interface WriteQueue {
  /** Runs `change` in the next transaction; settles after its commit. A throw undoes this change only. */
  write<T>(change: (tx: Tx) => T): Promise<T>;
  /** Commits what is queued, now. */
  flush(): void;
}

export function createWriteQueue(
  db: Database,
  committed: (changes: readonly Changed[]) => void,
): WriteQueue {
  const begin = db.prepare('BEGIN IMMEDIATE');
  const commit = db.prepare('COMMIT');
  const rollback = db.prepare('ROLLBACK');
  const savepoint = db.prepare('SAVEPOINT change');
  const release = db.prepare('RELEASE change');
  const undo = db.prepare('ROLLBACK TO change');

  let queue: Job[] = [];
  let scheduled = false;

  function runOne(job: Job, changes: Changed[]): boolean {
    const own: Changed[] = [];
    savepoint.run();
    try {
      job.run({ changed: (change) => own.push(change) });
      release.run();
      changes.push(...own);
      return true;
    } catch (error) {
      // A full disk ends the whole transaction by itself; then there is nothing left to undo.
      if (!db.inTransaction) throw error;
      undo.run();
      release.run();
      job.fail(error);
      return false;
    }
  }

  function flush(): void {
    scheduled = false;
    const jobs = queue;
    queue = [];
    if (jobs.length === 0) return;
    const changes: Changed[] = [];
    const failed = new Set<Job>();
    try {
      begin.run();
      for (const job of jobs) if (!runOne(job, changes)) failed.add(job);
      commit.run();
    } catch (error) {
      if (db.inTransaction) rollback.run();
      for (const job of jobs) job.fail(error);
      return;
    }
    for (const job of jobs) if (!failed.has(job)) job.settle();
    if (changes.length > 0) committed(changes);
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
        if (!scheduled) {
          scheduled = true;
          setImmediate(flush);
        }
      }),
    flush,
  };
}
