/** `npm start`: the desktop app where it can run, else the interface in a browser. */

import { electronBinary } from './electron-binary.mjs';
import { buildDocsInBackground, ensureBuild } from './ensure-build.mjs';
import { ensureDependencies } from './ensure-dependencies.mjs';
import { guarded } from './guarded.mjs';
import { ownEnvironment } from './node-binary.mjs';
import { projectFolder, say } from './project.mjs';
import { serveHeadless } from './serve-headless.mjs';
import { supervise } from './supervise.mjs';

/** What only the host without a window understands. */
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
  if (args.includes('--headless')) return 'Without a window, as asked.';
  const option = headlessOptions.find((name) =>
    args.some((arg) => arg === name || arg.startsWith(`${name}=`)),
  );
  return option && `${option} is an option of the host without a window.`;
}

/** @param {string} reason @param {readonly string[]} args */
function withoutWindow(reason, args) {
  say(`${reason} Hookwright runs without a window; use it in a browser at the address below.`);
  return serveHeadless(args.filter((arg) => arg !== '--headless'));
}

/** @param {string} binary @param {readonly string[]} args */
async function withWindow(binary, args) {
  // Chromium's sandbox does not work for root; nor does it start without being told so.
  const asRoot = process.platform === 'linux' && process.getuid?.() === 0;
  if (asRoot) say('Running as root: Chromium runs without its sandbox.');
  const { ELECTRON_RUN_AS_NODE: _plainNode, ...env } = ownEnvironment();
  const flags = asRoot ? ['--no-sandbox'] : [];
  const { code, ready } = await supervise(binary, [...flags, projectFolder, ...args], env);
  return ready || code === 0 ? code : null;
}

await guarded(async () => {
  const args = process.argv.slice(2);
  await ensureDependencies();
  const asked = headlessReason(args);
  if (asked) return withoutWindow(asked, args);
  const electron = await electronBinary();
  if ('missing' in electron) return withoutWindow(electron.missing, args);
  await ensureBuild();
  buildDocsInBackground();
  const code = await withWindow(electron.path, args);
  return code ?? withoutWindow('Electron ended before its window opened.', args);
});
