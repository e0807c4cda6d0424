/** What electron-builder packs, and what a release makes of it, in a dry run around a stand-in for Electron. */
import { execFile, execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { listPackage } from '@electron/asar';
import { FuseV1Options, getCurrentFuseWire } from '@electron/fuses';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { skipBecause, skipWithout } from '#test/support/skipped.ts';
import { makeFolder, removeFolder, temporaryFolder } from '#test/support/temporary-folder.ts';
import packageJson from '../../package.json' with { type: 'json' };
import { findLanguage } from '../../scripts/languages.mjs';
import { inProject } from '../../scripts/project.mjs';
import { repository } from '../../scripts/repository.mjs';
import { writeUpdateMetadata } from '../../scripts/update-metadata.ts';
import { writeBuilds } from './builds.ts';
import { type DryRun, dryRunInto } from './dry-run.ts';

const execute = promisify(execFile);
const isLinux = process.platform === 'linux';
const maxAppBytes = 60_000_000;
const minimumNode = packageJson.engines.node.replace('>=', '');

const filesUnder = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));

if (!isLinux) skipBecause('the stand-in for Electron packs on Linux only');

describe.runIf(isLinux)('the packed app', () => {
  const folder = makeFolder();
  let packed: DryRun;
  const resources = (...path: readonly string[]) => join(packed.app, 'resources', ...path);
  beforeAll(async () => {
    packed = await dryRunInto(folder);
  });
  afterAll(() => removeFolder(folder));

  it('has the program, its page, its documentation and examples in the archive, and nothing else', () => {
    const names = listPackage(resources('app.asar'), { isPack: false });
    expect(names).toEqual(
      expect.arrayContaining([
        '/package.json',
        `/${packageJson.main}`,
        '/out/node/core-process.js',
        '/out/preload/preload.cjs',
        '/out/renderer/index.html',
        '/out/docs/index.html',
        '/out/node/examples/outage.yaml',
      ]),
    );
    const folders = names.map((name) => name.split('/').slice(1, 3).join('/'));
    expect([...new Set(folders)].sort()).toEqual([
      ...['node_modules', 'node_modules/better-sqlite3'],
      ...['out', 'out/docs', 'out/node', 'out/preload', 'out/renderer', 'package.json'],
    ]);
    expect(names.filter((name) => /\.(map|br|gz)$|renderer\/.*gallery/.test(name))).toEqual([]);
  });

  it('has the native modules of this machine only, outside of the archive', () => {
    const native = filesUnder(packed.app).filter((file) => file.endsWith('.node'));
    const prebuild = `node_modules/better-sqlite3/prebuilds/linux-${process.arch}.node`;
    expect(native.sort()).toEqual([
      resources('app.asar.unpacked', prebuild),
      resources('cli', prebuild),
    ]);
  });

  it('is small without Electron', () => {
    const bytes = filesUnder(packed.app).reduce((sum, file) => sum + statSync(file).size, 0);
    expect(bytes).toBeLessThan(maxAppBytes);
  });

  it('has the pictures and licenses that are read without the archive', () => {
    for (const name of ['tray.png', 'icon.png', 'third-party-notices.txt'])
      expect(statSync(resources(name)).size).toBeGreaterThan(0);
  });

  it('can never be started as Node, be inspected, or load other code', async () => {
    const wire = await getCurrentFuseWire(join(packed.app, packed.program));
    const states = Object.entries(FuseV1Options)
      .filter(([, option]) => typeof option === 'number')
      .map(([name, option]) => [
        name,
        // Electron's characters for on and off.
        String.fromCharCode(Number(Reflect.get(wire, option))) === '1',
      ]);
    expect(Object.fromEntries(states)).toEqual({
      RunAsNode: false,
      EnableCookieEncryption: false,
      EnableNodeOptionsEnvironmentVariable: false,
      EnableNodeCliInspectArguments: false,
      EnableEmbeddedAsarIntegrityValidation: true,
      OnlyLoadAppFromAsar: true,
      LoadBrowserProcessSpecificV8Snapshot: false,
      GrantFileProtocolExtraPrivileges: false,
    });
  });

  it('looks for updates in the repository of package.json', () => {
    const { owner, name } = repository();
    const source = parse(readFileSync(resources('app-update.yml'), 'utf8'));
    expect(source).toMatchObject({ provider: 'github', owner, repo: name });
  });

  it('is named as a stand-in in its packages, and packed as tar.gz', async () => {
    const packages = readdirSync(packed.folder).filter((name) => /\.(gz|deb|rpm)$/.test(name));
    expect(packages).toHaveLength(3);
    expect(packages.filter((name) => !/-stand-in\.(tar\.gz|deb|rpm)$/.test(name))).toEqual([]);
    const archive = packages.find((name) => name.endsWith('.tar.gz')) ?? '';
    const { stdout } = await execute('tar', ['tzf', join(packed.folder, archive)]);
    const root = archive.replace('.tar.gz', '');
    expect(stdout.split('\n')).toEqual(
      expect.arrayContaining([`${root}/${packed.program}`, `${root}/resources/app.asar`]),
    );
  });

  describe('the command line, after the folder was moved', () => {
    const moved = join(folder, 'moved');
    let launcher: string;
    beforeAll(() => {
      renameSync(resources('cli'), moved);
      launcher = join(moved, 'bin', 'hookwright');
    });
    afterAll(() => renameSync(moved, resources('cli')));
    const env = { ...process.env, PATH: `${dirname(process.execPath)}:${process.env.PATH}` };

    it('runs on the Node of the user', async () => {
      expect((await execute(launcher, ['--version'], { env })).stdout.trim()).toBe(
        packageJson.version,
      );
      const scenario = inProject('test', 'bench', 'rows', 'one-delivery.yaml');
      const cwd = temporaryFolder();
      await execute(launcher, ['run', scenario, '--quiet'], { env, cwd });
    });

    const messageOf = async (options: { env: NodeJS.ProcessEnv }): Promise<string> => {
      const failed = await execute(launcher, ['run'], options).catch((error) => error);
      expect([failed.code, failed.stdout]).toEqual([2, '']);
      expect(failed.stderr).toMatch(/^hookwright: .*https:\/\/nodejs\.org.*\n$/);
      return failed.stderr;
    };

    it('says in one line that Node is missing, and where to get it', async () => {
      expect(await messageOf({ env: { PATH: join(folder, 'nothing') } })).toContain(minimumNode);
    });

    it('says in one line that Node is too old, and where to get it', async () => {
      const required = { ...packageJson, engines: { node: '>=99.0.0' } };
      writeFileSync(join(moved, 'package.json'), JSON.stringify(required));
      expect(await messageOf({ env })).toContain('99.0.0');
    });
  });

  describe('packages of Linux', () => {
    const record = (target: string, ...path: readonly string[]) =>
      join(packed.records, target, ...path);
    const argumentsOf = (target: string): readonly string[] =>
      JSON.parse(readFileSync(record(target, 'arguments.json'), 'utf8'));
    const valuesOf = (target: string, option: string): readonly string[] => {
      const args = argumentsOf(target);
      return args.filter((_, index) => args[index - 1] === option);
    };

    it('need what Chromium needs, and recommend Node', () => {
      expect(valuesOf('deb', '-d')).toEqual(
        expect.arrayContaining(['libgtk-3-0', 'libnss3', 'libgbm1', 'libasound2 | libasound2t64']),
      );
      expect(valuesOf('deb', '--deb-recommends')).toContain('nodejs');
      expect(argumentsOf('rpm')).toEqual(
        expect.arrayContaining([
          '--rpm-tag=Recommends: nodejs',
          '--rpm-rpmbuild-define=_build_id_links none',
        ]),
      );
    });

    it.each(['deb', 'rpm'])('have the icon in all sizes of the theme (%s)', (target) => {
      const icons = filesUnder(record(target, 'usr/share/icons/hicolor'));
      const sizes = icons.map((file) => {
        const icon = readFileSync(file);
        // Width and height in the header of a PNG file.
        const size = `${icon.readUInt32BE(16)}x${icon.readUInt32BE(20)}`;
        expect(file).toContain(`/hicolor/${size}/apps/${packed.program}.png`);
        return icon.readUInt32BE(16);
      });
      expect(sizes.sort((a, b) => a - b)).toEqual([16, 24, 32, 48, 64, 128, 256, 512]);
    });

    const desktopFile = () => record('deb', 'usr/share/applications', packageJson.desktopName);

    it('have a desktop file by which a window finds its entry', () => {
      const lines = readFileSync(desktopFile(), 'utf8').split('\n');
      expect(lines).toEqual(
        expect.arrayContaining([
          `Exec=/opt/Hookwright/${packed.program} %U`,
          `Icon=${packed.program}`,
          `StartupWMClass=${packageJson.desktopName.replace('.desktop', '')}`,
        ]),
      );
      const types =
        lines
          .find((line) => line.startsWith('MimeType='))
          ?.slice(9)
          .split(';') ?? [];
      expect(types.sort()).toEqual([
        '',
        ...['application/x-hookwright-run', 'application/x-yaml'],
        ...['application/yaml', 'x-scheme-handler/hookwright'],
      ]);
    });

    it('declare the types of their own files only', () => {
      const types = readFileSync(
        record('deb', `usr/share/mime/packages/${packed.program}.xml`),
        'utf8',
      );
      const patterns = [...types.matchAll(/<glob pattern="([^"]+)"/g)].map(
        ([, pattern]) => pattern,
      );
      expect(patterns).toEqual(['*.hookwright-run']);
    });

    const validator = 'desktop-file-validate';
    if (findLanguage(validator) === null) skipWithout(validator);
    else
      it('have a desktop file without an error', () => {
        execFileSync(validator, [desktopFile()]);
      });
  });

  describe('the dry run of the release', () => {
    const release = (...path: readonly string[]) => join(packed.folder, 'release', ...path);

    it('reaches the draft: packages, metadata of updates, bill of materials, checksums and notes', () => {
      const { version } = packageJson;
      const files = readdirSync(release());
      expect(files).toEqual(
        expect.arrayContaining([
          ...[`hookwright-${version}.tgz`, 'hookwright-sbom.cdx.json', 'SHA256SUMS'],
          ...['latest.yml', 'latest-mac.yml', 'latest-linux.yml', 'latest-linux-arm64.yml'],
        ]),
      );
      const sums = readFileSync(release('SHA256SUMS'), 'utf8').trimEnd().split('\n');
      expect(sums.map((line) => line.slice(66)).sort()).toEqual(
        files.filter((name) => name !== 'SHA256SUMS').sort(),
      );
      for (const line of sums) {
        const content = readFileSync(release(line.slice(66)));
        expect(line.slice(0, 64)).toBe(createHash('sha256').update(content).digest('hex'));
      }
      const notes = readFileSync(join(packed.folder, 'notes.md'), 'utf8');
      expect(notes).toContain('### Added');
      expect(notes).toContain('Hookwright-1.2.3-win-arm64-unsigned.exe');
    });

    it('leaves the stand-in out, and never offers it as an update', () => {
      expect(readdirSync(release()).filter((name) => name.includes('stand-in'))).toEqual([]);
      const updates = join(packed.folder, 'updates');
      const written = join(packed.folder, 'latest-linux.yml');
      expect(existsSync(written)).toBe(true);
      copyFileSync(written, join(updates, 'linux-x64', 'latest-linux.yml'));
      expect(() => writeUpdateMetadata(updates, release(), { isPartial: true })).toThrow(
        '--stand-in',
      );
    });
  });
});

