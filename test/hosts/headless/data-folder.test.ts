/** Who may have access to data folders, and to the file of a running host in them (D59). */

import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import {
  checkDataFolder,
  type DataFolder,
  dataFolderOf,
  openDataFolder,
  systemDataFolder,
} from '#main/hosts/headless/data-folder.ts';
import { hostFileIn, readHostFile, writeHostFile } from '#main/hosts/headless/host-file.ts';
import { openDatabase } from '#main/store/open.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

const ignore = () => undefined;
const noLog = { debug: ignore, info: ignore, warn: ignore, error: ignore };

const modeOf = (path: string): number => statSync(path).mode & 0o777;

function opened(folder: DataFolder): readonly string[] {
  const warnings: string[] = [];
  openDataFolder(folder, { warn: (text) => warnings.push(text) });
  return warnings;
}

const problemOf = (work: () => unknown): string | undefined => {
  try {
    work();
    return undefined;
  } catch (error) {
    return (error as { code?: string }).code;
  }
};

function ownFolder() {
  const userFolder = join(temporaryFolder(), 'config', 'Hookwright');
  const folder = dataFolderOf(undefined, { folder: '/shop' }, userFolder);
  return { folder, userFolder, workspaces: dirname(folder.path) };
}

describe('a data folder that Hookwright finds', () => {
  it('is created for this user only, with the folders around it', () => {
    const { folder, userFolder, workspaces } = ownFolder();
    expect(opened(folder)).toEqual([]);
    for (const path of [userFolder, workspaces, folder.path]) expect(modeOf(path)).toBe(0o700);
    expect(opened(folder)).toEqual([]);
  });

  it('is not used if Git tracks a file of it, such as what is trusted, in a home that is a repository', () => {
    const { folder, userFolder } = ownFolder();
    opened(folder);
    const home = dirname(dirname(userFolder));
    writeFileSync(join(userFolder, 'trusted.json'), '{}');
    execFileSync('git', ['init', '-q', home]);
    expect(problemOf(() => checkDataFolder(folder))).toBeUndefined();
    execFileSync('git', ['-C', home, 'add', 'config/Hookwright/trusted.json']);
    expect(problemOf(() => checkDataFolder(folder))).toBe('data_folder_tracked');
  });

  it.each(['', '.', 'home'])('needs a home that is an absolute path, not "%s"', (home) => {
    const environment = { platform: 'linux', env: {}, home } as const;
    expect(problemOf(() => systemDataFolder(environment))).toBe('data_not_usable');
    const env = { XDG_CONFIG_HOME: '/config' };
    expect(systemDataFolder({ ...environment, env })).toBe('/config/Hookwright');
  });

  it('differs between workspaces', () => {
    const paths = ['/shop', '/shop2'].map((folder) => dataFolderOf(undefined, { folder }).path);
    expect(new Set(paths).size).toBe(2);
  });

  it.each(['userFolder', 'workspaces', 'path'] as const)(
    'is not used if others have access to its %s',
    (level) => {
      const { folder, userFolder, workspaces } = ownFolder();
      opened(folder);
      chmodSync({ userFolder, workspaces, path: folder.path }[level], 0o750);
      expect(problemOf(() => opened(folder))).toBe('data_folder_not_private');
      expect(problemOf(() => checkDataFolder(folder))).toBe('data_folder_not_private');
    },
  );

  it.each(['workspaces', 'path'] as const)('is not used through a link as its %s', (level) => {
    const { folder, userFolder, workspaces } = ownFolder();
    const link = { workspaces, path: folder.path }[level];
    mkdirSync(dirname(link), { recursive: true, mode: 0o700 });
    symlinkSync(temporaryFolder(), link);
    expect(problemOf(() => opened(folder))).toBe('data_folder_not_private');
    expect(modeOf(userFolder)).toBe(0o700);
  });

  it('is not used if it belongs to another user, or to everyone', () => {
    const folder: DataFolder = { kind: 'own', path: '/usr', userFolder: '/usr' };
    expect(problemOf(() => checkDataFolder(folder))).toBe('data_folder_not_private');
  });
});

