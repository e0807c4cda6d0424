/** Installs the packages in package-lock.json unless they are already installed. */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { machineNode, npmProgram, ownNode } from './node-binary.mjs';
import { inProject, Problem, say } from './project.mjs';
import { run } from './run.mjs';
import { withLock } from './with-lock.mjs';

const modules = inProject('node_modules');
const stamp = inProject('node_modules', '.hookwright-stamp');

/**
 * @typedef {Record<string, { version?: string, optional?: boolean, link?: boolean }>} LockedPackages
 */

/**
 * Whether everything in the lock file is installed. Optional packages may be for other systems.
 * @param {LockedPackages} locked
 * @param {LockedPackages} installed
 */
export function isInstalled(locked, installed) {
  return Object.entries(locked).every(
    ([path, { version, optional }]) =>
      path === '' || optional === true || installed[path]?.version === version,
  );
}

/** @param {string} file @returns {LockedPackages} */
function packagesOf(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages ?? {};
  } catch {
    return {};
  }
}

function lockHash() {
  const lock = readFileSync(inProject('package-lock.json'));
  // Installed packages are specific to the platform.
  return createHash('sha256')
    .update(lock)
    .update(`${process.platform}-${process.arch}`)
    .digest('hex');
}

/** @param {string} hash */
function isCurrent(hash) {
  if (!existsSync(ownNode)) return false;
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === hash) return true;
  // After a plain npm install, npm's own record shows what is installed.
  const locked = packagesOf(inProject('package-lock.json'));
  const installed = packagesOf(inProject('node_modules', '.package-lock.json'));
  if (!isInstalled(locked, installed)) return false;
  writeFileSync(stamp, hash);
  return true;
}

/** @param {string} output */
function reasonOf(output) {
  if (/EUSAGE|in sync/.test(output))
    return "package-lock.json doesn't match package.json. Restore both files, or update the lock file with npm install.";
  if (/EINTEGRITY/.test(output))
    return "A download doesn't match its hash in package-lock.json. Run npm cache clean --force and try again.";
  if (/ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|network/i.test(output))
    return "Can't reach the package registry. Check the network and npm's registry setting.";
  if (/ENOSPC/.test(output)) return 'The disk is full.';
  if (/EACCES|EPERM|EBUSY/.test(output))
    return "npm can't write to node_modules. Close programs that use it, and check its permissions.";
  return "See npm's output above.";
}

/** Windows can't delete a running program, so node_modules is updated in place. */
const updatesInPlace = process.platform === 'win32' && process.execPath.startsWith(modules);

/**
 * Always includes development packages, because they build the product.
 * @param {readonly string[]} command
 */
function npm(command) {
  const node = machineNode();
  const program = npmProgram(node);
  const args = [...command, '--include=dev', '--no-fund', '--no-audit', '--loglevel=error'];
  return program
    ? run(node, [program, ...args], { quiet: true })
    : run('npm', args, { quiet: true, shell: process.platform === 'win32' });
}

async function install() {
  let { code, output } = await npm(updatesInPlace ? ['ci', '--dry-run'] : ['ci']);
  // The dry run has checked the lock file, so this installs exactly its packages.
  if (updatesInPlace && code === 0) ({ code, output } = await npm(['install', '--no-save']));
  if (code === 0 && existsSync(ownNode)) return;
  process.stderr.write(output);
  if (code === 127) throw new Problem('npm was not found. Install Node with npm from nodejs.org.');
  if (code === 0)
    throw new Problem(
      'The package "node" is incomplete. Allow npm to run install scripts (ignore-scripts=false).',
    );
  throw new Problem(`Can't install the packages. ${reasonOf(output)}`);
}

export async function ensureDependencies() {
  if (!existsSync(inProject('package-lock.json')))
    throw new Problem('package-lock.json is missing. Clone the whole repository.');
  const hash = lockHash();
  if (isCurrent(hash)) return;
  await withLock('install', async () => {
    if (isCurrent(hash)) return;
    say('Installing packages (once, takes a minute or two) …');
    await install();
    writeFileSync(stamp, hash);
  });
}
