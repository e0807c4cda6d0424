/** `npm run soak -- [minutes] [seed]`: kills the built product under load. Not part of `npm test`. */
import { ensureBuild } from './ensure-build.mjs';
import { ensureDependencies } from './ensure-dependencies.mjs';
import { guarded } from './guarded.mjs';
import { ownNode } from './node-binary.mjs';
import { inProject } from './project.mjs';
import { run } from './run.mjs';

await guarded(async () => {
  await ensureDependencies();
  await ensureBuild();
  const { code } = await run(ownNode, [
    inProject('test', 'soak', 'run.ts'),
    ...process.argv.slice(2),
  ]);
  return code;
});
