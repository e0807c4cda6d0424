/** `npm run release`: the steps of a release, as far as one machine can run them; see `release-steps.ts`. */
import { ensureDependencies } from './ensure-dependencies.mjs';
import { guarded } from './guarded.mjs';
import { ownNode } from './node-binary.mjs';
import { inProject } from './project.mjs';
import { run } from './run.mjs';

await guarded(async () => {
  await ensureDependencies();
  const args = [inProject('scripts', 'release-steps.ts'), ...process.argv.slice(2)];
  return (await run(ownNode, args)).code;
});
