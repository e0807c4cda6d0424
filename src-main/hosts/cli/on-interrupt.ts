/** Calls `stop` on Ctrl+C, when a CI system ends the job, and when the start script requests it. */
import { isStopMessage } from '#main/hosts/headless/stop-signal.ts';

const signals = ['SIGINT', 'SIGTERM'] as const;

/** Returns a function that stops listening. A second signal ends the process at once. */
export function onInterrupt(stop: () => void): () => void {
  const receive = (message: unknown): void => {
    if (isStopMessage(message)) stop();
  };
  for (const signal of signals) process.once(signal, stop);
  // Start scripts keep a channel to this process. It closes when they end for any reason.
  process.on('message', receive);
  process.once('disconnect', stop);
  return () => {
    for (const signal of signals) process.off(signal, stop);
    process.off('message', receive);
    process.off('disconnect', stop);
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
