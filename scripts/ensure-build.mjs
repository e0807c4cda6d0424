/** Builds what `npm start` runs and serves, unless it is up to date. */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { join } from 'node:path';
import { ownEnvironment, ownNode } from './node-binary.mjs';
import { inProject, Problem, say } from './project.mjs';
import { run } from './run.mjs';
import { withLock } from './with-lock.mjs';

/**
 * @typedef {object} Target
 * @property {string} name
 * @property {readonly string[]} sources
 * @property {readonly string[]} results Relative to out.
 * @property {readonly string[]} command Relative to node_modules.
 */

/** @type {Target} */
const program = {
  name: 'build',
  sources: [
    'package.json',
    'package-lock.json',
    'vite.config.ts',
    'scripts/third-party-notices.ts',
    'examples/scenarios',
    'shared',
    'src-main',
    'src-renderer',
  ],
  results: [
    'node/cli.js',
    'node/core-process.js',
    'node/main.js',
    'node/runner-process.js',
    'preload/preload.cjs',
    'renderer/index.html',
    'renderer/third-party-notices.txt',
    'client/index.js',
    'client/index.d.ts',
  ],
  command: ['vite/bin/vite.js', 'build', '--app'],
};

/** The site that the interface's help opens. @type {Target} */
const documentation = {
  name: 'docs',
  sources: ['package-lock.json', 'docs', 'scripts/docs/pages.ts', 'src-renderer/styles/mark.svg'],
  results: ['docs/index.html', 'docs/llms.txt'],
  command: ['vitepress/bin/vitepress.js', 'build', 'docs'],
};

/** Every primitive in every state. @type {Target} */
const gallery = {
  name: 'gallery',
  sources: ['package-lock.json', 'test/gallery', 'src-renderer', 'shared'],
  results: ['gallery/index.html'],
  command: ['vite/bin/vite.js', 'build', '--config', 'test/gallery/vite.config.ts'],
};

const messages = new Map([
  [program, 'Building …'],
  [documentation, 'Building the documentation …'],
  [gallery, 'Building the gallery …'],
]);

/** @param {Target} target */
const stampOf = ({ name }) => inProject('out', `.${name}-stamp`);

/** @param {string} path @returns {string[]} */
function filesUnder(path) {
  try {
    return readdirSync(inProject(path), { withFileTypes: true })
      .sort((a, b) => (a.name < b.name ? -1 : 1))
      .flatMap((entry) =>
        entry.isDirectory() ? filesUnder(join(path, entry.name)) : [join(path, entry.name)],
      )
      .filter((file) => !file.endsWith('.tsbuildinfo'));
  } catch {
    return [path];
  }
}

/** @param {Target} target */
function sourceHash({ sources }) {
  const hash = createHash('sha256');
  for (const file of sources.flatMap(filesUnder))
    hash.update(`\0${file}\0`).update(readFileSync(inProject(file)));
  return hash.digest('hex');
}

/** @param {Target} target */
function isCurrent(target, hash = sourceHash(target)) {
  const stamp = stampOf(target);
  const isBuilt = target.results.every((file) => existsSync(inProject('out', file)));
  return isBuilt && existsSync(stamp) && readFileSync(stamp, 'utf8') === hash;
}

/** @param {Target} target */
async function ensure(target) {
  const hash = sourceHash(target);
  if (isCurrent(target, hash)) return;
  await withLock(target.name, async () => {
    if (isCurrent(target, hash)) return;
    say(messages.get(target) ?? '');
    rmSync(stampOf(target), { force: true });
    const [tool = '', ...args] = target.command;
    const { code, output } = await run(ownNode, [inProject('node_modules', tool), ...args], {
      env: { ...ownEnvironment(), NODE_ENV: 'production' },
      quiet: true,
    });
    if (code !== 0) {
      process.stderr.write(output);
      throw new Problem('The build failed. See the output above.');
    }
    writeFileSync(stampOf(target), hash);
  });
}

export const ensureBuild = () => ensure(program);
export const ensureDocs = () => ensure(documentation);
export const ensureGallery = () => ensure(gallery);

/** The app starts without waiting for its documentation. */
export function buildDocsInBackground() {
  if (isCurrent(documentation)) return;
  const child = spawn(ownNode, [inProject('scripts', 'build.mjs'), 'docs'], { stdio: 'ignore' });
  child.on('error', () => undefined);
  child.unref();
  if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_LOW);
  process.once('exit', () => child.kill());
}
