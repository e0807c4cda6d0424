/** `npm run bench`: measures the built product next to its ceilings; see docs/performance.md. */
import { ensureBuild } from './ensure-build.mjs';
import { ensureDependencies } from './ensure-dependencies.mjs';
import { guarded } from './guarded.mjs';
import { ownNode } from './node-binary.mjs';
import { inProject } from './project.mjs';
import { run } from './run.mjs';

await guarded(async () => {
  await ensureDependencies();
  if (!process.argv.includes('--help')) await ensureBuild();
  const { code } = await run(ownNode, [
    inProject('test', 'bench', 'run.ts'),
    ...process.argv.slice(2),
  ]);
  return code;
});
