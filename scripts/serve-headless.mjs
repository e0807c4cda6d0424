/** The headless host, as a child of this process. */
import { ensureBuild } from './ensure-build.mjs';
import { ensureDependencies } from './ensure-dependencies.mjs';
import { hostFlags } from './host-flags.mjs';
import { ownNode } from './node-binary.mjs';
import { inProject } from './project.mjs';
import { supervise } from './supervise.mjs';

/** @param {readonly string[]} args Those of `hookwright serve`. */
export async function serveHeadless(args) {
  await ensureDependencies();
  await ensureBuild();
  const cli = inProject('out', 'node', 'cli.js');
  const { code } = await supervise(ownNode, [...hostFlags, cli, 'serve', ...args], process.env);
  return code;
}
