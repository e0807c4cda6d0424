/** The start script that runs this program, if one does: it hears that we are up, and tells to stop. */

export function tellReady(): void {
  process.send?.('ready');
}

export function whenToldToStop(stop: () => void): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);
  process.on('message', (message) => {
    if (message === 'stop') stop();
  });
  // However the start script went, nobody could stop us afterwards.
  process.once('disconnect', stop);
}
