/** The files that installed apps read to find updates, as their updater reads them. */
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { writeUpdateMetadata } from '../../scripts/update-metadata.ts';
import { writeBuilds } from './builds.ts';

const require = createRequire(import.meta.url);
const { MacUpdater } = require('electron-updater/out/MacUpdater.js');
const { resolveFiles } = require('electron-updater/out/providers/Provider.js');

const writeAll = ({ updates, release }: ReturnType<typeof writeBuilds>) =>
  writeUpdateMetadata(updates, release, { isPartial: false });

it('a Mac finds the file of its architecture in the one metadata file', () => {
  const { updates, release } = writeBuilds(temporaryFolder());
  writeUpdateMetadata(updates, release, { isPartial: false });
  const info = parse(readFileSync(join(release, 'latest-mac.yml'), 'utf8'));
  const files = resolveFiles(info, new URL('https://example.com/'));
  const namesFor = (isArm64: boolean) =>
    MacUpdater.filterFilesForArch(files, isArm64).map(
      ({ info }: { info: { url: string } }) => info.url,
    );
  expect(namesFor(true)).toEqual([
    'Hookwright-1.2.3-mac-arm64.zip',
    'Hookwright-1.2.3-mac-arm64.dmg',
  ]);
  expect(namesFor(false)).toEqual(['Hookwright-1.2.3-mac-x64.zip', 'Hookwright-1.2.3-mac-x64.dmg']);
  expect(info).toMatchObject({ version: '1.2.3', path: 'Hookwright-1.2.3-mac-x64.zip' });
});

it('Windows has both installers in one file, and Linux a file for each architecture', () => {
  const { updates, release } = writeBuilds(temporaryFolder());
  writeUpdateMetadata(updates, release, { isPartial: false });
  const urlsIn = (name: string) =>
    parse(readFileSync(join(release, name), 'utf8')).files.map(({ url }: { url: string }) => url);
  expect(urlsIn('latest.yml')).toEqual([
    'Hookwright-1.2.3-win-x64.exe',
    'Hookwright-1.2.3-win-arm64-unsigned.exe',
  ]);
  expect(urlsIn('latest-linux.yml')).toEqual(['Hookwright-1.2.3-linux-x86_64.AppImage']);
  expect(urlsIn('latest-linux-arm64.yml')).toEqual(['Hookwright-1.2.3-linux-arm64.AppImage']);
});

it('a missing build, another version, or another file fails', () => {
  const missing = writeBuilds(temporaryFolder());
  rmSync(join(missing.updates, 'darwin-arm64'), { recursive: true });
  expect(() => writeAll(missing)).toThrow('arm64');

  const mixed = writeBuilds(temporaryFolder());
  const file = join(mixed.updates, 'win32-x64', 'latest.yml');
  writeFileSync(file, readFileSync(file, 'utf8').replace('version: 1.2.3', 'version: 1.2.2'));
  expect(() => writeAll(mixed)).toThrow('1.2.2');

  const changed = writeBuilds(temporaryFolder());
  writeFileSync(join(changed.release, 'Hookwright-1.2.3-win-x64.exe'), 'signed later');
  expect(() => writeAll(changed)).toThrow('win-x64.exe');
});

it('a dry run on one machine has only its own build, and names the others', () => {
  const { updates, release } = writeBuilds(temporaryFolder());
  for (const build of ['linux-arm64', 'darwin-x64', 'darwin-arm64', 'win32-x64', 'win32-arm64'])
    rmSync(join(updates, build), { recursive: true });
  const missing = writeUpdateMetadata(updates, release, { isPartial: true });
  expect(readdirSync(release).filter((name) => name.endsWith('.yml'))).toEqual([
    'latest-linux.yml',
  ]);
  expect(missing).toHaveLength(3);
});
