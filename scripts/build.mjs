/** `npm run build`: what `npm start` builds, where it is not up to date. */
import { ensureBuild } from './ensure-build.mjs';
import { ensureDependencies } from './ensure-dependencies.mjs';
import { guarded } from './guarded.mjs';

await guarded(async () => {
  await ensureDependencies();
  await ensureBuild();
  return 0;
});
