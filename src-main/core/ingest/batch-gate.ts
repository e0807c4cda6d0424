/** Limits how many batch messages are processed at once, so that batches don't delay other work. */

/**
 * Messages per transaction: about 5 ms, well below the 100 ms that a delivery may be delayed. Small
 * batches share a transaction; a large batch takes several in sequence.
 */
export const maxBatchMessagesAtOnce = 100;

export interface BatchGate {
  /** Resolves when a batch may proceed, with a function to release its place. */
  enter(messages: number): Promise<() => void>;
}

export function createBatchGate(): BatchGate {
  let inWork = 0;
  let waiting: { readonly weight: number; readonly enter: () => void }[] = [];
  const hasRoom = (weight: number): boolean => inWork + weight <= maxBatchMessagesAtOnce;

  function leave(weight: number): void {
    inWork -= weight;
    // First come, first served, so that small batches can't starve a large one.
    for (let [next] = waiting; next !== undefined && hasRoom(next.weight); [next] = waiting) {
      waiting = waiting.slice(1);
      inWork += next.weight;
      next.enter();
    }
  }

  return {
    async enter(messages) {
      const weight = Math.min(messages, maxBatchMessagesAtOnce);
      if (waiting.length === 0 && hasRoom(weight)) inWork += weight;
      else await new Promise<void>((resolve) => waiting.push({ weight, enter: resolve }));
      return () => leave(weight);
    },
  };
}
