/** Which test files `npm test` runs: all, those that match a pattern, or those that a change can affect. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { matchesGlob, posix } from 'node:path';
import { ownEnvironment, ownNode } from './node-binary.mjs';
import { inProject, Problem } from './project.mjs';
import { run } from './run.mjs';
import { dependenciesOf } from './spec-imports.mjs';

/**
 * @typedef {object} Selection Paths relative to the project, with slashes.
 * @property {readonly string[]} unit
 * @property {readonly string[]} specs
 */

/** @param {RegExp} pattern */
const testFiles = (pattern) =>
  readdirSync(inProject('test'), { recursive: true })
    .map((file) => `test/${file.toString().replaceAll('\\', '/')}`)
    .filter((file) => pattern.test(file))
    .sort();

const unitFiles = () => testFiles(/\.test\.tsx?$/);
const specFiles = () => testFiles(/^test\/(e2e|desktop-double|e2e-electron)\/.*\.spec\.ts$/);

/**
 * Files whose path contains one of the patterns.
 * @param {readonly string[]} patterns
 * @returns {Selection}
 */
export function matching(patterns) {
  for (const pattern of patterns)
    if (![...unitFiles(), ...specFiles()].some((file) => file.includes(pattern)))
      throw new Problem(`No test file has "${pattern}" in its path. See the folder test.`);
  const isWanted = (/** @type {string} */ file) =>
    patterns.some((pattern) => file.includes(pattern));
  return { unit: unitFiles().filter(isWanted), specs: specFiles().filter(isWanted) };
}

/** Sources of the built product. */
const product = '{shared,src-main,src-renderer,examples/scenarios}/**';

/** Tests that read files, or run the built product, without importing what they depend on. */
const unimported = [
  { changed: '**', affects: 'test/architecture/**' },
  { changed: '{docs,scripts/docs}/**', affects: 'test/{docs,hosts/headless}/**' },
  { changed: '*.md', affects: 'test/{docs,package}/**' },
  { changed: 'examples/**', affects: 'test/{scenarios,hosts/headless,docs}/**' },
  {
    changed: '{.github/**,Dockerfile,*.yml,bin/**,build/**}',
    affects: 'test/{package,release}/**',
  },
  { changed: product, affects: 'test/{package,release}/**' },
  { changed: '{package*.json,tsconfig*.json,*.config.ts}', affects: 'test/**' },
  { changed: 'scripts/*.mjs', affects: 'test/{scripts,hosts/headless,release}/**' },
  { changed: 'scripts/{release-steps,bill-of-materials}.ts', affects: 'test/release/**' },
  { changed: 'src-main/hosts/desktop/**', affects: 'test/{desktop-double,e2e-electron}/**' },
  {
    changed:
      '{shared,src-renderer,src-main/!(hosts),src-main/hosts/!(desktop),examples/scenarios}/**',
    affects: 'test/{e2e,desktop-double,e2e-electron}/**',
  },
  { changed: '{test/gallery/**,test/e2e/pictures/**}', affects: 'test/e2e/gallery.spec.ts' },
  { changed: 'test/client/suite/**', affects: 'test/e2e/client-library.spec.ts' },
  { changed: 'test/desktop-double/stand-in/**', affects: 'test/{desktop-double,e2e-electron}/**' },
  {
    changed: '{docs,scripts/docs}/**',
    affects: 'test/{e2e/help,desktop-double/desktop}.spec.ts',
  },
];

/** @param {string} file */
const usesBuild = (file) => readFileSync(inProject(file), 'utf8').includes('ensureBuild');

/** @param {readonly string[]} args @returns {Promise<string[]>} The lines that it prints. */
async function git(...args) {
  const { code, output } = await run('git', args, { quiet: true });
  if (code !== 0) throw new Problem(`--changed needs a git repository: ${output.trim()}`);
  return output.split('\n').filter((line) => line !== '');
}

const hasParent = async () =>
  (await run('git', ['rev-parse', '--verify', '--quiet', 'HEAD~1'], { quiet: true })).code === 0;

/** Tests that may use a data file, such as a recording: those in the nearest folder above it that has any. */
function testsAround(/** @type {string} */ file) {
  if (!file.startsWith('test/') || /\.tsx?$/.test(file)) return [];
  const tests = unitFiles();
  for (let folder = posix.dirname(file); folder !== 'test'; folder = posix.dirname(folder)) {
    const around = tests.filter((test) => test.startsWith(`${folder}/`));
    if (around.length > 0) return around;
  }
  return [];
}

/**
 * @param {readonly string[]} changed
 * @param {readonly string[]} importing Unit tests that import a changed file.
 * @returns {Selection}
 */
export function affectedBy(changed, importing) {
  const rules = unimported.filter((rule) =>
    changed.some((file) => matchesGlob(file, rule.changed)),
  );
  const isBuildChanged = changed.some((file) => matchesGlob(file, product));
  const known = new Set([...changed, ...importing, ...changed.flatMap(testsAround)]);
  const isAffected = (/** @type {string} */ file) =>
    known.has(file) || rules.some(({ affects }) => matchesGlob(file, affects));
  return {
    unit: unitFiles().filter((file) => isAffected(file) || (isBuildChanged && usesBuild(file))),
    specs: specFiles().filter(
      (file) => isAffected(file) || [...dependenciesOf(file)].some((name) => known.has(name)),
    ),
  };
}

/**
 * What uncommitted changes can affect; without any, what the last commit can.
 * @returns {Promise<Selection & { readonly changed: readonly string[] }>}
 */
export async function affectedByChange() {
  const uncommitted = [
    ...(await git('diff', '--name-only', 'HEAD')),
    ...(await git('ls-files', '--others', '--exclude-standard')),
  ];
  const isClean = uncommitted.length === 0;
  if (isClean && !(await hasParent()))
    throw new Problem(
      '--changed compares the last commit with the one before it, which this clone lacks. Run git fetch --deepen=1.',
    );
  const changed = isClean ? await git('diff', '--name-only', 'HEAD~1', 'HEAD') : uncommitted;
  return {
    changed: changed.filter((file) => existsSync(inProject(file))),
    ...affectedBy(changed, await importing(isClean ? 'HEAD~1' : 'HEAD')),
  };
}

/** Unit tests that import a changed file, directly or not. @param {string} since */
async function importing(since) {
  const { code, output } = await run(
    ownNode,
    [
      inProject('node_modules', 'vitest', 'vitest.mjs'),
      ...['list', '--filesOnly', '--changed', since, '--passWithNoTests'],
    ],
    { env: { ...ownEnvironment(), NO_COLOR: '1' }, quiet: true },
  );
  if (code !== 0) throw new Problem(`Vitest can't list the changed tests.\n${output}`);
  return output.split('\n').map((line) => line.trim());
}
