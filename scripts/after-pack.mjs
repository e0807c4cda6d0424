/** Puts what is needed outside of the archive beside it: the command line, for the user's own Node, and the licenses. */
import { chmodSync, cpSync } from 'node:fs';
import { join } from 'node:path';
import { inProject } from './project.mjs';

const commandLine = [
  'bin/hookwright',
  'bin/hookwright.cjs',
  'bin/hookwright.cmd',
  'out/docs',
  'out/node',
  'out/renderer',
  'package.json',
];

/** @param {string} path */
const isNeeded = (path) => !/\.(br|gz|map)$/.test(path);

/** electron-builder calls it before it changes fuses and signs. @param {import('electron-builder').AfterPackContext} context */
export default function afterPack({ appOutDir, packager }) {
  // Otherwise, the app would have the native modules of another system.
  if (packager.platform.nodeName !== process.platform)
    throw new Error('Each system is packed on itself. Run npm run pack on the other system.');
  const resources = packager.getResourcesDir(appOutDir);
  const target = join(resources, 'cli');
  for (const path of commandLine)
    cpSync(inProject(path), join(target, path), { recursive: true, filter: isNeeded });
  chmodSync(join(target, 'bin', 'hookwright'), 0o755);
  // Native modules are already beside the archive, for this system only.
  cpSync(join(resources, 'app.asar.unpacked', 'node_modules'), join(target, 'node_modules'), {
    recursive: true,
  });
  cpSync(
    inProject('out', 'renderer', 'third-party-notices.txt'),
    join(resources, 'third-party-notices.txt'),
  );
}
