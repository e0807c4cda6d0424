import { setImmediate } from 'node:timers/promises';

/** Lets other work come between. Throws when nobody waits for the answer any more. */
export async function turn(signal: AbortSignal | undefined): Promise<void> {
  await setImmediate();
  signal?.throwIfAborted();
}
