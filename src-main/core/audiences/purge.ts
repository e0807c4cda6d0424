/** Takes away what deleted audiences and traits left, in chunks, since it may be a million rows. */
import type { Log } from '../ports.ts';
import type { Store } from '../store/store.ts';

export function createPurge(store: Store, log: Log) {
  let running: Promise<void> | null = null;
  let stopped = false;

  async function run(): Promise<void> {
    try {
      while (!stopped && (await store.write((tx) => store.computations.purgeSome(tx))));
    } catch (error) {
      log.warn(
        'What a deleted audience left could not be taken away; the next start tries again.',
        {
          error,
        },
      );
    } finally {
      running = null;
    }
  }

  return {
    start(): void {
      if (!stopped) running ??= run();
    },
    /** Ends after the chunk under way; the next start goes on. */
    async stop(): Promise<void> {
      stopped = true;
      await running;
    },
  };
}
