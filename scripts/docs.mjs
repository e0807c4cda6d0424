/** `npm run docs`: makes the generated parts of the documentation, then the site in out/docs. */
import { ensureDependencies } from './ensure-dependencies.mjs';
import { guarded } from './guarded.mjs';
import { ownEnvironment, ownNode } from './node-binary.mjs';
import { inProject } from './project.mjs';
import { run } from './run.mjs';

await guarded(async () => {
  await ensureDependencies();
  const steps = [
    [inProject('scripts', 'docs', 'refresh.ts')],
    [inProject('node_modules', 'vitepress', 'bin', 'vitepress.js'), 'build', inProject('docs')],
  ];
  for (const step of steps) {
    const { code } = await run(ownNode, step, {
      env: { ...ownEnvironment(), NODE_ENV: 'production' },
    });
    if (code !== 0) return code;
  }
  return 0;
});
