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

/** Maps one item after another, and lets other work run in between. */
export async function mapYielding<Item, Result>(
  items: readonly Item[],
  map: (item: Item, index: number) => Result | Promise<Result>,
): Promise<Result[]> {
  const pause = createYielding();
  const results: Result[] = [];
  for (const [index, item] of items.entries()) {
    await pause();
    results.push(await map(item, index));
  }
  return results;
}
