/** Finds a Chromium, or installs one: Playwright's, or Debian's package for root. */
import { installPackages } from './debian-packages.mjs';
import { findChromium } from './find-chromium.mjs';
import { isReachable } from './is-reachable.mjs';
import { ownEnvironment, ownNode } from './node-binary.mjs';
import { inProject, Problem, say } from './project.mjs';
import { run } from './run.mjs';

const downloadTimeoutMs = 240_000;
const playwrightHost = 'https://cdn.playwright.dev/';

async function downloadFromPlaywright() {
  const host = process.env.PLAYWRIGHT_DOWNLOAD_HOST ?? playwrightHost;
  if (!(await isReachable(host))) return "its server can't be reached";
  say("Downloading Playwright's Chromium for the tests …");
  const cli = inProject('node_modules', '@playwright', 'test', 'cli.js');
  const { code } = await run(ownNode, [cli, 'install', '--only-shell', 'chromium'], {
    env: ownEnvironment(),
    quiet: true,
    signal: AbortSignal.timeout(downloadTimeoutMs),
  });
  return code === 0 ? null : 'the download failed';
}

/** @returns {Promise<string>} */
export async function obtainChromium() {
  const chromium = findChromium();
  if (chromium) return chromium;
  if (process.env.CHROMIUM_PATH)
    throw new Problem(`CHROMIUM_PATH is ${process.env.CHROMIUM_PATH}, which does not exist.`);
  const fromPlaywright = await downloadFromPlaywright();
  const downloaded = findChromium();
  if (downloaded) return downloaded;
  const fromDebian = await installPackages(['chromium-headless-shell']);
  const installed = findChromium();
  if (installed) return installed;
  throw new Problem(
    `No Chromium for the end-to-end tests. From Playwright: ${fromPlaywright ?? 'not found'}. ` +
      `From Debian: ${fromDebian ?? 'not found'}. Install Chromium, Chrome or Edge, or set CHROMIUM_PATH.`,
  );
}
