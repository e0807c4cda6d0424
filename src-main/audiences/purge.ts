/**
 * At startup, removes the users of deleted audiences and traits (until then, the deletion can be
 * undone) and of unfinished replacements. Works in chunks, because there may be a million rows.
 */
import type { Log } from '#main/kit/ports.ts';
import type { Store } from '#main/store/store.ts';

export function createPurge(store: Store, log: Log) {
  let running: Promise<void> = Promise.resolve();
  let stopped = false;

  async function run(): Promise<void> {
    const rows = store.computations.deletedRows();
    // Staged users of interrupted replacements. None is running at startup.
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
    /** Stops after the current chunk. The next start continues. */
    stop(): Promise<void> {
      stopped = true;
      return running;
    },
  };
}