it.each(['hookwright', 'hookwright.cmd'])(
  'the launcher %s names the Node that package.json requires, and where to get it',
  (name) => {
    const launcher = readFileSync(inProject('bin', name), 'utf8');
    expect(launcher).toContain(`Node ${minimumNode} or later is required`);
    expect(launcher).toContain('https://nodejs.org');
  },
);

/** Prints the scripts that a program loads. */
const printsScripts = `data:text/javascript,${encodeURIComponent(`
  import { registerHooks } from 'node:module';
  registerHooks({ load: (url, context, next) => (console.log(url), next(url, context)) });
`)}`;

describe('npm run pack', () => {
  it.each(['run', 'run-script'])('builds nothing before it has found Electron', async (command) => {
    const script = inProject('scripts', 'prepack.mjs');
    const { stdout } = await execute(process.execPath, ['--import', printsScripts, script], {
      env: { ...process.env, npm_command: command },
    });
    expect(
      stdout
        .trim()
        .split('\n')
        .map((url) => basename(url)),
    ).toEqual(['prepack.mjs']);
  });

  const pack = (args: readonly string[], env: NodeJS.ProcessEnv = {}) =>
    execute(process.execPath, [inProject('scripts', 'pack.mjs'), ...args], {
      env: { ...process.env, ...env },
    });

  it('publishes nothing', async () => {
    await expect(pack(['--stand-in', '--publish', 'always'])).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining('--publish'),
    });
  });

  it('says what to do when Electron is not to be had', async () => {
    const home = temporaryFolder();
    const nowhere = 'http://127.0.0.1:9/';
    const caches = { HOME: home, XDG_CACHE_HOME: home, LOCALAPPDATA: home };
    const env = { ...caches, npm_config_electron_mirror: nowhere, ELECTRON_GET_USE_PROXY: '' };
    await expect(pack([], env)).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^pack: .*ELECTRON_MIRROR/),
    });
  });
});

describe('npm run release', () => {
  const step = (name: string, env: NodeJS.ProcessEnv = {}, folder = temporaryFolder()) => {
    const args = [inProject('scripts', 'release.mjs'), name, '--output', folder];
    return execute(process.execPath, args, { env: { ...process.env, ...env } });
  };

  it('drafts nothing without the builds of all systems, and names the step', async () => {
    await expect(step('draft')).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^release draft: .*latest\.yml/m),
    });
  });

  it('drafts nothing that was packed around the stand-in', async () => {
    const folder = temporaryFolder();
    const name = 'Hookwright-1.2.3-linux-x64-stand-in.tar.gz';
    writeFileSync(join(writeBuilds(folder).release, name), '');
    await expect(step('draft', {}, folder)).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining(name),
    });
    expect(existsSync(join(folder, 'release', 'SHA256SUMS'))).toBe(false);
  });

  it('stops a tag that is not the version, and names the step', async () => {
    await expect(step('check', { GITHUB_REF_NAME: 'v0.0.0' })).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^release check: .*v0\.0\.0/m),
    });
  });
});