describe('a data folder that the user names', () => {
  const chosen = (path: string): DataFolder => dataFolderOf(path, null);

  it('is the same for processes in other folders', () => {
    expect(chosen('data').path).toBe(resolve('data'));
  });

  it.each([
    ['missing', join('a', 'b')],
    ['empty', ''],
  ])('is for this user only if it was %s', (_was, name) => {
    const path = join(temporaryFolder(), name);
    if (name === '') chmodSync(path, 0o755);
    expect(opened(chosen(path))).toEqual([]);
    expect(modeOf(path)).toBe(0o700);
  });

  it('is used with a warning if others have access', () => {
    const path = temporaryFolder();
    writeFileSync(join(path, 'hookwright.sqlite'), '');
    chmodSync(path, 0o755);
    expect(opened(chosen(path))).toEqual([expect.stringContaining(`chmod 700 '${path}'`)]);
    expect(modeOf(path)).toBe(0o755);
  });

  it.each(['', 'data'])('is not used if it is a file, or inside one: %j', (name) => {
    const file = join(temporaryFolder(), 'file');
    writeFileSync(file, '');
    const path = join(file, name);
    const problem = expect.objectContaining({
      code: 'data_folder_unusable',
      message: expect.stringContaining(`${path} is a file, or inside one. Remove that file`),
    });
    expect(() => opened(chosen(path))).toThrow(problem);
    expect(() => checkDataFolder(chosen(path))).toThrow(problem);
  });

  it('is not used if Git tracks a file in it', () => {
    const repository = temporaryFolder();
    const path = join(repository, 'tests', 'data');
    mkdirSync(path, { recursive: true });
    writeFileSync(join(path, 'hookwright.sqlite'), '');
    const git = (...args: string[]) => execFileSync('git', args, { cwd: repository });
    git('init', '--quiet');
    expect(problemOf(() => opened(chosen(path)))).toBeUndefined();
    git('add', '--force', '--all');
    expect(problemOf(() => opened(chosen(path)))).toBe('data_folder_tracked');
    expect(problemOf(() => checkDataFolder(chosen(path)))).toBe('data_folder_tracked');
    // Nor through a link from outside.
    const link = join(temporaryFolder(), 'data');
    symlinkSync(path, link);
    expect(problemOf(() => opened(chosen(link)))).toBe('data_folder_tracked');
  });

  it.each([['data'], ['*'], ['.']])(
    'is not used if Git tracks a bare repository in it, as in %s',
    (name) => {
      const repository = temporaryFolder();
      const path = join(repository, name);
      execFileSync('git', ['init', '--quiet'], { cwd: repository });
      execFileSync('git', ['init', '--quiet', '--bare', path]);
      writeFileSync(join(path, 'hookwright.sqlite'), '');
      writeFileSync(join(path, 'refs', 'kept'), '');
      execFileSync('git', ['add', '--force', '--all'], { cwd: repository });
      expect(() => opened(chosen(path))).toThrow(
        expect.objectContaining({
          code: 'data_folder_tracked',
          message: expect.stringContaining(`Git tracks ${join(path, 'HEAD')}`),
        }),
      );
    },
  );

  it('makes Git fetch nothing, which could run a program', () => {
    const repository = temporaryFolder();
    const git = (...args: string[]) =>
      execFileSync('git', args, { cwd: repository, encoding: 'utf8', stdio: 'pipe' }).trim();
    for (const name of ['data', 'missing']) {
      mkdirSync(join(repository, name));
      writeFileSync(join(repository, name, 'file'), name);
    }
    git('init', '--quiet');
    git('add', '--all');
    git('-c', 'user.name=a', '-c', 'user.email=a@example.com', 'commit', '--quiet', '-m', 'a');
    git('sparse-checkout', 'set', '--cone', '--sparse-index', 'data');
    mkdirSync(join(repository, 'missing'));
    writeFileSync(join(repository, 'missing', 'other'), '');
    const tree = git('rev-parse', 'HEAD:missing');
    rmSync(join(repository, '.git/objects', tree.slice(0, 2), tree.slice(2)));
    const ran = join(temporaryFolder(), 'ran');
    git('config', 'core.repositoryFormatVersion', '1');
    git('config', 'extensions.partialClone', 'origin');
    git('config', 'remote.origin.promisor', 'true');
    git('config', 'remote.origin.url', repository);
    git('config', 'remote.origin.uploadpack', `touch '${ran}';`);
    expect(problemOf(() => opened(chosen(join(repository, 'missing'))))).toBe(
      'data_folder_tracked',
    );
    expect(existsSync(ran)).toBe(false);
  });

  it('is used next to files that Git tracks', () => {
    const repository = temporaryFolder();
    for (const name of ['*', 'data', 'tracked']) {
      mkdirSync(join(repository, name));
      writeFileSync(join(repository, name, 'hookwright.sqlite'), '');
    }
    execFileSync('git', ['init', '--quiet'], { cwd: repository });
    execFileSync('git', ['add', 'tracked'], { cwd: repository });
    for (const name of ['*', 'data'])
      expect(problemOf(() => opened(chosen(join(repository, name))))).toBeUndefined();
  });

  it('asks a Git that is not in the current folder', () => {
    const programs = temporaryFolder();
    const repository = temporaryFolder();
    mkdirSync(join(repository, '.git'));
    writeFileSync(join(programs, 'git'), '#!/bin/sh\nprintf "%s" "from $PWD"\n', { mode: 0o755 });
    vi.stubEnv('PATH', programs);
    onTestFinished(() => void vi.unstubAllEnvs());
    expect(() => opened(chosen(repository))).toThrow(`from ${dirname(process.execPath)}`);
  });

  it('is not used if it is unknown what Git tracks', () => {
    const repository = temporaryFolder();
    writeFileSync(join(repository, '.git'), 'gitdir: /nowhere');
    expect(problemOf(() => opened(chosen(repository)))).toBe('data_folder_tracked');
  });
});

