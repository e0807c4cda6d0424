/** Finds a Chromium for the end-to-end tests. */
import { existsSync, readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';

/** The headless shell, Chromium without a window, takes a quarter less time than the browser itself. */
const onPath = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'microsoft-edge',
  'microsoft-edge-stable',
];

/** @param {NodeJS.ProcessEnv} env */
function usualPlaces(env) {
  if (process.platform === 'darwin')
    return ['Google Chrome', 'Chromium', 'Microsoft Edge'].map(
      (name) => `/Applications/${name}.app/Contents/MacOS/${name}`,
    );
  if (process.platform === 'win32')
    return [env.PROGRAMFILES, env['PROGRAMFILES(X86)'], env.LOCALAPPDATA].flatMap((root) =>
      root
        ? [
            join(root, 'Google', 'Chrome', 'Application', 'chrome.exe'),
            join(root, 'Microsoft', 'Edge', 'Application', 'msedge.exe'),
          ]
        : [],
    );
  const folders = (env.PATH ?? '').split(delimiter).filter(Boolean);
  return onPath.flatMap((name) => [...folders, '/usr/bin'].map((folder) => join(folder, name)));
}

/** @param {NodeJS.ProcessEnv} env */
function playwrightCache(env) {
  if (env.PLAYWRIGHT_BROWSERS_PATH) return env.PLAYWRIGHT_BROWSERS_PATH;
  const home = homedir();
  if (process.platform === 'darwin') return join(home, 'Library', 'Caches', 'ms-playwright');
  if (process.platform === 'win32')
    return join(env.LOCALAPPDATA ?? join(home, 'AppData', 'Local'), 'ms-playwright');
  return join(env.XDG_CACHE_HOME ?? join(home, '.cache'), 'ms-playwright');
}

const insidePlaywright = ['linux64', 'linux-arm64', 'mac-x64', 'mac-arm64', 'win64'].map(
  (platform) =>
    join(
      `chrome-headless-shell-${platform}`,
      platform === 'win64' ? 'chrome-headless-shell.exe' : 'chrome-headless-shell',
    ),
);

/** @param {string} folder */
const revision = (folder) => Number(folder.slice(folder.lastIndexOf('-') + 1));

/** @param {NodeJS.ProcessEnv} env */
function downloaded(env) {
  const cache = playwrightCache(env);
  if (!existsSync(cache)) return [];
  return readdirSync(cache)
    .filter((name) => /^chromium_headless_shell-\d+$/.test(name))
    .sort((a, b) => revision(b) - revision(a))
    .flatMap((name) => insidePlaywright.map((file) => join(cache, name, file)));
}

/**
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {string | null}
 */
export function findChromium(env = process.env) {
  // A selected browser is never replaced by another one.
  if (env.CHROMIUM_PATH) return existsSync(env.CHROMIUM_PATH) ? env.CHROMIUM_PATH : null;
  return [...usualPlaces(env), ...downloaded(env)].find((path) => existsSync(path)) ?? null;
}
