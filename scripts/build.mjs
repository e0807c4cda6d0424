/** `npm run build`: builds the program and its documentation if they are out of date; `-- docs`: only the documentation. */
import { ensureBuild, ensureDocs } from './ensure-build.mjs';
import { ensureDependencies } from './ensure-dependencies.mjs';
import { guarded } from './guarded.mjs';

await guarded(async () => {
  await ensureDependencies();
  await Promise.all(process.argv.includes('docs') ? [ensureDocs()] : [ensureBuild(), ensureDocs()]);
  return 0;
});
