/** A folder in place of Electron's distribution for Linux: it packs like Electron and runs nothing. */
import { chmodSync, copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Marks the fuses in Electron's program: the version and the count of the fuses follow. */
const fuseSentinel = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX';
/** As in Electron: 1 is on, 0 is off. */
const defaultFuses = '101100011';

/** @param {string} folder @param {string} version */
export function writeElectronStandIn(folder, version) {
  const fuses = `${fuseSentinel}\x01${String.fromCharCode(defaultFuses.length)}${defaultFuses}`;
  const files = {
    electron: `#!/bin/sh\nexit 1\n${fuses}\n`,
    chrome_crashpad_handler: '',
    'chrome-sandbox': '',
    LICENSE: 'A stand-in for Electron.\n',
    'LICENSES.chromium.html': '',
    'locales/en-US.pak': '',
    'resources.pak': '',
    version,
  };
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
  chmodSync(join(folder, 'electron'), 0o755);
}

/** electron-builder would download it. The one in the npm package can't be executed in its place. @param {string} folder */
export async function copy7Zip(folder) {
  const { path7za } = await import('7zip-bin');
  const program = join(folder, '7za');
  copyFileSync(path7za, program);
  chmodSync(program, 0o755);
  return program;
}
