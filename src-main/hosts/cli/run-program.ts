/** Runs the command of the arguments. */
import { CommanderError } from 'commander';
import { printError } from '#main/hosts/headless/print.ts';
import { logLevel } from '#shared/kit/log-level.ts';
import { version } from '../../../package.json' with { type: 'json' };
import { exitCodes } from './command.ts';
import { createProgram } from './program.ts';

const ownOptions = ['-h', '--help', '-V', '--version'];

/** Without a command, the interface opens in the browser. */
const isServe = ([first]: readonly string[]): boolean =>
  first === undefined || (first.startsWith('-') && !ownOptions.includes(first));

/** Node would print texts of files and servers as they are. */
export function printUnexpected(error: unknown): void {
  const stack = error instanceof Error ? (error.stack ?? '').split('\n').slice(1) : [];
  const message = error instanceof Error ? error.message : String(error);
  const isVerbose = logLevel(process.env.HOOKWRIGHT_LOG) === 'debug';
  printError([`Unexpected error: ${message}`, ...(isVerbose ? stack : [])]);
}

/** Sets the exit code. */
export async function runProgram(args: readonly string[]): Promise<void> {
  try {
    const all = isServe(args) ? ['serve', ...args] : args;
    const program = await createProgram(version, all[0]);
    await program.parseAsync(all, { from: 'user' });
  } catch (error) {
    if (error instanceof CommanderError)
      process.exitCode = error.exitCode === 0 ? 0 : exitCodes.usage;
    else {
      printUnexpected(error);
      process.exitCode = exitCodes.failed;
    }
  }
}
