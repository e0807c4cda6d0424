/** Calls `stop` on Ctrl+C, when a CI system ends the job, and when the start script requests it. */
import { constants } from 'node:os';
import { createStopper, isStopMessage, signals } from '#main/hosts/headless/stop-signal.ts';

/** Returns a function that stops listening. A second signal ends the process at once. */
export function onInterrupt(stop: () => void): () => void {
  const stopper = createStopper(
    () => performance.now(),
    ({ reason }) => process.exit(128 + (constants.signals[reason as NodeJS.Signals] ?? 0)),
  );
  const receiveSignal = (signal: NodeJS.Signals): void => stopper.requestStop({ reason: signal });
  const receive = (message: unknown): void => {
    if (isStopMessage(message)) stopper.requestStop({ reason: message });
  };
  const parentEnded = (): void => stopper.requestStop({ reason: 'the parent process ended' });
  for (const signal of signals) process.on(signal, receiveSignal);
  // Start scripts keep a channel to this process. It closes when they end for any reason.
  process.on('message', receive);
  process.once('disconnect', parentEnded);
  void stopper.promise.then(() => {
    // A channel that closes now is no second request.
    process.off('disconnect', parentEnded);
    stop();
  });
  return () => {
    for (const signal of signals) process.off(signal, receiveSignal);
    process.off('message', receive);
    process.off('disconnect', parentEnded);
  };
}

/** For commands that don't call `onInterrupt`. */
export function exitWhenRequested(exitCode: number): void {
  process.on('message', (message) => {
    if (isStopMessage(message) && process.listenerCount('message') === 1) process.exit(exitCode);
  });
  // This listener alone must not keep the process running.
  process.channel?.unref();
}
