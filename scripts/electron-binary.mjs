/** Finds Electron's binary, or downloads it, because its package does not include it. */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { hasDisplay } from './has-display.mjs';
import { isReachable } from './is-reachable.mjs';
import { ownEnvironment, ownNode } from './node-binary.mjs';
import { inProject, say } from './project.mjs';
import { run } from './run.mjs';

/** @typedef {{ path: string } | { missing: string }} ElectronBinary */

const folder = inProject('node_modules', 'electron');
const stallMs = 20_000;
const growthPollMs = 1_000;

/** @type {Partial<Record<NodeJS.Platform, string>>} */
const usualFile = { darwin: 'Electron.app/Contents/MacOS/Electron', win32: 'electron.exe' };

/** Electron's installer stores the name of the file in the package. */
function executable() {
  try {
    return readFileSync(join(folder, 'path.txt'), 'utf8');
  } catch {
    return process.env.ELECTRON_OVERRIDE_DIST_PATH
      ? (usualFile[process.platform] ?? 'electron')
      : null;
  }
}

/** @returns {string | null} */
export function installedElectron() {
  const file = executable();
  if (file === null) return null;
  const path = join(process.env.ELECTRON_OVERRIDE_DIST_PATH ?? join(folder, 'dist'), file);
  return existsSync(path) ? path : null;
}

/**
 * The download address, from the same variables as in Electron's installer.
 * @param {NodeJS.ProcessEnv} env
 */
export function mirrorOf(env) {
  return (
    env.npm_config_electron_mirror ||
    env.NPM_CONFIG_ELECTRON_MIRROR ||
    env.npm_package_config_electron_mirror ||
    env.ELECTRON_MIRROR ||
    'https://github.com/electron/electron/releases/download/'
  );
}

/** Electron's installer caches its downloads. */
function isCached() {
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const home = homedir();
  const roots = [
    process.env.electron_config_cache,
    join(process.env.XDG_CACHE_HOME ?? join(home, '.cache'), 'electron'),
    join(home, 'Library', 'Caches', 'electron'),
    join(process.env.LOCALAPPDATA ?? join(home, 'AppData', 'Local'), 'electron', 'Cache'),
  ];
  return roots.some((root) => {
    if (!root || !existsSync(root)) return false;
    return readdirSync(root, { recursive: true }).some((file) =>
      String(file).endsWith(`electron-v${version}-${process.platform}-${process.arch}.zip`),
    );
  });
}

/** With a proxy, only the download itself shows whether it works; it has its own timeout. */
export async function isObtainable() {
  return (
    isCached() ||
    Boolean(process.env.ELECTRON_GET_USE_PROXY) ||
    (await isReachable(mirrorOf(process.env)))
  );
}

/** @param {string} path @returns {number} */
function bytesUnder(path) {
  try {
    const stat = statSync(path);
    if (!stat.isDirectory()) return stat.size;
    return readdirSync(path).reduce((sum, name) => sum + bytesUnder(join(path, name)), 0);
  } catch {
    return 0;
  }
}

/** The installer reports no progress, so a download stalls when its files stop growing. */
async function download() {
  const temporary = mkdtempSync(join(tmpdir(), 'hookwright-electron-'));
  const stalled = new AbortController();
  let bytes = -1;
  let grewAt = performance.now();
  const timer = setInterval(() => {
    const now = bytesUnder(temporary) + bytesUnder(join(folder, 'dist'));
    if (now !== bytes) grewAt = performance.now();
    else if (performance.now() - grewAt > stallMs) stalled.abort();
    bytes = now;
  }, growthPollMs);
  const env = { ...ownEnvironment(), TMPDIR: temporary, TEMP: temporary, TMP: temporary };
  const { code } = await run(ownNode, [join(folder, 'install.js')], {
    env,
    quiet: true,
    signal: stalled.signal,
  });
  clearInterval(timer);
  rmSync(temporary, { recursive: true, force: true });
  return code === 0 ? null : stalled.signal.aborted ? 'stalled' : 'failed';
}

/** @returns {Promise<ElectronBinary>} */
export async function electronBinary() {
  if (!hasDisplay(process.platform, process.env)) return { missing: 'There is no display.' };
  const installed = installedElectron();
  if (installed) return { path: installed };
  if (!(await isObtainable())) return { missing: "Electron can't be downloaded." };
  say('Downloading Electron (once, about 120 MB) …');
  const failure = await download();
  const path = installedElectron();
  return path ? { path } : { missing: `The download of Electron ${failure ?? 'failed'}.` };
}
