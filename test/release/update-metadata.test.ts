/** The files that installed apps read to find updates, as their updater reads them. */
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { parse, stringify } from 'yaml';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { writeUpdateMetadata } from '../../scripts/update-metadata.ts';

const project = join(import.meta.dirname, '../..');
const require = createRequire(import.meta.url);
const { MacUpdater } = require('electron-updater/out/MacUpdater.js');
const { resolveFiles } = require('electron-updater/out/providers/Provider.js');

interface Step {
  readonly uses?: string;
  readonly run?: string;
  readonly with?: Readonly<Record<string, string>>;
}

/** What electron-builder writes for a build, by its names for systems and architectures. */
const builds = [
  { build: 'linux-x64', file: 'latest-linux.yml', names: ['linux-x86_64.AppImage'] },
  { build: 'linux-arm64', file: 'latest-linux-arm64.yml', names: ['linux-arm64.AppImage'] },
  { build: 'mac-x64', file: 'latest-mac.yml', names: ['mac-x64.zip', 'mac-x64.dmg'] },
  { build: 'mac-arm64', file: 'latest-mac.yml', names: ['mac-arm64.zip', 'mac-arm64.dmg'] },
  { build: 'win-x64', file: 'latest.yml', names: ['win-x64.exe'] },
  { build: 'win-arm64', file: 'latest.yml', names: ['win-arm64.exe'] },
];

function createBuilds(version = '1.2.3') {
  const folder = temporaryFolder();
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
    mkdirSync(join(updates, `updates-${build}`), { recursive: true });
    writeFileSync(join(updates, `updates-${build}`, file), stringify(info));
  }
  return { updates, release };
}

it('a Mac finds the file of its architecture in the one metadata file', () => {
  const { updates, release } = createBuilds();
  writeUpdateMetadata(updates, release);
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
  const { updates, release } = createBuilds();
  writeUpdateMetadata(updates, release);
  const urlsIn = (name: string) =>
    parse(readFileSync(join(release, name), 'utf8')).files.map(({ url }: { url: string }) => url);
  expect(urlsIn('latest.yml')).toEqual([
    'Hookwright-1.2.3-win-x64.exe',
    'Hookwright-1.2.3-win-arm64.exe',
  ]);
  expect(urlsIn('latest-linux.yml')).toEqual(['Hookwright-1.2.3-linux-x86_64.AppImage']);
  expect(urlsIn('latest-linux-arm64.yml')).toEqual(['Hookwright-1.2.3-linux-arm64.AppImage']);
});

it('a missing build, another version, or another file fails', () => {
  const missing = createBuilds();
  rmSync(join(missing.updates, 'updates-mac-arm64'), { recursive: true });
  expect(() => writeUpdateMetadata(missing.updates, missing.release)).toThrow('arm64');

  const mixed = createBuilds();
  const file = join(mixed.updates, 'updates-win-x64', 'latest.yml');
  writeFileSync(file, readFileSync(file, 'utf8').replace('version: 1.2.3', 'version: 1.2.2'));
  expect(() => writeUpdateMetadata(mixed.updates, mixed.release)).toThrow('1.2.2');

  const changed = createBuilds();
  writeFileSync(join(changed.release, 'Hookwright-1.2.3-win-x64.exe'), 'signed later');
  expect(() => writeUpdateMetadata(changed.updates, changed.release)).toThrow('win-x64.exe');
});

it('the release uploads the metadata of each build under its own name, and merges it', () => {
  const workflow = parse(readFileSync(join(project, '.github/workflows/release.yml'), 'utf8'));
  const desktop: Step[] = workflow.jobs.desktop.steps;
  const draft: Step[] = workflow.jobs.draft.steps;
  const uploads = desktop.filter(({ uses = '' }) => uses.startsWith('actions/upload-artifact'));
  const metadata = uploads.filter((step) => step.with?.path?.includes('.yml'));
  expect(metadata).toHaveLength(1);
  expect(metadata[0]?.with?.name).toMatch(/matrix\.platform.*matrix\.arch/);
  expect(metadata[0]?.with?.path).toBe('dist/latest*.yml');
  const downloads = draft.filter(({ uses = '' }) => uses.startsWith('actions/download-artifact'));
  const updates = downloads.find((step) => step.with?.pattern === 'updates-*');
  expect(updates?.with).toEqual({ pattern: 'updates-*', path: 'updates' });
  const runs: string[] = draft.map(({ run = '' }) => run);
  const merging = runs.findIndex((run) => run.includes('update-metadata.ts updates release'));
  expect(merging).toBeGreaterThan(-1);
  expect(runs.findIndex((run) => run.includes('sha256sum'))).toBeGreaterThan(merging);
  // Without a source, electron-builder writes no metadata.
  const packaging: string[] = desktop
    .map(({ run = '' }) => run)
    .filter((run) => run.includes('electron-builder'));
  expect(packaging).toHaveLength(2);
  for (const run of packaging) expect(run).toContain('$UPDATE_SOURCE');
});

it("electron-builder takes the update source from the workflow's options", async () => {
  const { getConfig } = require(
    join(project, 'node_modules/app-builder-lib/out/util/config/config.js'),
  );
  const publish = { provider: 'github', owner: 'an-owner', repo: 'a-repository' };
  expect((await getConfig(project, null, { publish })).publish).toEqual(publish);
  expect((await getConfig(project, null, null)).publish).toBeNull();
});
