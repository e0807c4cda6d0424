/**
 * At startup, removes the users of deleted audiences and traits (until then the deletion can be undone)
 * and of unfinished replacements. Works in chunks, since there may be a million rows.
 */
import type { Log } from '../ports.ts';
import type { Store } from '../store/store.ts';

export function createPurge(store: Store, log: Log) {
  let running: Promise<void> = Promise.resolve();
  let stopped = false;

  async function run(): Promise<void> {
    const rows = store.computations.deletedRows();
    // Of replacements that were killed: none is running at startup.
    const staged = store.stagedMembers
      .rows()
      .map((row) => [row, store.computations.lastReplacement(row)] as const);
    try {
      for (const [row, replacement] of staged)
        while (
          !stopped &&
          (await store.write((tx) => store.stagedMembers.discardSome(tx, row, replacement)))
        );
      for (const row of rows)
        while (!stopped && (await store.write((tx) => store.computations.purgeSome(tx, row))));
    } catch (error) {
      log.warn("Can't remove the data of deleted audiences; retrying at the next start.", {
        error,
      });
    }
  }

  return {
    start(): void {
      running = run();
    },
    /** Ends after the chunk under way; the next start goes on. */
    stop(): Promise<void> {
      stopped = true;
      return running;
    },
  };
}
