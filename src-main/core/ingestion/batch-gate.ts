/** Limits how many batch messages are processed at once, so that batches don't delay other work. */

/**
 * Messages of a batch that are read or written at a time: about 5 ms, well below the 100 ms that a
 * delivery may be delayed. Small batches share a transaction; a large one takes several.
 */
export const maxBatchMessagesAtOnce = 100;

/** Bodies of batches in memory: 65 of the largest. Their messages take a few times as much. */
const maxHeldBytes = 32 * 1_024 * 1_024;

/** Also of small ones. */
const maxHeldBatches = 2_000;

export interface BatchGate {
  /** Counts a batch until the returned function is called; null when there are too many. */
  hold(bytes: number): (() => void) | null;
  /** Resolves when there is room for so many messages; the returned function frees it. */
  enter(messages: number): Promise<() => void>;
}

export function createBatchGate(): BatchGate {
  let heldBatches = 0;
  let heldBytes = 0;
  let inWork = 0;
  let waiting: { readonly messages: number; readonly enter: () => void }[] = [];
  // The last one in may exceed it: two batches of 60 share a transaction, too.
  const hasRoom = (): boolean => inWork < maxBatchMessagesAtOnce;

  function leave(messages: number): void {
    inWork -= messages;
    // First come, first served: small batches don't overtake a large one forever.
    for (let [next] = waiting; next !== undefined && hasRoom(); [next] = waiting) {
      waiting = waiting.slice(1);
      inWork += next.messages;
      next.enter();
    }
  }

  return {
    hold(bytes) {
      if (heldBatches >= maxHeldBatches || heldBytes + bytes > maxHeldBytes) return null;
      heldBatches += 1;
      heldBytes += bytes;
      return () => {
        heldBatches -= 1;
        heldBytes -= bytes;
      };
    },
    async enter(messages) {
      if (waiting.length === 0 && hasRoom()) inWork += messages;
      else await new Promise<void>((resolve) => waiting.push({ messages, enter: resolve }));
      return () => leave(messages);
    },
  };
}
