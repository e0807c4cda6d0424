/** `npm run snippets -- [--record]`: runs the snippets whose frameworks `npm test` doesn't install. */
import { ensureDependencies } from './ensure-dependencies.mjs';
import { guarded } from './guarded.mjs';
import { ownEnvironment, ownNode } from './node-binary.mjs';
import { inProject } from './project.mjs';
import { run } from './run.mjs';

await guarded(async () => {
  await ensureDependencies();
  const program = inProject('test', 'snippets', 'record.ts');
  const { code } = await run(ownNode, [program, ...process.argv.slice(2)], {
    env: ownEnvironment(),
  });
  return code;
});
