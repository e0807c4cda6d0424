/** `npm run --silent serve -- …`: installs and builds if necessary, then runs `hookwright serve`. */
import { guarded } from './guarded.mjs';
import { serveHeadless } from './serve-headless.mjs';

await guarded(() => serveHeadless(process.argv.slice(2)));
