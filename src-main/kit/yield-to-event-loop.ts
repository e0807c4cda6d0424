/** Long enough to make progress, and short enough not to delay a webhook's response. */
const sliceMs = 8;

/** Lets other work run. Throws if the signal was aborted. */
export async function yieldToEventLoop(signal?: AbortSignal): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
  signal?.throwIfAborted();
}

/**
 * Returns a function to await between messages of a batch. It yields to the event loop after each
 * time slice.
 */
export function createYielding(): () => Promise<void> {
  let endsAt = performance.now() + sliceMs;
  return async () => {
    if (performance.now() < endsAt) return;
    await yieldToEventLoop();
    endsAt = performance.now() + sliceMs;
  };
}
