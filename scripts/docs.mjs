/** `npm run docs`: updates the generated parts of the documentation, and builds the site in out/docs. */
import { ensureDocs } from './ensure-build.mjs';
import { ensureDependencies } from './ensure-dependencies.mjs';
import { guarded } from './guarded.mjs';
import { ownEnvironment, ownNode } from './node-binary.mjs';
import { inProject, say } from './project.mjs';
import { run } from './run.mjs';

await guarded(async () => {
  await ensureDependencies();
  const refresh = [inProject('scripts', 'docs', 'refresh.ts')];
  const { code } = await run(ownNode, refresh, { env: ownEnvironment() });
  if (code !== 0) return code;
  await ensureDocs();
  say('The documentation is in out/docs.');
  return 0;
});
