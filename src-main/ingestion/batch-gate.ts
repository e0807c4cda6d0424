/**
 * Limits the number of batch messages processed at the same time, so that batches don't delay other
 * work.
 */

/**
 * Batch messages per step: about 5 ms, well below the 100 ms that a delivery may be delayed. Small
 * batches share a transaction; large ones take several.
 */
export const maxConcurrentMessages = 100;

/**
 * Total body bytes of batches in memory: 65 of the largest. Their messages need a few times as
 * much.
 */
const maxOpenBytes = 32 * 1_024 * 1_024;

/** Limit for small batches. */
const maxOpenBatches = 2_000;

export interface BatchGate {
  /**
   * Registers a batch until the returned function is called. Returns null if there are too many.
   */
  open(bytes: number): (() => void) | null;
  /** Waits for capacity for the messages. The returned function releases it. */
  acquire(messages: number): Promise<() => void>;
}

export function createBatchGate(): BatchGate {
  let openBatches = 0;
  let openBytes = 0;
  let inProgress = 0;
  let waiting: { readonly messages: number; readonly acquire: () => void }[] = [];
  // The last batch may exceed the limit: two batches of 60 also share a transaction.
  const hasCapacity = (): boolean => inProgress < maxConcurrentMessages;

  function release(messages: number): void {
    inProgress -= messages;
    // First in, first out: small batches can't delay a large one indefinitely.
    for (let [next] = waiting; next !== undefined && hasCapacity(); [next] = waiting) {
      waiting = waiting.slice(1);
      inProgress += next.messages;
      next.acquire();
    }
  }

  return {
    open(bytes) {
      if (openBatches >= maxOpenBatches || openBytes + bytes > maxOpenBytes) return null;
      openBatches += 1;
      openBytes += bytes;
      return () => {
        openBatches -= 1;
        openBytes -= bytes;
      };
    },
    async acquire(messages) {
      if (waiting.length === 0 && hasCapacity()) inProgress += messages;
      else await new Promise<void>((resolve) => waiting.push({ messages, acquire: resolve }));
      return () => release(messages);
    },
  };
}
