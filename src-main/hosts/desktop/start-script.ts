/**
 * Communicates with the start script, if there is one: reports readiness and receives stop
 * requests.
 */
import { isStopMessage } from '#main/hosts/headless/stop-signal.ts';

export function reportReady(): void {
  process.send?.('ready');
}

export function onStopRequest(stop: () => void): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);
  process.on('message', (message) => {
    if (isStopMessage(message)) stop();
  });
  // After the start script has ended for any reason, nothing else could stop the app.
  process.once('disconnect', stop);
}
