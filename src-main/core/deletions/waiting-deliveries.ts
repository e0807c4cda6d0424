/** Deliveries that still wait, of users whose deletion is requested. */

import type { WaitingDelivery } from '../store/deletions.ts';
import type { Store } from '../store/store.ts';

/** Deliveries that are looked through at a time: some milliseconds, so that nobody waits. */
const lookChunk = 2_000;

/** What is being sent just now waits again if it fails. */
const waitingStates = ['pending', 'sending', 'retrying', 'paused'] as const;

/** All of them, chunk by chunk; other work comes between. */
export async function* waitingDeliveries(
  store: Store,
  deletionRow: number,
): AsyncGenerator<readonly WaitingDelivery[], void, void> {
  for (const state of waitingStates) {
    let after = 0;
    for (;;) {
      const { found, last } = store.deletions.waitingDeliveries(
        deletionRow,
        state,
        after,
        lookChunk,
      );
      if (last === null) break;
      if (found.length > 0) yield found;
      after = last;
      await new Promise((resolve) => setImmediate(resolve));
    }
  }
}
