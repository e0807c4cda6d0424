/** Runs the product as a child process. */
import { buildDocsInBackground, ensureBuild } from './ensure-build.mjs';
import { ensureDependencies } from './ensure-dependencies.mjs';
import { hostFlags } from './host-flags.mjs';
import { ownNode } from './node-binary.mjs';
import { inProject } from './project.mjs';
import { supervise } from './supervise.mjs';

/**
 * Installs and builds if necessary, and runs the program.
 * @param {readonly string[]} args Such as `certify` and its options.
 * @param {string} [cwd] Working directory; the project's folder by default.
 */
export async function runProgram(args, cwd) {
  await ensureDependencies();
  await ensureBuild();
  if (args[0] === 'serve') buildDocsInBackground();
  const cli = inProject('out', 'node', 'cli.js');
  const { code } = await supervise(ownNode, [...hostFlags, cli, ...args], process.env, cwd);
  return code;
}

/** @param {readonly string[]} args Options of `hookwright serve`. */
export const serveHeadless = (args) => runProgram(['serve', ...args]);
