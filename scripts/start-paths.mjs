/** Paths among the arguments of `npm start`. */
import { existsSync, statSync } from 'node:fs';
import { resolve } from 'node:path';

/**
 * npm runs scripts in the project's folder, but paths are relative to where the user called it.
 * @param {readonly string[]} args @param {string} folder
 */
export const absolutePaths = (args, folder) =>
  args.map((arg) => {
    const path = resolve(folder, arg);
    return !arg.startsWith('-') && existsSync(path) ? path : arg;
  });

/** The desktop app opens a folder as a workspace; `serve` has an option for it. @param {readonly string[]} args */
export function workspaceOption(args) {
  const [first = '', ...others] = args;
  const isFolder = statSync(first, { throwIfNoEntry: false })?.isDirectory() === true;
  return isFolder ? ['--workspace', first, ...others] : args;
}
