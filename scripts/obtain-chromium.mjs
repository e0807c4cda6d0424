/** Finds a Chromium, or gets one: Playwright's, or Debian's package when root. */
import { existsSync } from 'node:fs';
import { findChromium } from './find-chromium.mjs';
import { isReachable } from './is-reachable.mjs';
import { ownEnvironment, ownNode } from './node-binary.mjs';
import { inProject, Problem, say } from './project.mjs';
import { run } from './run.mjs';

const downloadMs = 240_000;
const packageMs = 480_000;
const playwrightHost = 'https://cdn.playwright.dev/';

async function downloadFromPlaywright() {
  const host = process.env.PLAYWRIGHT_DOWNLOAD_HOST ?? playwrightHost;
  if (!(await isReachable(host))) return 'its server cannot be reached';
  say("Downloading Playwright's Chromium for the tests …");
  const cli = inProject('node_modules', '@playwright', 'test', 'cli.js');
  const { code } = await run(ownNode, [cli, 'install', 'chromium'], {
    env: ownEnvironment(),
    quiet: true,
    signal: AbortSignal.timeout(downloadMs),
  });
  return code === 0 ? null : 'the download failed';
}

async function installFromDebian() {
  if (process.platform !== 'linux' || !existsSync('/usr/bin/apt-get')) return 'this is no Debian';
  if (process.getuid?.() !== 0) return 'only root may install it';
  say("Installing Debian's package chromium for the tests …");
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const signal = AbortSignal.timeout(packageMs);
  await run('apt-get', ['update'], { env, quiet: true, signal });
  const { code, output } = await run(
    'apt-get',
    ['install', '-y', '--no-install-recommends', 'chromium'],
    { env, quiet: true, signal },
  );
  if (code !== 0) say(output.trimEnd().split('\n').slice(-3).join('\n'));
  return code === 0 ? null : 'apt-get failed';
}

/** @returns {Promise<string>} */
export async function obtainChromium() {
  const found = findChromium();
  if (found) return found;
  if (process.env.CHROMIUM_PATH)
    throw new Problem(`CHROMIUM_PATH names ${process.env.CHROMIUM_PATH}, which does not exist.`);
  const fromPlaywright = await downloadFromPlaywright();
  const downloaded = findChromium();
  if (downloaded) return downloaded;
  const fromDebian = await installFromDebian();
  const installed = findChromium();
  if (installed) return installed;
  throw new Problem(
    `The end-to-end tests need a Chromium, and none was found. Playwright's: ${fromPlaywright ?? 'not where expected'}. ` +
      `Debian's: ${fromDebian ?? 'not where expected'}. Install Chromium, Chrome or Edge, or set CHROMIUM_PATH.`,
  );
}
