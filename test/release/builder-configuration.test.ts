/** The configuration of electron-builder for the systems that a test can't pack; it checks the file's form itself when it packs. */
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { Arch } from 'electron-builder';
import { expect, it } from 'vitest';
import { parse } from 'yaml';

const project = join(import.meta.dirname, '../..');
const configuration = parse(readFileSync(join(project, 'electron-builder.yml'), 'utf8'));
const require = createRequire(import.meta.url);
const { normalizeOptions } = require('electron-builder/out/builder.js');
const { computeArchToTargetNamesMap } = require(
  join(project, 'node_modules/app-builder-lib/out/targets/targetFactory.js'),
);

/** Which targets electron-builder builds for each architecture. */
function targetsFor(system: 'linux' | 'mac' | 'win', args: { x64?: boolean; arm64?: boolean }) {
  const { targets } = normalizeOptions({ [system]: [], ...args });
  const [[platform, raw]] = [...targets];
  const packager = { platformSpecificBuildOptions: configuration[system] };
  const byArchitecture: Map<number, string[]> = computeArchToTargetNamesMap(
    raw,
    packager,
    platform,
  );
  return Object.fromEntries([...byArchitecture].map(([arch, names]) => [Arch[arch], names]));
}

it.each([
  ['linux', ['AppImage', 'deb', 'rpm']],
  ['mac', ['dmg', 'zip']],
  ['win', ['nsis', 'portable']],
] as const)('builds %s for the architectures of the command line', (system, targets) => {
  expect(targetsFor(system, { x64: true })).toEqual({ x64: targets });
  expect(targetsFor(system, { arm64: true })).toEqual({ arm64: targets });
  expect(targetsFor(system, { x64: true, arm64: true })).toEqual({ x64: targets, arm64: targets });
});

it('every file that a target writes has its own name', () => {
  const { artifactName, portable } = configuration;
  expect(portable.artifactName).not.toBe(artifactName);
  for (const name of [artifactName, portable.artifactName]) expect(name).toMatch(/\$\{arch\}/);
});

it('has an icon large enough for every system, and entitlements', () => {
  const icon = readFileSync(join(project, 'build/icon.png'));
  // Width and height in the header of a PNG file.
  expect([icon.readUInt32BE(16), icon.readUInt32BE(20)]).toEqual([1024, 1024]);
  expect(existsSync(join(project, configuration.mac.entitlements))).toBe(true);
});
