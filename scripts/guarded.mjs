/** Runs a script and prints its errors without a stack. */
import { Problem, say } from './project.mjs';

/** @param {() => Promise<number>} script Returns the exit code. */
export async function guarded(script) {
  try {
    process.exitCode = await script();
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    say(error instanceof Problem ? message : `Unexpected error: ${message}`);
    if (process.env.DEBUG && error instanceof Error) say(error.stack ?? '');
    process.exitCode = 1;
  }
}
