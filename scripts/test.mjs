/**
 * `npm test`: runs all checks and prints a summary. `npm test -- PATTERN…` runs the test files whose
 * path contains a pattern, `npm test -- --changed` those that a change can affect.
 * `--install` installs the languages that tests need.
 */
import { rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { ensureBuild, ensureDocs } from './ensure-build.mjs';
import { ensureDependencies } from './ensure-dependencies.mjs';
import { guarded } from './guarded.mjs';
import { installLanguages, skipLines } from './languages.mjs';
import { ownEnvironment, ownNode } from './node-binary.mjs';
import { obtainChromium } from './obtain-chromium.mjs';
import { inProject, Problem, say } from './project.mjs';
import { run } from './run.mjs';
import {
  failureLines,
  playwrightCounts,
  reports,
  slowestFiles,
  sumOf,
  vitestCounts,
  writeFailedSteps,
} from './test-counts.mjs';
import { affectedByChange, matching } from './test-selection.mjs';

/**
 * @typedef {object} Step
 * @property {string} name
 * @property {boolean} passed
 * @property {number} seconds
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
  steps.push({ name, passed, seconds });
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

/** @param {readonly string[]} files */
const lint = (files) =>
  step('format, lint, layers, cycles (biome)', () =>
    tool('@biomejs/biome/bin/biome', [
      ...['check', '--error-on-warnings', '--no-errors-on-unmatched'],
      ...files,
    ]),
  );
const terminology = () =>
  step('terminology', () =>
    run(ownNode, [inProject('scripts', 'terminology.mjs')], { quiet: true }),
  );
/** Each checker checks the shared types again: one per project takes half of the work. */
const types = () =>
  step('types (tsc)', () => tool('typescript/bin/tsc', ['-b', '--checkers', '1']));
const dead = () => step('dead code (knip)', () => tool('knip/bin/knip.js', ['--no-progress']));

/** @param {string} name @param {() => Promise<void>} make */
const built = (name, make) =>
  step(name, async () => {
    await make();
    return { code: 0, output: '' };
  });

/** @param {readonly string[]} files All without any. */
async function unit(files) {
  await step('unit and contract (vitest)', () =>
    tool('vitest/vitest.mjs', [
      ...['run', '--reporter=default', '--reporter=json', `--outputFile.json=${reports.vitest}`],
      ...files,
    ]),
  );
  return vitestCounts();
}

/** @param {readonly string[]} files All without any. */
async function endToEnd(files) {
  await step('end to end (playwright)', async () => {
    const chromium = await obtainChromium();
    return tool('@playwright/test/cli.js', ['test', '--reporter=line,json', ...files], {
      CHROMIUM_PATH: chromium,
      PLAYWRIGHT_JSON_OUTPUT_FILE: reports.playwright,
    });
  });
  return playwrightCounts();
}

/** Each static check uses one core, so they run in parallel. @param {() => Promise<unknown>} rest */
async function staticChecks(rest) {
  if (availableParallelism() > 1) await Promise.all([types(), rest()]);
  else await types().then(rest);
}

/** @returns {Promise<readonly import('./test-counts.mjs').Counts[]>} */
async function runAll() {
  await staticChecks(() => lint(['.']).then(terminology).then(dead));
  // Tests wait for real sockets, so they run alone.
  const [hasBuild, hasDocs] = await Promise.all([
    built('build (vite)', ensureBuild),
    built('documentation, dead links (vitepress)', ensureDocs),
  ]);
  const counts = await unit([]);
  return hasBuild && hasDocs ? [counts, await endToEnd([])] : [counts];
}

/** The tests build what they run. @param {import('./test-selection.mjs').Selection} selection */
async function runSelected({ unit: unitFiles, specs }) {
  return [
    ...(unitFiles.length > 0 ? [await unit(unitFiles)] : []),
    ...(specs.length > 0 ? [await endToEnd(specs)] : []),
  ];
}

async function runChanged() {
  const affected = await affectedByChange();
  say(
    `Changed files: ${affected.changed.length}. Files with tests that they can affect: ` +
      `${affected.unit.length + affected.specs.length}.`,
  );
  await staticChecks(() => lint(affected.changed).then(terminology));
  return runSelected(affected);
}

/** @param {readonly import('./test-counts.mjs').Counts[]} counts */
function summarize(counts) {
  say('');
  for (const { name, passed, seconds } of steps)
    say(`${passed ? 'ok    ' : 'FAILED'} ${name.padEnd(40)} ${seconds.toFixed(1).padStart(7)} s`);
  const { passed, failures, skipped, skips } = sumOf(counts);
  if (process.env.CI)
    for (const { file, seconds } of slowestFiles(counts, 10))
      say(`slow: ${seconds.toFixed(1).padStart(6)} s ${file}`);
  for (const line of skipLines(skips)) say(line);
  for (const line of failures.flatMap(failureLines)) say(line);
  writeFailedSteps(steps.filter((one) => !one.passed).map(({ name }) => name));
  process.stdout.write(`\n${passed} passed, ${failures.length} failed, ${skipped} skipped\n`);
  return failures.length > 0 || steps.some((one) => !one.passed) ? 1 : 0;
}

function readArguments() {
  try {
    return parseArgs({
      options: {
        changed: { type: 'boolean', default: false },
        // Languages that tests need; in CI always.
        install: { type: 'boolean', default: Boolean(process.env.CI) },
      },
      allowPositionals: true,
    });
  } catch (error) {
    throw new Problem(
      `${error instanceof Error ? error.message : error}\nUsage: npm test [-- [PATTERN… | --changed] [--install]]`,
    );
  }
}

await guarded(async () => {
  const { values, positionals } = readArguments();
  await ensureDependencies();
  if (values.install) await installLanguages();
  // Removes the reports of an earlier run.
  rmSync(inProject('out', 'reports'), { recursive: true, force: true });
  if (positionals.length > 0) return summarize(await runSelected(matching(positionals)));
  return summarize(values.changed ? await runChanged() : await runAll());
});
