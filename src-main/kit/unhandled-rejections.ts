import { inspect } from 'node:util';

/**
 * Makes them uncaught errors, as in Node. Electron only warns about them, in all its processes, and a process
 * would continue in an unknown state.
 */
export function throwUnhandledRejections(): void {
  process.on('unhandledRejection', (reason) => {
    throw reason instanceof Error ? reason : new Error(`Rejected with ${inspect(reason)}.`);
  });
}
