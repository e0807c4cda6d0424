/** Where things are. */
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const projectFolder = dirname(dirname(fileURLToPath(import.meta.url)));

/** @param {...string} parts */
export const inProject = (...parts) => join(projectFolder, ...parts);

/**
 * A reason to give up that the user can act on: told without a stack.
 */
export class Problem extends Error {}

/** On stderr, because stdout belongs to the program that is started. @param {string} sentence */
export function say(sentence) {
  process.stderr.write(`${sentence}\n`);
}
