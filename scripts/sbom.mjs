/** `npm run --silent sbom`: prints the bill of materials of the distributed packages. */
import { ensureDependencies } from './ensure-dependencies.mjs';
import { guarded } from './guarded.mjs';
import { ownNode } from './node-binary.mjs';
import { inProject } from './project.mjs';
import { run } from './run.mjs';

await guarded(async () => {
  await ensureDependencies();
  return (await run(ownNode, [inProject('scripts', 'bill-of-materials.ts')])).code;
});
