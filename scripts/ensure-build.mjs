/** Builds the program, unless what is built is made from the present sources. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ownEnvironment, ownNode } from './node-binary.mjs';
import { inProject, Problem, say } from './project.mjs';
import { run } from './run.mjs';
import { withLock } from './with-lock.mjs';

const stamp = inProject('out', '.stamp');
const sources = [
  'package.json',
  'package-lock.json',
  'vite.config.ts',
  'scripts/third-party-notices.ts',
  'shared',
  'src-main',
  'src-renderer',
];
const results = [
  'node/cli.js',
  'node/main.js',
  'preload/preload.cjs',
  'renderer/index.html',
  'renderer/third-party-notices.txt',
  'client/index.js',
  'client/index.d.ts',
];

/** @param {string} path @returns {string[]} */
function filesUnder(path) {
  try {
    return readdirSync(inProject(path), { withFileTypes: true })
      .sort((one, other) => (one.name < other.name ? -1 : 1))
      .flatMap((entry) =>
        entry.isDirectory() ? filesUnder(join(path, entry.name)) : [join(path, entry.name)],
      )
      .filter((file) => !file.endsWith('.tsbuildinfo'));
  } catch {
    return [path];
  }
}

function sourceHash() {
  const hash = createHash('sha256');
  for (const file of sources.flatMap(filesUnder))
    hash.update(`\0${file}\0`).update(readFileSync(inProject(file)));
  return hash.digest('hex');
}

/** @param {string} hash */
function isCurrent(hash) {
  const built = results.every((file) => existsSync(inProject('out', file)));
  return built && existsSync(stamp) && readFileSync(stamp, 'utf8') === hash;
}

export async function ensureBuild() {
  const hash = sourceHash();
  if (isCurrent(hash)) return;
  await withLock('build', async () => {
    if (isCurrent(hash)) return;
    say('Building …');
    rmSync(stamp, { force: true });
    const vite = inProject('node_modules', 'vite', 'bin', 'vite.js');
    const { code, output } = await run(ownNode, [vite, 'build', '--app'], {
      env: { ...ownEnvironment(), NODE_ENV: 'production' },
      quiet: true,
    });
    if (code !== 0) {
      process.stderr.write(output);
      throw new Problem('The build failed: what is wrong stands above.');
    }
    writeFileSync(stamp, hash);
  });
}
