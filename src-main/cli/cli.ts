#!/usr/bin/env node
import { CommanderError } from 'commander';
import { version } from '../../package.json' with { type: 'json' };
import { exitCodes } from './command.ts';
import { exitWhenRequested } from './on-interrupt.ts';
import { createProgram } from './program.ts';

const args = process.argv.slice(2);
const ownOptions = ['-h', '--help', '-V', '--version'];

/** Without a command, the interface opens in the browser. */
const isServe = args[0] === undefined || (args[0].startsWith('-') && !ownOptions.includes(args[0]));

async function main(): Promise<void> {
  try {
    await createProgram(version).parseAsync(isServe ? ['serve', ...args] : args, { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    process.exitCode = error.exitCode === 0 ? 0 : exitCodes.usage;
  }
}

/** Keep-alive connections must not keep the process running longer than this. */
const exitDelayMs = 300;

// A pipe such as `| head` may close early.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit();
});

// No top-level await: the command of the npm package requires this module.
exitWhenRequested(exitCodes.interrupted);
void main().then(() => {
  if (process.connected) process.disconnect();
  setTimeout(() => process.exit(), exitDelayMs).unref();
});
