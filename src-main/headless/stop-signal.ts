/** Settles when the process is asked to stop; asked again, it goes at once. */

/** One Ctrl+C arrives several times: from the terminal and from each wrapper around this process. */
const sameGestureMs = 800;

export interface StopRequest {
  readonly reason: string;
  /** What went wrong, when that is why it stops. */
  readonly error?: unknown;
}

export function createStopper(now: () => number, force: () => void) {
  const { promise, resolve } = Promise.withResolvers<StopRequest>();
  let askedAt: number | undefined;
  return {
    promise,
    ask: (request: StopRequest): void => {
      if (askedAt === undefined) {
        askedAt = now();
        resolve(request);
      } else if (now() - askedAt > sameGestureMs) force();
    },
  };
}

export function stopRequested(): Promise<StopRequest> {
  const stopper = createStopper(
    () => performance.now(),
    () => process.exit(1),
  );
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => stopper.ask({ reason: signal }));
  // The start scripts hold a channel to this process: when it closes they are gone, however they went.
  const parentEnded = () => stopper.ask({ reason: 'the process that started it has ended' });
  process.once('disconnect', parentEnded);
  // While it stops, the end of the channel is no second request; at its end it closes the channel itself.
  void stopper.promise.then(() => process.off('disconnect', parentEnded));
  process.on('message', (message) => {
    if (message === 'stop') stopper.ask({ reason: 'the process that started it asked for it' });
  });
  // What nobody caught leaves the program in a state that nobody knows. Everything accepted is on
  // disk, so that ending and starting afresh loses nothing, while going on might.
  process.on('uncaughtException', (error) => stopper.ask({ reason: 'an unexpected error', error }));
  return stopper.promise;
}
