/** `npm run --silent certify -- …`: installs and builds if necessary, then runs `hookwright certify`. */
import { guarded } from './guarded.mjs';
import { runProgram } from './serve-headless.mjs';

await guarded(() => runProgram(['certify', ...process.argv.slice(2)]));
