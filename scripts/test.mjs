/** `npm test`: runs all checks and prints a summary. */
import { rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { ensureBuild, ensureDocs } from './ensure-build.mjs';
import { ensureDependencies } from './ensure-dependencies.mjs';
import { guarded } from './guarded.mjs';
import { ownEnvironment, ownNode } from './node-binary.mjs';
import { obtainChromium } from './obtain-chromium.mjs';
import { inProject, say } from './project.mjs';
import { run } from './run.mjs';
import { playwrightCounts, sumOf, vitestCounts } from './test-counts.mjs';

/**
 * @typedef {object} Step
 * @property {string} name
 * @property {boolean} passed
 * @property {number} seconds
 * @property {string} output
 */

/** @type {Step[]} */
const steps = [];

/**
 * @param {string} name
 * @param {() => Promise<{ code: number, output: string }>} work
 */
async function step(name, work) {
  const startedAt = performance.now();
  const { code, output } = await work().catch((error) => ({
    code: 1,
    output: `${error.message}\n`,
  }));
  const seconds = (performance.now() - startedAt) / 1000;
  const passed = code === 0;
  steps.push({ name, passed, seconds, output });
  say(`${passed ? 'ok    ' : 'FAILED'} ${name} (${seconds.toFixed(1)} s)`);
  if (!passed) say(output.trimEnd());
  return passed;
}

/**
 * @param {string} file Path in node_modules of the tool's program.
 * @param {readonly string[]} args
 * @param {NodeJS.ProcessEnv} [env]
 */
const tool = (file, args, env = {}) =>
  run(ownNode, [inProject('node_modules', ...file.split('/')), ...args], {
    env: { ...ownEnvironment(), FORCE_COLOR: '0', ...env },
    quiet: true,
  });

const reports = {
  vitest: inProject('out', 'reports', 'vitest.json'),
  playwright: inProject('out', 'reports', 'playwright.json'),
};

const lint = () =>
  step('format, lint, layers, cycles (biome)', () =>
    tool('@biomejs/biome/bin/biome', ['check', '--error-on-warnings', '.']),
  );
const terminology = () =>
  step('terminology', () =>
    run(ownNode, [inProject('scripts', 'terminology.mjs')], { quiet: true }),
  );
const types = () => step('types (tsc)', () => tool('typescript/bin/tsc', ['-b']));
const dead = () => step('dead code (knip)', () => tool('knip/bin/knip.js', ['--no-progress']));
const unit = () =>
  step('unit and contract (vitest)', () =>
    tool('vitest/vitest.mjs', [
      'run',
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${reports.vitest}`,
    ]),
  );

/** @param {string} name @param {() => Promise<void>} make */
const built = (name, make) =>
  step(name, async () => {
    await make();
    return { code: 0, output: '' };
  });

async function endToEnd() {
  return step('end to end (playwright)', async () => {
    const chromium = await obtainChromium();
    return tool('@playwright/test/cli.js', ['test', '--reporter=line,json'], {
      CHROMIUM_PATH: chromium,
      PLAYWRIGHT_JSON_OUTPUT_FILE: reports.playwright,
    });
  });
}

/** Each static check uses one core, so they run in parallel. */
async function staticChecks() {
  if (availableParallelism() < 2) {
    await lint();
    await terminology();
    await types();
    await dead();
    return;
  }
  await Promise.all([types(), lint().then(terminology).then(dead)]);
}

await guarded(async () => {
  await ensureDependencies();
  // Removes the reports of an earlier run.
  rmSync(inProject('out', 'reports'), { recursive: true, force: true });
  await staticChecks();
  // Tests wait for real sockets, so they run alone.
  const [hasBuild, hasDocs] = await Promise.all([
    built('build (vite)', ensureBuild),
    built('documentation, dead links (vitepress)', ensureDocs),
  ]);
  const isBuilt = hasBuild && hasDocs;
  await unit();
  if (isBuilt) await endToEnd();
  const counts = [
    vitestCounts(reports.vitest),
    isBuilt ? playwrightCounts(reports.playwright) : null,
  ];
  say('');
  for (const { name, passed, seconds } of steps)
    say(`${passed ? 'ok    ' : 'FAILED'} ${name.padEnd(40)} ${seconds.toFixed(1).padStart(7)} s`);
  if (!isBuilt) say('FAILED end to end: not run because the build failed');
  const { passed, failures, skipped, skips, retried } = sumOf(counts);
  for (const [reason, count] of skips) say(`skipped ${count}: ${reason}`);
  for (const name of retried) say(`passed only on retry: ${name}`);
  for (const name of failures) say(`failed: ${name}`);
  const broken = steps.filter((step) => !step.passed).length;
  process.stdout.write(`\n${passed} passed, ${failures.length} failed, ${skipped} skipped\n`);
  return broken > 0 || failures.length > 0 ? 1 : 0;
});
