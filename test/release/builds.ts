/** What electron-builder writes for each build, by its names for systems and architectures. */
import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stringify } from 'yaml';

const builds = [
  { build: 'linux-x64', file: 'latest-linux.yml', names: ['linux-x86_64.AppImage'] },
  { build: 'linux-arm64', file: 'latest-linux-arm64.yml', names: ['linux-arm64.AppImage'] },
  { build: 'darwin-x64', file: 'latest-mac.yml', names: ['mac-x64.zip', 'mac-x64.dmg'] },
  { build: 'darwin-arm64', file: 'latest-mac.yml', names: ['mac-arm64.zip', 'mac-arm64.dmg'] },
  { build: 'win32-x64', file: 'latest.yml', names: ['win-x64.exe'] },
  { build: 'win32-arm64', file: 'latest.yml', names: ['win-arm64-unsigned.exe'] },
];

export function writeBuilds(folder: string, version = '1.2.3') {
  const [updates, release] = [join(folder, 'updates'), join(folder, 'release')];
  mkdirSync(release, { recursive: true });
  for (const { build, file, names } of builds) {
    const files = names.map((name) => {
      const url = `Hookwright-1.2.3-${name}`;
      writeFileSync(join(release, url), name);
      const sha512 = createHash('sha512').update(name).digest('base64');
      return { url, sha512, size: name.length };
    });
    const info = { version, files, path: files[0]?.url, sha512: files[0]?.sha512 };
    mkdirSync(join(updates, build), { recursive: true });
    writeFileSync(join(updates, build, file), stringify(info));
  }
  return { updates, release };
}
