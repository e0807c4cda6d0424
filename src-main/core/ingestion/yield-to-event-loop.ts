/** Long enough to get on, short enough that a response of a webhook can wait it. */
const sliceMs = 8;

/** To be awaited between the messages of a batch: lets others have the event loop after each slice of time. */
export function createYielding(): () => Promise<void> {
  let endsAt = performance.now() + sliceMs;
  return async () => {
    if (performance.now() < endsAt) return;
    await new Promise((resolve) => setImmediate(resolve));
    endsAt = performance.now() + sliceMs;
  };
}
