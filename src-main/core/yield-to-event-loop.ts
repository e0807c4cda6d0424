/** Long enough to get on, short enough that a response of a webhook can wait it. */
const sliceMs = 8;

/** Lets other work come between. Throws when nobody waits for the result any more. */
export async function yieldToEventLoop(signal?: AbortSignal): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
  signal?.throwIfAborted();
}

/** To be awaited between the messages of a batch: lets others have the event loop after each slice of time. */
export function createYielding(): () => Promise<void> {
  let endsAt = performance.now() + sliceMs;
  return async () => {
    if (performance.now() < endsAt) return;
    await yieldToEventLoop();
    endsAt = performance.now() + sliceMs;
  };
}
