/** `npm run --silent serve -- …`: sets up what is missing, then runs `hookwright serve`. */
import { guarded } from './guarded.mjs';
import { serveHeadless } from './serve-headless.mjs';

await guarded(() => serveHeadless(process.argv.slice(2)));
