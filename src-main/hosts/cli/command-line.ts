/** The process of the command line: its output, exit and end on request. */
import { exitCodes } from './command.ts';
import { exitWhenRequested } from './on-interrupt.ts';
import { printUnexpected, runProgram } from './run-program.ts';

/** Keep-alive connections must not keep the process running longer than this. */
const exitDelayMs = 300;

// A pipe such as `| head` may close early.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit();
});

process.on('uncaughtException', (error: unknown) => {
  // A host stops first.
  if (process.listenerCount('uncaughtException') > 1) return;
  printUnexpected(error);
  process.exit(exitCodes.failed);
});

exitWhenRequested(exitCodes.interrupted);
void runProgram(process.argv.slice(2)).then(() => {
  if (process.connected) process.disconnect();
  setTimeout(() => process.exit(), exitDelayMs).unref();
});
