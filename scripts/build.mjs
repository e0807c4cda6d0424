/** `npm run build`: the program and its documentation, where they are not up to date; `-- docs`: the latter alone. */
import { ensureBuild, ensureDocs } from './ensure-build.mjs';
import { ensureDependencies } from './ensure-dependencies.mjs';
import { guarded } from './guarded.mjs';

await guarded(async () => {
  await ensureDependencies();
  await Promise.all(process.argv.includes('docs') ? [ensureDocs()] : [ensureBuild(), ensureDocs()]);
  return 0;
});
