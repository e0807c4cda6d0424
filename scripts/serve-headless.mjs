/** The headless host, as a child of this process. */
import { buildDocsInBackground, ensureBuild } from './ensure-build.mjs';
import { ensureDependencies } from './ensure-dependencies.mjs';
import { hostFlags } from './host-flags.mjs';
import { ownNode } from './node-binary.mjs';
import { inProject } from './project.mjs';
import { supervise } from './supervise.mjs';

/**
 * The program, built from the present sources.
 * @param {readonly string[]} args Such as `certify` and its options.
 * @param {string} [cwd] Where names of files begin; the project's folder.
 */
export async function runProgram(args, cwd) {
  await ensureDependencies();
  await ensureBuild();
  if (args[0] === 'serve') buildDocsInBackground();
  const cli = inProject('out', 'node', 'cli.js');
  const { code } = await supervise(ownNode, [...hostFlags, cli, ...args], process.env, cwd);
  return code;
}

/** @param {readonly string[]} args Those of `hookwright serve`. */
export const serveHeadless = (args) => runProgram(['serve', ...args]);
