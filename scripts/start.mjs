/** `npm start`: starts the desktop app, or the headless host where Electron can't run. */

import { electronBinary } from './electron-binary.mjs';
import { buildDocsInBackground, ensureBuild } from './ensure-build.mjs';
import { ensureDependencies } from './ensure-dependencies.mjs';
import { guarded } from './guarded.mjs';
import { ownEnvironment } from './node-binary.mjs';
import { projectFolder, say } from './project.mjs';
import { serveHeadless } from './serve-headless.mjs';
import { absolutePaths, workspaceOption } from './start-paths.mjs';
import { supervise } from './supervise.mjs';

/** Options that only the headless host has. */
const headlessOptions = [
  '--port',
  '--host',
  '--token',
  '--token-file',
  '--config',
  '--json',
  '--no-open',
  '--help',
  '-h',
];

/** @param {readonly string[]} args */
function headlessReason(args) {
  if (args.includes('--headless')) return '--headless is set.';
  const option = headlessOptions.find((name) =>
    args.some((arg) => arg === name || arg.startsWith(`${name}=`)),
  );
  return option && `${option} requires headless mode.`;
}

/** @param {string} reason @param {readonly string[]} args */
function withoutWindow(reason, args) {
  say(`${reason} Hookwright runs headless. Open the address below in a browser.`);
  return serveHeadless(workspaceOption(args.filter((arg) => arg !== '--headless')));
}

/** @param {string} binary @param {readonly string[]} args */
async function withWindow(binary, args) {
  // Chromium's sandbox does not work for root, and must be disabled explicitly.
  const asRoot = process.platform === 'linux' && process.getuid?.() === 0;
  if (asRoot) say('Running as root: Chromium runs without its sandbox.');
  const { ELECTRON_RUN_AS_NODE: _plainNode, ...env } = ownEnvironment();
  const flags = asRoot ? ['--no-sandbox'] : [];
  const { code, ready } = await supervise(binary, [...flags, projectFolder, ...args], env);
  return ready || code === 0 ? code : null;
}

await guarded(async () => {
  const args = absolutePaths(process.argv.slice(2), process.env.INIT_CWD ?? process.cwd());
  await ensureDependencies();
  const reason = headlessReason(args);
  if (reason) return withoutWindow(reason, args);
  const electron = await electronBinary();
  if ('missing' in electron) return withoutWindow(electron.missing, args);
  await ensureBuild();
  buildDocsInBackground();
  const code = await withWindow(electron.path, args);
  return code ?? withoutWindow('Electron exited before its window opened.', args);
});
