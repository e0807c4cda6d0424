/** `npm run screenshots`: takes the screenshots for the docs; see test/screenshots. */
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
    inProject('test', 'screenshots', 'run.ts'),
    ...process.argv.slice(2),
  ]);
  return code;
});
