/** Runs the command of the arguments. */
import { CommanderError } from 'commander';
import { version } from '../../package.json' with { type: 'json' };
import { exitCodes } from './command.ts';
import { createProgram } from './program.ts';

const ownOptions = ['-h', '--help', '-V', '--version'];

/** Without a command, the interface opens in the browser. */
const isServe = ([first]: readonly string[]): boolean =>
  first === undefined || (first.startsWith('-') && !ownOptions.includes(first));

/** Sets the exit code. */
export async function runProgram(args: readonly string[]): Promise<void> {
  try {
    const all = isServe(args) ? ['serve', ...args] : args;
    await createProgram(version).parseAsync(all, { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    process.exitCode = error.exitCode === 0 ? 0 : exitCodes.usage;
  }
}
