/** Long enough to get on, short enough that an answer of a webhook can wait it. */
const sliceMs = 8;

/** To be awaited between steps of long work. Throws when nobody waits for the work any more. */
export type Turn = () => Promise<void>;

/** Lets others have the event loop whenever a slice of time is used up. */
export function createTurns(signal?: AbortSignal): Turn {
  let endsAt = performance.now() + sliceMs;
  return async () => {
    if (performance.now() < endsAt) return;
    await new Promise((resolve) => setImmediate(resolve));
    signal?.throwIfAborted();
    endsAt = performance.now() + sliceMs;
  };
}