describe('the file of a running host', () => {
  const address = { url: 'http://127.0.0.1:8378', token: 't' };

  it("is read if it is this user's own", async () => {
    const folder = temporaryFolder();
    expect(await readHostFile(folder)).toBeNull();
    const { close } = openDatabase(folder, noLog);
    await writeHostFile(folder, address);
    expect(await readHostFile(folder)).toEqual(address);
    // A killed host leaves it, and its port may now belong to another user.
    close();
    expect(await readHostFile(folder)).toBeNull();
  });

  it('is not used after a host was killed, though others ask at the same time', async () => {
    const folder = temporaryFolder();
    openDatabase(folder, noLog).close();
    await writeHostFile(folder, address);
    const other = new Database(join(folder, 'hookwright.lock'), { readonly: true });
    other.exec('BEGIN; SELECT 1 FROM sqlite_schema');
    expect(await readHostFile(folder)).toBeNull();
    other.close();
  });

  it.each([0o644, 0o640, 0o604, 0o620])('is not used with the mode %o', async (mode) => {
    const folder = temporaryFolder();
    await writeHostFile(folder, address);
    chmodSync(hostFileIn(folder), mode);
    expect(await readHostFile(folder)).toBe('foreign');
  });

  it('is not used through a link', async () => {
    const folder = temporaryFolder();
    const elsewhere = temporaryFolder();
    await writeHostFile(elsewhere, address);
    symlinkSync(hostFileIn(elsewhere), hostFileIn(folder));
    expect(await readHostFile(folder)).toBe('foreign');
  });

  it.runIf(process.platform === 'linux')(
    'is not used, or waited for, if it is a pipe',
    async () => {
      const folder = temporaryFolder();
      execFileSync('mkfifo', ['-m', '600', hostFileIn(folder)]);
      expect(await readHostFile(folder)).toBe('foreign');
    },
  );

  it.each([
    'http://192.0.2.1:8378',
    'http://localhost.example:8378',
    'http://127.0.0.1.example:8378',
    'http://127.0.0.1:8378@192.0.2.1',
  ])('is not used with the address %s', async (url) => {
    const folder = temporaryFolder();
    await writeHostFile(folder, { ...address, url });
    expect(await readHostFile(folder)).toBe('foreign');
  });
});
