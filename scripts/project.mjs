/** Paths, errors and output shared by the scripts. */
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const projectFolder = dirname(dirname(fileURLToPath(import.meta.url)));

/** @param {...string} parts */
export const inProject = (...parts) => join(projectFolder, ...parts);

/** An error that the user can fix, printed without a stack. */
export class Problem extends Error {}

/** Writes to stderr, because stdout is for the started program. @param {string} text */
export function say(text) {
  process.stderr.write(`${text}\n`);
}
