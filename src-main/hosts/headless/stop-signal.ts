/** Resolves when the process should stop. A second request exits immediately. */

/**
 * One Ctrl+C may arrive several times: from the terminal and from each wrapper around this process.
 */
const repeatedSignalMs = 800;

export const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Whether a start script asks to stop: it sends the signal that it received, or `stop`. */
export const isStopMessage = (message: unknown): message is string =>
  ['stop', ...signals].some((known) => known === message);

export interface StopRequest {
  readonly reason: string;
  /** The error, if it is the reason for stopping. */
  readonly error?: unknown;
}

/** `force` is called with a request that repeats the first one later. */
export function createStopper(now: () => number, force: (repeated: StopRequest) => void) {
  const { promise, resolve } = Promise.withResolvers<StopRequest>();
  let requestedAt: number | undefined;
  return {
    promise,
    requestStop: (request: StopRequest): void => {
      if (requestedAt === undefined) {
        requestedAt = now();
        resolve(request);
      } else if (now() - requestedAt > repeatedSignalMs) force(request);
    },
  };
}

export function stopRequested(): Promise<StopRequest> {
  const stopper = createStopper(
    () => performance.now(),
    () => process.exit(1),
  );
  for (const signal of signals) process.on(signal, () => stopper.requestStop({ reason: signal }));
  // Start scripts keep a channel to this process. It closes when they end for any reason.
  const parentEnded = () => stopper.requestStop({ reason: 'the parent process ended' });
  process.once('disconnect', parentEnded);
  // While stopping, a closed channel is not a second request. At the end, this process closes the
  // channel itself.
  void stopper.promise.then(() => process.off('disconnect', parentEnded));
  process.on('message', (message) => {
    if (isStopMessage(message))
      stopper.requestStop({
        reason: message === 'stop' ? 'the parent process requested it' : message,
      });
  });
  // After an uncaught error, the state is unknown. All accepted data is on disk, so restarting
  // loses nothing, while continuing might.
  process.on('uncaughtException', (error) =>
    stopper.requestStop({ reason: 'an unexpected error', error }),
  );
  return stopper.promise;
}
