/** Limits how many messages of batches are in work at a time, so that batches delay nothing else. */

/**
 * Messages of one transaction: about 5 ms, well below the 100 ms that a delivery may be delayed. Small
 * batches share it, a large one takes several, one after the other.
 */
export const maxBatchMessagesAtOnce = 100;

export interface BatchGate {
  /** Resolves when it is the turn of a batch; returns what ends its turn. */
  enter(messages: number): Promise<() => void>;
}

export function createBatchGate(): BatchGate {
  let inWork = 0;
  let waiting: { readonly weight: number; readonly enter: () => void }[] = [];
  const hasRoom = (weight: number): boolean => inWork + weight <= maxBatchMessagesAtOnce;

  function leave(weight: number): void {
    inWork -= weight;
    // First come, first served: small ones do not overtake a large one for ever.
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
